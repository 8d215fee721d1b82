import { createHash } from 'node:crypto';
import * as z from 'zod';
import { Failure } from './failure.ts';
import type { Expression, Row, Table } from './table.ts';

/** A list that is read page by page, newest first. */
export interface PagedList {
  /** The partition that is read. */
  pk: string;
  /** The index that has it, with the table's own partition of the same rows. Both are sorted by the same key. */
  index?: { name: 'gsi1' | 'gsi2'; tablePk: string };
  /** What rows are sorted by: nothing else can be a position in this list. */
  sortKey: z.ZodType<string>;
  filter?: Expression;
}

/** Sort key of the last row, mark of the list, and a digest of both. */
const Cursor = z.tuple([z.string(), z.string(), z.string()]);

const digest = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);

const markOf = ({ pk, filter }: PagedList): string => digest([pk, filter?.values]);

/** The opaque text of a position in the list that has this mark. Anybody can make one: what it holds is parsed. */
export const encodeCursor = (after: string, mark: string): string =>
  Buffer.from(JSON.stringify([after, mark, digest([after, mark])])).toString('base64url');

/** What stands in a cursor. Throws what parsing throws. */
export const decodeCursor = (cursor: string): z.output<typeof Cursor> =>
  Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));

/** DynamoDB's position in a list. All of it but the sort key is the list's own, whatever the cursor says. */
const positionIn = (list: PagedList, cursor: string): Record<string, string> => {
  try {
    const [given, mark, check] = decodeCursor(cursor);
    if (mark !== markOf(list) || check !== digest([given, mark])) throw new Error('of another list');
    const sk = list.sortKey.parse(given);
    const { pk, index } = list;
    return index ? { pk: index.tablePk, sk, [`${index.name}pk`]: pk, [`${index.name}sk`]: sk } : { pk, sk };
  } catch (cause) {
    throw Object.assign(new Failure('cursor.invalid'), { cause });
  }
};

/**
 * Reads a page of a list. A filter may leave less than was asked for, with a cursor to go on from.
 * @throws Failure `cursor.invalid` when the cursor was changed, is of another list, or is none
 */
export const readPage = async (
  table: Table,
  list: PagedList,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<{ rows: Row[]; nextCursor: string | null }> => {
  const { rows, last } = await table.query({
    index: list.index?.name,
    pk: list.pk,
    filter: list.filter,
    limit,
    descending: true,
    after: cursor === undefined ? undefined : positionIn(list, cursor),
  });
  return { rows, nextCursor: last ? encodeCursor(last.sk, markOf(list)) : null };
};
