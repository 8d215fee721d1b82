import type { Key } from '../core/table.ts';

/** "Who are the members of this group?" (index gsi1) */
export const memberIndexKey = (organizationId: string, userId: string) => ({
  gsi1pk: `ORG#${organizationId}#MEMBERS`,
  gsi1sk: userId,
});

/** "Has this person ever had a trial?" and "has this address?": one trial each, ever (PRODUCT §4). */
export const personTrialKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'TRIAL' });
export const emailTrialKey = (email: string): Key => ({ pk: `EMAIL#${email}`, sk: 'TRIAL' });
