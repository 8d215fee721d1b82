import type { Role } from '../../shared/core/access.ts';
import type { Member } from '../../shared/team/contract.ts';
import { largestGroup } from '../../shared/team/rules.ts';
import { type AuditStamp, auditStamp } from '../core/event-log.ts';
import { allOf, setting } from '../core/expressions.ts';
import type { Commit, CommitContext, Committed } from '../core/idempotency.ts';
import { membersPartition, profileKey } from '../core/membership.ts';
import {
  changeSeats,
  type EndedGroup,
  endMembership,
  isMemberOf,
  isNotAccountHolder,
  membershipRefusal,
  startMembership,
} from '../core/membership-writes.ts';
import { type Row, type Table, type Write, WriteRefused } from '../core/table.ts';
import { writeRow } from '../core/write-row.ts';
import type { CodeRecord } from './code-store.ts';
import { type InvitationRecord, pendingInvitationTo, removeInvitation } from './invitation-store.ts';
import { codeKey } from './team-keys.ts';

/** Somebody who wants to join, and the e-mail address that the identity provider vouches for. */
interface Joining {
  userId: string;
  email: string;
}

/** Why somebody did not become a member; `changed`: a row is not as it was read, so reading again helps. */
type JoiningRefusal = ReturnType<typeof membershipRefusal> | 'full' | 'changed';

const toMember = (row: Row): Member => ({
  userId: row.userId as string,
  name: row.name as string,
  email: row.email as string,
  role: row.role as Role,
  accountHolder: row.accountHolder === true,
  joinedAt: row.joinedAt as string,
});

/** Members, and how they come and go: the only code of this module that knows how they lie in the table. */
export const memberStore = (table: Table) => ({
  /** "Who are the members?" At most 25, in the order in which they joined. */
  async list(organizationId: string): Promise<Member[]> {
    const { rows } = await table.query({
      index: 'gsi1',
      pk: membersPartition(organizationId),
      limit: largestGroup,
    });
    return rows.map(toMember).sort((a, b) => a.joinedAt.localeCompare(b.joinedAt));
  },

  /** "Who is this member?" Undefined for whoever is not one of this organization. */
  async get(organizationId: string, userId: string): Promise<Member | undefined> {
    const row = await table.get(profileKey(userId));
    return row?.organizationId === organizationId ? toMember(row) : undefined;
  },

  /** Gives a member another role, and the right to no higher one. */
  async changeRole(
    organizationId: string,
    userId: string,
    role: Role,
    stamp: AuditStamp,
  ): Promise<Member | 'not a member' | 'account holder'> {
    const { row, refusal } = await writeRow(table, {
      update: profileKey(userId),
      expression: setting({ role, grantedRole: role, ...stamp }),
      condition: allOf(isMemberOf(organizationId), isNotAccountHolder),
    });
    if (!refusal) return toMember(row);
    return refusal.rowAt(0)?.organizationId === organizationId ? 'account holder' : 'not a member';
  },

  /** Joins by a code: membership, use and seat in one transaction. A pending invitation to the same e-mail address gives its seat. */
  async joinByCode<T>(
    code: CodeRecord,
    person: Joining,
    { commit, now }: CommitContext,
    answer: T,
  ): Promise<Committed<T> | JoiningRefusal | 'code not usable'> {
    const { organizationId } = code;
    const invitation = await pendingInvitationTo(table, organizationId, person.email);
    const use: Write = {
      update: codeKey(organizationId, code.id),
      expression: {
        text: 'SET changedBy = :person, changedAt = :now ADD currentUses :one, #version :one',
        names: { '#version': 'version' },
        values: { ':one': 1, ':person': person.userId, ':now': now.toISOString() },
      },
      condition: {
        text: 'isActive = :yes AND (attribute_not_exists(maxUses) OR currentUses < maxUses)',
        values: { ':yes': true },
      },
    };
    const writes: Write[] = [
      startMembership(
        person,
        { organizationId, role: 'member', accountHolder: false, invitationId: invitation?.id },
        now,
      ),
      use,
      changeSeats(organizationId, { members: 1, pending: invitation?.holdsSeat ? -1 : 0 }),
      ...(invitation ? removeInvitation(invitation) : []),
    ];
    const outcome = await commit(writes, answer);
    if (!(outcome instanceof WriteRefused)) return outcome;
    if (outcome.at(0)) return membershipRefusal(outcome.rowAt(0));
    if (outcome.at(1)) return 'code not usable';
    return outcome.at(2) ? 'full' : 'changed';
  },

  /** Accepts an invitation: membership and seat in one transaction. */
  async joinByInvitation<T>(
    invitation: InvitationRecord,
    person: Joining,
    { commit, now }: CommitContext,
    answer: T,
  ): Promise<Committed<T> | JoiningRefusal> {
    const { organizationId, role, id: invitationId } = invitation;
    const writes: Write[] = [
      startMembership(person, { organizationId, role, accountHolder: false, invitationId }, now),
      changeSeats(organizationId, { members: 1, pending: invitation.holdsSeat ? -1 : 0 }),
      ...removeInvitation(invitation),
    ];
    const outcome = await commit(writes, answer);
    if (!(outcome instanceof WriteRefused)) return outcome;
    if (outcome.at(0)) return membershipRefusal(outcome.rowAt(0));
    return outcome.at(1) ? 'full' : 'changed';
  },

  /** Ends one's own membership; null for the account holder (and for whoever is no member any more). */
  async leave<T>(
    member: { userId: string; organizationId: string; name: string },
    { commit, now }: CommitContext,
    answer: T,
  ): Promise<Committed<T> | null> {
    const { userId, organizationId } = member;
    const writes: Write[] = [
      ...endMembership(
        member,
        allOf(isMemberOf(organizationId), isNotAccountHolder),
        auditStamp(userId, now),
      ),
      changeSeats(organizationId, { members: -1 }),
    ];
    const outcome = await commit(writes, answer);
    return outcome instanceof WriteRefused ? null : outcome;
  },

  /** Ends somebody's membership, unless they hold the account or are an owner. */
  async remove(
    organizationId: string,
    userId: string,
    said: AuditStamp & { endedGroup: EndedGroup },
    commit: Commit,
  ): Promise<'not a member' | 'account holder' | 'owner' | null> {
    const name = ((await table.get(profileKey(userId)))?.name as string | undefined) ?? '';
    const isNoOwner = { text: '#role <> :owner', values: { ':owner': 'owner' satisfies Role } };
    const writes: Write[] = [
      ...endMembership(
        { userId, organizationId, name },
        allOf(isMemberOf(organizationId), isNotAccountHolder, isNoOwner),
        said,
      ),
      changeSeats(organizationId, { members: -1 }),
    ];
    const outcome = await commit(writes, null);
    if (!(outcome instanceof WriteRefused)) return null;
    const profile = outcome.rowAt(0);
    if (profile?.organizationId !== organizationId) return 'not a member';
    return profile.accountHolder === true ? 'account holder' : 'owner';
  },
});

export type MemberStore = ReturnType<typeof memberStore>;
