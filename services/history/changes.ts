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

/** What happened, and in which group; undefined when it means nothing to anybody. */
const occurrenceIn = (
  change: StreamChange,
): { organizationId: string; occurrence: Occurrence } | undefined => {
  const { before, after, changeId } = change;
  if (!isEntity(after.entity)) throw new Error(`Nobody knows what a record of kind ${after.entity} is.`);
  const meaning = meanings[after.entity](change);
  // A member who has left is news for the group that they were in.
  const organizationId = after.organizationId ?? before?.organizationId;
  if (!meaning || typeof organizationId !== 'string') return undefined;
  return {
    organizationId,
    occurrence: {
      changeId,
      entity: after.entity,
      meaning,
      by: typeof after.changedBy === 'string' ? after.changedBy : null,
      at: typeof after.changedAt === 'string' ? after.changedAt : new Date(0).toISOString(),
    },
  };
};

const groupOf = ({ before, after }: Change): string =>
  String(after.organizationId ?? before?.organizationId ?? '');

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
  const groups = new Map<string, StreamChange[]>();
  for (const change of changes) groups.set(groupOf(change), [...(groups.get(groupOf(change)) ?? []), change]);
  const failed: string[] = [];
  await Promise.all(
    [...groups].map(async ([organizationId, list]) => {
      const occurrences: { occurrence: Occurrence; sequenceNumber: string }[] = [];
      const stuck = (sequenceNumber: string, error: unknown): void => {
        log.error('a change could not be appended to the log', error, { organizationId, sequenceNumber });
        failed.push(sequenceNumber);
      };
      for (const change of list) {
        try {
          const found = occurrenceIn(change);
          if (found) occurrences.push({ ...found, sequenceNumber: change.sequenceNumber });
        } catch (error) {
          stuck(change.sequenceNumber, error);
          break;
        }
      }
      const [first] = occurrences;
      if (!first) return;
      try {
        const logged = await eventLog.append(
          organizationId,
          occurrences.map(({ occurrence }) => occurrence),
          { now, keptDays },
        );
        await announce(organizationId, logged, now);
      } catch (error) {
        stuck(first.sequenceNumber, error);
      }
    }),
  );
  return failed;
};
