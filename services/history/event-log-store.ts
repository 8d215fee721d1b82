import { dateIn } from '../../shared/core/calendar.ts';
import type { CounterDelta, MappedEvent } from '../../shared/core/change.ts';
import type { HistoryEvent } from '../../shared/history/contract.ts';
import type { Entity } from '../../shared/kinds.ts';
import { logHeadKey } from '../core/event-log.ts';
import { absent } from '../core/expressions.ts';
import { organizationKey } from '../core/organization.ts';
import { type Key, type Row, type Table, type Write, WriteRefused } from '../core/table.ts';
import {
  activityPartition,
  type ChangeMark,
  changeMark,
  counterKeys,
  eventKey,
  personKey,
  recordPartition,
  userActivityPartition,
} from './history-keys.ts';

/** An event that has no number yet. */
export interface PendingEvent {
  /** Names the change that it comes from: delivered again, it has the same name. */
  changeId: string;
  entity: Entity;
  event: MappedEvent;
  by: string | null;
  /** When the record was changed, as a moment. */
  at: string;
}

/** An event that stands in the log, as far as it is announced. */
export type AppendedEvent = Pick<HistoryEvent, 'seq' | 'type' | 'entity' | 'id' | 'by' | 'at'>;

/** A stream keeps its records for a day; by then a change has been delivered for the last time. */
const markKeptSeconds = 3 * 86_400;

// DynamoDB's limits for one transaction are 100 items and 4 MB. Rows that are updated count with all that stands in them.
const mostItems = 100;
const mostBytes = 3_000_000;

/** How often an append tries again that finds the log longer than it thought. */
const mostRefusals = 10;

const eventRow = (
  organizationId: string,
  { entity, event, by, at }: PendingEvent,
  seq: number,
  ttl: number,
): Row => ({
  ...eventKey(organizationId, seq),
  seq,
  // Not `entity`: that is what makes a row a record, whose changes would be events in turn.
  kind: entity,
  id: event.id,
  type: event.type,
  title: event.title,
  changes: event.changes,
  by,
  at,
  ttl,
  gsi1pk: recordPartition(organizationId, entity, event.id),
  ...(!event.quiet && {
    gsi2pk: activityPartition(organizationId),
    ...(by !== null && { gsi3pk: userActivityPartition(organizationId, by) }),
  }),
});

/** An event as the last one of its person: without its changes, and found by no index. */
const lastOfPerson = (
  organizationId: string,
  userId: string,
  { changes, gsi1pk, gsi2pk, gsi3pk, ...event }: Row,
): Write => ({ put: { ...event, ...personKey(organizationId, userId) } });

const toAppended = ({ entity, event: { type, id }, by, at }: PendingEvent, seq: number): AppendedEvent => ({
  seq,
  type,
  entity,
  id,
  by,
  at,
});

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/** The marks of one row, and where in the batch the events stand that they mark. */
interface MarkRow {
  key: Key;
  marks: { attribute: string; at: number }[];
}

const inRows = (marks: readonly ChangeMark[]): MarkRow[] => {
  const rows = new Map<string, MarkRow>();
  for (const [at, { key, attribute }] of marks.entries()) {
    const row = rows.get(nameOf(key)) ?? { key, marks: [] };
    row.marks.push({ attribute, at });
    rows.set(nameOf(key), row);
  }
  return [...rows.values()];
};

/** Marks changes as events of the log, on the condition that none of them is marked. */
const marking = ({ key, marks }: MarkRow, end: number, ttl: number): Write => ({
  update: key,
  expression: {
    text: `SET ${['#ttl = :ttl', ...marks.map((_, n) => `#m${n} = :m${n}`)].join(', ')}`,
    names: { '#ttl': 'ttl', ...Object.fromEntries(marks.map(({ attribute }, n) => [`#m${n}`, attribute])) },
    values: { ':ttl': ttl, ...Object.fromEntries(marks.map(({ at }, n) => [`:m${n}`, end + at + 1])) },
  },
  condition: { text: marks.map((_, n) => `attribute_not_exists(#m${n})`).join(' AND ') },
});

/** The counters that deltas add to, one write for each row. */
const counting = (organizationId: string, timeZone: string, deltas: readonly CounterDelta[]): Write[] => {
  const rows = new Map<string, { key: Key; sums: Map<string, number> }>();
  const add = (key: Key, { counter, by }: CounterDelta): void => {
    const row = rows.get(nameOf(key)) ?? { key, sums: new Map<string, number>() };
    row.sums.set(counter, (row.sums.get(counter) ?? 0) + by);
    rows.set(nameOf(key), row);
  };
  for (const delta of deltas) {
    if (delta.at === undefined) {
      add(counterKeys.total(organizationId), delta);
      continue;
    }
    const day = dateIn(timeZone, new Date(delta.at));
    if (delta.until !== undefined && day > delta.until) continue;
    add(counterKeys.day(organizationId, day), delta);
    add(counterKeys.month(organizationId, day), delta);
  }
  return [...rows.values()].flatMap(({ key, sums }) => {
    const changed = [...sums].filter(([, by]) => by !== 0);
    return changed.length === 0
      ? []
      : [
          {
            update: key,
            expression: {
              text: `ADD ${changed.map((_, n) => `#c${n} :c${n}`).join(', ')}`,
              names: Object.fromEntries(changed.map(([counter], n) => [`#c${n}`, counter])),
              values: Object.fromEntries(changed.map(([, by], n) => [`:c${n}`, by])),
            },
          },
        ];
  });
};

interface AppendOptions {
  now: Date;
  /** For how long events are kept. */
  keptDays: number;
}

/** What has to be known of an organization to append to its log. */
interface LogState {
  /** The number of the last event; 0 while nothing has happened. */
  end: number;
  timeZone: string;
}

/** One transaction: the first events of those that are to be appended, as many as fit. */
interface Append {
  pending: readonly PendingEvent[];
  markRows: readonly MarkRow[];
  /** The log's end, then the rows of marks, then all else. */
  writes: [Write, ...Write[]];
}

/** Those events of a refused append that stand in the log already, with their numbers there. */
const knownOf = ({ pending, markRows }: Append, refused: WriteRefused): Map<PendingEvent, number> =>
  new Map(
    markRows.flatMap(({ marks }, n) => {
      const row = refused.rowAt(1 + n);
      return marks.flatMap(({ attribute, at }) => {
        const seq = row?.[attribute];
        return typeof seq === 'number' ? [[pending[at] as PendingEvent, seq] as const] : [];
      });
    }),
  );

/**
 * The log of an organization: the only code that writes it. Events, counters, marks of the changes and the log's end are written
 * in one transaction, whose condition is that the log still ends where it was thought to end: so numbers have no gap, and
 * nothing stands in it twice.
 */
export const eventLogStore = (table: Table) => {
  /** Where the log ends, and, where the events count by days, the organization's time zone. */
  const stateOf = async (organizationId: string, pending: readonly PendingEvent[]): Promise<LogState> => {
    const [head, organization] = [logHeadKey(organizationId), organizationKey(organizationId)];
    const byDay = pending.some(({ event }) => event.deltas?.some(({ at }) => at !== undefined));
    const rows = await table.getMany([head, ...(byDay ? [organization] : [])]);
    const rowOf = (key: Key) => rows.find((row) => nameOf(row) === nameOf(key));
    return {
      end: (rowOf(head)?.seq as number | undefined) ?? 0,
      timeZone: (rowOf(organization)?.timeZone as string | undefined) ?? 'UTC',
    };
  };

  const appendOf = (
    organizationId: string,
    pending: readonly PendingEvent[],
    { end, timeZone }: LogState,
    { now, keptDays }: AppendOptions,
  ): Append => {
    const seconds = Math.floor(now.getTime() / 1000);
    const markRows = inRows(pending.map(({ changeId, at }) => changeMark(organizationId, changeId, at)));
    const events = pending.map((one, n) =>
      eventRow(organizationId, one, end + n + 1, seconds + keptDays * 86_400),
    );
    const lastOf = new Map(
      events.flatMap((event) => (typeof event.by === 'string' ? [[event.by, event] as const] : [])),
    );
    return {
      pending,
      markRows,
      writes: [
        {
          update: logHeadKey(organizationId),
          expression: { text: 'SET seq = :next', values: { ':next': end + events.length } },
          condition:
            end === 0
              ? { text: 'attribute_not_exists(seq)' }
              : { text: 'seq = :end', values: { ':end': end } },
        },
        ...markRows.map((row) => marking(row, end, seconds + markKeptSeconds)),
        ...events.map((put): Write => ({ put, condition: absent })),
        ...counting(
          organizationId,
          timeZone,
          pending.flatMap(({ event }) => event.deltas ?? []),
        ),
        ...[...lastOf].map(([userId, event]) => lastOfPerson(organizationId, userId, event)),
      ],
    };
  };

  const fits = ({ pending, writes }: Append): boolean =>
    pending.length === 1 ||
    (writes.length <= mostItems && Buffer.byteLength(JSON.stringify(writes)) <= mostBytes);

  /** As many of the first events as fit into one transaction; at least one. */
  const largestAppend = (
    organizationId: string,
    pending: readonly PendingEvent[],
    state: LogState,
    options: AppendOptions,
  ): Append => {
    for (let count = Math.min(pending.length, mostItems); ; ) {
      const append = appendOf(organizationId, pending.slice(0, count), state, options);
      if (fits(append)) return append;
      // Mostly right at once: of events that are alike, each takes the same share of the rows.
      count = Math.max(1, Math.min(count - 1, Math.floor((count * mostItems) / append.writes.length)));
    }
  };

  return {
    /**
     * Appends what is not in the log yet, in this order. Returns all of it as it stands there, what stood there before too.
     * @throws Error when others keep writing the log: the change feed tries again later
     */
    async append(
      organizationId: string,
      pending: readonly PendingEvent[],
      options: AppendOptions,
    ): Promise<AppendedEvent[]> {
      const appended: AppendedEvent[] = [];
      let open = [...new Map(pending.map((one) => [one.changeId, one])).values()];
      const state = await stateOf(organizationId, open);
      let refusals = 0;
      while (open.length > 0) {
        const append = largestAppend(organizationId, open, state, options);
        try {
          await table.write(...append.writes);
          appended.push(...append.pending.map((one, n) => toAppended(one, state.end + n + 1)));
          open = open.slice(append.pending.length);
          // Not read again: should others append in between, the next condition finds out, and the refusal tells the end as it is.
          state.end += append.pending.length;
          refusals = 0;
        } catch (error) {
          if (!(error instanceof WriteRefused)) throw error;
          const known = knownOf(append, error);
          appended.push(...[...known].map(([one, seq]) => toAppended(one, seq)));
          open = open.filter((one) => !known.has(one));
          // Another shard's consumer has appended to this log, too.
          if (error.at(0)) state.end = (error.rowAt(0)?.seq as number | undefined) ?? 0;
          if (known.size > 0) continue;
          refusals += 1;
          if (refusals === mostRefusals) throw error;
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 15 * (refusals - 1)));
        }
      }
      return appended.sort((one, other) => one.seq - other.seq);
    },
  };
};

export type EventLogStore = ReturnType<typeof eventLogStore>;
