import type { Key } from '../core/table.ts';

/** "Has this person ever had a trial?" and "has this address?": one trial each, ever (PRODUCT §4). */
export const personTrialKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'TRIAL' });
export const emailTrialKey = (email: string): Key => ({ pk: `EMAIL#${email}`, sk: 'TRIAL' });
