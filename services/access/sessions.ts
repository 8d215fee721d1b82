import type { accessErrors, ProfileChange, Session } from '../../shared/access/contract.ts';
import { trialEnd } from '../../shared/access/rules.ts';
import { type Role, rolesUpTo } from '../../shared/core/access.ts';
import { cutTo } from '../../shared/core/characters.ts';
import { cleanLine } from '../../shared/core/text.ts';
import type { SignedInContext, VerifiedContext } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import { vouchedAddress } from '../core/identity-provider.ts';
import type { PersonNames } from '../core/person-names.ts';
import type { Sockets } from '../core/sockets.ts';
import {
  type AccessStore,
  type GroupNow,
  type OrganizationRecord,
  type Profile,
  profileIn,
} from './access-store.ts';
import { sessionOf } from './session.ts';

export interface SessionDeps {
  store: AccessStore;
  sockets: Sockets;
  newId: (now: Date) => string;
  names: PersonNames;
  /** The invitations that an address has received. */
  invitationsTo: (
    email: string,
  ) => Promise<readonly { organizationName: string; role: Role; createdAt: string; expiresAt: string }[]>;
}

type Code = keyof typeof accessErrors;
const failure = (code: Code) => new Failure<Code>(code);

/** @throws Failure `session.not_open` */
const profileOf = (caller: SignedInContext): Profile => {
  const profile = profileIn(caller.profile);
  if (!profile) throw failure('session.not_open');
  return profile;
};

const groupOf = async ({ store }: SessionDeps, profile: Profile): Promise<GroupNow | undefined> =>
  profile.organizationId ? store.organization(profile.organizationId) : undefined;

const currentSession = async (deps: SessionDeps, profile: Profile, now: Date): Promise<Session> => {
  const organization = await groupOf(deps, profile);
  const { endedGroup } = profile;
  if (organization || !endedGroup?.closedBy) return sessionOf(profile, organization, now);
  return sessionOf(profile, undefined, now, await deps.names(endedGroup.id, [endedGroup.closedBy]));
};

/** The provider's name for a person, as clean as a typed one; without one, what stands before the @ of their address. */
const personName = ({ name, email }: { name: string; email: string }): string =>
  cutTo(cleanLine(name) || (email.split('@')[0] as string), 100);

/** After signing in: learns name and verified address from the identity provider and keeps them. */
export const openSession = async (
  deps: SessionDeps,
  { identity, ...caller }: VerifiedContext,
): Promise<Session> => {
  const profile = await deps.store.saveIdentity(
    {
      userId: caller.userId,
      email: identity.email,
      name: personName(identity),
    },
    caller.now,
  );
  if (!profile) throw new Failure('signed_out');
  return currentSession(deps, profile, caller.now);
};

/** Who the caller is and where they belong, as the table knows it. */
export const getSession = async (deps: SessionDeps, caller: SignedInContext): Promise<Session> =>
  currentSession(deps, profileOf(caller), caller.now);

/** Changes what the caller likes, and how they are called. */
export const changeProfile = async (
  deps: SessionDeps,
  caller: SignedInContext,
  change: ProfileChange,
): Promise<Session> => {
  const profile = profileOf(caller);
  const named = Object.values(change).some((value) => value !== undefined);
  return currentSession(
    deps,
    (named && (await deps.store.changeProfile(caller.userId, change, caller.now))) || profile,
    caller.now,
  );
};

/**
 * All that is kept about the caller: of others only the names of their groups. What they made belongs to their group and is
 * not theirs alone.
 */
export const exportProfile = async (deps: SessionDeps, caller: VerifiedContext) => {
  const profile = profileOf(caller);
  const email = vouchedAddress(profile, caller.identity);
  const { joinedAt, signedOutAt } = profile;
  const [session, trials, invitations] = await Promise.all([
    currentSession(deps, profile, caller.now),
    deps.store.trials(profile),
    deps.invitationsTo(email),
  ]);
  return {
    exportedAt: caller.now.toISOString(),
    session,
    joinedAt,
    signedOutAt,
    trials,
    invitations: invitations.map(({ organizationName, role, createdAt, expiresAt }) => ({
      organizationName,
      role,
      createdAt,
      expiresAt,
    })),
  };
};

/** Ends every session of the caller: tokens of earlier sign-ins are refused from now on. */
export const signOutEverywhere = async (
  { store, sockets }: SessionDeps,
  caller: SignedInContext,
): Promise<undefined> => {
  const { organizationId } = profileOf(caller);
  await store.signOutEverywhere(caller.userId, caller);
  if (organizationId) await sockets.closeIntruding(organizationId, caller.now);
};

/**
 * Sets the caller's role, once, at most the granted one (PRODUCT §2).
 * @throws Failure `onboarding.completed` · `onboarding.role_above_grant` · `membership.required`
 */
export const completeOnboarding = async (
  deps: SessionDeps,
  caller: SignedInContext,
  role: Role,
): Promise<Session> => {
  const profile = profileOf(caller);
  const organization = await groupOf(deps, profile);
  if (!organization || !profile.grantedRole) throw new Failure('membership.required');
  if (profile.onboardingCompleted) throw failure('onboarding.completed');
  if (!rolesUpTo(profile.grantedRole).includes(role)) throw failure('onboarding.role_above_grant');
  const session = sessionOf({ ...profile, role, onboardingCompleted: true }, organization, caller.now);
  const done = await deps.store.completeOnboarding(caller.userId, organization.id, role, caller, session);
  if (!done) throw failure('onboarding.completed');
  return done.answer;
};

/**
 * Founds a group: its founder becomes account holder and owner, and the trial starts at once (PRODUCT §3).
 * A person or address that had its one trial before founds a group without one.
 */
export const foundOrganization = async (
  deps: SessionDeps,
  caller: VerifiedContext,
  input: { name: string; timeZone: string },
): Promise<Session> => {
  const profile = profileOf(caller);
  const email = vouchedAddress(profile, caller.identity);
  if (profile.organizationId) throw failure('organization.already_member');

  const found = async (trialEndsAt: string | null) => {
    const organization: OrganizationRecord = {
      id: deps.newId(caller.now),
      name: input.name,
      ownerId: caller.userId,
      timeZone: input.timeZone,
      goals: { revenue: null, projects: null },
      trialEndsAt,
      createdAt: caller.now.toISOString(),
      members: 1,
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
    const session = sessionOf(founder, { ...organization, seq: 0 }, caller.now);
    return deps.store.found(organization, { userId: caller.userId, email }, caller, session);
  };

  let outcome = await found(trialEnd(caller.now).toISOString());
  if (outcome === 'trial used up') outcome = await found(null);
  if (outcome === 'no profile') throw failure('session.not_open');
  if (outcome === 'address changed') throw new Failure('session.address_changed');
  if (typeof outcome === 'string') throw failure('organization.already_member');
  return outcome.answer;
};
