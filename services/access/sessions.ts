import type { accessErrors, Session } from '../../shared/access/contract.ts';
import { mayEnter, planAt, trialEnd } from '../../shared/access/rules.ts';
import { cleanLine } from '../../shared/core/text.ts';
import type { SignedInContext } from '../core/create-handler.ts';
import { Failure } from '../core/failure.ts';
import type { AccessStore, OrganizationRecord, Profile } from './access-store.ts';
import type { IdentityProvider } from './identity-provider.ts';

export interface SessionDeps {
  store: AccessStore;
  identity: IdentityProvider;
  newId: (now: Date) => string;
}

type Code = keyof typeof accessErrors;
const failure = (code: Code) => new Failure<Code>(code);

const sessionOf = (profile: Profile, organization: OrganizationRecord | undefined, now: Date): Session => {
  const user = { id: profile.userId, email: profile.email, name: profile.name };
  if (!organization || !profile.role) return { user, membership: null };
  const plan = planAt(organization.trialEndsAt, now);
  const accountHolder = profile.accountHolder === true;
  return {
    user,
    membership: {
      organization: { id: organization.id, name: organization.name, timeZone: organization.timeZone },
      role: profile.role,
      accountHolder,
      onboardingCompleted: profile.onboardingCompleted === true,
      plan,
      mayEnter: mayEnter(accountHolder, plan),
    },
  };
};

const currentSession = async ({ store }: SessionDeps, profile: Profile, now: Date): Promise<Session> =>
  sessionOf(
    profile,
    profile.organizationId ? await store.organization(profile.organizationId) : undefined,
    now,
  );

/** The provider's name for a person, as clean as a typed one; without one, what stands before the @ of their address. */
const personName = ({ name, email }: { name: string; email: string }): string =>
  [...(cleanLine(name) || (email.split('@')[0] as string))].slice(0, 100).join('');

/** After signing in: learns name and verified address from the identity provider and keeps them. */
export const openSession = async (deps: SessionDeps, caller: SignedInContext): Promise<Session> => {
  const identity = await deps.identity(caller.accessToken, caller.userId);
  if (!identity) throw new Failure('signed_out');
  if (!identity.emailVerified || identity.email === '' || identity.email.length > 255)
    throw failure('session.email_unverified');
  const profile = await deps.store.saveIdentity({
    userId: caller.userId,
    email: identity.email,
    name: personName(identity),
  });
  return currentSession(deps, profile, caller.now);
};

/** Who the caller is and where they belong, as the table knows it. */
export const getSession = async (deps: SessionDeps, caller: SignedInContext): Promise<Session> => {
  const profile = await deps.store.profile(caller.userId);
  if (!profile) throw failure('session.not_open');
  return currentSession(deps, profile, caller.now);
};

/**
 * Founds a group: its founder becomes account holder and owner, and the trial starts at once (PRODUCT §3).
 * A person or address that had its one trial before founds a group without one.
 */
export const foundOrganization = async (
  deps: SessionDeps,
  caller: SignedInContext,
  input: { name: string; timeZone: string },
): Promise<Session> => {
  const profile = await deps.store.profile(caller.userId);
  if (!profile) throw failure('session.not_open');
  if (profile.organizationId) throw failure('organization.already_member');

  const found = async (trialEndsAt: string | null) => {
    const organization: OrganizationRecord = {
      id: deps.newId(caller.now),
      name: input.name,
      ownerId: caller.userId,
      timeZone: input.timeZone,
      trialEndsAt,
      createdAt: caller.now.toISOString(),
    };
    const founder: Profile = {
      ...profile,
      organizationId: organization.id,
      role: 'owner',
      accountHolder: true,
      onboardingCompleted: true,
    };
    const session = sessionOf(founder, organization, caller.now);
    const refusal = await deps.store.found(organization, profile, {
      submission: caller.submission,
      now: caller.now,
      answer: session,
    });
    return refusal ?? session;
  };

  let outcome = await found(trialEnd(caller.now).toISOString());
  if (outcome === 'trial used up') outcome = await found(null);
  if (outcome === 'no profile') throw failure('session.not_open');
  if (typeof outcome === 'string') throw failure('organization.already_member');
  return outcome;
};
