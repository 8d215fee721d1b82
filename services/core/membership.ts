import { mayEnter, type PlanFacts, planAt } from '../../shared/access/rules.ts';
import { type Access, may, type Role } from '../../shared/core/access.ts';
import type { Identity } from '../../shared/core/acting-as.ts';
import type { Expression } from './expressions.ts';
import { Failure } from './failure.ts';
import { type OrganizationRecord, readOrganization } from './organization.ts';
import type { Key, Row, Table } from './table.ts';

/** The row of a person: who they are, and which organization they belong to in which role. */
export const profileKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'PROFILE' });

/** "Who are the members of this organization?" (index gsi1, on the profile rows) */
export const membersPartition = (organizationId: string): string => `ORG#${organizationId}#MEMBERS`;
export const memberIndexKey = (organizationId: string) => ({ gsi1pk: membersPartition(organizationId) });

/** A member of an organization, as the server knows them: nothing in here comes from a request. */
export interface Actor {
  userId: string;
  organizationId: string;
  role: Role;
  accountHolder: boolean;
  /** What they are called. */
  name: string;
}

/** Whom a profile row makes of its person: a member, or nobody yet. */
export const toActor = (profile: Row | undefined): Actor | undefined =>
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

/** Holds for somebody who has opened a session and has not deleted their account since. */
export const present: Expression = { text: 'attribute_exists(pk) AND attribute_not_exists(deletedAt)' };

/** Whether a profile row is only the tombstone of a deleted account: tokens that are still valid meet it. */
export const isDeleted = (profile: Row | undefined): boolean => profile?.deletedAt !== undefined;

/** "What was this person called when they left this organization?" What they are called later stays unknown to it. */
export const formerMemberKey = (organizationId: string, userId: string): Key => ({
  pk: `ORG#${organizationId}#FORMER`,
  sk: userId,
});

/**
 * Reads the profile of the bearer of a token. One who has signed out everywhere since they signed in is signed out, and so is
 * one who has deleted their account.
 * A page that shows another organization than theirs is refused here; that they belong to none any more is refused by the routes
 * that need one.
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

/** A member who was let in, and the plan that let them, where it was asked. */
export interface Admission {
  actor: Actor;
  plan?: PlanFacts & Pick<OrganizationRecord, 'billingRevision'>;
}

/**
 * Reads the caller's membership and checks, in this order, that they belong to an organization, that it is the one which their page
 * shows, that its plan lets them in (the account holder only, PRODUCT §2), and that they may do what the route does.
 * @param likely who the caller was last time; only decides whether the organization is read at once or after the profile
 * @throws Failure `signed_out` · `membership.required` · `identity.changed` · `subscription.required` · `forbidden`
 */
export const admit = async (
  table: Table,
  bearer: Bearer,
  { permission, unpaid }: Exclude<Access, string>,
  now: Date,
  likely?: Actor,
): Promise<Admission> => {
  const early = likely?.accountHolder && !unpaid ? readOrganization(table, likely.organizationId) : undefined;
  const [profile, likelyOrganization] = await Promise.all([profileOf(table, bearer), early]);
  const actor = toActor(profile);
  if (!actor) throw new Failure('membership.required');
  // A page that shows no organization may not act in one either.
  if (bearer.actingAs && bearer.actingAs.organizationId !== actor.organizationId)
    throw new Failure('identity.changed');
  if (!actor.accountHolder || unpaid) {
    if (!may(actor, permission)) throw new Failure('forbidden');
    return { actor };
  }
  const organization =
    likelyOrganization?.id === actor.organizationId
      ? likelyOrganization
      : await readOrganization(table, actor.organizationId);
  if (!organization || !mayEnter(true, planAt(organization, now))) throw new Failure('subscription.required');
  if (!may(actor, permission)) throw new Failure('forbidden');
  return { actor, plan: organization };
};

/** Whether two are the same member with the same rights. */
export const sameActor = (one: Actor, other: Actor): boolean =>
  one.userId === other.userId &&
  one.organizationId === other.organizationId &&
  one.role === other.role &&
  one.accountHolder === other.accountHolder &&
  one.name === other.name;
