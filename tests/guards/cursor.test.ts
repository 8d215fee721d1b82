import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import {
  decodeCursor,
  encodeCursor,
  type PagedList,
  readPage,
  readPageOfAll,
} from '../../services/core/cursor.ts';
import { charactersAtMost, lookedAtMost, type Row, type RowQuery } from '../../services/core/table.ts';
import { Id } from '../../shared/core/ids.ts';
import { codeOf, put, table, tableWith } from './seeded.ts';

/** Rows of one partition, oldest first; and of an index's partitions by turns. */
const seedRows = async (count: number, columns: (n: number) => Record<string, unknown> = () => ({})) => {
  const pk = `ORG#${ulid()}#TASK`;
  const ids = Array.from({ length: count }, (_, n) => ulid(1_700_000_000_000 + n));
  await Promise.all(ids.map((sk, n) => put({ pk, sk, n, gsi1pk: `${pk}#half#${n % 2}`, ...columns(n) })));
  return { pk, ids };
};
const listOf = (pk: string, more: Partial<PagedList> = {}): PagedList => ({ pk, sortKey: Id, ...more });
const half = (pk: string, which: number): PagedList =>
  listOf(`${pk}#half#${which}`, { index: { name: 'gsi1', tablePk: pk } });
const numbers = ({ rows }: { rows: Row[] }) => rows.map(({ n }) => n);

/** Follows the cursors to the end. */
const walk = async (lists: readonly PagedList[], limit: number): Promise<unknown[][]> => {
  const pages: unknown[][] = [];
  let cursor: string | null | undefined;
  do {
    const page = await readPageOfAll(table, lists, { limit, ...(cursor && { cursor }) });
    pages.push(numbers(page));
    cursor = page.nextCursor;
  } while (cursor && pages.length < 50);
  return pages;
};

/** Texts of cursors as anybody could make them. */
const made = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');

describe('pages of a list', () => {
  it('come newest first, without gap or repetition, and the last one says so', async () => {
    const { pk } = await seedRows(5);
    expect(await walk([listOf(pk)], 2)).toEqual([[4, 3], [2, 1], [0]]);
    expect(await walk([listOf(pk)], 5)).toEqual([[4, 3, 2, 1, 0]]);
    expect(await readPage(table, listOf(`${pk}#NONE`), { limit: 2 })).toEqual({ rows: [], nextCursor: null });
  });

  it('of an index go on where the last one ended', async () => {
    const { pk } = await seedRows(7);
    expect(await walk([half(pk, 0)], 2)).toEqual([
      [6, 4],
      [2, 0],
    ]);
  });

  it('of lists that follow one another run over from one to the next', async () => {
    const { pk } = await seedRows(6);
    const lists = [half(pk, 0), half(pk, 1)];
    expect(await walk(lists, 2)).toEqual([
      [4, 2],
      [0, 5],
      [3, 1],
    ]);
    expect(await walk(lists, 3)).toEqual([
      [4, 2, 0],
      [5, 3, 1],
    ]);
    expect(await walk([half(pk, 0), half(pk, 7), half(pk, 1)], 3)).toEqual([
      [4, 2, 0],
      [5, 3, 1],
    ]);
    expect(await walk([half(pk, 0), half(pk, 7)], 3)).toEqual([[4, 2, 0]]);
    expect(await walk(lists, 6)).toEqual([[4, 2, 0, 5, 3, 1]]);
  });

  it('hold what a filter and a test leave', async () => {
    const { pk } = await seedRows(6);
    const filter = { text: 'n > :least', values: { ':least': 1 } };
    const matching = { mark: 'even', test: ({ n }: Row) => Number(n) % 2 === 0 };
    expect((await walk([listOf(pk, { filter })], 10)).flat()).toEqual([5, 4, 3, 2]);
    expect((await walk([listOf(pk, { matching })], 10)).flat()).toEqual([4, 2, 0]);
    expect((await walk([listOf(pk, { filter, matching })], 1)).flat()).toEqual([4, 2]);
  });
});

describe('a cursor', () => {
  it('holds a position, the mark of its list, and a digest of both', () => {
    const cursor = encodeCursor('here', 'mark');
    expect(decodeCursor(cursor)).toEqual(['here', 'mark', expect.stringMatching(/^[\w-]{16}$/)]);
    expect(decodeCursor(encodeCursor(null, 'mark'))[0]).toBeNull();
    expect(cursor).toMatch(/^[\w-]+$/);
  });

  const firstCursor = async (list: PagedList) =>
    (await readPage(table, list, { limit: 1 })).nextCursor as string;

  it('of another organization, of another list, and of a list with another filter is refused', async () => {
    const [own, other] = [await seedRows(3), await seedRows(3)];
    const filter = (least: number) => ({ text: 'n >= :least', values: { ':least': least } });
    const matching = (mark: string) => ({ mark, test: () => true });
    const lists = [
      listOf(own.pk),
      listOf(other.pk),
      half(own.pk, 0),
      listOf(own.pk, { filter: filter(0) }),
      listOf(own.pk, { filter: filter(-1) }),
      listOf(own.pk, { matching: matching('a') }),
      listOf(own.pk, { matching: matching('b') }),
    ];
    for (const list of lists) {
      const cursor = await firstCursor(list);
      for (const asked of lists) {
        const answer = await codeOf(readPage(table, asked, { limit: 1, cursor }));
        expect(answer).toBe(asked === list ? 'nothing refused it' : 'cursor.invalid');
      }
    }
  });

  it('that was changed is refused: position, mark or digest', async () => {
    const { pk, ids } = await seedRows(3);
    const [after, mark, check] = decodeCursor(await firstCursor(listOf(pk)));
    const asked = (cursor: string) => codeOf(readPage(table, listOf(pk), { limit: 1, cursor }));
    expect(await asked(made([after, mark, check]))).toBe('nothing refused it');
    for (const content of [
      [ids[0], mark, check],
      [null, mark, check],
      [after, mark, encodeCursor(after, 'x')],
      [after, 'mark', check],
      [after, mark],
      [after, mark, check, ''],
      [{ pk, sk: after }, mark, check],
      [7, mark, check],
      null,
      'x',
    ])
      expect([content, await asked(made(content))]).toEqual([content, 'cursor.invalid']);
    for (const text of ['', '!', 'x'.repeat(40)]) expect(await asked(text)).toBe('cursor.invalid');
  });

  it('with the right digest names no position but one that the list can have', async () => {
    const { pk } = await seedRows(3);
    const [, mark] = decodeCursor(await firstCursor(listOf(pk)));
    const refused = readPage(table, listOf(pk), { limit: 1, cursor: encodeCursor('ORG#x', mark) });
    await expect(refused).rejects.toMatchObject({ code: 'cursor.invalid', cause: expect.any(Error) });
    const foreign = readPage(table, listOf(pk), { limit: 1, cursor: encodeCursor(null, 'another mark') });
    await expect(foreign).rejects.toMatchObject({ cause: new Error('of another list') });
  });

  it('without a position begins its list', async () => {
    const { pk } = await seedRows(3);
    const [, mark] = decodeCursor(await firstCursor(listOf(pk)));
    const page = await readPage(table, listOf(pk), { limit: 2, cursor: encodeCursor(null, mark) });
    expect(numbers(page)).toEqual([2, 1]);
  });
});

describe('what a page looks at', () => {
  const watching = (answers: { rows: Row[]; looked: number; last?: Row }[]) => {
    const asked: RowQuery[] = [];
    const watched = tableWith({
      query: async (query) => {
        asked.push(query);
        const { rows, looked, last } = answers[asked.length - 1] ?? { rows: [], looked: 0 };
        return { rows, looked, last };
      },
    });
    return { asked, watched };
  };
  const lists = ['one', 'two', 'three'].map((pk) => listOf(pk));
  const ended = (nextCursor: string | null) => nextCursor && decodeCursor(nextCursor).slice(0, 2);
  const markOf = async (list: PagedList) =>
    decodeCursor(
      (
        await readPage(watching([{ rows: [], looked: 1, last: { pk: '', sk: 'x' } }]).watched, list, {
          limit: 1,
        })
      ).nextCursor as string,
    )[1];

  it('is bounded over all its lists together, with a cursor to go on from', async () => {
    const { asked, watched } = watching([
      { rows: [], looked: lookedAtMost - 1 },
      { rows: [], looked: 1 },
    ]);
    const { rows, nextCursor } = await readPageOfAll(watched, lists, { limit: 10 });
    expect(rows).toEqual([]);
    expect(asked.map(({ lookAtMost, limit }) => [lookAtMost, limit])).toEqual([
      [lookedAtMost, 10],
      [1, 10],
    ]);
    expect(ended(nextCursor)).toEqual([null, await markOf(lists[2] as PagedList)]);
  });

  it('is bounded by characters too', async () => {
    const text = (length: number) => [{ pk: 'one', sk: 'x', text: 'x'.repeat(length) }];
    const { asked, watched } = watching([{ rows: text(charactersAtMost), looked: 1 }]);
    const { rows, nextCursor } = await readPageOfAll(watched, lists, { limit: 10 });
    expect([rows.length, asked.length]).toEqual([1, 1]);
    expect(ended(nextCursor)).toEqual([null, await markOf(lists[1] as PagedList)]);
    const exact = charactersAtMost - JSON.stringify(text(0)).length;
    for (const [length, queries] of [
      [exact, 1],
      [exact - 1, 3],
    ] as const) {
      const one = watching([{ rows: text(length), looked: 1 }]);
      await readPageOfAll(one.watched, lists, { limit: 10 });
      expect(one.asked.length).toBe(queries);
    }
  });

  it('is, once it is full, one row of each list until one is found', async () => {
    const row = { pk: 'one', sk: 'x' };
    const { asked, watched } = watching([
      { rows: [row], looked: 1 },
      { rows: [], looked: 0 },
      { rows: [row], looked: 1 },
    ]);
    const { rows, nextCursor } = await readPageOfAll(watched, lists, { limit: 1 });
    expect(rows).toEqual([row]);
    expect(asked.map(({ pk, limit, after, descending }) => [pk, limit, after, descending])).toEqual([
      ['one', 1, undefined, true],
      ['two', 1, undefined, true],
      ['three', 1, undefined, true],
    ]);
    expect(ended(nextCursor)).toEqual([null, await markOf(lists[2] as PagedList)]);
  });

  it('goes on in the list of the cursor, and begins those after it', async () => {
    const { asked, watched } = watching([]);
    const id = ulid();
    const cursor = encodeCursor(id, await markOf(lists[1] as PagedList));
    await readPageOfAll(watched, lists, { limit: 1, cursor });
    expect(asked.map(({ pk, after }) => [pk, after])).toEqual([
      ['two', { pk: 'two', sk: id }],
      ['three', undefined],
    ]);
  });
});
