import { mayEnter, planAt } from '../../shared/access/rules.ts';
import { type Permission, type Role, roleMay } from '../../shared/core/access.ts';
import { Failure } from './failure.ts';
import type { Key, Row, Table } from './table.ts';

/** The row of a person: who they are, and which group they belong to in which role. */
export const profileKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'PROFILE' });

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
      };

/**
 * Reads the caller's membership and checks, in this order, that they belong to a group, that its plan lets them in
 * (the account holder only, PRODUCT §2), and that their role carries the permission.
 * @param likely who the caller was last time; only decides whether the group is read at once or after the profile
 * @throws Failure `membership.required` · `subscription.required` · `forbidden`
 */
export const admit = async (
  table: Table,
  userId: string,
  permission: Permission,
  now: Date,
  likely?: Actor,
): Promise<Actor> => {
  const early = likely?.accountHolder ? table.get(organizationKey(likely.organizationId)) : undefined;
  const [profile, likelyOrganization] = await Promise.all([table.get(profileKey(userId)), early]);
  const actor = actorIn(profile);
  if (!actor) throw new Failure('membership.required');
  if (actor.accountHolder) {
    const organization =
      likelyOrganization?.id === actor.organizationId
        ? likelyOrganization
        : await table.get(organizationKey(actor.organizationId));
    const plan = planAt((organization?.trialEndsAt as string | undefined) ?? null, now);
    if (!mayEnter(true, plan)) throw new Failure('subscription.required');
  }
  if (!roleMay(actor.role, permission)) throw new Failure('forbidden');
  return actor;
};

/** Whether two are the same member with the same rights. */
export const sameActor = (one: Actor, other: Actor): boolean =>
  one.userId === other.userId &&
  one.organizationId === other.organizationId &&
  one.role === other.role &&
  one.accountHolder === other.accountHolder;
