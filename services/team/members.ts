import type { Role } from '../../shared/core/access.ts';
import type { Member, teamErrors } from '../../shared/team/contract.ts';
import type { MemberContext } from '../core/caller.ts';
import { auditStamp } from '../core/event-log.ts';
import { Failure } from '../core/failure.ts';
import type { Sockets } from '../core/sockets.ts';
import type { TeamStore } from './team-store.ts';

export const listMembers = async (
  store: TeamStore,
  { actor }: MemberContext,
): Promise<{ items: Member[] }> => ({
  items: await store.members(actor.organizationId),
});

/** @throws Failure `not_found` */
export const getMember = async (
  store: TeamStore,
  { actor }: MemberContext,
  userId: string,
): Promise<Member> => {
  const member = await store.member(actor.organizationId, userId);
  if (!member) throw new Failure('not_found');
  return member;
};

/**
 * Gives a member another role, which they have from their next request on.
 * @throws Failure `not_found` · `member.role_of_account_holder`
 */
export const changeRole = async (
  store: TeamStore,
  { actor, now }: MemberContext,
  userId: string,
  role: Role,
): Promise<Member> => {
  const outcome = await store.changeRole(actor.organizationId, userId, role, auditStamp(actor.userId, now));
  if (outcome === 'nobody') throw new Failure('not_found');
  if (outcome === 'account holder')
    throw new Failure<keyof typeof teamErrors>('member.role_of_account_holder');
  return outcome;
};

/**
 * Ends a membership at once: after the answer nothing of the group is sent to them. The person's records stay, and they are told from which group they were removed.
 * @throws Failure `not_found` · `member.is_account_holder` · `member.is_owner`
 */
export const removeMember = async (
  { store, sockets }: { store: TeamStore; sockets: Sockets },
  { actor, now, commit }: MemberContext,
  userId: string,
): Promise<undefined> => {
  const organization = await store.organization(actor.organizationId);
  const refused = await store.removeMember(
    actor.organizationId,
    userId,
    {
      endedGroup: { id: actor.organizationId, name: organization?.name ?? '' },
      ...auditStamp(actor.userId, now),
    },
    commit,
  );
  if (refused === 'nobody') throw new Failure('not_found');
  if (refused === 'account holder') throw new Failure<keyof typeof teamErrors>('member.is_account_holder');
  if (refused === 'owner') throw new Failure<keyof typeof teamErrors>('member.is_owner');
  await sockets.closeIntruding(actor.organizationId, now);
};
