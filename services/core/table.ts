import * as z from 'zod';
import type { Expression } from './expressions.ts';

/** The primary key of a row. Built only by a module's `*-keys.ts`. */
export interface Key {
  pk: string;
  sk: string;
}

/** A number that sorts as text, for a key. */
export const sortable = (number: number): string => String(number).padStart(16, '0');
export const SortableNumber = z.string().regex(/^\d{16}$/);

export type Row = Key & Record<string, unknown>;

/** A write of one row. Stores make them, `table.write` carries them out. */
export type Write =
  | { put: Row; condition?: Expression }
  | { update: Key; expression: Expression; condition?: Expression }
  | { remove: Key; condition?: Expression }
  /** Changes nothing: the others are written only if this holds. */
  | { check: Key; condition: Expression };

/** A write's condition did not hold. `refused` has, for each refusing write, its index and the row as it is. */
export class WriteRefused extends Error {
  override readonly name = 'WriteRefused';
  readonly refused: readonly { index: number; row: Row | undefined }[];

  constructor(refused: readonly { index: number; row: Row | undefined }[]) {
    super(`refused: ${refused.map(({ index }) => index).join(', ')}`);
    this.refused = refused;
  }

  /** The row that made the write at this index fail; `undefined` if there is none, or that write did not refuse. */
  rowAt(index: number): Row | undefined {
    return this.refused.find((refusal) => refusal.index === index)?.row;
  }

  /** Index of the first write that refused. */
  get first(): number {
    return Math.min(...this.refused.map(({ index }) => index));
  }

  at(index: number): boolean {
    return this.refused.some((refusal) => refusal.index === index);
  }
}

/** What a write comes to: its row, or what refused it. */
export const orRefusal = async <T>(write: Promise<T>): Promise<T | WriteRefused> => {
  try {
    return await write;
  } catch (error) {
    if (error instanceof WriteRefused) return error;
    throw error;
  }
};

/** What refused a write; null when it went through. */
export const refusalOf = async (write: Promise<unknown>): Promise<WriteRefused | null> => {
  const outcome = await orRefusal(write);
  return outcome instanceof WriteRefused ? outcome : null;
};
/** The generic indexes (infra/table.ts). */
export type IndexName = 'gsi1' | 'gsi2' | 'gsi3';

export interface RowQuery {
  index?: IndexName;
  pk: string;
  /** Only rows whose sort key begins with this; of the table, not of an index. */
  startsWith?: string;
  /** Only rows for which this holds; read and paid for all the same. */
  filter?: Expression | undefined;
  /** Only rows for which this holds, where DynamoDB can't say it; read and paid for all the same. */
  matching?: ((row: Row) => boolean) | undefined;
  /** Only these columns, besides the key: a page of many rows is moved and read faster. All of them otherwise. */
  columns?: readonly string[] | undefined;
  /** How many rows are wanted. */
  limit: number;
  /** Rows that a filter looks at before it hands over what it has found; {@link lookedAtMost} unless it is said here. */
  lookAtMost?: number;
  /** Newest first. */
  descending?: boolean;
  /** Sees every write that was finished before; not on an index. */
  consistent?: true;
  /** The key (and, on an index, its partition) after which to go on. */
  after?: Record<string, string>;
}

export interface RowPage {
  rows: Row[];
  /** The last row looked at, while there is more: kept or filtered out, the next page goes on after it. */
  last: Row | undefined;
  /** How many rows were read for it, those that were filtered out included. */
  looked: number;
}

/** Rows that a filtered query looks at before it hands over what it has found, with a cursor to go on from. */
export const lookedAtMost = 10_000;

/**
 * Characters of rows after which a page ends early, with a cursor: a function's answer may have 6 MB, in which text full of
 * quotes and line breaks is escaped twice, and DynamoDB adds at most 1 MB at a time.
 */
export const charactersAtMost = 1_000_000;

/** The one DynamoDB table, in the few ways in which stores use it. */
export interface Table {
  /** Reads one row, consistently. */
  get(key: Key): Promise<Row | undefined>;
  /** Reads rows, consistently, in any order; those that do not exist are left out. Each key once. */
  getMany(keys: readonly Key[]): Promise<Row[]>;
  /**
   * Reads rows of one partition, following DynamoDB's own pages until the limit is filled. A page may end before, when rows
   * are huge or a filter finds few: `last` tells whether there is more.
   */
  query(query: RowQuery): Promise<RowPage>;
  /** Writes one row, or several in one transaction. Throws {@link WriteRefused} when a condition does not hold. */
  write(...writes: [Write, ...Write[]]): Promise<Row | undefined>;
  /** As `write`, but at once: where another transaction is at one of the rows, DynamoDB's refusal is thrown (`isConflict`). */
  tryWrite(...writes: [Write, ...Write[]]): Promise<Row | undefined>;
}

/** All rows of a partition of the table or of an index, page after page; for work behind the scenes, not for an answer. */
export async function* allRows(
  table: Table,
  { index, pk }: Pick<RowQuery, 'index' | 'pk'>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  do {
    const after = last && {
      pk: last.pk,
      sk: last.sk,
      ...(index && { [`${index}pk`]: last[`${index}pk`] as string }),
    };
    const page = await table.query({ index, pk, limit: 100, after });
    yield* page.rows;
    last = page.last;
  } while (last);
}
