import { mayEnter, type PlanFacts, planAt } from '../../shared/access/rules.ts';
import { type Access, may, type Role } from '../../shared/core/access.ts';
import type { Identity } from '../../shared/core/acting-as.ts';
import type { AuditStamp } from './event-log.ts';
import { type Expression, setting } from './expressions.ts';
import { Failure } from './failure.ts';
import type { Key, Row, Table, Write } from './table.ts';

/** The row of a person: who they are, and which group they belong to in which role. */
export const profileKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'PROFILE' });

/** "Who are the members of this group?" (index gsi1, on the profile rows) */
export const membersPartition = (organizationId: string): string => `ORG#${organizationId}#MEMBERS`;
export const memberIndexKey = (organizationId: string) => ({ gsi1pk: membersPartition(organizationId) });

/** The row of a group: its name, its account holder, its plan. */
export const organizationKey = (organizationId: string): Key => ({
  pk: `ORG#${organizationId}`,
  sk: 'ORGANIZATION',
});

/** A member of a group, as the server knows them: nothing in here comes from a request. */
export interface Actor {
  userId: string;
  organizationId: string;
  role: Role;
  accountHolder: boolean;
  /** What they are called. */
  name: string;
}

/** Whom a profile row makes of its person: a member, or nobody yet. */
export const actorIn = (profile: Row | undefined): Actor | undefined =>
  profile?.organizationId === undefined
    ? undefined
    : {
        userId: profile.userId as string,
        organizationId: profile.organizationId as string,
        role: profile.role as Role,
        accountHolder: profile.accountHolder === true,
        name: profile.name as string,
      };

/** Whose token a request carries, and when they signed in with it (seconds since 1970). */
export interface Bearer {
  userId: string;
  authTime: number;
  /** For whom the page that sent the request believes it acts. Absent when no page did. */
  actingAs?: Identity | undefined;
}

/** Whether somebody has signed out everywhere since a sign-in. */
export const hasSignedOutSince = (profile: Row | undefined, authTime: number): boolean =>
  authTime < ((profile?.signedOutAt as number | undefined) ?? 0);

/** Holds for somebody who belongs to no group and still has the address that was vouched for when they asked to join one. */
export const joining = (email: string): Expression => ({
  text: 'attribute_exists(pk) AND attribute_not_exists(organizationId) AND email = :vouched',
  values: { ':vouched': email },
});

/** Holds for somebody who has opened a session and has not deleted their account since. */
export const present: Expression = { text: 'attribute_exists(pk) AND attribute_not_exists(deletedAt)' };

/** Whether a profile row is only the tombstone of a deleted account: tokens that are still valid meet it. */
export const isDeleted = (profile: Row | undefined): boolean => profile?.deletedAt !== undefined;

/** "What was this person called when they left this group?" What they are called later is no business of the group's. */
export const formerMemberKey = (organizationId: string, userId: string): Key => ({
  pk: `ORG#${organizationId}#FORMER`,
  sk: userId,
});

/**
 * The group that a person was in until they were removed or it was closed, as their row keeps it until they join another.
 * Who closed it stands there by id alone: what they are called is looked up, so that a deleted account leaves no name.
 */
export interface EndedGroup {
  id: string;
  name: string;
  closedBy?: string;
}

/**
 * Ends a membership: takes everything out of a profile row that makes its person a member, and keeps for the group what
 * they were called. What {@link WriteRefused} says of index 0 is said of the profile row.
 * @param said who ends it, and when; `endedGroup`: which group it was, unless they leave by themselves
 */
export const endMembership = (
  { userId, organizationId, name }: { userId: string; organizationId: string; name: string },
  condition: Expression,
  said: AuditStamp & { endedGroup?: EndedGroup },
): [Write, Write] => {
  const says = setting({ ...said });
  return [
    {
      update: profileKey(userId),
      expression: {
        text: `${says.text} REMOVE organizationId, #role, grantedRole, accountHolder, onboardingCompleted, joinedAt, gsi1pk ADD formerGroups :group`,
        names: { ...says.names, '#role': 'role' },
        values: { ...says.values, ':group': new Set([organizationId]) },
      },
      condition,
    },
    { put: { ...formerMemberKey(organizationId, userId), name } },
  ];
};

/**
 * Reads the profile of the bearer of a token. One who has signed out everywhere since they signed in is signed out, and so is
 * one who has deleted their account.
 * A page that shows another group than the one they belong to by now is refused; that they belong to none any more is for
 * the route to say.
 * @throws Failure `signed_out` · `identity.changed`
 */
export const profileOf = async (
  table: Table,
  { userId, authTime, actingAs }: Bearer,
): Promise<Row | undefined> => {
  const profile = await table.get(profileKey(userId));
  if (hasSignedOutSince(profile, authTime) || isDeleted(profile)) throw new Failure('signed_out');
  const organizationId = profile?.organizationId as string | undefined;
  if (actingAs?.organizationId && organizationId && actingAs.organizationId !== organizationId)
    throw new Failure('identity.changed');
  return profile;
};

/**
 * Reads the caller's membership and checks, in this order, that they belong to a group, that it is the one which their page
 * shows, that its plan lets them in (the account holder only, PRODUCT §2), and that they may do what the route does.
 * @param likely who the caller was last time; only decides whether the group is read at once or after the profile
 * @throws Failure `signed_out` · `membership.required` · `identity.changed` · `subscription.required` · `forbidden`
 */
export const admit = async (
  table: Table,
  bearer: Bearer,
  { permission, unpaid }: Exclude<Access, string>,
  now: Date,
  likely?: Actor,
): Promise<Actor> => {
  const early =
    likely?.accountHolder && !unpaid ? table.get(organizationKey(likely.organizationId)) : undefined;
  const [profile, likelyOrganization] = await Promise.all([profileOf(table, bearer), early]);
  const actor = actorIn(profile);
  if (!actor) throw new Failure('membership.required');
  // A page that shows no group at all may not act in one either.
  if (bearer.actingAs && bearer.actingAs.organizationId !== actor.organizationId)
    throw new Failure('identity.changed');
  if (actor.accountHolder && !unpaid) {
    const organization =
      likelyOrganization?.id === actor.organizationId
        ? likelyOrganization
        : await table.get(organizationKey(actor.organizationId));
    const facts = organization as PlanFacts | undefined;
    if (!facts || !mayEnter(true, planAt(facts, now))) throw new Failure('subscription.required');
  }
  if (!may(actor, permission)) throw new Failure('forbidden');
  return actor;
};

/** Whether two are the same member with the same rights. */
export const sameActor = (one: Actor, other: Actor): boolean =>
  one.userId === other.userId &&
  one.organizationId === other.organizationId &&
  one.role === other.role &&
  one.accountHolder === other.accountHolder &&
  one.name === other.name;
