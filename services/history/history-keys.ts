import { createHash } from 'node:crypto';
import type { Entity, FoundEntity } from '../../shared/kinds.ts';
import { type Key, sortable } from '../core/table.ts';

// The log's rows begin with LOG#, not with ORG#: they are derived, and none of them is a record itself.

/** "What happened in this organization after an event, in order?" */
export const eventsPartition = (organizationId: string): string => `LOG#${organizationId}#EVENTS`;
export const eventKey = (organizationId: string, seq: number): Key => ({
  pk: eventsPartition(organizationId),
  sk: sortable(seq),
});

/** "What happened to this record, newest first?" (index gsi1, on the events) */
export const recordPartition = (organizationId: string, entity: Entity, id: string): string =>
  `LOG#${organizationId}#RECORD#${entity}#${id}`;

/** "What did people do lately?" (index gsi2, on the events that are not quiet) */
export const activityPartition = (organizationId: string): string => `LOG#${organizationId}#ACTIVITY`;

/** "What did this person do, newest first?" (index gsi3, on the events that are not quiet and that somebody did) */
export const userActivityPartition = (organizationId: string, userId: string): string =>
  `LOG#${organizationId}#BY#${userId}`;

/** Rows over which the changes of one second are spread, so that none grows large when somebody imports very many records. */
const changeRowsPerSecond = 8;

/** Where a change of a record is marked as being in the log: an attribute of a row. */
export interface ChangeMark {
  key: Key;
  attribute: string;
}

/**
 * "Which changes of this second are in the log already, and as which events?" Changes that were made in the same second share a
 * few rows, so that those of one transaction are marked together.
 * @param changedAt when the record was changed; whatever stands there, it has to be the same however the change is delivered
 */
export const changeMark = (organizationId: string, changeId: string, changedAt: string): ChangeMark => {
  const digest = createHash('sha256').update(changeId).digest();
  return {
    key: {
      pk: `LOG#${organizationId}#CHANGES`,
      sk: `${changedAt.slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}#${digest.readUInt8() % changeRowsPerSecond}`,
    },
    attribute: digest.toString('base64url', 1, 13),
  };
};

/** "How many on this day, in this month, in all?" */
export const countersPartition = (organizationId: string): string => `LOG#${organizationId}#COUNTERS`;
export const counterKeys = {
  day: (organizationId: string, day: string): Key => ({
    pk: countersPartition(organizationId),
    sk: `DAY#${day}`,
  }),
  month: (organizationId: string, day: string): Key => ({
    pk: countersPartition(organizationId),
    sk: `MONTH#${day.slice(0, 7)}`,
  }),
  total: (organizationId: string): Key => ({ pk: countersPartition(organizationId), sk: 'TOTAL' }),
};

/** "What did each person do last?" */
export const peoplePartition = (organizationId: string): string => `LOG#${organizationId}#PEOPLE`;
export const personKey = (organizationId: string, userId: string): Key => ({
  pk: peoplePartition(organizationId),
  sk: userId,
});

const ulidDigits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** An id so written that the newest comes first; those that are no ULIDs have no such order, and only stay apart. */
const newestFirst = (id: string): string =>
  id.replace(/[0-9A-HJKMNP-TV-Z]/g, (digit) => ulidDigits.at(-1 - ulidDigits.indexOf(digit)) as string);

/** "Which records of this kind have a word that begins with this?" In the order of the words, and under each the newest first. */
export const wordsPartition = (organizationId: string, entity: FoundEntity): string =>
  `LOG#${organizationId}#WORDS#${entity}`;
export const wordKey = (organizationId: string, entity: FoundEntity, word: string, id: string): Key => ({
  pk: wordsPartition(organizationId, entity),
  // No word has this sign in it, and all letters and digits come after it: so a whole word comes before longer ones.
  sk: `${word}#${newestFirst(id)}`,
});

/** "What is shown of this record where it is found, and under which words does it stand, as of which change?" */
export const searchEntryKey = (organizationId: string, entity: FoundEntity, id: string): Key => ({
  pk: `LOG#${organizationId}#SEARCH_ENTRIES#${entity}`,
  sk: id,
});
