import { auditStamp, recorded } from '../core/event-log.ts';
import { absent } from '../core/expressions.ts';
import type { CommitContext, Committed } from '../core/idempotency.ts';
import { membershipRefusal, startMembership } from '../core/membership-writes.ts';
import { type OrganizationRecord, organizationKey } from '../core/organization.ts';
import { type Row, type Table, type Write, WriteRefused } from '../core/table.ts';
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
 * address when the organization starts with one.
 */
export const found = async <T>(
  organization: NewOrganization,
  founder: { userId: string; email: string },
  { commit, now }: CommitContext,
  answer: T,
): Promise<Committed<T> | FoundingRefusal> => {
  const { id: organizationId, trialEndsAt, createdAt } = organization;
  const trial = { organizationId, startedAt: createdAt };
  const writes: Write[] = [
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
  const outcome = await commit(writes, answer);
  if (!(outcome instanceof WriteRefused)) return outcome;
  if (outcome.at(0)) return membershipRefusal(outcome.rowAt(0));
  // An organization with this new id is there already: a fault.
  if (outcome.at(1)) throw outcome;
  return 'trial used up';
};
