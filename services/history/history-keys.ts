import type { Entity, FoundEntity } from '../../shared/core/change.ts';
import { type Key, sortable } from '../core/table.ts';

// The log's rows begin with LOG#, not with ORG#: they are derived, and none of them is a record itself.

/** "What happened in this group after an event, in order?" */
export const eventsPartition = (organizationId: string): string => `LOG#${organizationId}#EVENTS`;
export const eventKey = (organizationId: string, seq: number): Key => ({
  pk: eventsPartition(organizationId),
  sk: sortable(seq),
});

/** "What happened to this record, newest first?" (index gsi1, on the events) */
export const recordPartition = (organizationId: string, entity: Entity, id: string): string =>
  `LOG#${organizationId}#RECORD#${entity}#${id}`;

/** "What did people do lately?" (index gsi2, on the events that are news) */
export const activityPartition = (organizationId: string): string => `LOG#${organizationId}#ACTIVITY`;

/** "What did this person do, newest first?" Their news once more, so that somebody quiet is found at once in a busy group. */
export const deedsPartition = (organizationId: string, userId: string): string =>
  `LOG#${organizationId}#BY#${userId}`;
export const deedKey = (organizationId: string, userId: string, seq: number): Key => ({
  pk: deedsPartition(organizationId, userId),
  sk: sortable(seq),
});

/** "Is this change in the log already, and as which event?" */
export const changeKey = (organizationId: string, changeId: string): Key => ({
  pk: `LOG#${organizationId}#CHANGES`,
  sk: changeId,
});

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

/** "Which records of this kind have a word that begins with this?" */
export const wordsPartition = (organizationId: string, entity: FoundEntity): string =>
  `LOG#${organizationId}#WORDS#${entity}`;
export const wordKey = (organizationId: string, entity: FoundEntity, word: string, id: string): Key => ({
  pk: wordsPartition(organizationId, entity),
  sk: `${wholeWord(word)}${id}`,
});
/** How the keys of a whole word begin; no word has this sign in it. */
export const wholeWord = (word: string): string => `${word}#`;

/** "Which words has this record, as of which change?" */
export const wordedKey = (organizationId: string, entity: FoundEntity, id: string): Key => ({
  pk: `LOG#${organizationId}#WORDED#${entity}`,
  sk: id,
});
