import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dynamodbActions, UnknownCall } from '../../infra/local/iam/dynamodb-actions.ts';
import type { LocalCloud } from '../../infra/local/runner/local-cloud.ts';
import { makeFolder, removeFolder, startFixture } from './assembly-fixture.ts';

const folder = makeFolder();
let cloud: LocalCloud;

beforeAll(async () => {
  cloud = await startFixture(folder);
});
afterAll(async () => {
  await cloud.stop();
  removeFolder(folder);
});

const item = { pk: { S: 'a' }, sk: { S: '1' } };

/** Lets the function `writer` (GetItem and PutItem granted) make a call. */
const callAs = async (command: string, input: object): Promise<{ outcome: string; message?: string }> => {
  const response = await fetch(`${cloud.url}/api/write`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ command, input }),
  });
  return (await response.json()) as { outcome: string; message?: string };
};

test('a granted call reaches the table', async () => {
  expect(await callAs('PutItem', { TableName: '@table', Item: item })).toEqual({ outcome: 'done' });
  const engine = new DynamoDBClient({
    endpoint: cloud.tableEndpoint,
    region: cloud.region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'x' },
  });
  const { Item } = await engine.send(new GetItemCommand({ TableName: cloud.tableName, Key: item }));
  expect(Item).toEqual(item);
});

test('a call that is not granted is denied as on AWS, and kept', async () => {
  const denied = await callAs('DeleteItem', { TableName: '@table', Key: item });
  const table = `arn:aws:dynamodb:eu-central-1:000000000000:table/${cloud.tableName}`;
  expect(denied.outcome).toBe('AccessDeniedException');
  expect(denied.message).toBe(
    `User: arn:aws:sts::000000000000:assumed-role/fixture-writerRole/writer is not authorized to perform: dynamodb:DeleteItem on resource: ${table} because no identity-based policy allows the dynamodb:DeleteItem action`,
  );
  expect(cloud.denials()[0]).toMatchObject({
    functionName: 'writer',
    action: 'dynamodb:DeleteItem',
    resource: table,
  });
});

test('a grant on the table is none on its index', async () => {
  const input = {
    TableName: '@table',
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :a',
    ExpressionAttributeValues: { ':a': { S: 'a' } },
  };
  expect((await callAs('Query', input)).message).toMatch(/dynamodb:Query on resource: .*\/index\/gsi1 /);
});

test('a transaction needs the right of each of its parts, and does nothing when one lacks', async () => {
  const written = { pk: { S: 'transaction' }, sk: { S: '1' } };
  const TransactItems = [
    { Put: { TableName: '@table', Item: written } },
    { Delete: { TableName: '@table', Key: item } },
  ];
  expect((await callAs('TransactWriteItems', { TransactItems })).message).toMatch(/dynamodb:DeleteItem/);
  const puts = { TransactItems: TransactItems.slice(0, 1) };
  expect(await callAs('TransactWriteItems', puts)).toEqual({ outcome: 'done' });
});

test('another table is not ours', async () => {
  expect((await callAs('PutItem', { TableName: 'other', Item: item })).outcome).toBe('AccessDeniedException');
});

test('credentials that nobody was given are refused, and so is a wrong signature', async () => {
  const [definition] = cloud.functions();
  const { AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, AWS_SESSION_TOKEN } = definition?.environment ?? {};
  const put = async (credentials: { accessKeyId: string; sessionToken?: string }) => {
    const client = new DynamoDBClient({
      endpoint: AWS_ENDPOINT_URL,
      region: cloud.region,
      maxAttempts: 1,
      credentials: { secretAccessKey: 'guessed', ...credentials },
    });
    return client
      .send(new PutItemCommand({ TableName: cloud.tableName, Item: item }))
      .catch((error) => error.name);
  };
  expect(await put({ accessKeyId: 'AKIDNOBODY' })).toBe('UnrecognizedClientException');
  expect(await put({ accessKeyId: AWS_ACCESS_KEY_ID ?? '', sessionToken: AWS_SESSION_TOKEN })).toBe(
    'InvalidSignatureException',
  );
});

test('which rights a call needs', () => {
  const arnOf = (name: string) => `arn:${name}`;
  const needs = (operation: string, input: Record<string, unknown>) =>
    dynamodbActions(operation, input, arnOf).map(({ action, resource }) => `${action} ${resource}`);
  expect(needs('Query', { TableName: 't' })).toEqual(['dynamodb:Query arn:t']);
  expect(needs('Scan', { TableName: 't', IndexName: 'i' })).toEqual(['dynamodb:Scan arn:t/index/i']);
  expect(needs('BatchGetItem', { RequestItems: { t: {}, u: {} } })).toEqual([
    'dynamodb:BatchGetItem arn:t',
    'dynamodb:BatchGetItem arn:u',
  ]);
  expect(
    needs('TransactWriteItems', {
      TransactItems: [
        { Put: { TableName: 't' } },
        { Update: { TableName: 't' } },
        { Delete: { TableName: 't' } },
        { ConditionCheck: { TableName: 'u' } },
      ],
    }),
  ).toEqual([
    'dynamodb:PutItem arn:t',
    'dynamodb:UpdateItem arn:t',
    'dynamodb:DeleteItem arn:t',
    'dynamodb:ConditionCheckItem arn:u',
  ]);
  expect(() => needs('ExecuteStatement', { Statement: 'x' })).toThrow(UnknownCall);
});
