import type { accessErrors, Goals, Organization, Session } from '../../shared/access/contract.ts';
import type { MemberContext } from '../core/create-handler.ts';
import { traceOf } from '../core/event-log.ts';
import { Failure } from '../core/failure.ts';
import type { AccessStore } from './access-store.ts';
import { organizationOf, sessionOf } from './session.ts';

interface OrganizationDeps {
  store: AccessStore;
}

type Code = keyof typeof accessErrors;

/** @throws Failure `version.conflict` with the group as it is now */
export const changeOrganization = async (
  { store }: OrganizationDeps,
  { actor, now }: MemberContext,
  { version, ...change }: { version: number; name?: string; timeZone?: string; goals?: Goals },
): Promise<Organization> => {
  const outcome = await store.changeOrganization(
    actor.organizationId,
    version,
    change,
    traceOf(actor.userId, now),
  );
  if ('changed' in outcome) return organizationOf(outcome.changed);
  if (!outcome.current) throw new Failure('not_found');
  throw new Failure('version.conflict', { current: organizationOf(outcome.current) });
};

/**
 * Hands the account to another member: they pay and manage from now on, the caller stays an owner.
 * @throws Failure `transfer.not_a_member`
 */
export const transferOwnership = async (
  { store }: OrganizationDeps,
  { actor, userId, now, submission }: MemberContext,
  to: string,
): Promise<Session> => {
  const notAMember = () => new Failure<Code>('transfer.not_a_member');
  const [profile, heir, organization] = await Promise.all([
    store.profile(userId),
    store.profile(to),
    store.organization(actor.organizationId),
  ]);
  if (to === userId || heir?.organizationId !== actor.organizationId) throw notAMember();
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
