import type { Member, teamErrors } from '../../shared/team/contract.ts';
import type { MemberContext } from '../core/create-handler.ts';
import { Failure } from '../core/failure.ts';
import type { TeamStore } from './team-store.ts';

export const listMembers = async (
  store: TeamStore,
  { actor }: MemberContext,
): Promise<{ items: Member[] }> => ({
  items: await store.members(actor.organizationId),
});

/**
 * Ends a membership at once; the person's records stay, and they are told from which group they were removed.
 * @throws Failure `not_found` · `member.is_account_holder` · `member.is_owner`
 */
export const removeMember = async (
  store: TeamStore,
  { actor }: MemberContext,
  userId: string,
): Promise<undefined> => {
  const organization = await store.organization(actor.organizationId);
  const refused = await store.removeMember(actor.organizationId, userId, organization?.name ?? '');
  if (refused === 'nobody') throw new Failure('not_found');
  if (refused === 'account holder') throw new Failure<keyof typeof teamErrors>('member.is_account_holder');
  if (refused === 'owner') throw new Failure<keyof typeof teamErrors>('member.is_owner');
};
