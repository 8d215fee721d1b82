import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { functionBundle } from '../infra/function-bundles.ts';
import { startEngine } from '../infra/local/dynamodb/dynamodb-engine.ts';
import { ensureTable } from '../infra/local/dynamodb/dynamodb-table.ts';
import { openTable } from '../services/core/dynamodb-table.ts';
import { commitFor } from '../services/core/idempotency.ts';
import { profileKey } from '../services/core/membership.ts';
import { organizationKey } from '../services/core/organization.ts';
import { recordKey, recordPartition } from '../services/core/record-keys.ts';
import { recordStore } from '../services/core/record-store.ts';
import type { Row } from '../services/core/table.ts';
import { searchIndexStore } from '../services/history/search-index-store.ts';
import { storedTask, taskService } from '../services/tasks/tasks.ts';
import { mostHits } from '../shared/history/contract.ts';
import { type Figure, interleaved, perSecond, ratio } from './measure.ts';

const tableName = 'bench';
const index = (name: string) => ({
  IndexName: name,
  KeySchema: [
    { AttributeName: `${name}pk`, KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  Projection: { ProjectionType: 'ALL' },
});
const table = {
  TableName: tableName,
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi2pk'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S',
  })),
  GlobalSecondaryIndexes: [index('gsi1'), index('gsi2')],
  StreamSpecification: { StreamEnabled: true as const, StreamViewType: 'NEW_AND_OLD_IMAGES' },
};

const small = '01SMALL0000000000000000000';
const large = '01LARGE0000000000000000000';
const memberOf = (organizationId: string) => `member-of-${organizationId}`;
const description = 'A description of the usual length, with what to do, for whom, and until when. '.repeat(
  3,
);

const taskOf = (n: number, at: number) => ({
  id: ulid(at),
  title: `Task ${String(n).padStart(6, '0')}`,
  description,
  priority: (['low', 'medium', 'high'] as const)[n % 3] as 'low' | 'medium' | 'high',
  status: (['pending', 'in-progress', 'review', 'completed'] as const)[n % 4] as 'pending',
  deadline: '2026-04-01',
  tags: ['site', 'spring'],
  subtasks: [{ id: ulid(at), title: 'Ask for a price', completed: false }],
  createdAt: new Date(at).toISOString(),
  createdBy: memberOf(small),
  updatedAt: new Date(at).toISOString(),
  updatedBy: memberOf(small),
  completedAt: null,
  version: 1,
});

const event = (
  method: string,
  url: string,
  organizationId: string,
  body?: unknown,
  taskId?: string,
  key?: string,
) => {
  const [rawPath, rawQueryString = ''] = url.split('?') as [string, string?];
  return {
    version: '2.0',
    routeKey: `${method} ${rawPath}`,
    rawPath,
    rawQueryString,
    headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    queryStringParameters: Object.fromEntries(new URLSearchParams(rawQueryString)),
    pathParameters: taskId ? { taskId } : undefined,
    body: body === undefined ? undefined : JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: {
      requestId: 'bench',
      http: { method, path: rawPath },
      authorizer: { jwt: { claims: { sub: memberOf(organizationId), auth_time: '1' }, scopes: [] } },
    },
  };
};

const membershipFirst =
  'A change waits for a consistent read of the membership, so that a removed member is out at once; that read alone is about half a bare write (docs/decisions/0038-writes-and-membership.md).';

/** Whole requests (the function's own bundle, from event to answer) beside bare calls of the same client. */
export const benchRequests = async (tasksInLarge: number): Promise<Figure[]> => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'guildhall-bench-'));
  const engine = await startEngine({
    dataDir,
    prepareTables: (endpoint) => ensureTable(endpoint, table),
    onUnexpectedEnd: (reason) => {
      throw new Error(`The engine ended: ${reason}`);
    },
  });
  try {
    Object.assign(process.env, {
      TABLE_NAME: tableName,
      REQUESTS_PER_MINUTE: 'Infinity',
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'bench',
      AWS_SECRET_ACCESS_KEY: 'bench',
      AWS_ENDPOINT_URL: engine.endpoint,
    });
    const client = new DynamoDBClient({});
    const bare = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
    const put = (Item: Record<string, unknown>) => bare.send(new PutCommand({ TableName: tableName, Item }));
    for (const organizationId of [small, large]) {
      const userId = memberOf(organizationId);
      await put({ ...profileKey(userId), userId, organizationId, role: 'member' });
      await put({ ...organizationKey(organizationId), id: organizationId });
    }
    const rowsOf = async (organizationId: string, count: number) => {
      const rows: Record<string, unknown>[] = [];
      const recording = {
        ...openTable(tableName, client),
        get: async () => undefined,
        getMany: async () => [],
        write: async (...writes: Parameters<ReturnType<typeof openTable>['write']>) => {
          for (const write of writes)
            if ('put' in write) rows.push(JSON.parse(JSON.stringify(write.put)) as Row);
          return undefined;
        },
      };
      const [store, searchIndex] = [recordStore(recording, storedTask), searchIndexStore(recording)];
      const now = new Date();
      const commit = commitFor(recording, undefined, now);
      for (let n = 0; n < count; n += 1) {
        const task = taskOf(n, 1_700_000_000_000 + n * 1000);
        await store.create(organizationId, task, commit);
        const entry = { title: task.title, detail: task.status, texts: [task.title] };
        await searchIndex.put(organizationId, [{ entity: 'task', id: task.id, order: 1, entry }], now);
      }
      return rows;
    };
    for (const [organizationId, count] of [
      [small, 100],
      [large, tasksInLarge],
    ] as const) {
      const rows = await rowsOf(organizationId, count);
      for (let at = 0; at < rows.length; at += 25)
        await bare.send(
          new BatchWriteCommand({
            RequestItems: { [tableName]: rows.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } })) },
          }),
        );
    }

    const { handler } = (await import(
      pathToFileURL(path.resolve(functionBundle('tasks'), 'index.mjs')).href
    )) as {
      handler: (event: unknown, context: unknown) => Promise<{ statusCode: number; body: string }>;
    };
    const quiet = console.info;
    console.info = () => {};
    const call = async (expected: number, ...request: Parameters<typeof event>) => {
      const answer = await handler(event(...request), {});
      if (answer.statusCode !== expected) throw new Error(`${request[0]} ${request[1]}: ${answer.body}`);
      return answer;
    };

    const bareList = (organizationId: string) => () =>
      bare.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': recordPartition(organizationId, 'task') },
          ScanIndexForward: false,
          Limit: 100,
        }),
      );
    const whole = (organizationId: string) => () => call(200, 'GET', '/api/tasks?limit=100', organizationId);

    const list = await interleaved({ bare: bareList(small), whole: whole(small) }, 200);
    const growth = await interleaved({ hundred: whole(small), many: whole(large) }, 200);

    let units = 0;
    const counting = openTable(tableName, client, (consumed) => {
      units += consumed;
    });
    const unitsOf = async (work: () => Promise<unknown>) => {
      units = 0;
      await work();
      return units;
    };
    const newest = taskService.toQuestion({ sort: 'newest', limit: 100 });
    const listed = recordStore(counting, storedTask);
    const [unitsSmall, unitsLarge] = [
      await unitsOf(() => listed.list(small, newest, { limit: 100 })),
      await unitsOf(() => listed.list(large, newest, { limit: 100 })),
    ];

    const searched = searchIndexStore(counting);
    const search =
      (organizationId: string, ...terms: string[]) =>
      () =>
        searched.find(organizationId, ['task'], terms, mostHits);
    const found = await interleaved({ hundred: search(small, 'tas'), many: search(large, 'tas') }, 200);
    const [wordsSmall, wordsLarge] = [
      await unitsOf(search(small, 'tas')),
      await unitsOf(search(large, 'tas')),
    ];
    const rare = String(tasksInLarge - 1).padStart(6, '0');
    const unitsOfTwo = await unitsOf(search(large, 'task', rare));

    const concurrent = {
      whole: await perSecond(whole(small), 16, 1500),
      bare: await perSecond(bareList(small), 16, 1500),
    };

    const body = { title: 'Paint the sign', deadline: '2026-04-01', description };
    // Of the very columns that a task has.
    const [example] = await rowsOf('bare', 1);
    let n = 0;
    const row = () => {
      n += 1;
      const id = ulid(1_800_000_000_000 + n);
      return { ...example, ...recordKey('bare', 'task', id) };
    };
    const create = await interleaved(
      {
        bare: () => put(row()),
        bareOnce: () =>
          bare.send(
            new TransactWriteCommand({
              TransactItems: [
                {
                  Put: { TableName: tableName, Item: row(), ConditionExpression: 'attribute_not_exists(pk)' },
                },
                {
                  Put: {
                    TableName: tableName,
                    Item: { pk: 'USER#bare', sk: `SUBMISSION#${n}`, body: JSON.stringify(row()) },
                    ConditionExpression: 'attribute_not_exists(pk)',
                  },
                },
              ],
            }),
          ),
        whole: () => call(201, 'POST', '/api/tasks', small, body),
        wholeOnce: () => call(201, 'POST', '/api/tasks', small, body, undefined, `key-${ulid()}`),
      },
      200,
    );

    const target = JSON.parse((await call(201, 'POST', '/api/tasks', small, body)).body) as { id: string };
    const bareRow = row();
    await put(bareRow);
    let version = 1;
    let bareVersion = 1;
    const change = await interleaved(
      {
        bare: () => {
          bareVersion += 1;
          return bare.send(
            new UpdateCommand({
              TableName: tableName,
              Key: { pk: bareRow.pk, sk: bareRow.sk },
              UpdateExpression:
                'SET #t = :t, #v = :v, updatedAt = :at, updatedBy = :by REMOVE changedAt, changedBy',
              ConditionExpression: '#v = :e',
              ExpressionAttributeNames: { '#t': 'title', '#v': 'version' },
              ExpressionAttributeValues: {
                ':t': 'New',
                ':v': bareVersion,
                ':e': bareVersion - 1,
                ':at': 'a',
                ':by': 'b',
              },
              ReturnValues: 'ALL_NEW',
            }),
          );
        },
        whole: async () => {
          await call(200, 'PATCH', `/api/tasks/${target.id}`, small, { version, title: 'New' }, target.id);
          version += 1;
        },
      },
      200,
    );
    console.info = quiet;

    const ms = (figure: number) => `${figure.toFixed(2)} ms`;
    return [
      ratio(
        'list of 100: whole request against the bare call',
        list.whole / list.bare,
        1.15,
        `${ms(list.whole)} : ${ms(list.bare)}`,
      ),
      ratio(
        'create: whole request against a bare put',
        create.whole / create.bare,
        1.3,
        `${ms(create.whole)} : ${ms(create.bare)}`,
        membershipFirst,
      ),
      ratio(
        'create with Idempotency-Key against a bare transaction',
        create.wholeOnce / create.bareOnce,
        1.3,
        `${ms(create.wholeOnce)} : ${ms(create.bareOnce)}`,
        membershipFirst,
      ),
      ratio(
        'change: whole request against a bare conditional update',
        change.whole / change.bare,
        1.3,
        `${ms(change.whole)} : ${ms(change.bare)}`,
        membershipFirst,
      ),
      ratio(
        `first page of 100: ${tasksInLarge.toLocaleString('en')} tasks against 100`,
        growth.many / growth.hundred,
        1.1,
        `${ms(growth.many)} : ${ms(growth.hundred)}`,
      ),
      {
        what: 'the same, consumed capacity',
        target: 'identical',
        figure: `${unitsLarge} : ${unitsSmall} read units`,
        met: unitsLarge === unitsSmall,
      },
      ratio(
        `search by the beginning of a word: ${tasksInLarge.toLocaleString('en')} tasks against 100`,
        found.many / found.hundred,
        1.1,
        `${ms(found.many)} : ${ms(found.hundred)}`,
      ),
      {
        what: 'the same, consumed capacity',
        target: 'identical',
        figure: `${wordsLarge} : ${wordsSmall} read units; two words, one of them rare: ${unitsOfTwo}`,
        met: wordsLarge === wordsSmall,
      },
      {
        what: 'lists of 100 per second, 16 callers',
        figure: `${concurrent.whole.toFixed(0)} whole, ${concurrent.bare.toFixed(0)} bare`,
      },
    ];
  } finally {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
