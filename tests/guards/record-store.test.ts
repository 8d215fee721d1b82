import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Commit, commitFor, toKeyedRequest } from '../../services/core/idempotency.ts';
import { recordKey, trashKey } from '../../services/core/record-keys.ts';
import { type Author, recordStore, type StoredKind } from '../../services/core/record-store.ts';
import { WriteRefused } from '../../services/core/table.ts';
import { now, put, rowAt, table, tableWith } from './seeded.ts';

/** A kind like any other: a text that says nothing when it is empty, and two fields with an index. */
interface Sign {
  id: string;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
  version: number;
  text: string;
  color: string;
  size: string | null;
  paintedAt: string | null;
}
const kind: StoredKind<Sign> = {
  entity: 'task',
  empty: { text: '', color: undefined, size: undefined, paintedAt: null },
  indexes: { gsi1: 'color', gsi2: 'size' },
};
const store = recordStore<Sign>(table, kind);

const later = new Date(now.getTime() + 60_000);
const inAMonth = new Date('2026-05-01T12:00:15.500Z');
const commit = commitFor(table, undefined, now);
const keyed = (key: string): Commit => commitFor(table, toKeyedRequest(key, 'ada', [key]), now);

let one: string;
let other: string;
beforeEach(() => {
  [one, other] = [ulid(), ulid()];
});
const author = (userId: string, organizationId = one): Author => ({ organizationId, userId, now: later });

let made = 0;
const sign = (fields: Partial<Sign> = {}): Sign => {
  made += 1;
  const id = ulid(now.getTime() + made);
  const createdAt = new Date(now.getTime() + made).toISOString();
  return {
    id,
    text: `Sign ${made}`,
    color: 'red',
    size: 'small',
    paintedAt: null,
    createdAt,
    createdBy: 'ada',
    updatedAt: createdAt,
    updatedBy: 'ada',
    version: 1,
    ...fields,
  };
};
const create = (fields: Partial<Sign> = {}, organizationId = one) =>
  store.create(organizationId, sign(fields), commit);
const remove = (record: Sign, by = 'ada') =>
  store.remove(author(by), record.id, record.version, inAMonth, commit);
const texts = ({ items }: { items: Sign[] }) => items.map(({ text }) => text);
const notFound = { code: 'not_found', details: {} };
const conflictWith = (current: unknown) => ({ code: 'version.conflict', details: { current } });
const nobody = async () => {
  throw new Error('nobody is to be asked');
};

describe('a record', () => {
  it('that was made is read and listed in its organization, and in no other', async () => {
    const record = await create();
    expect(await store.get(one, record.id)).toEqual(record);
    await expect(store.get(other, record.id)).rejects.toMatchObject(notFound);
    expect(await store.list(one, {}, { limit: 5 })).toEqual({ items: [record], nextCursor: null });
    expect(await store.list(other, {}, { limit: 5 })).toEqual({ items: [], nextCursor: null });
  });

  it('lies where its kind and its fields say', async () => {
    const record = await create({ text: '', size: 'large' });
    expect(await rowAt(recordKey(one, 'task', record.id))).toEqual({
      pk: `ORG#${one}#TASK`,
      sk: record.id,
      entity: 'task',
      color: 'red',
      size: 'large',
      createdBy: 'ada',
      version: 1,
      gsi1pk: `ORG#${one}#TASK#color#red`,
      gsi2pk: `ORG#${one}#TASK#size#large`,
    });
    const { size: _, ...none } = sign();
    const without = await store.create(one, none as Sign, commit);
    expect(await rowAt(recordKey(one, 'task', without.id))).not.toHaveProperty('gsi2pk');
  });

  it('is made once, and never in the place of another', async () => {
    const record = sign();
    const key = randomUUID();
    expect(await store.create(one, record, keyed(key))).toEqual(record);
    expect(await store.create(one, { ...record, text: 'Again' }, keyed(key))).toEqual(record);
    await expect(store.create(one, { ...record, text: 'Another' }, commit)).rejects.toBeInstanceOf(
      WriteRefused,
    );
    expect(await store.get(one, record.id)).toEqual(record);
  });
});

describe('a list', () => {
  it('answers questions about indexed and other fields alike', async () => {
    for (const [text, color, size] of [
      ['a', 'red', 'small'],
      ['b', 'blue', 'small'],
      ['c', 'red', 'large'],
      ['d', 'red', 'small'],
    ] as const)
      await create({ text, color, size });
    await create({ text: 'foreign', color: 'red', size: 'small' }, other);
    const list = async (question: Parameters<typeof store.list>[1]) =>
      texts(await store.list(one, question, { limit: 10 }));
    expect(await list({})).toEqual(['d', 'c', 'b', 'a']);
    expect(await list({ equal: { color: 'red' } })).toEqual(['d', 'c', 'a']);
    expect(await list({ equal: { size: 'small' } })).toEqual(['d', 'b', 'a']);
    expect(await list({ equal: { color: 'red', size: 'small' } })).toEqual(['d', 'a']);
    expect(await list({ equal: { color: undefined, text: 'b' } })).toEqual(['b']);
    expect(await list({ equal: { color: 'green' } })).toEqual([]);
    expect(
      await list({ filters: [{ text: '#t > :t', names: { '#t': 'text' }, values: { ':t': 'b' } }] }),
    ).toEqual(['d', 'c']);
    const large = { text: '#s = :s', names: { '#s': 'size' }, values: { ':s': 'large' } };
    expect(await list({ equal: { color: 'red' }, filters: [large] })).toEqual(['c']);
    const late = { mark: 'late', test: ({ text, paintedAt }: Sign) => text > 'b' && paintedAt === null };
    expect(await list({ matching: late })).toEqual(['d', 'c']);
    const inOrderOf = { field: 'color' as const, values: ['blue', 'red'] };
    expect(await list({ inOrderOf })).toEqual(['b', 'd', 'c', 'a']);
    expect(await list({ inOrderOf, equal: { size: 'small' } })).toEqual(['b', 'd', 'a']);
    expect(await list({ inOrderOf, equal: { color: 'red' } })).toEqual(['d', 'c', 'a']);
  });

  it('asks the index that the question names, and filters by no more than is left', async () => {
    const asked: unknown[] = [];
    const watched = recordStore<Sign>(
      tableWith({
        query: ({ pk, index, filter }) => {
          asked.push([pk.slice(`ORG#${one}#TASK`.length), index, filter?.text]);
          return Promise.resolve({ rows: [], last: undefined, looked: 0 });
        },
      }),
      kind,
    );
    for (const equal of [
      {},
      { color: 'red' },
      { size: 'small' },
      { color: 'red', size: 'small' },
      { text: 'a' },
    ])
      await watched.list(one, { equal }, { limit: 1 });
    const inOrderOf = { field: 'color' as const, values: ['blue', 'red'] };
    await watched.list(one, { equal: { color: 'red' }, inOrderOf }, { limit: 1 });
    expect(asked).toEqual([
      ['', undefined, undefined],
      ['#color#red', 'gsi1', undefined],
      ['#size#small', 'gsi2', undefined],
      ['#color#red', 'gsi1', '(#size = :size)'],
      ['', undefined, '(#text = :text)'],
      ['#color#red', 'gsi1', undefined],
    ]);
  });

  it('goes on where its page ended, in an index as in the table', async () => {
    for (const text of ['a', 'b', 'c']) await create({ text });
    for (const question of [
      {},
      { equal: { color: 'red' } },
      { inOrderOf: { field: 'color' as const, values: ['red'] } },
    ]) {
      const first = await store.list(one, question, { limit: 2 });
      const cursor = first.nextCursor as string;
      expect([texts(first), texts(await store.list(one, question, { limit: 2, cursor }))]).toEqual([
        ['c', 'b'],
        ['a'],
      ]);
      await expect(store.list(other, question, { limit: 2, cursor })).rejects.toMatchObject({
        code: 'cursor.invalid',
      });
      await expect(store.listDeleted(one, { limit: 2, cursor }, now)).rejects.toMatchObject({
        code: 'cursor.invalid',
      });
    }
  });

  it('takes no position that is no id', async () => {
    const { encodeCursor, decodeCursor } = await import('../../services/core/cursor.ts');
    for (let n = 0; n < 3; n += 1) await remove(await create());
    for (let n = 0; n < 3; n += 1) await create();
    const listed = (cursor?: string) => store.list(one, {}, { limit: 1, ...(cursor && { cursor }) });
    const deleted = (cursor?: string) => store.listDeleted(one, { limit: 1, ...(cursor && { cursor }) }, now);
    for (const list of [listed, deleted]) {
      const [, mark] = decodeCursor((await list()).nextCursor as string);
      await expect(list(encodeCursor('no id', mark))).rejects.toMatchObject({ code: 'cursor.invalid' });
    }
  });

  it('can’t be put in an order that has no index', async () => {
    await expect(
      store.list(one, { inOrderOf: { field: 'text', values: ['a'] } }, { limit: 1 }),
    ).rejects.toThrow('There is no index of task by text.');
  });
});

describe('a change', () => {
  const change = (record: Sign, set: Partial<Sign>, by = 'ben', version = record.version) =>
    store.change(author(by), record.id, version, { set });

  it('sets what it names, says who and when, and moves the record in the indexes', async () => {
    const record = await create({ paintedAt: now.toISOString() });
    const changed = await store.change(author('ben'), record.id, 1, {
      set: { text: '', color: 'blue', size: undefined, paintedAt: null },
    });
    expect(changed).toEqual({
      ...record,
      text: '',
      color: 'blue',
      paintedAt: null,
      version: 2,
      updatedAt: later.toISOString(),
      updatedBy: 'ben',
    });
    expect(await store.get(one, record.id)).toEqual(changed);
    expect(texts(await store.list(one, { equal: { color: 'red' } }, { limit: 5 }))).toEqual([]);
    expect(texts(await store.list(one, { equal: { color: 'blue' } }, { limit: 5 }))).toEqual(['']);
    expect(texts(await store.list(one, { equal: { size: 'small' } }, { limit: 5 }))).toEqual(['']);
    expect(await rowAt(recordKey(one, 'task', record.id))).not.toHaveProperty('paintedAt');
  });

  it('sets only where there is nothing yet, when it says so', async () => {
    const record = await create();
    const paint = (version: number, paintedAt: string | undefined) =>
      store.change(author('ben'), record.id, version, {
        set: { size: 'large' },
        setIfEmpty: { paintedAt, text: undefined },
      });
    expect(await paint(1, 'first')).toMatchObject({ paintedAt: 'first', size: 'large', text: record.text });
    expect(await paint(2, 'second')).toMatchObject({ paintedAt: 'first', version: 3 });
    expect(await paint(3, undefined)).toMatchObject({ paintedAt: 'first', version: 4 });
  });

  it('takes back what a restoring said of who touched it last', async () => {
    const record = await create();
    const restored = await store.restore(
      author('cleo'),
      record.id,
      (await remove(record)).version,
      () => true,
      commit,
    );
    expect(await rowAt(recordKey(one, 'task', record.id))).toMatchObject({
      changedBy: 'cleo',
      changedAt: later.toISOString(),
    });
    await change(restored, { text: 'New' });
    const row = await rowAt(recordKey(one, 'task', record.id));
    expect([row?.changedBy, row?.changedAt, row?.updatedBy]).toEqual([undefined, undefined, 'ben']);
  });

  it('from another version, of another organization, or of nothing is refused and does nothing', async () => {
    const record = await create();
    for (const version of [0, 2, 7])
      await expect(change(record, { text: 'New' }, 'ben', version)).rejects.toMatchObject(
        conflictWith(record),
      );
    const foreign = store.change(author('ben', other), record.id, 1, { set: { text: 'New' } });
    await expect(foreign).rejects.toMatchObject(notFound);
    await expect(change(sign(), { text: 'New' })).rejects.toMatchObject(notFound);
    expect(await store.get(one, record.id)).toEqual(record);
    expect(await rowAt(recordKey(other, 'task', record.id))).toBeUndefined();
  });

  it('of a deleted record is one of nothing', async () => {
    const record = await create();
    await remove(record);
    for (const version of [1, 2])
      await expect(change(record, { text: 'New' }, 'ben', version)).rejects.toMatchObject(notFound);
  });

  it('that is repeated is answered with the record as it is, and changes nothing', async () => {
    const record = await create();
    const set = { text: 'New', paintedAt: null, color: undefined };
    const changed = await change(record, set);
    expect(await change(record, set)).toEqual(changed);
    expect(await store.get(one, record.id)).toEqual(changed);
  });

  it('is no repeat when anything differs: what, by whom, or since when', async () => {
    const record = await create();
    const changed = await change(record, { text: 'New', color: 'blue' });
    const conflict = conflictWith(changed);
    await expect(change(record, { text: 'New', color: 'green' })).rejects.toMatchObject(conflict);
    await expect(change(record, { text: 'Newer', color: 'blue' })).rejects.toMatchObject(conflict);
    await expect(change(record, { text: 'New' }, 'cleo')).rejects.toMatchObject(conflict);
    await change(changed, { text: 'New' });
    await expect(change(record, { text: 'New' })).rejects.toMatchObject({ code: 'version.conflict' });
    expect((await store.get(one, record.id)).version).toBe(3);
  });

  it('hands on whatever else is wrong', async () => {
    const broken = recordStore<Sign>(tableWith({ write: nobody }), kind);
    await expect(broken.change(author('ben'), ulid(), 1, { set: { text: 'x' } })).rejects.toThrow(
      'nobody is to be asked',
    );
  });
});

describe('a deletion', () => {
  it('moves the record to Trash, and says who, when, and until when it can be brought back', async () => {
    const record = await create();
    const deleted = await remove(record, 'ben');
    expect(deleted).toEqual({
      ...record,
      version: 2,
      deletedAt: later.toISOString(),
      deletedBy: 'ben',
      restorableUntil: inAMonth.toISOString(),
    });
    await expect(store.get(one, record.id)).rejects.toMatchObject(notFound);
    expect(await store.listDeleted(one, { limit: 5 }, now)).toEqual({ items: [deleted], nextCursor: null });
    expect((await store.listDeleted(other, { limit: 5 }, now)).items).toEqual([]);
    expect(await rowAt(trashKey(one, 'task', record.id))).toMatchObject({
      entity: 'task',
      version: 2,
      ttl: Date.parse('2026-05-01T12:00:15Z') / 1000,
    });
    expect(await rowAt(trashKey(one, 'task', record.id))).not.toHaveProperty('gsi1pk');
  });

  it('from another version, of another organization, or of nothing is refused and does nothing', async () => {
    const record = await create();
    await expect(remove({ ...record, version: 2 })).rejects.toMatchObject(conflictWith(record));
    const foreign = store.remove(author('ada', other), record.id, 1, inAMonth, commit);
    await expect(foreign).rejects.toMatchObject(notFound);
    await expect(remove(sign())).rejects.toMatchObject(notFound);
    expect(await store.get(one, record.id)).toEqual(record);
    expect((await store.listDeleted(one, { limit: 5 }, now)).items).toEqual([]);
  });

  it('is asked nothing of the table once the version is known to be another', async () => {
    const record = await create();
    await expect(store.remove(author('ada'), record.id, 2, inAMonth, nobody)).rejects.toMatchObject({
      code: 'version.conflict',
    });
  });

  it('that somebody comes between is refused with the record as it is, or as gone', async () => {
    const record = await create();
    const interruptedBy =
      (between: () => Promise<unknown>): Commit =>
      async (writes, answer) => {
        await between();
        return commit(writes, answer);
      };
    const changing = () => store.change(author('ben'), record.id, 1, { set: { text: 'New' } });
    const first = store.remove(author('ada'), record.id, 1, inAMonth, interruptedBy(changing));
    await expect(first).rejects.toMatchObject({
      code: 'version.conflict',
      details: { current: { text: 'New', version: 2 } },
    });
    expect((await store.listDeleted(one, { limit: 5 }, now)).items).toEqual([]);
    const changed = await store.get(one, record.id);
    const second = store.remove(
      author('ada'),
      record.id,
      2,
      inAMonth,
      interruptedBy(() => remove(changed, 'ben')),
    );
    await expect(second).rejects.toMatchObject(notFound);
    expect((await store.listDeleted(one, { limit: 5 }, now)).items).toMatchObject([{ deletedBy: 'ben' }]);
  });

  it('that is repeated with its key gets its first answer', async () => {
    const record = await create();
    const twice = await create();
    const key = randomUUID();
    const first = await store.remove(author('ada'), record.id, 1, inAMonth, keyed(key));
    expect(await store.remove(author('ada'), twice.id, 1, inAMonth, keyed(key))).toEqual(first);
    expect(await store.get(one, twice.id)).toEqual(twice);
  });
});

describe('what is in Trash', () => {
  it('can be brought back until its time is up, however late DynamoDB removes the row', async () => {
    const record = await create();
    const deleted = await remove(record);
    const at = (moment: Date): Author => ({ ...author('ben'), now: moment });
    const bring = (moment: Date) => store.restore(at(moment), record.id, 2, () => true, commit);
    const visible = async (moment: Date) => (await store.listDeleted(one, { limit: 5 }, moment)).items.length;
    const [justBefore, justAfter] = [-1, 1].map((by) => new Date(inAMonth.getTime() + by)) as [Date, Date];
    expect([await visible(justBefore), await visible(inAMonth), await visible(justAfter)]).toEqual([1, 0, 0]);
    for (const moment of [inAMonth, justAfter]) await expect(bring(moment)).rejects.toMatchObject(notFound);
    expect(await bring(justBefore)).toMatchObject({ id: deleted.id, version: 3 });
  });

  it('comes back as it was, to lists and indexes, with who brought it back beside its last change', async () => {
    const record = await create({ color: 'blue' });
    await remove(record);
    const restored = await store.restore(author('ben'), record.id, 2, () => true, commit);
    expect(restored).toEqual({ ...record, version: 3 });
    expect(await store.get(one, record.id)).toEqual(restored);
    expect((await store.list(one, { equal: { color: 'blue' } }, { limit: 5 })).items).toEqual([restored]);
    expect((await store.listDeleted(one, { limit: 5 }, now)).items).toEqual([]);
    expect(await rowAt(recordKey(one, 'task', record.id))).toMatchObject({
      changedBy: 'ben',
      changedAt: later.toISOString(),
    });
  });

  it('from another version, of another organization, or of nothing is not brought back', async () => {
    const record = await create();
    const deleted = await remove(record);
    const bring = (version: number, organizationId = one, id = record.id) =>
      store.restore(author('ada', organizationId), id, version, () => true, commit);
    await expect(bring(1)).rejects.toMatchObject(conflictWith(deleted));
    await expect(bring(2, other)).rejects.toMatchObject(notFound);
    await expect(bring(2, one, ulid())).rejects.toMatchObject(notFound);
    const there = await create();
    await expect(bring(1, one, there.id)).rejects.toMatchObject(notFound);
    expect((await store.listDeleted(one, { limit: 5 }, now)).items).toEqual([deleted]);
    const stale = store.restore(author('ada'), record.id, 1, () => true, nobody);
    await expect(stale).rejects.toMatchObject({ code: 'version.conflict' });
  });

  it('is brought back by nobody who may not bring back what this person has deleted', async () => {
    const record = await create();
    await remove(record, 'ben');
    const asked: string[] = [];
    const bring = (answer: boolean) =>
      store.restore(
        author('ada'),
        record.id,
        2,
        (deletedBy) => {
          asked.push(deletedBy);
          return answer;
        },
        commit,
      );
    await expect(bring(false)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await store.listDeleted(one, { limit: 5 }, now)).items).toHaveLength(1);
    await bring(true);
    expect(asked).toEqual(['ben', 'ben']);
  });

  it('that somebody comes between is refused, and never in the place of another record', async () => {
    const record = await create();
    await remove(record);
    const twice: Commit = async (writes, answer) => {
      await store.restore(author('ben'), record.id, 2, () => true, commit);
      return commit(writes, answer);
    };
    await expect(store.restore(author('ada'), record.id, 2, () => true, twice)).rejects.toMatchObject(
      notFound,
    );
    const again = await store.get(one, record.id);
    await remove(again);
    const changed: Commit = async (writes, answer) => {
      await put({
        ...((await rowAt(trashKey(one, 'task', record.id))) as { pk: string; sk: string }),
        version: 9,
      });
      return commit(writes, answer);
    };
    await expect(store.restore(author('ada'), record.id, 4, () => true, changed)).rejects.toMatchObject({
      code: 'version.conflict',
      details: { current: { version: 9, deletedBy: 'ada', restorableUntil: inAMonth.toISOString() } },
    });
    await put({ ...recordKey(one, 'task', record.id), version: 1, createdBy: 'cleo' });
    await expect(store.restore(author('ada'), record.id, 9, () => true, commit)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await store.get(one, record.id)).createdBy).toBe('cleo');
  });

  it('that is repeated with its key gets its first answer', async () => {
    const [record, kept] = [await create(), await create()];
    await remove(record);
    await remove(kept);
    const key = randomUUID();
    const first = await store.restore(author('ada'), record.id, 2, () => true, keyed(key));
    expect(await store.restore(author('ada'), kept.id, 2, () => true, keyed(key))).toEqual(first);
    await expect(store.get(one, kept.id)).rejects.toMatchObject(notFound);
  });
});
