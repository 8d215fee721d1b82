import type { Role } from '../../shared/core/access.ts';
import { Id } from '../../shared/core/ids.ts';
import type { Page } from '../../shared/core/page.ts';
import type { Invitation, InvitationCode, Member } from '../../shared/team/contract.ts';
import { largestGroup, maxInvitationCodes } from '../../shared/team/rules.ts';
import { type GroupNow, groupNow, profileIn } from '../access/public.ts';
import { readPage } from '../core/cursor.ts';
import { type AuditStamp, auditStamp, recorded, tombstone } from '../core/event-log.ts';
import { absent, allOf, inVersion, setting } from '../core/expressions.ts';
import type { Commit, CommitContext, Committed } from '../core/idempotency.ts';
import {
  type EndedGroup,
  endMembership,
  joining,
  memberIndexKey,
  membersPartition,
  organizationKey,
  profileKey,
} from '../core/membership.ts';
import { type Row, refusalOf, type Table, type Write, WriteRefused } from '../core/table.ts';
import {
  codeKey,
  codesPartition,
  codeTextKey,
  invitationKey,
  invitationLinkKey,
  invitationsPartition,
  invitedAddressKey,
  receivedPartition,
} from './team-keys.ts';

export interface CodeRecord extends InvitationCode {
  organizationId: string;
}

export interface InvitationRecord extends Omit<Invitation, 'status'> {
  organizationId: string;
  organizationName: string;
  /** An expired invitation gives its seat back when somebody needs one. */
  holdsSeat: boolean;
}

type LinkedInvitation = Pick<InvitationRecord, 'organizationId' | 'id' | 'expiresAt'>;

const codeIn = (row: Row): CodeRecord => ({
  organizationId: row.organizationId as string,
  id: row.id as string,
  code: row.code as string,
  description: row.description as string,
  currentUses: row.currentUses as number,
  maxUses: (row.maxUses as number | undefined) ?? null,
  isActive: row.isActive as boolean,
  createdAt: row.createdAt as string,
  createdBy: row.createdBy as string,
  version: row.version as number,
});

const invitationIn = (row: Row): InvitationRecord => ({
  organizationId: row.organizationId as string,
  organizationName: row.organizationName as string,
  id: row.id as string,
  email: row.email as string,
  role: row.role as Role,
  invitedBy: row.invitedBy as string,
  createdAt: row.createdAt as string,
  sentAt: (row.sentAt as string | undefined) ?? null,
  expiresAt: row.expiresAt as string,
  holdsSeat: row.holdsSeat === true,
  version: row.version as number,
});

/** Moves the counters of a group's seats. Taking one needs a free one: members and pending invitations are at most 25. */
const seats = (organizationId: string, change: { members?: number; pending?: number }): Write => {
  const { members = 0, pending = 0 } = change;
  const taken = members + pending;
  return {
    update: organizationKey(organizationId),
    expression: {
      text: 'ADD #members :members, #pending :pending, seats :seats',
      names: { '#members': 'members', '#pending': 'pending' },
      values: { ':members': members, ':pending': pending, ':seats': taken },
    },
    condition:
      taken > 0
        ? allOf(
            { text: 'attribute_exists(pk) AND attribute_not_exists(closedAt)' },
            { text: 'seats < :largest', values: { ':largest': largestGroup } },
          )
        : { text: 'attribute_exists(pk) AND attribute_not_exists(closedAt)' },
  };
};

/** Makes somebody who belongs to no group a member of one. */
const becomeMember = (
  { userId, email }: { userId: string; email: string },
  organizationId: string,
  role: Role,
  now: Date,
  invitationId?: string,
): Write => {
  const membership = setting({
    role,
    grantedRole: role,
    accountHolder: false,
    onboardingCompleted: false,
    joinedAt: now.toISOString(),
    ...recorded('member', organizationId, auditStamp(userId, now)),
    ...memberIndexKey(organizationId),
  });
  return {
    update: profileKey(userId),
    expression: {
      ...membership,
      text: `${membership.text} REMOVE endedGroup${invitationId ? ' ADD acceptedInvitations :invitation' : ''}`,
      values: {
        ...membership.values,
        ...(invitationId && { ':invitation': new Set([`${organizationId} ${invitationId}`]) }),
      },
    },
    condition: joining(email),
  };
};

/** What {@link becomeMember} met. */
const notJoining = (row: Row | undefined): 'member already' | 'address changed' =>
  row && row.organizationId === undefined ? 'address changed' : 'member already';

/** The invitation and its address go, and its seat with them where it held one that nobody takes over. */
const withoutInvitation = ({ organizationId, id, email, version }: InvitationRecord): [Write, Write] => [
  { remove: invitationKey(organizationId, id), condition: inVersion(version) },
  { remove: invitedAddressKey(organizationId, email), condition: { text: 'attribute_exists(pk)' } },
];

const memberIn = (row: Row): Member => ({
  userId: row.userId as string,
  name: row.name as string,
  email: row.email as string,
  role: row.role as Role,
  accountHolder: row.accountHolder === true,
  joinedAt: row.joinedAt as string,
});

/** "Which groups have invited this address?" Newest first; read from an index. */
export const invitationsTo = async (table: Table, email: string): Promise<InvitationRecord[]> => {
  const { rows } = await table.query({
    index: 'gsi1',
    pk: receivedPartition(email),
    limit: 100,
    descending: true,
  });
  return rows.map(invitationIn);
};

/** Members, invitation codes and e-mail invitations: the only code that knows how they lie in the table. */
export const teamStore = (table: Table) => {
  const page = async <T>(
    pk: string,
    read: (row: Row) => T,
    query: { limit: number; cursor?: string },
  ): Promise<Page<T>> => {
    const { rows, nextCursor } = await readPage(table, { pk, sortKey: Id }, query);
    return { items: rows.map(read), nextCursor };
  };

  const invitation = async (organizationId: string, id: string): Promise<InvitationRecord | undefined> => {
    const row = await table.get(invitationKey(organizationId, id));
    return row && invitationIn(row);
  };

  const pendingFor = async (organizationId: string, email: string): Promise<InvitationRecord | undefined> => {
    const pointer = await table.get(invitedAddressKey(organizationId, email));
    return pointer && invitation(organizationId, pointer.invitationId as string);
  };

  return {
    async organization(
      organizationId: string,
    ): Promise<(GroupNow & { closedAt?: string; seats: number }) | undefined> {
      return groupNow(table, organizationId) as never;
    },

    async profile(userId: string) {
      return profileIn(await table.get(profileKey(userId)));
    },

    /** "Who are the members?" At most 25, in the order in which they joined. */
    async members(organizationId: string): Promise<Member[]> {
      const { rows } = await table.query({
        index: 'gsi1',
        pk: membersPartition(organizationId),
        limit: largestGroup,
      });
      return rows.map(memberIn).sort((a, b) => a.joinedAt.localeCompare(b.joinedAt));
    },

    /** "Who is this member?" Undefined for whoever is not one of this group. */
    async member(organizationId: string, userId: string): Promise<Member | undefined> {
      const row = await table.get(profileKey(userId));
      return row?.organizationId === organizationId ? memberIn(row) : undefined;
    },

    /** Gives a member another role, and the right to no higher one; what was met instead. */
    async changeRole(
      organizationId: string,
      userId: string,
      role: Role,
      stamp: AuditStamp,
    ): Promise<Member | 'nobody' | 'account holder'> {
      try {
        const row = await table.write({
          update: profileKey(userId),
          expression: setting({ role, grantedRole: role, ...stamp }),
          condition: {
            text: 'organizationId = :organization AND accountHolder <> :yes',
            values: { ':organization': organizationId, ':yes': true },
          },
        });
        return memberIn(row as Row);
      } catch (error) {
        if (!(error instanceof WriteRefused)) throw error;
        return error.rowAt(0)?.organizationId === organizationId ? 'account holder' : 'nobody';
      }
    },

    /** "Which code has this text?" */
    async codeByText(code: string): Promise<CodeRecord | undefined> {
      const pointer = await table.get(codeTextKey(code));
      const row =
        pointer && (await table.get(codeKey(pointer.organizationId as string, pointer.codeId as string)));
      return row && codeIn(row);
    },

    codes: (organizationId: string, query: { limit: number; cursor?: string }) =>
      page(codesPartition(organizationId), codeIn, query),

    async code(organizationId: string, codeId: string): Promise<CodeRecord | undefined> {
      const row = await table.get(codeKey(organizationId, codeId));
      return row && codeIn(row);
    },

    /** Makes a code; why not, when its text is taken or the group has 50 live ones. */
    async createCode<T>(
      code: CodeRecord,
      { commit, now }: CommitContext,
      answer: T,
    ): Promise<Committed<T> | 'text taken' | 'too many'> {
      const outcome = await commit(
        [
          {
            put: { ...codeTextKey(code.code), organizationId: code.organizationId, codeId: code.id },
            condition: absent,
          },
          {
            put: {
              ...codeKey(code.organizationId, code.id),
              ...code,
              ...recorded('code', code.organizationId, auditStamp(code.createdBy, now)),
              maxUses: code.maxUses ?? undefined,
            },
            condition: absent,
          },
          {
            update: organizationKey(code.organizationId),
            expression: { text: 'ADD liveCodes :one', values: { ':one': 1 } },
            condition: {
              text: 'attribute_not_exists(liveCodes) OR liveCodes < :most',
              values: { ':most': maxInvitationCodes },
            },
          },
        ],
        answer,
      );
      if (!(outcome instanceof WriteRefused)) return outcome;
      return outcome.first === 2 ? 'too many' : 'text taken';
    },

    /** Revokes a code if it is still as it was read; null when it has changed. */
    async revokeCode<T>(
      code: CodeRecord,
      by: string,
      { commit, now }: CommitContext,
      answer: T,
    ): Promise<Committed<T> | null> {
      const outcome = await commit(
        [
          {
            update: codeKey(code.organizationId, code.id),
            expression: setting({ isActive: false, version: code.version + 1, ...auditStamp(by, now) }),
            condition: inVersion(code.version),
          },
          liveCodesLess(code.organizationId),
        ],
        answer,
      );
      return outcome instanceof WriteRefused ? null : outcome;
    },

    /** Deletes a code if it is still as it was read; false when it has changed. */
    async removeCode(code: CodeRecord, stamp: AuditStamp, commit: Commit): Promise<boolean> {
      const outcome = await commit(
        [
          { remove: codeKey(code.organizationId, code.id), condition: inVersion(code.version) },
          { remove: codeTextKey(code.code), condition: { text: 'attribute_exists(pk)' } },
          tombstone(
            'code',
            { organizationId: code.organizationId, id: code.id, description: code.description },
            stamp,
          ),
          ...(code.isActive ? [liveCodesLess(code.organizationId)] : []),
        ],
        null,
      );
      return !(outcome instanceof WriteRefused);
    },

    /** Joins by a code: membership, use and seat in one transaction. A pending invitation to the same address gives its seat. */
    async joinByCode<T>(
      code: CodeRecord,
      person: { userId: string; email: string },
      { commit, now }: CommitContext,
      answer: T,
    ): Promise<Committed<T> | 'member already' | 'address changed' | 'code' | 'full' | 'changed'> {
      const invited = await pendingFor(code.organizationId, person.email);
      const takesOver = invited?.holdsSeat === true;
      const use: Write = {
        update: codeKey(code.organizationId, code.id),
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
      const outcome = await commit(
        [
          becomeMember(person, code.organizationId, 'member', now, invited?.id),
          use,
          seats(code.organizationId, { members: 1, pending: takesOver ? -1 : 0 }),
          ...(invited ? withoutInvitation(invited) : []),
        ],
        answer,
      );
      if (!(outcome instanceof WriteRefused)) return outcome;
      if (outcome.at(0)) return notJoining(outcome.rowAt(0));
      if (outcome.at(1)) return 'code';
      return outcome.at(2) ? 'full' : 'changed';
    },

    /** Accepts an invitation: membership and seat in one transaction. */
    async joinByInvitation<T>(
      invited: InvitationRecord,
      person: { userId: string; email: string },
      { commit, now }: CommitContext,
      answer: T,
    ): Promise<Committed<T> | 'member already' | 'address changed' | 'full' | 'changed'> {
      const outcome = await commit(
        [
          becomeMember(person, invited.organizationId, invited.role, now, invited.id),
          seats(invited.organizationId, { members: 1, pending: invited.holdsSeat ? -1 : 0 }),
          ...withoutInvitation(invited),
        ],
        answer,
      );
      if (!(outcome instanceof WriteRefused)) return outcome;
      if (outcome.at(0)) return notJoining(outcome.rowAt(0));
      return outcome.at(1) ? 'full' : 'changed';
    },

    /** Ends one's own membership; null for the account holder (and for whoever is no member any more). */
    async leave<T>(
      member: { userId: string; organizationId: string; name: string },
      { commit, now }: CommitContext,
      answer: T,
    ): Promise<Committed<T> | null> {
      const { userId, organizationId } = member;
      const outcome = await commit(
        [
          ...endMembership(
            member,
            {
              text: 'organizationId = :organization AND accountHolder <> :yes',
              values: { ':organization': organizationId, ':yes': true },
            },
            auditStamp(userId, now),
          ),
          seats(organizationId, { members: -1 }),
        ],
        answer,
      );
      return outcome instanceof WriteRefused ? null : outcome;
    },

    /** Ends somebody's membership, unless they hold the account or are an owner; what was met instead. */
    async removeMember(
      organizationId: string,
      userId: string,
      said: AuditStamp & { endedGroup: EndedGroup },
      commit: Commit,
    ): Promise<'nobody' | 'account holder' | 'owner' | null> {
      const name = ((await table.get(profileKey(userId)))?.name as string | undefined) ?? '';
      const outcome = await commit(
        [
          ...endMembership(
            { userId, organizationId, name },
            {
              text: 'organizationId = :organization AND accountHolder <> :yes AND #role <> :owner',
              values: { ':organization': organizationId, ':yes': true, ':owner': 'owner' satisfies Role },
            },
            said,
          ),
          seats(organizationId, { members: -1 }),
        ],
        null,
      );
      if (!(outcome instanceof WriteRefused)) return null;
      const profile = outcome.rowAt(0);
      if (profile?.organizationId !== organizationId) return 'nobody';
      return profile.accountHolder === true ? 'account holder' : 'owner';
    },

    invitations: (organizationId: string, query: { limit: number; cursor?: string }) =>
      page(invitationsPartition(organizationId), invitationIn, query),

    invitation,
    pendingFor,

    /** Joining decides on the row itself. */
    received: (email: string) => invitationsTo(table, email),

    /** Makes an invitation and takes its seat. */
    async invite<T>(
      record: InvitationRecord,
      { commit, now }: CommitContext,
      answer: T,
    ): Promise<Committed<T> | 'full' | 'changed'> {
      const { organizationId, id, email } = record;
      const outcome = await commit(
        [
          { put: { ...invitedAddressKey(organizationId, email), invitationId: id }, condition: absent },
          {
            put: {
              ...invitationKey(organizationId, id),
              ...record,
              ...recorded('invitation', organizationId, auditStamp(record.invitedBy, now)),
              sentAt: record.sentAt ?? undefined,
              gsi1pk: receivedPartition(email),
            },
            condition: absent,
          },
          seats(organizationId, { pending: 1 }),
        ],
        answer,
      );
      if (!(outcome instanceof WriteRefused)) return outcome;
      return outcome.first === 2 ? 'full' : 'changed';
    },

    /** Renews an invitation (role, expiry), taking a seat again where its own was given back. */
    async renew<T>(
      before: InvitationRecord,
      after: InvitationRecord,
      by: string,
      { commit, now }: CommitContext,
      answer: T,
    ): Promise<Committed<T> | 'full' | 'changed'> {
      const { role, organizationName, sentAt, expiresAt, version } = after;
      const outcome = await commit(
        [
          {
            update: invitationKey(before.organizationId, before.id),
            expression: setting({
              role,
              organizationName,
              sentAt: sentAt ?? undefined,
              expiresAt,
              version,
              holdsSeat: true,
              ...auditStamp(by, now),
            }),
            condition: inVersion(before.version),
          },
          ...(before.holdsSeat ? [] : [seats(before.organizationId, { pending: 1 })]),
        ],
        answer,
      );
      if (!(outcome instanceof WriteRefused)) return outcome;
      return outcome.first === 1 ? 'full' : 'changed';
    },

    /** Notes whether the mail of an invitation went out, unless it was renewed or withdrawn meanwhile. */
    async noteSent(
      organizationId: string,
      { id, version }: Invitation,
      sent: boolean,
      stamp: AuditStamp,
    ): Promise<void> {
      const said = setting({ ...stamp });
      await refusalOf(
        table.write({
          update: invitationKey(organizationId, id),
          expression: sent
            ? setting({ sentAt: new Date().toISOString(), ...stamp })
            : { ...said, text: `${said.text} REMOVE sentAt` },
          condition: inVersion(version),
        }),
      );
    },

    /** Keeps to which invitation the link of a mail leads, until the invitation expires. */
    async keepLink(link: string, { organizationId, id, expiresAt }: LinkedInvitation): Promise<void> {
      await table.write({
        put: {
          ...invitationLinkKey(link),
          organizationId,
          invitationId: id,
          ttl: Math.ceil(Date.parse(expiresAt) / 1000),
        },
      });
    },

    /** "To which invitation does this link lead?" Undefined for one that was accepted or withdrawn, too. */
    async linked(link: string): Promise<InvitationRecord | undefined> {
      const pointer = await table.get(invitationLinkKey(link));
      return pointer && invitation(pointer.organizationId as string, pointer.invitationId as string);
    },

    /** Withdraws an invitation and frees its seat; false when it has changed since it was read. */
    async withdraw(record: InvitationRecord, stamp: AuditStamp, commit: Commit): Promise<boolean> {
      const { organizationId, id, email } = record;
      const outcome = await commit(
        [
          ...withoutInvitation(record),
          tombstone('invitation', { organizationId, id, email }, stamp),
          ...(record.holdsSeat ? [seats(record.organizationId, { pending: -1 })] : []),
        ],
        null,
      );
      return !(outcome instanceof WriteRefused);
    },

    /** Gives back the seats of a group's expired invitations. Returns how many. */
    async releaseExpired(organizationId: string, now: Date): Promise<number> {
      const { rows } = await table.query({
        pk: invitationsPartition(organizationId),
        limit: 100,
        descending: true,
      });
      let released = 0;
      for (const record of rows.map(invitationIn)) {
        if (!record.holdsSeat || record.expiresAt > now.toISOString()) continue;
        const refusal = await refusalOf(
          table.write(
            {
              update: invitationKey(organizationId, record.id),
              // Nobody did: not even who sent it, whom the row still names.
              expression: setting({
                holdsSeat: false,
                version: record.version + 1,
                ...auditStamp(null, now),
              }),
              condition: inVersion(record.version),
            },
            seats(organizationId, { pending: -1 }),
          ),
        );
        if (!refusal) released += 1;
      }
      return released;
    },
  };
};

const liveCodesLess = (organizationId: string): Write => ({
  update: organizationKey(organizationId),
  expression: { text: 'ADD liveCodes :less', values: { ':less': -1 } },
  condition: { text: 'attribute_exists(pk)' },
});

export type TeamStore = ReturnType<typeof teamStore>;
