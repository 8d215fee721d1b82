import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { callEngine, EngineError } from '../../infra/local/dynamodb/dynamodb-call.ts';
import { type Engine, startEngine } from '../../infra/local/dynamodb/dynamodb-engine.ts';
import {
  ensureTable,
  expirySweeper,
  type TableDefinition,
} from '../../infra/local/dynamodb/dynamodb-table.ts';
import { makeFolder, removeFolder, temporaryFolder } from './assembly-fixture.ts';

const table: TableDefinition = {
  TableName: 'records',
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: ['pk', 'sk', 'gsi1pk'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S',
  })),
  GlobalSecondaryIndexes: [
    {
      IndexName: 'gsi1',
      KeySchema: [
        { AttributeName: 'gsi1pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  ttlAttribute: 'ttl',
};

const startOn = (dataDir: string, definition = table): Promise<Engine> =>
  startEngine({
    dataDir,
    prepareTables: (endpoint) => ensureTable(endpoint, definition),
    onUnexpectedEnd: (reason) => {
      throw new Error(`the engine ended: ${reason}`);
    },
  });

type Item = Record<string, Record<string, unknown>>;
const item = (pk: string, sk: string, more: Item = {}): Item => ({ pk: { S: pk }, sk: { S: sk }, ...more });

const folder = makeFolder();
let engine: Engine;
beforeAll(async () => {
  engine = await startOn(folder);
});
afterAll(async () => {
  await engine.stop();
  removeFolder(folder);
});

const call = <Answer = Record<string, unknown>>(operation: string, input: object) =>
  callEngine<Answer>(engine.endpoint, operation, { TableName: table.TableName, ...input });
const put = (Item: Item, more: object = {}) => call('PutItem', { Item, ...more });
const get = async (pk: string, sk: string) =>
  (await call<{ Item?: Item }>('GetItem', { Key: item(pk, sk), ConsistentRead: true })).Item;

/** The engine's whole refusal, past the message that callEngine keeps. */
const refusal = async (operation: string, input: object): Promise<Record<string, unknown>> => {
  const response = await fetch(engine.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'x-amz-date': '20260101T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: JSON.stringify({ TableName: table.TableName, ...input }),
  });
  expect(response.status).toBe(400);
  return (await response.json()) as Record<string, unknown>;
};

describe('what services rely on', () => {
  test('a conditional put that fails gives back the item that is there', async () => {
    await put(item('condition', '1', { name: { S: 'first' } }));
    const refused = await refusal('PutItem', {
      Item: item('condition', '1', { name: { S: 'second' } }),
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    expect(refused.__type).toMatch(/ConditionalCheckFailedException$/);
    expect(refused.Item).toEqual(item('condition', '1', { name: { S: 'first' } }));
  });

  test('an update is conditional on its version', async () => {
    await put(item('version', '1', { version: { N: '1' } }));
    const update = {
      Key: item('version', '1'),
      UpdateExpression: 'SET version = version + :one',
      ConditionExpression: 'version = :seen',
      ExpressionAttributeValues: { ':one': { N: '1' }, ':seen': { N: '1' } },
    };
    await call('UpdateItem', update);
    await expect(call('UpdateItem', update)).rejects.toThrow(EngineError);
    expect(await get('version', '1')).toMatchObject({ version: { N: '2' } });
  });

  test('a transaction that fails tells the reason of each part, with the item, and changes nothing', async () => {
    await put(item('transaction', 'there', { name: { S: 'old' } }));
    const refused = await refusal('TransactWriteItems', {
      TransactItems: [
        { Put: { TableName: table.TableName, Item: item('transaction', 'new') } },
        {
          Put: {
            TableName: table.TableName,
            Item: item('transaction', 'there'),
            ConditionExpression: 'attribute_not_exists(pk)',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
      ],
    });
    expect(refused.__type).toMatch(/TransactionCanceledException$/);
    expect(refused.CancellationReasons).toEqual([
      expect.objectContaining({ Code: 'None' }),
      expect.objectContaining({
        Code: 'ConditionalCheckFailed',
        Item: item('transaction', 'there', { name: { S: 'old' } }),
      }),
    ]);
    expect(await get('transaction', 'new')).toBeUndefined();
  });

  test('an index holds only items with its keys, in their order, page by page', async () => {
    for (const sk of ['3', '1', '2']) await put(item('indexed', sk, { gsi1pk: { S: 'g' } }));
    await put(item('indexed', 'sparse'));
    const query = {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :g',
      ExpressionAttributeValues: { ':g': { S: 'g' } },
      ScanIndexForward: false,
      Limit: 2,
    };
    const first = await call<{ Items: Item[]; LastEvaluatedKey: Item }>('Query', query);
    const second = await call<{ Items: Item[]; LastEvaluatedKey?: Item }>('Query', {
      ...query,
      ExclusiveStartKey: first.LastEvaluatedKey,
    });
    expect([...first.Items, ...second.Items].map((one) => one.sk?.S)).toEqual(['3', '2', '1']);
    expect(second.LastEvaluatedKey).toBeUndefined();
  });

  test('a page stops at 1 MB, and a filter does not lengthen it', async () => {
    for (let index = 0; index < 12; index += 1) {
      await put(item('megabyte', String(index).padStart(2, '0'), { text: { S: 'x'.repeat(100_000) } }));
    }
    const page = await call<{ Count: number; LastEvaluatedKey?: Item }>('Query', {
      KeyConditionExpression: 'pk = :p',
      FilterExpression: 'attribute_not_exists(absent)',
      ExpressionAttributeValues: { ':p': { S: 'megabyte' } },
    });
    expect(page.Count).toBeLessThan(12);
    expect(page.LastEvaluatedKey).toBeDefined();
  });

  test('consumed capacity is by AWS’s rules', async () => {
    await put(item('capacity', '1', { text: { S: 'x'.repeat(5_000) } }));
    const read = await call<{ ConsumedCapacity: { CapacityUnits: number } }>('GetItem', {
      Key: item('capacity', '1'),
      ConsistentRead: true,
      ReturnConsumedCapacity: 'TOTAL',
    });
    // 5 kB are two units of 4 kB.
    expect(read.ConsumedCapacity.CapacityUnits).toBe(2);
  });
});

test('expired items go; those that were prolonged, and those that expired over five years ago, stay', async () => {
  const now = Math.floor(Date.now() / 1000);
  const ttl = (seconds: number) => ({ ttl: { N: String(seconds) } });
  await put(item('expiry', 'gone', ttl(now - 10)));
  await put(item('expiry', 'later', ttl(now + 1000)));
  await put(item('expiry', 'ancient', ttl(now - 6 * 365 * 24 * 3600)));
  await put(item('expiry', 'text', { ttl: { S: 'never' } }));
  const sweeper = expirySweeper(engine.endpoint, table);
  let removed = 0;
  for (let finished = false; !finished; ) {
    const page = await sweeper.sweepPage(now);
    removed += page.removed;
    finished = page.finishedRound;
  }
  expect(removed).toBe(1);
  const { Items } = await call<{ Items: Item[] }>('Query', {
    KeyConditionExpression: 'pk = :p',
    ExpressionAttributeValues: { ':p': { S: 'expiry' } },
  });
  expect(Items.map((one) => one.sk?.S)).toEqual(['ancient', 'later', 'text']);
});

test('a table that is described differently now is refused, with the way on', async () => {
  const { GlobalSecondaryIndexes: _, ...withoutIndex } = table;
  await expect(ensureTable(engine.endpoint, withoutIndex)).rejects.toThrow(/--fresh/);
});

const cpuTicks = (dataDir: string): number => {
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'engine.pid'), 'utf8'));
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
};

/** Adds stream records as 20,000 writes would have left them. */
const addStreamRecords = (dataDir: string, count: number): void => {
  const file = join(dataDir, 'table.db');
  // Out of write-ahead mode, which the driver can't open; the engine turns it on again.
  const header = openSync(file, 'r+');
  writeSync(header, new Uint8Array([1, 1]), 0, 2, 18);
  closeSync(header);
  const database = new sqlite.Database(file);
  database.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO _stream_records (table_name, event_name, keys_json, new_image, sequence_number, shard_id, created_at)
     SELECT table_name, event_name, keys_json, new_image, CAST(100000 + i AS TEXT), shard_id, created_at
     FROM n, (SELECT * FROM _stream_records ORDER BY id LIMIT 1)`,
    [count],
  );
  database.close();
};

test.runIf(existsSync('/proc/self/stat') && !process.env.DYNAMODB_ENDPOINT)(
  'a put costs about as much CPU after 20,000 stream records as after none',
  async () => {
    const dataDir = temporaryFolder();
    const ticksOfPuts = async (): Promise<number> => {
      const started = await startOn(dataDir);
      const before = cpuTicks(dataDir);
      for (let index = 0; index < 600; index += 1) {
        await callEngine(started.endpoint, 'PutItem', {
          TableName: table.TableName,
          Item: item('cpu', String(index)),
        });
      }
      const ticks = cpuTicks(dataDir) - before;
      await started.stop();
      return ticks;
    };
    const few = await ticksOfPuts();
    addStreamRecords(dataDir, 20_000);
    const many = await ticksOfPuts();
    // Without the two indexes the ratio is over 10.
    expect(many / few).toBeLessThan(3);
  },
);

test.runIf(process.platform === 'linux' && !process.env.DYNAMODB_ENDPOINT)(
  'answers where no web page can look for it: at one of sixteen million addresses, another one for each run',
  async () => {
    const another = await startOn(temporaryFolder());
    const [own, other] = [new URL(engine.endpoint), new URL(another.endpoint)];
    await another.stop();
    expect(own.hostname).toMatch(/^127\.\d+\.\d+\.\d+$/);
    expect(new Set([own.hostname, other.hostname, '127.0.0.1']).size).toBe(3);
    await expect(callEngine(`http://127.0.0.1:${own.port}`, 'ListTables', {})).rejects.toThrow();
  },
);

test.runIf(process.platform !== 'win32' && !process.env.DYNAMODB_ENDPOINT)(
  'keeps its files for the user who runs it, those of an earlier version too',
  async () => {
    const dataDir = join(temporaryFolder(), 'data');
    await (await startOn(dataDir)).stop();
    chmodSync(join(dataDir, 'table.db'), 0o644);
    const started = await startOn(dataDir);
    await callEngine(started.endpoint, 'PutItem', { TableName: table.TableName, Item: item('mode', '1') });
    const modes = readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).mode & 0o777]);
    const folderMode = statSync(dataDir).mode & 0o777;
    await started.stop();
    expect(modes.map(([name]) => name)).toContain('table.db-wal');
    expect(modes.filter(([, mode]) => mode !== 0o600)).toEqual([]);
    expect(folderMode).toBe(0o700);
  },
);

test('an engine that is there already is used as it is', async () => {
  const before = process.env.DYNAMODB_ENDPOINT;
  onTestFinished(() => {
    if (before === undefined) delete process.env.DYNAMODB_ENDPOINT;
    else process.env.DYNAMODB_ENDPOINT = before;
  });
  process.env.DYNAMODB_ENDPOINT = engine.endpoint;
  const dataDir = temporaryFolder();
  const same = await startOn(dataDir);
  await same.stop();
  expect(same.endpoint).toBe(engine.endpoint);
  expect(await get('condition', '1')).toBeDefined();
  expect(existsSync(join(dataDir, 'table.db'))).toBe(false);
  process.env.DYNAMODB_ENDPOINT = 'http://127.0.0.1:9';
  await expect(startOn(dataDir)).rejects.toThrow(/No DynamoDB engine answers at .*:9$/);
});
