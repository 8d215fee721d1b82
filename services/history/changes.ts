import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../shared/core/change.ts';
import type { Searchable } from '../../shared/core/searchable.ts';
import { type Entity, isEntity, isFound, kinds } from '../../shared/kinds.ts';
import { log } from '../core/log.ts';
import { organizationInKey } from '../core/record-keys.ts';
import { completed, lastTouched } from '../core/record-row.ts';
import type { AppendedEvent, EventLogStore, PendingEvent } from './event-log-store.ts';
import type { SearchIndexStore, SearchUpdate } from './search-index-store.ts';

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
  announce: (organizationId: string, appended: readonly AppendedEvent[], now: Date) => Promise<void>;
  searchIndex: Pick<SearchIndexStore, 'put'>;
  /** For how many days events are kept. */
  keptDays: number;
}

/** In whose log a change stands. A member who has left is an event of the organization that they were in. */
const organizationIdOf = ({ before, after }: Change): string | undefined => {
  const organizationId = after.organizationId ?? before?.organizationId ?? organizationInKey(after.pk);
  return typeof organizationId === 'string' ? organizationId : undefined;
};

/** A change with all that its rows leave unsaid. */
const whole = (change: StreamChange): StreamChange => {
  const { before, after } = change;
  if (!isEntity(after.entity)) throw new Error(`Nobody knows what a record of kind ${after.entity} is.`);
  const empty = kinds[after.entity].stored?.empty;
  if (!empty) return change;
  return { ...change, before: before && completed(before, empty), after: completed(after, empty) };
};

/** The event that a change is; undefined when it is none. */
const toPendingEvent = ({ after, before, changeId }: StreamChange): PendingEvent | undefined => {
  const entity = after.entity as Entity;
  const event = kinds[entity].toEvent({ before, after });
  return event ? { changeId, entity, event, ...lastTouched(after) } : undefined;
};

/** What a record is found by after a change; undefined when the change has nothing to do with that. */
const toSearchUpdate = ({ before, after }: StreamChange): SearchUpdate | undefined => {
  if (!isFound(after.entity)) return undefined;
  const { idOf, orderOf, slack, entryOf } = kinds[after.entity].found as Searchable;
  const entry = entryOf(after);
  if (before && isDeepStrictEqual(entryOf(before), entry)) return undefined;
  return { entity: after.entity, id: idOf(after), order: orderOf(after), slack, entry };
};

/** The changes of each organization, in their order. */
const byOrganization = (changes: readonly StreamChange[]): Map<string | undefined, StreamChange[]> => {
  const organizations = new Map<string | undefined, StreamChange[]>();
  for (const change of changes) {
    const own = organizations.get(organizationIdOf(change));
    if (own) own.push(change);
    else organizations.set(organizationIdOf(change), [change]);
  }
  return organizations;
};

/** What follows from the changes of one organization, up to the first that nobody understands. */
interface Derived {
  events: PendingEvent[];
  /** Where in the stream the first of them stands. */
  firstEvent: string | undefined;
  /** Of each record that may be found by other words now, the last change, and where in the stream that stands. */
  searchUpdates: Map<string, { update: SearchUpdate; sequenceNumber: string }>;
}

/** @param onFailure told of the change that nobody understands */
const derive = (
  changes: readonly StreamChange[],
  onFailure: (sequenceNumber: string, error: unknown) => void,
): Derived => {
  const derived: Derived = { events: [], firstEvent: undefined, searchUpdates: new Map() };
  for (const change of changes) {
    const { sequenceNumber } = change;
    try {
      const read = whole(change);
      const event = toPendingEvent(read);
      if (event) {
        derived.events.push(event);
        derived.firstEvent ??= sequenceNumber;
      }
      const update = toSearchUpdate(read);
      if (update) derived.searchUpdates.set(`${update.entity} ${update.id}`, { update, sequenceNumber });
    } catch (error) {
      onFailure(sequenceNumber, error);
      break;
    }
  }
  return derived;
};

/**
 * Appends changes to the logs of their organizations, announces them, and puts records under their words. An organization whose
 * change can't be taken waits there, and its later changes with it; the other organizations go on.
 * @returns for each organization that waits, where in the stream it has to go on
 */
export const feedChanges = async (
  { log: eventLog, announce, searchIndex, keptDays }: ChangeFeedDeps,
  changes: readonly StreamChange[],
  now: Date,
): Promise<string[]> => {
  const failed: string[] = [];

  const feedOrganization = async (organizationId: string | undefined, list: readonly StreamChange[]) => {
    const stuck = (sequenceNumber: string, error: unknown): void => {
      log.error('a change could not be taken', error, { organizationId, sequenceNumber });
      failed.push(sequenceNumber);
    };
    const { events, firstEvent, searchUpdates } = derive(list, stuck);
    if (organizationId === undefined) return;
    if (firstEvent !== undefined)
      try {
        const appended = await eventLog.append(organizationId, events, { now, keptDays });
        await announce(organizationId, appended, now);
      } catch (error) {
        stuck(firstEvent, error);
        return;
      }
    const updates = [...searchUpdates.values()];
    try {
      const unmade = await searchIndex.put(
        organizationId,
        updates.map(({ update }) => update),
        now,
      );
      for (const { update, sequenceNumber } of updates)
        if (unmade.has(update)) stuck(sequenceNumber, unmade.get(update));
    } catch (error) {
      for (const { sequenceNumber } of updates) stuck(sequenceNumber, error);
    }
  };

  await Promise.all(
    [...byOrganization(changes)].map(([organizationId, list]) => feedOrganization(organizationId, list)),
  );
  return failed;
};
