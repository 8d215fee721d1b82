import { expect, onTestFinished, test } from 'vitest';
import { callEngine } from '../../infra/local/dynamodb/dynamodb-call.ts';
import type { LocalCloud, LocalCloudOptions } from '../../infra/local/runner/local-cloud.ts';
import { eventFilter, FilterError } from '../../infra/local/stream/event-filter.ts';
import { startFixture, temporaryFolder } from './assembly-fixture.ts';

const start = async (
  folder: string,
  options: Partial<LocalCloudOptions> = {},
): Promise<LocalCloud & { problems: string[] }> => {
  const problems: string[] = [];
  const cloud = await startFixture(folder, {
    ...options,
    log: (line, kind) => kind === 'problem' && problems.push(line),
  });
  onTestFinished(() => cloud.stop());
  return { ...cloud, problems };
};

type Attributes = Record<string, Record<string, unknown>>;

const put = (cloud: LocalCloud, sk: string, more: Attributes = { entity: { S: 'note' } }) =>
  callEngine(cloud.tableEndpoint, 'PutItem', {
    TableName: cloud.tableName,
    Item: { pk: { S: 'p' }, sk: { S: sk }, ...more },
  });

const putAll = async (cloud: LocalCloud, names: readonly string[], entity = 'note') => {
  for (const name of names) await put(cloud, name, { entity: { S: entity } });
};

interface Change {
  eventName: string;
  eventSourceARN: string;
  awsRegion: string;
  dynamodb: { Keys: { sk: { S: string } }; SequenceNumber: string };
}

/** What the function was called with, oldest first. */
const calls = (cloud: LocalCloud): Change[][] =>
  cloud
    .invocations()
    .filter(({ functionName }) => functionName === 'follower')
    .map(({ log }) => (JSON.parse(log.split('\n')[0] ?? '') as { Records: Change[] }).Records)
    .reverse();
const named = (cloud: LocalCloud) => calls(cloud).map((records) => records.map((r) => r.dynamodb.Keys.sk.S));
const letters = (text: string) => [...text];

test('changes come in their order, in the shape that Lambda gives them, filtered', async () => {
  const cloud = await start(temporaryFolder());
  await cloud.stream.pause();
  await put(cloud, 'a');
  await put(cloud, 'no record', {});
  await put(cloud, 'a', { entity: { S: 'note' }, text: { S: 'new' } });
  // Changes nothing: on AWS the stream does not tell of it.
  await put(cloud, 'a', { text: { S: 'new' }, entity: { S: 'note' } });
  await callEngine(cloud.tableEndpoint, 'DeleteItem', {
    TableName: cloud.tableName,
    Key: { pk: { S: 'p' }, sk: { S: 'a' } },
  });
  await put(cloud, 'b');
  cloud.stream.resume();
  await cloud.stream.settled();
  const [records = [], ...others] = calls(cloud);
  expect(others).toEqual([]);
  expect(records.map(({ eventName, dynamodb }) => [eventName, dynamodb.Keys.sk.S])).toEqual([
    ['INSERT', 'a'],
    ['MODIFY', 'a'],
    ['INSERT', 'b'],
  ]);
  expect(records[1]).toMatchObject({
    eventID: expect.any(String),
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'eu-central-1',
    eventSourceARN: `arn:aws:dynamodb:eu-central-1:000000000000:table/${cloud.tableName}/stream/2026-01-01T00:00:00.000`,
    dynamodb: {
      ApproximateCreationDateTime: expect.any(Number),
      NewImage: { entity: { S: 'note' }, text: { S: 'new' } },
      OldImage: { entity: { S: 'note' } },
      SequenceNumber: expect.stringMatching(/^\d+$/),
      SizeBytes: expect.any(Number),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  });
});

test('a batch holds no more than the template says, or a test', async () => {
  const cloud = await start(temporaryFolder());
  await cloud.stream.pause();
  await putAll(cloud, letters('abcdefghijkl'));
  cloud.stream.resume();
  await cloud.stream.settled();
  expect(named(cloud).map((names) => names.length)).toEqual([10, 2]);
  await cloud.stream.pause();
  await putAll(cloud, letters('mnopqr'));
  cloud.stream.deliverInBatchesOf([1, 3]);
  cloud.stream.resume();
  await cloud.stream.settled();
  expect(
    named(cloud)
      .slice(2)
      .map((names) => names.join('')),
  ).toEqual(['m', 'nop', 'q', 'r']);
});

test('a change that the function dies of is found by halving, tried again, put aside, and holds up no other', async () => {
  const cloud = await start(temporaryFolder());
  await cloud.stream.pause();
  await putAll(cloud, ['a', 'b']);
  await put(cloud, 'bad', { entity: { S: 'throw' } });
  await putAll(cloud, ['c']);
  cloud.stream.resume();
  await cloud.stream.settled();
  expect(named(cloud).map((names) => names.join(' '))).toEqual([
    'a b bad c',
    'a b',
    'bad c',
    'bad',
    'bad',
    'bad',
    'c',
  ]);
  const [message, ...others] = cloud.messages();
  expect(others).toEqual([]);
  const sequenceNumber = calls(cloud)[3]?.[0]?.dynamodb.SequenceNumber;
  expect(message?.queue).toBe('failed');
  expect(JSON.parse(message?.body ?? '')).toMatchObject({
    requestContext: {
      functionArn: 'arn:aws:lambda:eu-central-1:000000000000:function:follower',
      condition: 'RetryAttemptsExhausted',
      approximateInvokeCount: 3,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    DDBStreamBatchInfo: {
      shardId: expect.stringMatching(/^shardId-/),
      startSequenceNumber: sequenceNumber,
      endSequenceNumber: sequenceNumber,
      batchSize: 1,
    },
  });
  expect(await (await fetch(`${cloud.url}/_local`)).text()).toContain('RetryAttemptsExhausted');
  expect(cloud.stream.state()).toMatchObject({ givenUp: 1, delivered: 4, lagMs: 0 });
  expect(cloud.problems.at(-1)).toBe('follower: 1 changes were given up (RetryAttemptsExhausted)');
});

test('what the function names as failed is where it goes on', async () => {
  const cloud = await start(temporaryFolder());
  await cloud.stream.pause();
  await putAll(cloud, ['a', 'b']);
  await put(cloud, 'bad', { entity: { S: 'report' } });
  await putAll(cloud, ['c']);
  cloud.stream.resume();
  await cloud.stream.settled();
  expect(named(cloud).map((names) => names.join(' '))).toEqual([
    'a b bad c',
    'bad c',
    'bad',
    'bad',
    'bad',
    'c',
  ]);
  expect(cloud.messages()).toHaveLength(1);
});

test('tests let calls fail before and after the function ran, and deliver changes again', async () => {
  const cloud = await start(temporaryFolder());
  cloud.stream.failNext(1, 'before');
  await put(cloud, 'a');
  await cloud.stream.settled();
  expect(named(cloud)).toEqual([['a']]);
  cloud.stream.failNext(2, 'after');
  await put(cloud, 'b');
  await cloud.stream.settled();
  expect(named(cloud)).toEqual([['a'], ['b'], ['b'], ['b']]);
  await cloud.stream.redeliver(2);
  expect(named(cloud).at(-1)).toEqual(['a', 'b']);
  expect([cloud.problems, cloud.messages()]).toEqual([[], []]);
});

test('a restart goes on where the last run stopped, and misses nothing of the time between', async () => {
  const folder = temporaryFolder();
  const first = await start(folder);
  await put(first, 'a');
  await first.stream.settled();
  // Where the engine tells of a change late, it is the next run's otherwise.
  await expect.poll(() => named(first)).toEqual([['a']]);
  await first.stream.pause();
  await put(first, 'b');
  await first.stop();
  const second = await start(folder);
  await second.stream.settled();
  expect(named(second)).toEqual([['b']]);
  await second.stop();
  const fresh = await start(folder, { fresh: true });
  await fresh.stream.settled();
  expect([calls(fresh), fresh.stream.state().position]).toEqual([[], undefined]);
});

test('which events pass a filter', () => {
  const passes = (pattern: object, event: object) => eventFilter([JSON.stringify(pattern)])(event);
  expect(passes({ a: ['x', 'y'] }, { a: 'y' })).toBe(true);
  expect(passes({ a: ['x'] }, { a: 'y' })).toBe(false);
  expect(passes({ a: { b: [{ exists: true }] } }, { a: {} })).toBe(false);
  expect(passes({ a: { b: [{ exists: false }] } }, {})).toBe(true);
  expect(passes({ a: [{ prefix: 'no' }] }, { a: 'note' })).toBe(true);
  expect(passes({ a: ['x'], b: ['y'] }, { a: 'x' })).toBe(false);
  expect(eventFilter([])({})).toBe(true);
  expect(() => passes({ a: [{ numeric: ['>', 1] }] }, {})).toThrow(FilterError);
});
