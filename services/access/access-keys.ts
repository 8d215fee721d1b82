import type { Key } from '../core/table.ts';

/** "Has this person ever had a trial?" and "has this address?": one trial each, ever (PRODUCT §4). */
export const personTrialKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'TRIAL' });
export const emailTrialKey = (email: string): Key => ({ pk: `EMAIL#${email}`, sk: 'TRIAL' });

/** "Which trials end in this hour?" (index gsi2 of the group's row) One partition an hour: none gets hot or long. */
export const trialsPartition = (hour: Date) => `TRIALS#${hour.toISOString().slice(0, 13)}`;
export const trialIndexKey = (trialEndsAt: string, organizationId: string) => ({
  gsi2pk: trialsPartition(new Date(trialEndsAt)),
  gsi2sk: `${trialEndsAt}#${organizationId}`,
});
