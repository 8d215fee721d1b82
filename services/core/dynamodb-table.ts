import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Expression } from './expressions.ts';
import { backOff, retryOnConflict } from './retry-on-conflict.ts';
import {
  charactersAtMost,
  type Key,
  lookedAtMost,
  type Row,
  type Table,
  type Write,
  WriteRefused,
} from './table.ts';

/** Keys that DynamoDB takes in one batch. */
const batchAtMost = 100;

/** How often keys are asked for again that DynamoDB hands back. */
const mostHandedBack = 6;

/** Comes after every letter. A range up to it is what `begins_with` means, and not every engine sees that in `begins_with`. */
const afterAll = '\u{10ffff}';

/** Names and values of all expressions of one call; absent where there are none, as DynamoDB demands. */
const placeholders = (...expressions: (Expression | undefined)[]) => {
  const names = Object.assign({}, ...expressions.map((expression) => expression?.names ?? {}));
  const values = Object.assign({}, ...expressions.map((expression) => expression?.values ?? {}));
  return {
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
};

/** The columns named, and the key by which one goes on. */
const projectionOf = (columns: readonly string[]): Expression => {
  const names = ['pk', 'sk', ...columns];
  return {
    text: names.map((name) => `#${name}`).join(', '),
    names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
  };
};

/** What a refused write is told: the row as it is. */
const refusal = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };

/** A write in the words of DynamoDB, which are the same alone and in a transaction. */
const translated = (TableName: string, write: Write) => {
  const condition = {
    TableName,
    ...refusal,
    ConditionExpression: write.condition?.text,
    ...placeholders('update' in write ? write.expression : undefined, write.condition),
  };
  if ('put' in write) return { Put: { ...condition, Item: write.put } };
  if ('update' in write)
    return { Update: { ...condition, Key: write.update, UpdateExpression: write.expression.text } };
  if ('check' in write)
    return { ConditionCheck: { ...condition, Key: write.check, ConditionExpression: write.condition.text } };
  return { Delete: { ...condition, Key: write.remove } };
};

/** What the conditions say that did not hold; any other error as it is. */
const asRefusal = (error: unknown): unknown => {
  if (error instanceof ConditionalCheckFailedException)
    return new WriteRefused([{ index: 0, row: error.Item && (unmarshall(error.Item) as Row) }]);
  if (!(error instanceof TransactionCanceledException)) return error;
  const refused = (error.CancellationReasons ?? []).flatMap((reason, index) =>
    reason.Code === 'ConditionalCheckFailed'
      ? [{ index, row: reason.Item && (unmarshall(reason.Item) as Row) }]
      : [],
  );
  return refused.length > 0 ? new WriteRefused(refused) : error;
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
  const capacity = observe && { ReturnConsumedCapacity: 'TOTAL' as const };
  const common = { TableName: name, ...capacity };
  const observed = <T extends { ConsumedCapacity?: { CapacityUnits?: number } }>(answer: T): T => {
    observe?.(answer.ConsumedCapacity?.CapacityUnits ?? 0);
    return answer;
  };

  const writeAll = async (writes: Write[]): Promise<undefined> => {
    await documents.send(
      new TransactWriteCommand({ TransactItems: writes.map((write) => translated(name, write)) }),
    );
  };

  const writeOne = async (write: Write): Promise<Row | undefined> => {
    const translation = translated(name, write);
    if (translation.Put) {
      await documents.send(new PutCommand(translation.Put));
      return translation.Put.Item;
    }
    if (translation.Update) {
      const { Attributes } = await documents.send(
        new UpdateCommand({ ...translation.Update, ReturnValues: 'ALL_NEW' }),
      );
      return Attributes as Row;
    }
    if (translation.Delete) {
      await documents.send(new DeleteCommand(translation.Delete));
      return undefined;
    }
    return writeAll([write]);
  };

  const send = (writes: [Write, ...Write[]]): Promise<Row | undefined> =>
    writes.length === 1 ? writeOne(writes[0]) : writeAll(writes);

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
            ...capacity,
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
        if (handedBack === mostHandedBack)
          throw new Error(`DynamoDB handed keys back ${mostHandedBack} times.`);
        await backOff(handedBack);
      }
      return rows;
    },

    async query({
      index,
      pk,
      startsWith,
      filter,
      matching,
      columns,
      limit,
      lookAtMost = lookedAtMost,
      descending,
      consistent,
      after,
    }) {
      const rows: Row[] = [];
      const projection = columns && projectionOf(columns);
      const hashKey = index ? `${index}pk` : 'pk';
      let start: QueryCommandInput['ExclusiveStartKey'] = after;
      let looked = 0;
      let characters = 0;
      // One more than wanted tells whether there is a next page. A filter reads in growing steps instead.
      const isSelective = filter !== undefined || matching !== undefined;
      let step = isSelective ? Math.max(2 * limit, 100) : limit + 1;
      do {
        const answer = observed(
          await documents.send(
            new QueryCommand({
              ...common,
              ...(index && { IndexName: index }),
              KeyConditionExpression: `#hash = :hash${startsWith === undefined ? '' : ' AND sk BETWEEN :start AND :end'}`,
              FilterExpression: filter?.text,
              ProjectionExpression: projection?.text,
              Limit: Math.min(step, lookAtMost - looked),
              ScanIndexForward: !descending,
              ConsistentRead: consistent,
              ExclusiveStartKey: start,
              ...placeholders(
                {
                  text: '',
                  names: { '#hash': hashKey },
                  values: {
                    ':hash': pk,
                    ...(startsWith !== undefined && { ':start': startsWith, ':end': startsWith + afterAll }),
                  },
                },
                filter,
                projection,
              ),
            }),
          ),
        );
        const read = (answer.Items ?? []) as Row[];
        const fitting = matching ? read.filter(matching) : read;
        rows.push(...fitting);
        looked += answer.ScannedCount ?? 0;
        start = answer.LastEvaluatedKey;
        if (isSelective) step = Math.min(step * 2, 2000);
        // Ordinary rows fill the page in one go; only then nothing has to be measured.
        if (start && rows.length <= limit) characters += JSON.stringify(fitting).length;
      } while (start && rows.length <= limit && looked < lookAtMost && characters < charactersAtMost);
      if (rows.length > limit) return { rows: rows.slice(0, limit), last: rows[limit - 1], looked };
      return { rows, last: start as Row | undefined, looked };
    },

    async write(...writes) {
      try {
        return await retryOnConflict(() => send(writes));
      } catch (error) {
        throw asRefusal(error);
      }
    },

    async tryWrite(...writes) {
      try {
        return await send(writes);
      } catch (error) {
        throw asRefusal(error);
      }
    },
  };
};
