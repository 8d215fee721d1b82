import type { accessErrors, Goals, Organization, Session } from '../../shared/access/contract.ts';
import type { MemberContext } from '../core/create-handler.ts';
import { Failure } from '../core/failure.ts';
import { profileKey } from '../core/membership.ts';
import type { Table } from '../core/table.ts';
import { type AccessStore, profileIn } from './access-store.ts';
import { organizationOf, sessionOf } from './session.ts';

interface OrganizationDeps {
  store: AccessStore;
  table: Table;
}

type Code = keyof typeof accessErrors;

/** @throws Failure `version.conflict` with the group as it is now */
export const changeOrganization = async (
  { store }: OrganizationDeps,
  { actor }: MemberContext,
  { version, ...change }: { version: number; name?: string; timeZone?: string; goals?: Goals },
): Promise<Organization> => {
  const outcome = await store.changeOrganization(actor.organizationId, version, change);
  if ('changed' in outcome) return organizationOf(outcome.changed);
  if (!outcome.current) throw new Failure('not_found');
  throw new Failure('version.conflict', { current: organizationOf(outcome.current) });
};

/**
 * Hands the account to another member: they pay and manage from now on, the caller stays an owner.
 * @throws Failure `transfer.not_a_member`
 */
export const transferOwnership = async (
  { store, table }: OrganizationDeps,
  { actor, userId, now, submission }: MemberContext,
  to: string,
): Promise<Session> => {
  const notAMember = () => new Failure<Code>('transfer.not_a_member');
  if (to === userId || !(await store.isMember(actor.organizationId, to))) throw notAMember();
  const profile = profileIn(await table.get(profileKey(userId)));
  const organization = await store.organization(actor.organizationId);
  if (!profile || !organization) throw new Failure('not_found');
  const session = sessionOf({ ...profile, accountHolder: false }, organization, now);
  const done = await store.transferOwnership(actor.organizationId, userId, to, {
    submission,
    now,
    answer: session,
  });
  if (!done) throw notAMember();
  return session;
};
