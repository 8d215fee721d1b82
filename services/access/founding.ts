import type { accessErrors, Session } from '../../shared/access/contract.ts';
import { trialEnd } from '../../shared/access/rules.ts';
import type { VerifiedContext } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import { vouchedEmail } from '../core/identity-provider.ts';
import { found, type NewOrganization } from './founding-store.ts';
import type { Profile } from './profile-store.ts';
import { sessionOf } from './session.ts';
import { openProfile } from './sessions.ts';

interface FoundingDeps {
  newId: (now: Date) => string;
}

const failure = (code: keyof typeof accessErrors) => new Failure<keyof typeof accessErrors>(code);

/**
 * Founds an organization: its founder becomes account holder and owner, and the trial starts at once (PRODUCT §3).
 * A person or address that had its one trial before founds one without.
 */
export const foundOrganization = async (
  { newId }: FoundingDeps,
  caller: VerifiedContext,
  input: { name: string; timeZone: string },
): Promise<Session> => {
  const profile = openProfile(caller);
  const email = vouchedEmail(profile, caller.identity);
  if (profile.organizationId) throw failure('organization.already_member');

  const foundWith = async (trialEndsAt: string | null) => {
    const organization: NewOrganization = {
      id: newId(caller.now),
      name: input.name,
      ownerId: caller.userId,
      timeZone: input.timeZone,
      goals: { revenue: null, projects: null },
      trialEndsAt,
      createdAt: caller.now.toISOString(),
      members: 1,
      seats: 1,
      version: 1,
    };
    const founder: Profile = {
      ...profile,
      organizationId: organization.id,
      role: 'owner',
      grantedRole: 'owner',
      accountHolder: true,
      onboardingCompleted: true,
    };
    const session = sessionOf(founder, { ...organization, billingRevision: 0, seq: 0 }, caller.now);
    return found(organization, { userId: caller.userId, email }, caller, session);
  };

  let outcome = await foundWith(trialEnd(caller.now).toISOString());
  if (outcome === 'trial used up') outcome = await foundWith(null);
  if (outcome === 'no profile') throw failure('session.not_open');
  if (outcome === 'email changed') throw new Failure('session.address_changed');
  if (typeof outcome === 'string') throw failure('organization.already_member');
  return outcome.answer;
};
