import { type Change, type Entity, entities } from '../../shared/core/change.ts';
import { meanings } from '../../shared/events.ts';
import { log } from '../core/log.ts';
import type { EventLogStore, Logged, Occurrence } from './event-log-store.ts';

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
  const meaning = meanings[after.entity](change);
  if (!meaning) return undefined;
  return {
    changeId,
    entity: after.entity,
    meaning,
    by: typeof after.changedBy === 'string' ? after.changedBy : null,
    at: typeof after.changedAt === 'string' ? after.changedAt : new Date(0).toISOString(),
  };
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

/**
 * Appends changes to the logs of their groups and announces them. A group whose change can't be appended waits there, and
 * its later changes with it; the other groups go on.
 * @returns for each group that waits, where in the stream it has to go on
 */
export const feedChanges = async (
  { log: eventLog, announce, keptDays }: ChangeFeedDeps,
  changes: readonly StreamChange[],
  now: Date,
): Promise<string[]> => {
  const failed: string[] = [];
  await Promise.all(
    [...byGroup(changes)].map(async ([organizationId, list]) => {
      const stuck = (sequenceNumber: string, error: unknown): void => {
        log.error('a change could not be appended to the log', error, { organizationId, sequenceNumber });
        failed.push(sequenceNumber);
      };
      const occurrences: Occurrence[] = [];
      let first: string | undefined;
      for (const change of list) {
        try {
          const occurrence = occurrenceIn(change);
          if (!occurrence) continue;
          first ??= change.sequenceNumber;
          occurrences.push(occurrence);
        } catch (error) {
          stuck(change.sequenceNumber, error);
          break;
        }
      }
      if (first === undefined || organizationId === undefined) return;
      try {
        await announce(
          organizationId,
          await eventLog.append(organizationId, occurrences, { now, keptDays }),
          now,
        );
      } catch (error) {
        stuck(first, error);
      }
    }),
  );
  return failed;
};
