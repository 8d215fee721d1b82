import type { Role } from '../../shared/core/access.ts';
import type { Member, teamErrors } from '../../shared/team/contract.ts';
import type { MemberContext } from '../core/caller.ts';
import { auditStamp } from '../core/event-log.ts';
import { Failure } from '../core/failure.ts';
import { readOrganization } from '../core/organization.ts';
import type { Sockets } from '../core/sockets.ts';
import type { Table } from '../core/table.ts';
import type { MemberStore } from './member-store.ts';

export interface MemberDeps {
  table: Table;
  members: MemberStore;
  sockets: Sockets;
}

export const listMembers = async (
  { members }: MemberDeps,
  { actor }: MemberContext,
): Promise<{ items: Member[] }> => ({
  items: await members.list(actor.organizationId),
});

/** @throws Failure `not_found` */
export const getMember = async (
  { members }: MemberDeps,
  { actor }: MemberContext,
  userId: string,
): Promise<Member> => {
  const member = await members.get(actor.organizationId, userId);
  if (!member) throw new Failure('not_found');
  return member;
};

/**
 * Gives a member another role, which they have from their next request on.
 * @throws Failure `not_found` · `member.role_of_account_holder`
 */
export const changeRole = async (
  { members }: MemberDeps,
  { actor, now }: MemberContext,
  userId: string,
  role: Role,
): Promise<Member> => {
  const outcome = await members.changeRole(actor.organizationId, userId, role, auditStamp(actor.userId, now));
  if (outcome === 'not a member') throw new Failure('not_found');
  if (outcome === 'account holder')
    throw new Failure<keyof typeof teamErrors>('member.role_of_account_holder');
  return outcome;
};

/**
 * Ends a membership at once: after the answer nothing of the organization is sent to them. The person's records stay, and they are told from which organization they were removed.
 * @throws Failure `not_found` · `member.is_account_holder` · `member.is_owner`
 */
export const removeMember = async (
  { table, members, sockets }: MemberDeps,
  { actor, now, commit }: MemberContext,
  userId: string,
): Promise<undefined> => {
  const organization = await readOrganization(table, actor.organizationId);
  const refusal = await members.remove(
    actor.organizationId,
    userId,
    {
      endedGroup: { id: actor.organizationId, name: organization?.name ?? '' },
      ...auditStamp(actor.userId, now),
    },
    commit,
  );
  if (refusal === 'not a member') throw new Failure('not_found');
  if (refusal === 'account holder') throw new Failure<keyof typeof teamErrors>('member.is_account_holder');
  if (refusal === 'owner') throw new Failure<keyof typeof teamErrors>('member.is_owner');
  await sockets.closeUnauthorized(actor.organizationId, now);
};
