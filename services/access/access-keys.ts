import { createHash } from 'node:crypto';
import type { Key } from '../core/table.ts';

const digest = (kind: 'person' | 'address', value: string): string =>
  createHash('sha256').update(`guildhall trial of ${kind}: ${value}`).digest('base64url');

/**
 * "Has this person ever had a trial?" and "has this address?": one trial each, ever (PRODUCT §4). Only digests are kept, so
 * that what stays of a deleted account names nobody.
 */
export const personTrialKey = (userId: string): Key => ({
  pk: `TRIAL#${digest('person', userId)}`,
  sk: 'TRIAL',
});
export const emailTrialKey = (email: string): Key => ({
  pk: `TRIAL#${digest('address', email)}`,
  sk: 'TRIAL',
});

/** "Which deletions of accounts are not finished?" (index gsi2, on the tombstones) */
export const deletionsPartition = 'ACCOUNT_DELETIONS';
export const deletionIndexKey = { gsi2pk: deletionsPartition };

/** "Which trials end in this hour?" (index gsi2 of the organization's row) One partition an hour: none gets hot or long. */
export const trialsPartition = (hour: Date) => `TRIALS#${hour.toISOString().slice(0, 13)}`;
export const trialIndexKey = (trialEndsAt: string) => ({ gsi2pk: trialsPartition(new Date(trialEndsAt)) });
