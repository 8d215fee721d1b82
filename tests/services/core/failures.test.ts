import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, Context } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createHandler } from '../../../services/core/create-handler.ts';
import { Failure } from '../../../services/core/failure.ts';
import type { Table } from '../../../services/core/table.ts';
import { defineContract, defineRoute } from '../../../shared/core/contract.ts';
import { defineErrors } from '../../../shared/core/errors.ts';

/**
 * What a request is answered when something breaks that no real service can be made to break: a throttled table, a
 * conflict of transactions (the local engine knows none), a use case with a fault.
 */
const contract = defineContract({
  module: 'clocks',
  title: 'Clocks',
  errors: defineErrors({ 'clock.stopped': { status: 409, title: () => 'The clock has stopped.' } }),
  routes: {
    read: defineRoute({
      method: 'GET',
      path: '/clocks',
      summary: 'Read the clock',
      status: 200,
      access: 'public',
      output: z.strictObject({ hour: z.number() }),
      errors: [],
    }),
    wind: defineRoute({
      method: 'POST',
      path: '/clocks',
      summary: 'Wind the clock',
      status: 204,
      access: 'public',
      errors: ['clock.stopped'],
    }),
  },
});

const unusedTable: Table = {
  get: () => Promise.reject(new Error('A public route reads no membership.')),
  getMany: () => Promise.reject(new Error('A public route reads no membership.')),
  query: () => Promise.reject(new Error('A public route reads no membership.')),
  write: () => Promise.reject(new Error('A public route reads no membership.')),
  tryWrite: () => Promise.reject(new Error('A public route reads no membership.')),
};

const answerTo = async (method: 'GET' | 'POST', work: () => Promise<unknown>) => {
  const handler = createHandler(contract, {
    table: unusedTable,
    clock: () => new Date(),
    handlers: { read: work as () => Promise<{ hour: number }>, wind: work as () => Promise<undefined> },
  });
  const event = {
    version: '2.0',
    rawPath: '/api/clocks',
    rawQueryString: '',
    headers: {},
    requestContext: { requestId: 'request-1', http: { method, path: '/api/clocks' } },
  };
  const answer = await handler(event as unknown as APIGatewayProxyEventV2WithJWTAuthorizer, {} as Context);
  return { ...answer, body: answer.body === undefined ? undefined : JSON.parse(answer.body) };
};

const logged: string[] = [];
beforeEach(() => {
  logged.length = 0;
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void logged.push(line));
});
afterEach(() => vi.restoreAllMocks());

describe('a failure', () => {
  const throttled = Object.assign(new Error('slow down'), { name: 'ThrottlingException' });
  const conflict = new TransactionCanceledException({
    message: 'conflict',
    $metadata: {},
    CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
  });
  it.each([
    ['a throttled table', throttled],
    ['a conflict of transactions', conflict],
  ])('by %s asks for a little patience: 503 with Retry-After', async (_, error) => {
    const answer = await answerTo('GET', () => Promise.reject(error));
    expect(answer.statusCode).toBe(503);
    expect(answer.headers).toMatchObject({ 'retry-after': '1', 'content-type': 'application/problem+json' });
    expect(answer.body).toMatchObject({ code: 'unavailable', requestId: 'request-1' });
  });

  it('by a fault of ours tells the person nothing internal and the operator everything, under one request id', async () => {
    const answer = await answerTo('GET', () => Promise.reject(new Error('secret-table has no column x')));
    expect(answer.statusCode).toBe(500);
    expect(JSON.stringify(answer)).not.toContain('secret-table');
    expect(answer.body).toMatchObject({ code: 'internal', requestId: 'request-1' });
    const line = JSON.parse(logged.find((text) => text.includes('secret-table')) as string);
    expect(line).toMatchObject({
      level: 'error',
      requestId: 'request-1',
      reason: 'secret-table has no column x',
    });
    expect(line.stack).toContain('failures.test.ts');
  });

  it('of a cancelled transaction that is a fault of ours is not taken for a busy table', async () => {
    const fault = new TransactionCanceledException({
      message: 'fault',
      $metadata: {},
      CancellationReasons: [{ Code: 'ValidationError' }],
    });
    expect((await answerTo('GET', () => Promise.reject(fault))).statusCode).toBe(500);
  });

  it('with a code that the route declares is answered with its status; one that it does not declare is ours', async () => {
    const stopped = () => Promise.reject(new Failure('clock.stopped' as never));
    expect(await answerTo('POST', stopped)).toMatchObject({
      statusCode: 409,
      body: { title: 'The clock has stopped.' },
    });
    expect((await answerTo('GET', stopped)).statusCode).toBe(500);
    expect(logged.some((line) => line.includes('an error that the route does not declare'))).toBe(true);
  });
});

describe('an answer', () => {
  it('never carries what its schema does not declare', async () => {
    const answer = await answerTo('GET', async () => ({ hour: 3, passwordHash: 'x' }));
    expect(answer.statusCode).toBe(500);
    expect(JSON.stringify(answer)).not.toContain('passwordHash');
  });

  it('of a route without output has no body', async () => {
    expect(await answerTo('POST', async () => undefined)).toEqual({ statusCode: 204, body: undefined });
  });
});

describe('the log', () => {
  it('has one line per request with id, route, status and duration', async () => {
    await answerTo('GET', async () => ({ hour: 3 }));
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'info',
        message: 'request',
        requestId: 'request-1',
        route: 'GET /clocks',
        status: 200,
        durationMs: expect.any(Number),
      },
    ]);
  });
});
