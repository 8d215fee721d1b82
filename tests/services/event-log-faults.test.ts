import { ulid } from 'ulid';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { recordKey } from '../../services/core/record-keys.ts';
import { allRows, type Table } from '../../services/core/table.ts';
import { feedChanges, type StreamChange } from '../../services/history/changes.ts';
import {
  type AppendedEvent,
  eventLogStore,
  type PendingEvent,
} from '../../services/history/event-log-store.ts';
import { changeMark } from '../../services/history/history-keys.ts';
import { searchIndexStore } from '../../services/history/search-index-store.ts';
import { termsOf } from '../../shared/core/words.ts';
import { table } from '../support/people.ts';
import { type Random, randomFrom, seedOf } from '../support/random.ts';

// The change feed against the real store, with everything that a stream and a process may do to it: changes delivered again,
// shards interleaved, batches cut anywhere, and the consumer killed before or after any of its steps.

const nouns = ['fence', 'gate', 'roof', 'Żółw', '看板'] as const;
const statuses = ['pending', 'in-progress', 'review', 'completed'] as const;

interface TaskRow extends Record<string, unknown> {
  status: (typeof statuses)[number];
  version: number;
}

/**
 * The life of one task, as the stream has it: made, changed a few times, perhaps moved to Trash, which is another row and
 * comes by another shard.
 */
const lifeOf = (random: Random, organizationId: string, shard: string, other: string) => {
  const id = ulid();
  const at = () =>
    new Date(Date.UTC(2026, random.below(3), 1 + random.below(28), random.below(24))).toISOString();
  const changes: StreamChange[] = [];
  const push = (before: TaskRow | undefined, after: TaskRow) => {
    const sequenceNumber = `${shard}-${id}-${changes.length}`;
    changes.push({ changeId: sequenceNumber, sequenceNumber, before, after });
  };
  const createdAt = at();
  let row: TaskRow = {
    ...recordKey(organizationId, 'task', id),
    entity: 'task',
    // For this test alone; a stored row says both by its key.
    organizationId,
    id,
    title: random.pick(nouns),
    status: random.pick(statuses),
    version: 1,
    deadline: '2026-02-10',
    createdAt,
    changedBy: `person-${random.below(4)}`,
    changedAt: createdAt,
  };
  if (row.status === 'completed') row.completedAt = createdAt;
  push(undefined, row);
  for (let n = random.below(5); n > 0; n -= 1) {
    const before = row;
    const changedAt = at();
    const status = random.pick(statuses);
    row = {
      ...before,
      status,
      // Never the same as before: then nothing would have happened.
      title: `${random.pick(nouns)} ${random.pick(nouns)} ${before.version}`,
      version: before.version + 1,
      changedAt,
    };
    if (status !== 'completed') delete row.completedAt;
    else row.completedAt ??= changedAt;
    push(before, row);
  }
  if (random.chance(0.7)) return { changes };
  const deleted = { ...row, version: row.version + 1, deletedAt: at() };
  const trashed = `${other}-${id}-trash`;
  return {
    changes,
    trash: { changeId: trashed, sequenceNumber: trashed, before: undefined, after: deleted },
  };
};

/** A table whose writes may be cut off before they happen, or after, when nobody hears of it any more. */
const cutOff = (whole: Table, random: Random, often: number): Table => ({
  ...whole,
  async write(...writes) {
    if (random.chance(often)) throw new Error('killed before the write');
    const row = await whole.write(...writes);
    if (random.chance(often)) throw new Error('killed after the write');
    return row;
  },
});

const round = async (seed: number): Promise<void> => {
  const random = randomFrom(seed);
  const organizations = Array.from({ length: 3 }, () => ulid());
  const whole = table();
  const announced = new Map<string, AppendedEvent[]>();
  const deps = {
    log: eventLogStore(cutOff(whole, random, 0.15)),
    searchIndex: searchIndexStore(cutOff(whole, random, 0.15)),
    announce: async (organizationId: string, appended: readonly AppendedEvent[]) => {
      if (random.chance(0.1)) throw new Error('killed before the announcement');
      announced.set(organizationId, [...(announced.get(organizationId) ?? []), ...appended]);
      if (random.chance(0.1)) throw new Error('killed after the announcement');
    },
    keptDays: 400,
  };

  // Two shards, each with whole records; a shard is consumed in order, both at once.
  const lives = ['a', 'b'].map((shard, n) =>
    Array.from({ length: 10 }, () => lifeOf(random, random.pick(organizations), shard, n === 0 ? 'b' : 'a')),
  );
  const shards = [0, 1].map((n) => {
    const queues: StreamChange[][] = [
      ...(lives[n] ?? []).map(({ changes }) => changes),
      ...(lives[1 - n] ?? []).flatMap(({ trash }) => (trash ? [[trash]] : [])),
    ];
    const list: StreamChange[] = [];
    while (queues.some((queue) => queue.length > 0)) {
      const next = random.pick(queues.filter((queue) => queue.length > 0)).shift();
      if (next) list.push(next);
    }
    return list;
  });
  await Promise.all(
    shards.map(async (list) => {
      let at = 0;
      while (at < list.length) {
        // Sometimes a stretch that was consumed before comes again.
        const from = random.chance(0.3) ? Math.max(0, at - random.below(6)) : at;
        // Mostly a few; sometimes more than fit into one transaction.
        const batch = list.slice(from, at + 1 + random.below(random.chance(0.2) ? 120 : 9));
        const failed = await feedChanges(deps, batch, new Date());
        const first = batch.findIndex(({ sequenceNumber }) => failed.includes(sequenceNumber));
        at = Math.max(at, from + (first === -1 ? batch.length : first));
      }
    }),
  );

  for (const organizationId of organizations) {
    const own = shards.map((list) => list.filter(({ after }) => after.organizationId === organizationId));
    const changes = own.flat();
    const { rows } = await whole.query({ pk: `LOG#${organizationId}#EVENTS`, limit: 1000, consistent: true });
    expect(rows.map(({ seq }) => seq)).toEqual(changes.map((_, n) => n + 1));

    // Every change is one event, and the events of one shard stand in its order.
    const { rows: marks } = await whole.query({ pk: `LOG#${organizationId}#CHANGES`, limit: 1000 });
    const seqOf = new Map(
      changes.map(({ changeId, after }) => {
        const { key, attribute } = changeMark(organizationId, changeId, String(after.changedAt));
        return [changeId, marks.find(({ sk }) => sk === key.sk)?.[attribute] as number];
      }),
    );
    expect([...seqOf.values()].sort((a, b) => a - b)).toEqual(rows.map(({ seq }) => seq));
    expect(marks.flatMap(({ pk: _, sk: __, ttl: ___, ...seqs }) => Object.values(seqs))).toHaveLength(
      changes.length,
    );
    for (const list of own) {
      const seqs = list.map(({ changeId }) => seqOf.get(changeId) as number);
      expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    }
    expect(new Set((announced.get(organizationId) ?? []).map(({ seq }) => seq)).size).toBe(changes.length);

    // Counters, against the records as they ended up.
    const last = new Map(changes.map(({ after }) => [after.id, after as TaskRow]));
    for (const { after } of changes)
      if ((after.version as number) > (last.get(after.id)?.version ?? 0))
        last.set(after.id, after as TaskRow);
    const { rows: counted } = await whole.query({ pk: `LOG#${organizationId}#COUNTERS`, limit: 1000 });
    const total: Record<string, unknown> = counted.find(({ sk }) => sk === 'TOTAL') ?? {};
    for (const status of statuses)
      expect(total[`tasks.${status}`] ?? 0).toBe(
        [...last.values()].filter((task) => task.status === status && !task.deletedAt).length,
      );
    const days = counted.filter(({ sk }) => sk.startsWith('DAY#'));
    const completed = [...last.values()].filter(({ completedAt }) => completedAt);
    for (const { sk, ...day } of days) {
      const on = (moment: unknown) => String(moment).slice(0, 10) === sk.slice(4);
      expect([day.tasksCreated ?? 0, day.tasksCompleted ?? 0, day.tasksCompletedOnTime ?? 0]).toEqual([
        [...last.values()].filter(({ createdAt }) => on(createdAt)).length,
        completed.filter(({ completedAt }) => on(completedAt)).length,
        completed.filter(({ completedAt }) => on(completedAt) && String(completedAt) <= '2026-02-11').length,
      ]);
    }

    // Words, against the titles as they ended up; of what lies in Trash, none.
    for (const noun of nouns) {
      const found = await searchIndexStore(whole).find(organizationId, ['task'], termsOf(noun), 1000);
      const having = [...last.values()].filter(
        ({ title, deletedAt }) => !deletedAt && String(title).includes(noun),
      );
      expect(found.hits.map(({ id, title, detail }) => [id, title, detail]).sort()).toEqual(
        having.map(({ id, title, status }) => [id, title, status]).sort(),
      );
    }
  }
};

// Of each fault the change feed writes a line to its log, as it should.
beforeAll(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

describe('the log is the same whatever happens on the way', () => {
  const seed = seedOf('event log');
  test.each(Array.from({ length: 12 }, (_, n) => seed + n))('with seed %i', round);
});

test('a change that nobody understands stops its own group there, and no other', async () => {
  const [stuck, free] = [ulid(), ulid()];
  const whole = table();
  const deps = {
    log: eventLogStore(whole),
    searchIndex: searchIndexStore(whole),
    announce: async () => {},
    keptDays: 400,
  };
  const made = (organizationId: string, changeId: string, entity = 'task'): StreamChange => ({
    changeId,
    sequenceNumber: changeId,
    before: undefined,
    after: {
      ...recordKey(organizationId, 'task', changeId),
      entity,
      organizationId,
      title: changeId,
      status: 'pending',
      version: 1,
      createdAt: '2026-03-01T09:00:00.000Z',
    },
  });
  const batch = [
    made(stuck, 'stuck-1'),
    made(stuck, 'stuck-2', 'spaceship'),
    made(free, 'free-1'),
    made(stuck, 'stuck-3'),
    made(free, 'free-2'),
  ];
  expect(await feedChanges(deps, batch, new Date())).toEqual(['stuck-2']);
  const logged = async (organizationId: string) =>
    (await whole.query({ pk: `LOG#${organizationId}#EVENTS`, limit: 100, consistent: true })).rows.map(
      ({ id }) => id,
    );
  expect(await logged(free)).toEqual(['free-1', 'free-2']);
  expect(await logged(stuck)).toEqual(['stuck-1']);
  // Given up by the stream, it stands in nobody's way any more.
  expect(await feedChanges(deps, batch.slice(2), new Date())).toEqual([]);
  expect(await logged(stuck)).toEqual(['stuck-1', 'stuck-3']);
});

describe('many changes', () => {
  const created = (n: number, by = 'somebody'): PendingEvent => ({
    changeId: `change-${n}`,
    entity: 'task',
    event: {
      type: 'task.created',
      id: `task-${n}`,
      title: `Task ${n}`,
      changes: [],
      deltas: [
        { counter: 'tasksCreated', by: 1, at: '2026-03-01T09:00:00.000Z' },
        { counter: 'tasks.pending', by: 1 },
      ],
    },
    by,
    at: '2026-03-01T09:00:00.000Z',
  });
  const options = { now: new Date('2026-03-01T09:00:01.000Z'), keptDays: 400 };

  /** A store over the real table, with what it reads and writes. */
  const watched = () => {
    const whole = table();
    const writes: number[] = [];
    const reads: number[] = [];
    const store = eventLogStore({
      ...whole,
      getMany: (keys) => {
        reads.push(keys.length);
        return whole.getMany(keys);
      },
      write: (...all) => {
        writes.push(all.length);
        return whole.write(...all);
      },
    });
    return { store, writes, reads };
  };
  const seqsOf = async (organizationId: string) => {
    const events: unknown[][] = [];
    for await (const { seq, id } of allRows(table(), { pk: `LOG#${organizationId}#EVENTS` }))
      events.push([seq, id]);
    return events;
  };

  test('are as few transactions as their rows fit into, whose end is read once', async () => {
    const organizationId = ulid();
    const { store, writes, reads } = watched();
    const events = Array.from({ length: 200 }, (_, n) => created(n));
    expect((await store.append(organizationId, events.slice(0, 150), options)).length).toBe(150);
    await store.append(organizationId, events.slice(150), options);
    // Beside its event each has a share of the marks of its second, of the counters, of its person and of the log's end.
    expect(writes).toHaveLength(3);
    expect(Math.max(...writes)).toBeLessThanOrEqual(100);
    // For each of both, once: the log's end, and the time zone by which days are counted.
    expect(reads).toEqual([2, 2]);
    expect(await seqsOf(organizationId)).toEqual(events.map(({ event }, n) => [n + 1, event.id]));
  });

  test('of many people still fit, and those that are very long are spread', async () => {
    const organizationId = ulid();
    const { store, writes } = watched();
    const long = 'ü'.repeat(150_000);
    const events = [
      ...Array.from({ length: 60 }, (_, n) => created(n, `person-${n}`)),
      ...Array.from({ length: 20 }, (_, n): PendingEvent => {
        const one = created(100 + n);
        return { ...one, event: { ...one.event, changes: [{ field: 'tags', before: null, after: long }] } };
      }),
    ];
    await store.append(organizationId, events, options);
    expect(writes.length).toBeGreaterThan(3);
    expect(await seqsOf(organizationId)).toEqual(events.map(({ event }, n) => [n + 1, event.id]));
  });

  test('are each one event, when two environments append the same at once', async () => {
    const organizationId = ulid();
    const [one, other] = [watched().store, watched().store];
    await one.append(organizationId, [created(0)], options);
    await other.append(organizationId, [created(1)], options);
    const events = Array.from({ length: 60 }, (_, n) => created(n));
    const appended = await Promise.all(
      [one, other].map((store) => store.append(organizationId, events, options)),
    );
    expect(appended[0]).toEqual(appended[1]);
    const stored = await seqsOf(organizationId);
    expect(stored.map(([seq]) => seq)).toEqual(events.map((_, n) => n + 1));
    expect(new Set(stored.map(([, id]) => id)).size).toBe(60);
  });
});
