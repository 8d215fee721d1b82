import { isDeepStrictEqual } from 'node:util';
import { type Change, type Entity, entities, isFound } from '../../shared/core/change.ts';
import { eventMappers } from '../../shared/events.ts';
import { searchables } from '../../shared/search.ts';
import { log } from '../core/log.ts';
import type { EventLogStore, Logged, Occurrence } from './event-log-store.ts';
import type { Worded, WordStore } from './word-store.ts';

/** A change of a record as the table's stream delivers it. */
export interface StreamChange extends Change {
  /** Names the change; delivered again, it has the same name. */
  changeId: string;
  /** Where the stream has it. */
  sequenceNumber: string;
}

export interface ChangeFeedDeps {
  log: Pick<EventLogStore, 'append'>;
  /** Tells the members who are there. Told twice, they know it already. */
  announce: (organizationId: string, logged: readonly Logged[], now: Date) => Promise<void>;
  words: Pick<WordStore, 'put'>;
  /** For how many days events are kept. */
  keptDays: number;
}

const isEntity = (value: unknown): value is Entity => entities.includes(value as Entity);

/** Whose news a change is. A member who has left is news for the group that they were in. */
const groupOf = ({ before, after }: Change): string | undefined => {
  const organizationId = after.organizationId ?? before?.organizationId;
  return typeof organizationId === 'string' ? organizationId : undefined;
};

/** What happened; undefined when it means nothing to anybody. */
const occurrenceIn = (change: StreamChange): Occurrence | undefined => {
  const { after, changeId } = change;
  if (!isEntity(after.entity)) throw new Error(`Nobody knows what a record of kind ${after.entity} is.`);
  const meaning = eventMappers[after.entity](change);
  if (!meaning) return undefined;
  return {
    changeId,
    entity: after.entity,
    meaning,
    by: typeof after.changedBy === 'string' ? after.changedBy : null,
    at: typeof after.changedAt === 'string' ? after.changedAt : new Date(0).toISOString(),
  };
};

/** What a record is found by after a change; undefined when the change has nothing to do with that. */
const wordedIn = (change: StreamChange): Worded | undefined => {
  const { before, after } = change;
  if (!isFound(after.entity)) return undefined;
  const { idOf, orderOf, slack, entryOf } = searchables[after.entity];
  const entry = entryOf(after);
  if (before && isDeepStrictEqual(entryOf(before), entry)) return undefined;
  return { entity: after.entity, id: idOf(after), order: orderOf(after), slack, entry };
};

/** The changes of each group, in their order. */
const byGroup = (changes: readonly StreamChange[]): Map<string | undefined, StreamChange[]> => {
  const groups = new Map<string | undefined, StreamChange[]>();
  for (const change of changes) {
    const own = groups.get(groupOf(change));
    if (own) own.push(change);
    else groups.set(groupOf(change), [change]);
  }
  return groups;
};

/** What one stretch of a group's changes comes to. */
interface Stretch {
  occurrences: Occurrence[];
  /** Where in the stream the first of them stands. */
  first: string | undefined;
  /** Of each record whose words may have changed: the last change, and what it is found by now. */
  worded: Map<string, { sequenceNumber: string; record: Worded }>;
}

/**
 * Appends changes to the logs of their groups, announces them, and puts records under their words. A group whose change
 * can't be taken waits there, and its later changes with it; the other groups go on.
 * @returns for each group that waits, where in the stream it has to go on
 */
export const feedChanges = async (
  { log: eventLog, announce, words, keptDays }: ChangeFeedDeps,
  changes: readonly StreamChange[],
  now: Date,
): Promise<string[]> => {
  const failed: string[] = [];

  const feedGroup = async (organizationId: string | undefined, list: readonly StreamChange[]) => {
    const stuck = (sequenceNumber: string, error: unknown): void => {
      log.error('a change could not be taken', error, { organizationId, sequenceNumber });
      failed.push(sequenceNumber);
    };
    const stretch: Stretch = { occurrences: [], first: undefined, worded: new Map() };
    for (const change of list) {
      const { sequenceNumber } = change;
      try {
        const occurrence = occurrenceIn(change);
        if (occurrence) {
          stretch.occurrences.push(occurrence);
          stretch.first ??= sequenceNumber;
        }
        const record = wordedIn(change);
        if (record) stretch.worded.set(`${record.entity} ${record.id}`, { sequenceNumber, record });
      } catch (error) {
        stuck(sequenceNumber, error);
        break;
      }
    }
    if (organizationId === undefined) return;
    if (stretch.first !== undefined)
      try {
        const logged = await eventLog.append(organizationId, stretch.occurrences, { now, keptDays });
        await announce(organizationId, logged, now);
      } catch (error) {
        stuck(stretch.first, error);
        return;
      }
    await Promise.all(
      [...stretch.worded.values()].map(({ sequenceNumber, record }) =>
        words.put(organizationId, record, now).catch((error: unknown) => stuck(sequenceNumber, error)),
      ),
    );
  };

  await Promise.all([...byGroup(changes)].map(([organizationId, list]) => feedGroup(organizationId, list)));
  return failed;
};
