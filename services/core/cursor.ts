import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Expression } from './expressions.ts';
import { Failure } from './failure.ts';
import { charactersAtMost, type IndexName, lookedAtMost, type Row, type Table } from './table.ts';

/** A list that is read page by page, newest first. */
export interface PagedList {
  /** The partition that is read. */
  pk: string;
  /** The index that has it, with the table's own partition of the same rows. */
  index?: { name: IndexName; tablePk: string };
  /** What rows are sorted by: nothing else can be a position in this list. */
  sortKey: z.ZodType<string>;
  filter?: Expression | undefined;
  /** The columns that are read, besides the key; all of them otherwise. */
  columns?: readonly string[] | undefined;
  /** Of what has been read, only this is handed over. `mark` tells two of them apart. */
  matching?: { mark: string; test: (row: Row) => boolean } | undefined;
}

/** Sort key of the last row (null: before the first), mark of the list, and a digest of both. */
const Cursor = z.tuple([z.string().nullable(), z.string(), z.string()]);

const digest = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);

const markOf = ({ pk, filter, matching }: PagedList): string =>
  digest([pk, filter?.values, ...(matching ? [matching.mark] : [])]);

/** The opaque text of a position in the list that has this mark. Anybody can make one: what it holds is parsed. */
export const encodeCursor = (after: string | null, mark: string): string =>
  Buffer.from(JSON.stringify([after, mark, digest([after, mark])])).toString('base64url');

/** What stands in a cursor. Throws what parsing throws. */
export const decodeCursor = (cursor: string): z.output<typeof Cursor> =>
  Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));

/** Where to go on: which of the lists, and DynamoDB's position in it. All but the sort key is the list's own, whatever the cursor says. */
const positionIn = (
  lists: readonly PagedList[],
  cursor: string,
): { at: number; after: Record<string, string> | undefined } => {
  try {
    const [given, mark, check] = decodeCursor(cursor);
    const at = lists.findIndex((list) => markOf(list) === mark);
    const list = lists[at];
    if (!list || check !== digest([given, mark])) throw new Error('of another list');
    if (given === null) return { at, after: undefined };
    const sk = list.sortKey.parse(given);
    const { pk, index } = list;
    const after = index ? { pk: index.tablePk, sk, [`${index.name}pk`]: pk } : { pk, sk };
    return { at, after };
  } catch (cause) {
    throw Object.assign(new Failure('cursor.invalid'), { cause });
  }
};

/**
 * Reads a page of lists that follow one another as one. A filter, or huge rows, may leave less than was asked for, with a
 * cursor to go on from. When the page is full, the next lists are looked at only until one row is found.
 * @throws Failure `cursor.invalid` when the cursor was changed, is of another list, or is none
 */
export const readPageOfAll = async (
  table: Table,
  lists: readonly PagedList[],
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<{ rows: Row[]; nextCursor: string | null }> => {
  const start = cursor === undefined ? { at: 0, after: undefined } : positionIn(lists, cursor);
  const page: Row[] = [];
  let { after } = start;
  let room = { rows: lookedAtMost, characters: charactersAtMost };
  for (const list of lists.slice(start.at)) {
    const mark = markOf(list);
    if (room.rows <= 0 || room.characters <= 0) return { rows: page, nextCursor: encodeCursor(null, mark) };
    const missing = limit - page.length;
    const { rows, last, looked } = await table.query({
      index: list.index?.name,
      pk: list.pk,
      filter: list.filter,
      columns: list.columns,
      matching: list.matching?.test,
      // The page is full: whether anything follows is all that is left to know.
      limit: Math.max(missing, 1),
      lookAtMost: room.rows,
      descending: true,
      after,
    });
    if (missing === 0 && rows.length > 0) return { rows: page, nextCursor: encodeCursor(null, mark) };
    page.push(...rows);
    if (last) return { rows: page, nextCursor: encodeCursor(last.sk, mark) };
    room = {
      rows: room.rows - looked,
      characters: charactersAtMost - (lists.length > 1 ? JSON.stringify(page).length : 0),
    };
    after = undefined;
  }
  return { rows: page, nextCursor: null };
};

/** Reads a page of one list, as {@link readPageOfAll} does of several. */
export const readPage = (
  table: Table,
  list: PagedList,
  query: { limit: number; cursor?: string },
): Promise<{ rows: Row[]; nextCursor: string | null }> => readPageOfAll(table, [list], query);
