import { ulid } from 'ulid';
import { emailTrialKey, personTrialKey, trialIndexKey } from '../../services/access/access-keys.ts';
import { setting } from '../../services/core/expressions.ts';
import { memberIndexKey, profileKey } from '../../services/core/membership.ts';
import { organizationKey } from '../../services/core/organization.ts';
import type { Table } from '../../services/core/table.ts';
import { trialEnd } from '../../shared/access/rules.ts';
import type { Role } from '../../shared/core/access.ts';

/**
 * Puts people and groups into the table as signing in, founding, joining and choosing a role leave them, at a tenth of
 * what the requests cost. `tests/services/seeding.test.ts` compares the rows with those that the requests write.
 */
interface SeededPerson {
  userId: string;
  email: string;
  name: string;
}

const identityOf = ({ userId, email, name }: SeededPerson, now: Date) => ({
  entity: 'member',
  userId,
  email,
  name,
  language: 'en',
  changedBy: userId,
  changedAt: now.toISOString(),
});

/** Somebody who has opened a session and belongs to no group. */
export const seedProfile = async (table: Table, person: SeededPerson): Promise<void> => {
  await table.write({ put: { ...profileKey(person.userId), ...identityOf(person, new Date()) } });
};

/** A group in the trial of its founder. @returns its id */
export const seedOrganization = async (
  table: Table,
  founder: SeededPerson,
  { name, timeZone }: { name: string; timeZone: string },
): Promise<string> => {
  const now = new Date();
  const id = ulid();
  const at = now.toISOString();
  const trialEndsAt = trialEnd(now).toISOString();
  await table.write(
    {
      put: {
        ...profileKey(founder.userId),
        ...identityOf(founder, now),
        ...memberIndexKey(id),
        organizationId: id,
        role: 'owner',
        grantedRole: 'owner',
        accountHolder: true,
        onboardingCompleted: true,
        joinedAt: at,
      },
    },
    {
      put: {
        ...organizationKey(id),
        ...trialIndexKey(trialEndsAt),
        id,
        entity: 'group',
        organizationId: id,
        name,
        timeZone,
        ownerId: founder.userId,
        goals: { revenue: null, projects: null },
        trialEndsAt,
        createdAt: at,
        changedBy: founder.userId,
        changedAt: at,
        members: 1,
        pending: 0,
        seats: 1,
        version: 1,
      },
    },
    ...[personTrialKey(founder.userId), emailTrialKey(founder.email)].map((key) => ({
      put: { ...key, organizationId: id, startedAt: at },
    })),
  );
  return id;
};

/** Makes somebody who has opened a session a member of a group in a role, which they have chosen unless it is said. */
export const seedMembership = async (
  table: Table,
  userId: string,
  organizationId: string,
  role: Role,
  { onboardingCompleted }: { onboardingCompleted: boolean },
): Promise<void> => {
  const at = new Date().toISOString();
  await table.write(
    {
      update: profileKey(userId),
      expression: setting({
        ...memberIndexKey(organizationId),
        organizationId,
        role,
        grantedRole: role,
        accountHolder: false,
        onboardingCompleted,
        joinedAt: at,
        changedBy: userId,
        changedAt: at,
      }),
    },
    {
      update: organizationKey(organizationId),
      expression: { text: 'ADD members :one, seats :one', values: { ':one': 1 } },
    },
  );
};
