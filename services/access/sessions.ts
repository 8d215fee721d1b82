import type { accessErrors, ProfileChange, Session } from '../../shared/access/contract.ts';
import { type Role, rolesUpTo } from '../../shared/core/access.ts';
import { cutTo } from '../../shared/core/characters.ts';
import { cleanLine } from '../../shared/core/text.ts';
import type { SignedInContext, VerifiedContext } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import { vouchedEmail } from '../core/identity-provider.ts';
import { type OrganizationSnapshot, organizationSnapshot } from '../core/organization.ts';
import type { PersonNames } from '../core/person-names.ts';
import type { Sockets } from '../core/sockets.ts';
import { spokenLanguage } from '../core/speech.ts';
import type { Table } from '../core/table.ts';
import { trialsOf } from './founding-store.ts';
import { type Profile, type ProfileStore, toProfile } from './profile-store.ts';
import { sessionOf } from './session.ts';

export interface SessionDeps {
  table: Table;
  profiles: ProfileStore;
  sockets: Sockets;
  names: PersonNames;
  /** The invitations that an e-mail address has received. */
  invitationsTo: (
    email: string,
  ) => Promise<readonly { organizationName: string; role: Role; createdAt: string; expiresAt: string }[]>;
}

type Code = keyof typeof accessErrors;
const failure = (code: Code) => new Failure<Code>(code);

/** @throws Failure `session.not_open` */
export const openProfile = (caller: SignedInContext): Profile => {
  const profile = toProfile(caller.profile);
  if (!profile) throw failure('session.not_open');
  return profile;
};

const organizationOfPerson = async (
  { table }: SessionDeps,
  { organizationId }: Profile,
): Promise<OrganizationSnapshot | undefined> =>
  organizationId ? organizationSnapshot(table, organizationId) : undefined;

const currentSession = async (deps: SessionDeps, profile: Profile, now: Date): Promise<Session> => {
  const organization = await organizationOfPerson(deps, profile);
  const { endedGroup } = profile;
  if (organization || !endedGroup?.closedBy) return sessionOf(profile, organization, now);
  return sessionOf(profile, undefined, now, await deps.names(endedGroup.id, [endedGroup.closedBy]));
};

/** The provider's name for a person, as clean as a typed one; without one, what stands before the @ of their e-mail address. */
const personName = ({ name, email }: { name: string; email: string }): string =>
  cutTo(cleanLine(name) || (email.split('@')[0] as string), 100);

/** After signing in: learns name and verified e-mail address from the identity provider, the first time the language from the browser, and keeps them. */
export const openSession = async (
  deps: SessionDeps,
  { identity, ...caller }: VerifiedContext,
): Promise<Session> => {
  const profile = await deps.profiles.saveIdentity(
    {
      userId: caller.userId,
      email: identity.email,
      name: personName(identity),
      language: spokenLanguage(),
    },
    caller.now,
  );
  if (!profile) throw new Failure('signed_out');
  return currentSession(deps, profile, caller.now);
};

/** Who the caller is and where they belong, as the table knows it. */
export const getSession = async (deps: SessionDeps, caller: SignedInContext): Promise<Session> =>
  currentSession(deps, openProfile(caller), caller.now);

/** Changes what the caller likes, and how they are called. */
export const changeProfile = async (
  deps: SessionDeps,
  caller: SignedInContext,
  change: ProfileChange,
): Promise<Session> => {
  const profile = openProfile(caller);
  const named = Object.values(change).some((value) => value !== undefined);
  return currentSession(
    deps,
    (named && (await deps.profiles.changeProfile(caller.userId, change, caller.now))) || profile,
    caller.now,
  );
};

/**
 * All that is kept about the caller: of others only the names of their organizations. What they made
 * belongs to their organization and is not theirs alone.
 */
export const exportProfile = async (deps: SessionDeps, caller: VerifiedContext) => {
  const profile = openProfile(caller);
  const email = vouchedEmail(profile, caller.identity);
  const { joinedAt, signedOutAt } = profile;
  const [session, trials, invitations] = await Promise.all([
    currentSession(deps, profile, caller.now),
    trialsOf(deps.table, profile),
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
  { profiles, sockets }: SessionDeps,
  caller: SignedInContext,
): Promise<undefined> => {
  const { organizationId } = openProfile(caller);
  await profiles.signOutEverywhere(caller.userId, caller);
  if (organizationId) await sockets.closeUnauthorized(organizationId, caller.now);
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
  const profile = openProfile(caller);
  const organization = await organizationOfPerson(deps, profile);
  if (!organization || !profile.grantedRole) throw new Failure('membership.required');
  if (profile.onboardingCompleted) throw failure('onboarding.completed');
  if (!rolesUpTo(profile.grantedRole).includes(role)) throw failure('onboarding.role_above_grant');
  const session = sessionOf({ ...profile, role, onboardingCompleted: true }, organization, caller.now);
  const done = await deps.profiles.completeOnboarding(caller.userId, organization.id, role, caller, session);
  if (!done) throw failure('onboarding.completed');
  return done.answer;
};
