import { dateIn } from '../../shared/core/calendar.ts';
import type { Entity, Meaning, Move } from '../../shared/core/change.ts';
import type { HistoryEvent } from '../../shared/history/contract.ts';
import { logEnd, logHeadKey } from '../core/event-log.ts';
import { absent } from '../core/expressions.ts';
import { organizationKey } from '../core/membership.ts';
import { type Key, type Row, type Table, type Write, WriteRefused } from '../core/table.ts';
import {
  activityPartition,
  changeKey,
  counterKeys,
  deedKey,
  eventKey,
  personKey,
  recordPartition,
} from './history-keys.ts';

/** A change with its meaning, before it stands in the log. */
export interface Occurrence {
  /** Names the change: delivered again, it has the same name. */
  changeId: string;
  entity: Entity;
  meaning: Meaning;
  by: string | null;
  /** When, as a moment. */
  at: string;
}

/** What stands in the log, as far as it is announced. */
export type Logged = Pick<HistoryEvent, 'seq' | 'type' | 'entity' | 'id' | 'by' | 'at'>;

/** A stream keeps its records for a day; by then a change has been delivered for the last time. */
const changeKeptSeconds = 3 * 86_400;

// DynamoDB's limits for one transaction are 100 items and 4 MB, and a character may take four bytes.
const mostItems = 100;
const mostCharacters = 900_000;

const eventRow = (
  organizationId: string,
  { entity, meaning, by, at }: Occurrence,
  seq: number,
  ttl: number,
): Row => ({
  ...eventKey(organizationId, seq),
  seq,
  // Not `entity`: that is what makes a row a record, whose changes would be events in turn.
  kind: entity,
  id: meaning.id,
  type: meaning.type,
  title: meaning.title,
  changes: meaning.changes,
  by,
  at,
  ttl,
  gsi1pk: recordPartition(organizationId, entity, meaning.id),
  ...(!meaning.quiet && { gsi2pk: activityPartition(organizationId) }),
});

/** The event once more, in another place, where no index finds it. */
const copied = ({ gsi1pk, gsi2pk, ...event }: Row, key: Key): Row => ({ ...event, ...key });

const loggedIn = ({ seq, type, kind, id, by, at }: Row): Logged =>
  ({ seq, type, entity: kind, id, by, at }) as Logged;

/** As an event, a mark is no record: hence `kind`. */
const markOf = ({ entity: kind, ...event }: Logged) => ({ ...event, kind });

const idOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/** The counters that some moves move, one write for each row. */
const counting = (organizationId: string, timeZone: string, moves: readonly Move[]): Write[] => {
  const rows = new Map<string, { key: Key; sums: Map<string, number> }>();
  const add = (key: Key, { counter, by }: Move): void => {
    const row = rows.get(idOf(key)) ?? { key, sums: new Map<string, number>() };
    row.sums.set(counter, (row.sums.get(counter) ?? 0) + by);
    rows.set(idOf(key), row);
  };
  for (const move of moves) {
    if (move.at === undefined) {
      add(counterKeys.total(organizationId), move);
      continue;
    }
    const day = dateIn(timeZone, new Date(move.at));
    if (move.until !== undefined && day > move.until) continue;
    add(counterKeys.day(organizationId, day), move);
    add(counterKeys.month(organizationId, day), move);
  }
  return [...rows.values()].flatMap(({ key, sums }) => {
    const moved = [...sums].filter(([, by]) => by !== 0);
    return moved.length === 0
      ? []
      : [
          {
            update: key,
            expression: {
              text: `ADD ${moved.map((_, n) => `#c${n} :c${n}`).join(', ')}`,
              names: Object.fromEntries(moved.map(([counter], n) => [`#c${n}`, counter])),
              values: Object.fromEntries(moved.map(([, by], n) => [`:c${n}`, by])),
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

/**
 * The log of a group: the only code that writes it. Events, counters, marks of the changes and the log's end are written
 * in one transaction, whose condition is that the log still ends where it was read: so numbers have no gap, and nothing
 * stands in it twice.
 */
export const eventLogStore = (table: Table) => {
  const timeZoneOf = async (organizationId: string): Promise<string> =>
    ((await table.get(organizationKey(organizationId)))?.timeZone as string | undefined) ?? 'UTC';

  const writesFor = (
    organizationId: string,
    end: number,
    timeZone: string,
    occurrences: readonly Occurrence[],
    { now, keptDays }: AppendOptions,
  ): { writes: [Write, ...Write[]]; logged: Logged[] } => {
    const seconds = Math.floor(now.getTime() / 1000);
    const events = occurrences.map((occurrence, n) =>
      eventRow(organizationId, occurrence, end + n + 1, seconds + keptDays * 86_400),
    );
    const logged = events.map(loggedIn);
    const latest = new Map(
      events.flatMap((event) => (typeof event.by === 'string' ? [[event.by, event] as const] : [])),
    );
    const deeds = events.filter(({ by, gsi2pk }) => typeof by === 'string' && gsi2pk !== undefined);
    return {
      logged,
      writes: [
        {
          update: logHeadKey(organizationId),
          expression: { text: 'SET seq = :next', values: { ':next': end + events.length } },
          condition:
            end === 0
              ? { text: 'attribute_not_exists(seq)' }
              : { text: 'seq = :end', values: { ':end': end } },
        },
        // Second in the list, in the order of the occurrences: a refusal's index tells which of them was there before.
        ...occurrences.map(
          ({ changeId }, n): Write => ({
            put: {
              ...changeKey(organizationId, changeId),
              ...markOf(logged[n] as Logged),
              ttl: seconds + changeKeptSeconds,
            },
            condition: absent,
          }),
        ),
        ...events.map((put): Write => ({ put, condition: absent })),
        ...deeds.map(
          (event): Write => ({
            put: copied(event, deedKey(organizationId, event.by as string, event.seq as number)),
          }),
        ),
        ...counting(
          organizationId,
          timeZone,
          occurrences.flatMap(({ meaning }) => meaning.moves ?? []),
        ),
        ...[...latest].map(
          ([userId, { changes, ...event }]): Write => ({
            put: copied(event, personKey(organizationId, userId)),
          }),
        ),
      ],
    };
  };

  /** As many of the first occurrences as fit into one transaction; at least one. */
  const fitting = (occurrences: readonly Occurrence[]): number => {
    let items = 1;
    let characters = 0;
    let count = 0;
    for (const { meaning } of occurrences) {
      // Its event, its mark, its person twice, and a day and a month for each move.
      items += 4 + 2 * (meaning.moves?.length ?? 0);
      // What it says stands in the event and twice with its person.
      characters += 3 * (JSON.stringify(meaning).length + 500);
      if (count > 0 && (items > mostItems || characters > mostCharacters)) break;
      count += 1;
    }
    return count;
  };

  return {
    /**
     * Appends what is not in the log yet, in this order. Returns all of it as it stands there, what stood there before too.
     * @throws Error when others keep writing the log: the change feed tries again later
     */
    async append(
      organizationId: string,
      occurrences: readonly Occurrence[],
      options: AppendOptions,
    ): Promise<Logged[]> {
      const done: Logged[] = [];
      let open = [...occurrences];
      const timed = occurrences.some(({ meaning }) => meaning.moves?.some(({ at }) => at !== undefined));
      const timeZone = timed ? await timeZoneOf(organizationId) : 'UTC';
      let refusals = 0;
      while (open.length > 0) {
        const chunk = open.slice(0, fitting(open));
        const end = await logEnd(table, organizationId);
        const { writes, logged } = writesFor(organizationId, end, timeZone, chunk, options);
        try {
          await table.write(...writes);
          done.push(...logged);
          open = open.slice(chunk.length);
          refusals = 0;
        } catch (error) {
          if (!(error instanceof WriteRefused)) throw error;
          const before = chunk.flatMap((_, n) => {
            const row = error.rowAt(n + 1);
            return row ? [{ n, logged: loggedIn(row) }] : [];
          });
          if (before.length > 0) {
            done.push(...before.map((one) => one.logged));
            const known = new Set(before.map(({ n }) => n));
            open = open.filter((_, n) => !known.has(n));
            continue;
          }
          // Another delivery, of another shard, was faster.
          refusals += 1;
          if (refusals === 10) throw error;
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 15 * refusals));
        }
      }
      return done.sort((one, other) => one.seq - other.seq);
    },
  };
};

export type EventLogStore = ReturnType<typeof eventLogStore>;
