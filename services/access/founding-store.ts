import { auditStamp, recorded } from '../core/event-log.ts';
import { absent } from '../core/expressions.ts';
import { type Once, writeOnce } from '../core/idempotency.ts';
import { membershipRefusal, startMembership } from '../core/membership-writes.ts';
import { type OrganizationRecord, organizationKey } from '../core/organization.ts';
import type { Row, Table, Write } from '../core/table.ts';
import { refusalOf } from '../core/write-refusal.ts';
import { emailTrialKey, personTrialKey, trialIndexKey } from './access-keys.ts';

/** An organization that is being founded: nobody has billed or closed it yet. */
export type NewOrganization = Omit<
  OrganizationRecord,
  'billingRevision' | 'subscription' | 'customerId' | 'closedAt'
>;

/** Why a founding did not happen. */
type FoundingRefusal = ReturnType<typeof membershipRefusal> | 'trial used up';

/** The one trial of a person or of an e-mail address. */
interface TrialRecord {
  organizationId: string;
  startedAt: string;
}

const toTrial = (row: Row | undefined): TrialRecord | null =>
  row ? { organizationId: row.organizationId as string, startedAt: row.startedAt as string } : null;

/** "Has this person had a trial? Has this e-mail address?" */
export const trialsOf = async (
  table: Table,
  { id, email }: { id: string; email: string },
): Promise<{ person: TrialRecord | null; address: TrialRecord | null }> => {
  const [person, address] = await Promise.all([
    table.get(personTrialKey(id)),
    table.get(emailTrialKey(email)),
  ]);
  return { person: toTrial(person), address: toTrial(address) };
};

/**
 * Makes the organization and its account holder in one transaction, and uses up the one trial of the person and of the e-mail
 * address when the organization starts with one. Null when it was founded.
 */
export const found = async (
  table: Table,
  organization: NewOrganization,
  founder: { userId: string; email: string },
  { submission, now, answer }: Once,
): Promise<FoundingRefusal | null> => {
  const { id: organizationId, trialEndsAt, createdAt } = organization;
  const trial = { organizationId, startedAt: createdAt };
  const writes: [Write, ...Write[]] = [
    startMembership(founder, { organizationId, role: 'owner', accountHolder: true }, now),
    {
      put: {
        ...organizationKey(organizationId),
        ...organization,
        ...recorded('group', organizationId, auditStamp(founder.userId, now)),
        ...(trialEndsAt && trialIndexKey(trialEndsAt)),
        pending: 0,
      },
      condition: absent,
    },
    ...(trialEndsAt
      ? [
          { put: { ...personTrialKey(founder.userId), ...trial }, condition: absent },
          { put: { ...emailTrialKey(founder.email), ...trial }, condition: absent },
        ]
      : []),
  ];
  const refusal = await refusalOf(() => writeOnce(table, submission, now, writes, answer));
  if (refusal?.index === 0) return membershipRefusal(refusal.row);
  if (refusal?.index === 1) throw new Error('An organization with this new id exists already.');
  return refusal && 'trial used up';
};
