import { mayEnter, planAt } from '../../shared/access/rules.ts';
import { type Access, may } from '../../shared/core/access.ts';
import { allOf, type Expression } from './expressions.ts';
import { type Admission, type Bearer, profileKey } from './membership.ts';
import { organizationKey } from './organization.ts';
import type { Write } from './table.ts';

const equals = (column: string, value: unknown): Expression => ({
  text: value === undefined ? `attribute_not_exists(#${column})` : `#${column} = :${column}`,
  names: { [`#${column}`]: column },
  values: value === undefined ? {} : { [`:${column}`]: value },
});

/** The column has this value, or there is none and the value is what none stands for. */
const equalsOrNone = (column: string, value: unknown, none: unknown): Expression => ({
  ...equals(column, value),
  text:
    value === none
      ? `attribute_not_exists(#${column}) OR #${column} = :${column}`
      : `#${column} = :${column}`,
});

/** The person's row says of them what it said when they were let in, and they have not signed out everywhere since this sign-in. */
const sameMember = ({ actor }: Admission, authTime: number): Write => ({
  check: profileKey(actor.userId),
  condition: allOf(
    equals('organizationId', actor.organizationId),
    equals('role', actor.role),
    equals('name', actor.name),
    equalsOrNone('accountHolder', actor.accountHolder, false),
    { text: 'attribute_not_exists(deletedAt)' },
    {
      text: 'attribute_not_exists(signedOutAt) OR signedOutAt <= :signedIn',
      values: { ':signedIn': authTime },
    },
  ),
});

/** The organization has the plan that it had: its trial does not move, and each change of its subscription counts a revision on. */
const samePlan = ({ actor, plan }: Required<Admission>): Write => ({
  check: organizationKey(actor.organizationId),
  condition: allOf(
    { text: 'attribute_exists(pk) AND attribute_not_exists(closedAt)' },
    equalsOrNone('billingRevision', plan.billingRevision, 0),
    plan.trialEndsAt === null
      ? {
          text: 'attribute_not_exists(trialEndsAt) OR attribute_type(trialEndsAt, :null)',
          values: { ':null': 'NULL' },
        }
      : equals('trialEndsAt', plan.trialEndsAt),
  ),
});

/**
 * What has to hold for somebody to be let in again as they were last time: as conditions of the transaction that they ask for. Undefined
 * where it is not so by what is known already, or where the plan was not asked then.
 */
export const admissionChecks = (
  admission: Admission,
  { authTime, actingAs }: Bearer,
  { permission, unpaid }: Exclude<Access, string>,
  now: Date,
): Write[] | undefined => {
  const { actor, plan } = admission;
  if (!may(actor, permission)) return undefined;
  if (actingAs && actingAs.organizationId !== actor.organizationId) return undefined;
  if (!actor.accountHolder || unpaid) return [sameMember(admission, authTime)];
  if (!plan || !mayEnter(true, planAt(plan, now))) return undefined;
  return [sameMember(admission, authTime), samePlan({ actor, plan })];
};
