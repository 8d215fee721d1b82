import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, Context } from 'aws-lambda';
import { ulid } from 'ulid';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { createHandler } from '../../../services/core/create-handler.ts';
import { openTable } from '../../../services/core/dynamodb-table.ts';
import { mostAttempts } from '../../../services/core/retry-on-conflict.ts';
import type { Table, Write } from '../../../services/core/table.ts';
import { defineContract, defineRoute } from '../../../shared/core/contract.ts';
import { table } from '../../support/people.ts';

/** What DynamoDB answers to the one of two writes that comes second to a row. Source: its API reference, "Errors". */
const conflictWith = (operation: string, writes: number) =>
  operation === 'TransactWriteItems'
    ? {
        __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
        message: 'Transaction cancelled, please refer cancellation reasons for specific reasons',
        CancellationReasons: Array.from({ length: writes }, (_, n) => ({
          Code: n === 0 ? 'TransactionConflict' : 'None',
        })),
      }
    : {
        __type: 'com.amazonaws.dynamodb.v20120810#TransactionConflictException',
        message: 'Transaction is ongoing for the item',
      };

/** The real table, of which the next calls meet another transaction: the local engine carries out one at a time, so it never does. */
const contested = async (conflicts: number): Promise<{ table: Table; attempts: () => number }> => {
  let attempts = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    attempts += 1;
    if (attempts <= conflicts) {
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify(conflictWith(operation, JSON.parse(body).TransactItems?.length ?? 1)));
      return;
    }
    const { host: _host, connection: _connection, ...headers } = request.headers as Record<string, string>;
    const answer = await fetch(inject('system').tableEndpoint, { method: 'POST', headers, body });
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(await answer.text());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: inject('system').region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  return { table: openTable(inject('system').tableName, client), attempts: () => attempts };
};

const counter = () => ({ pk: `TEST#${ulid()}`, sk: 'COUNTER' });
const counted = async (key: { pk: string; sk: string }) => (await table().get(key))?.count ?? 0;
const increment = (key: { pk: string; sk: string }): Write => ({
  update: key,
  expression: { text: 'ADD #count :one', names: { '#count': 'count' }, values: { ':one': 1 } },
});
const noted = (key: { pk: string }): Write => ({ put: { pk: key.pk, sk: `NOTE#${ulid()}` } });

describe.each([
  ['a single write', (key: { pk: string; sk: string }): [Write, ...Write[]] => [increment(key)]],
  ['a transaction', (key: { pk: string; sk: string }): [Write, ...Write[]] => [increment(key), noted(key)]],
])('%s that meets another transaction at its row', (_, writes) => {
  it.each([1, mostAttempts - 1])(
    '%i times is tried again until it is carried out, once',
    async (conflicts) => {
      const key = counter();
      const { table: busy, attempts } = await contested(conflicts);
      await busy.write(...writes(key));
      expect([attempts(), await counted(key)]).toEqual([conflicts + 1, 1]);
    },
  );

  it(`each of the ${mostAttempts} times that it is tried is answered with 503, and has had no effect`, async () => {
    const key = counter();
    const { table: busy, attempts } = await contested(Number.POSITIVE_INFINITY);
    for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
    onTestFinished(() => void vi.restoreAllMocks());
    const contract = defineContract({
      module: 'counters',
      title: 'Counters',
      errors: {},
      routes: {
        count: defineRoute({
          method: 'POST',
          path: '/counters',
          summary: 'Count one more',
          status: 204,
          access: 'public',
        }),
      },
    });
    const handler = createHandler(contract, {
      table: busy,
      clock: () => new Date(),
      handlers: {
        count: async () => {
          await busy.write(...writes(key));
          return undefined;
        },
      },
    });
    const event = {
      version: '2.0',
      rawPath: '/api/counters',
      rawQueryString: '',
      headers: {},
      requestContext: { requestId: 'request-1', http: { method: 'POST', path: '/api/counters' } },
    };
    const answer = await handler(event as unknown as APIGatewayProxyEventV2WithJWTAuthorizer, {} as Context);
    expect([answer.statusCode, JSON.parse(String(answer.body)).code]).toEqual([503, 'unavailable']);
    expect([attempts(), await counted(key)]).toEqual([mostAttempts, 0]);
  });
});

describe('transactions at the same row at the same moment', () => {
  it('are all carried out, each once', async () => {
    const key = counter();
    const both = [table(), (await contested(0)).table];
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => (both[n % 2] as Table).write(increment(key), noted(key))),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await counted(key)).toBe(40);
    const { rows } = await table().query({ pk: key.pk, startsWith: 'NOTE#', limit: 100, consistent: true });
    expect(rows).toHaveLength(40);
  });
});
