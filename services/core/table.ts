import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';

/** The primary key of a row. Built only by a module's `*-keys.ts`. */
export interface Key {
  pk: string;
  sk: string;
}

/** A number that sorts as text, for a key. */
export const sortable = (number: number): string => String(number).padStart(16, '0');
export const SortableNumber = z.string().regex(/^\d{16}$/);

export type Row = Key & Record<string, unknown>;

/** A condition, and the placeholders it uses. */
export interface Expression {
  text: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

export type Write =
  | { put: Row; condition?: Expression }
  | { update: Key; expression: Expression; condition?: Expression }
  | { remove: Key; condition?: Expression }
  /** Changes nothing: the others are written only if this holds. */
  | { check: Key; condition: Expression };

/** The row must not exist yet. */
export const absent: Expression = { text: 'attribute_not_exists(pk)' };

/** The row must exist in exactly this version: a deleted row never comes back, and no change is lost. */
export const inVersion = (version: number): Expression => ({
  text: 'attribute_exists(pk) AND #version = :expected',
  names: { '#version': 'version' },
  values: { ':expected': version },
});

/** Holds when all of them hold. */
export const allOf = (...expressions: Expression[]): Expression => ({
  text: expressions.map(({ text }) => `(${text})`).join(' AND '),
  names: Object.assign({}, ...expressions.map(({ names }) => names)),
  values: Object.assign({}, ...expressions.map(({ values }) => values)),
});

/** `SET` of the fields that are given. */
export const setting = (fields: Record<string, unknown>): Expression => {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    text: `SET ${given.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    names: Object.fromEntries(given.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(given.map(([name, value]) => [`:${name}`, value])),
  };
};

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

  at(index: number): boolean {
    return this.refused.some((refusal) => refusal.index === index);
  }
}

export interface RowQuery {
  index?: 'gsi1' | 'gsi2';
  pk: string;
  /** Only rows whose sort key begins with this; of the table, not of an index. */
  startsWith?: string;
  /** Only rows for which this holds; read and paid for all the same. */
  filter?: Expression;
  /** How many rows are wanted. */
  limit: number;
  /** Rows that a filter looks at before it hands over what it has found; {@link lookedAtMost} unless it is said here. */
  lookAtMost?: number;
  /** Newest first. */
  descending?: boolean;
  /** Sees every write that was finished before; not on an index. */
  consistent?: true;
  /** The sort key (and, on an index, the table's own) after which to go on. */
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

/** Keys that DynamoDB takes in one batch. */
const batchAtMost = 100;

/** Comes after every letter. A range up to it is what `begins_with` means, and not every engine sees that in `begins_with`. */
const afterAll = '\u{10ffff}';

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
}

const parts = (...expressions: (Expression | undefined)[]) => {
  const names = Object.assign({}, ...expressions.map((expression) => expression?.names ?? {}));
  const values = Object.assign({}, ...expressions.map((expression) => expression?.values ?? {}));
  return {
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
};

const isConflict = (error: unknown): boolean =>
  error instanceof TransactionCanceledException
    ? (error.CancellationReasons ?? []).some(({ Code }) => Code === 'TransactionConflict')
    : error instanceof Error && error.name === 'TransactionConflictException';

const pauseBefore = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 25 * 2 ** attempt));

/**
 * Tries again, a few times, when another transaction was at the same row at that moment: DynamoDB refuses one of the two
 * and the SDK does not retry it. Who still meets a conflict after that is asked to come back (503).
 */
const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || attempt === 4) throw error;
      await pauseBefore(attempt);
    }
  }
};

/** What the reader of the consumed capacity (the benchmark) is told after each call. */
export type CapacityObserver = (units: number) => void;

/** Opens the table named by `TABLE_NAME`; region, endpoint and credentials come from the function's environment. */
export const openTable = (
  name: string,
  client: DynamoDBClient = new DynamoDBClient({}),
  observe?: CapacityObserver,
): Table => {
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  const common = { TableName: name, ...(observe && { ReturnConsumedCapacity: 'TOTAL' as const }) };
  const observed = <T extends { ConsumedCapacity?: { CapacityUnits?: number } }>(answer: T): T => {
    observe?.(answer.ConsumedCapacity?.CapacityUnits ?? 0);
    return answer;
  };

  const writeOne = async (write: Write): Promise<Row | undefined> => {
    const refusal = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
    if ('put' in write) {
      await documents.send(
        new PutCommand({
          ...common,
          ...refusal,
          Item: write.put,
          ConditionExpression: write.condition?.text,
          ...parts(write.condition),
        }),
      );
      return write.put;
    }
    if ('update' in write) {
      const { Attributes } = await documents.send(
        new UpdateCommand({
          ...common,
          ...refusal,
          Key: write.update,
          UpdateExpression: write.expression.text,
          ConditionExpression: write.condition?.text,
          ReturnValues: 'ALL_NEW',
          ...parts(write.expression, write.condition),
        }),
      );
      return Attributes as Row;
    }
    return writeAll([write]);
  };

  const writeAll = async (writes: Write[]): Promise<undefined> => {
    const refusal = { TableName: name, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
    await documents.send(
      new TransactWriteCommand({
        TransactItems: writes.map((write) => {
          if ('put' in write)
            return {
              Put: {
                ...refusal,
                Item: write.put,
                ConditionExpression: write.condition?.text,
                ...parts(write.condition),
              },
            };
          if ('update' in write)
            return {
              Update: {
                ...refusal,
                Key: write.update,
                UpdateExpression: write.expression.text,
                ConditionExpression: write.condition?.text,
                ...parts(write.expression, write.condition),
              },
            };
          if ('check' in write)
            return {
              ConditionCheck: {
                ...refusal,
                Key: write.check,
                ConditionExpression: write.condition.text,
                ...parts(write.condition),
              },
            };
          return {
            Delete: {
              ...refusal,
              Key: write.remove,
              ConditionExpression: write.condition?.text,
              ...parts(write.condition),
            },
          };
        }),
      }),
    );
  };

  return {
    async get(key) {
      const { Item } = observed(
        await documents.send(new GetCommand({ ...common, Key: key, ConsistentRead: true })),
      );
      return Item as Row | undefined;
    },

    async getMany(keys) {
      const rows: Row[] = [];
      let left = [...keys];
      for (let handedBack = 0; left.length > 0; ) {
        const asked = left.slice(0, batchAtMost);
        const { Responses, UnprocessedKeys, ConsumedCapacity } = await documents.send(
          new BatchGetCommand({
            ...(observe && { ReturnConsumedCapacity: 'TOTAL' }),
            RequestItems: { [name]: { Keys: asked, ConsistentRead: true } },
          }),
        );
        for (const each of ConsumedCapacity ?? []) observed({ ConsumedCapacity: each });
        rows.push(...((Responses?.[name] ?? []) as Row[]));
        const unread = (UnprocessedKeys?.[name]?.Keys ?? []) as Key[];
        left = [...unread, ...left.slice(batchAtMost)];
        if (unread.length === 0) continue;
        // What DynamoDB hands back has to wait a little; the SDK does not ask again.
        handedBack += 1;
        if (handedBack === 6) throw new Error('DynamoDB handed keys back six times.');
        await pauseBefore(handedBack);
      }
      return rows;
    },

    async query({
      index,
      pk,
      startsWith,
      filter,
      limit,
      lookAtMost = lookedAtMost,
      descending,
      consistent,
      after,
    }) {
      const rows: Row[] = [];
      const hashKey = index ? `${index}pk` : 'pk';
      let start: QueryCommandInput['ExclusiveStartKey'] = after;
      let looked = 0;
      let characters = 0;
      // One more than wanted tells whether there is a next page. A filter reads in growing steps instead.
      let step = filter ? Math.max(2 * limit, 100) : limit + 1;
      do {
        const answer = observed(
          await documents.send(
            new QueryCommand({
              ...common,
              ...(index && { IndexName: index }),
              KeyConditionExpression: `#hash = :hash${startsWith === undefined ? '' : ' AND sk BETWEEN :start AND :end'}`,
              FilterExpression: filter?.text,
              Limit: Math.min(step, lookAtMost - looked),
              ScanIndexForward: !descending,
              ConsistentRead: consistent,
              ExclusiveStartKey: start,
              ...parts(
                {
                  text: '',
                  names: { '#hash': hashKey },
                  values: {
                    ':hash': pk,
                    ...(startsWith !== undefined && { ':start': startsWith, ':end': startsWith + afterAll }),
                  },
                },
                filter,
              ),
            }),
          ),
        );
        rows.push(...((answer.Items ?? []) as Row[]));
        looked += answer.ScannedCount ?? 0;
        start = answer.LastEvaluatedKey;
        if (filter) step = Math.min(step * 2, 2000);
        // Ordinary rows fill the page in one go; only then nothing has to be measured.
        if (start && rows.length <= limit) characters += JSON.stringify(answer.Items ?? []).length;
      } while (start && rows.length <= limit && looked < lookAtMost && characters < charactersAtMost);
      if (rows.length > limit) return { rows: rows.slice(0, limit), last: rows[limit - 1], looked };
      return { rows, last: start as Row | undefined, looked };
    },

    async write(...writes) {
      try {
        return await patiently(() => (writes.length === 1 ? writeOne(writes[0]) : writeAll(writes)));
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException)
          throw new WriteRefused([{ index: 0, row: error.Item && (unmarshall(error.Item) as Row) }]);
        if (error instanceof TransactionCanceledException) {
          const refused = (error.CancellationReasons ?? []).flatMap((reason, index) =>
            reason.Code === 'ConditionalCheckFailed'
              ? [{ index, row: reason.Item && (unmarshall(reason.Item) as Row) }]
              : [],
          );
          if (refused.length > 0) throw new WriteRefused(refused);
        }
        throw error;
      }
    },
  };
};

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
      ...(index && {
        [`${index}pk`]: last[`${index}pk`] as string,
        [`${index}sk`]: last[`${index}sk`] as string,
      }),
    };
    const page = await table.query({ index, pk, limit: 100, after });
    yield* page.rows;
    last = page.last;
  } while (last);
}
