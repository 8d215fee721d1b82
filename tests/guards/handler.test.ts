import type { Context } from 'aws-lambda';
import { ulid } from 'ulid';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { HttpEvent, TokenContext, VerifiedContext } from '../../services/core/caller.ts';
import { createHandler } from '../../services/core/create-handler.ts';
import { absent } from '../../services/core/expressions.ts';
import { Failure, LateFailure } from '../../services/core/failure.ts';
import { type Identity, verifiedIdentity, vouchedEmail } from '../../services/core/identity-provider.ts';
import { profileKey } from '../../services/core/membership.ts';
import { committing, recordHandlers } from '../../services/core/records.ts';
import { type Row, type Table, WriteRefused } from '../../services/core/table.ts';
import { taskService } from '../../services/tasks/tasks.ts';
import { Session } from '../../shared/access/contract.ts';
import { defineContract, defineRoute } from '../../shared/core/contract.ts';
import { tasks } from '../../shared/tasks/contract.ts';
import {
  alter,
  authTime,
  codeOf,
  now,
  rowAt,
  seedOrganization,
  seedPerson,
  table,
  tableWith,
} from './seeded.ts';

interface Asked {
  method: string;
  path: string;
  userId: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  key?: string;
  headers?: Record<string, string>;
}
type Handler = ReturnType<typeof createHandler>;

/** Sends a request to a handler, as API Gateway does. */
const ask = async (handler: Handler, { method, path, userId, params, query, body, key, headers }: Asked) => {
  const event = {
    version: '2.0',
    rawPath: `/api${path}`,
    rawQueryString: String(new URLSearchParams(query)),
    queryStringParameters: query,
    pathParameters: params,
    headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    requestContext: {
      requestId: 'request-1',
      http: { method, path: `/api${path}`, sourceIp: '192.0.2.7' },
      authorizer: { jwt: { claims: { sub: userId, auth_time: String(authTime), username: 'name' } } },
    },
  };
  const answer = await handler(event as unknown as HttpEvent, {} as Context);
  const content = answer.body === undefined ? undefined : JSON.parse(answer.body);
  return { status: answer.statusCode, headers: answer.headers, body: content, code: content?.code };
};

/** A table that notes which rows are read one by one. */
const noting = (read: string[]): Table =>
  tableWith({
    get: (key) => {
      read.push(key.pk);
      return table.get(key);
    },
  });

describe('the routes of records', () => {
  const tasksOn = (on: Table) =>
    createHandler(tasks, {
      table: on,
      clock: () => now,
      committing,
      handlers: recordHandlers(taskService, {
        table: on,
        newId: (moment) => ulid(moment.getTime()),
        names: async (_, ids) => (id) => ([...ids].includes(id) ? 'Somebody' : 'not asked for'),
      }),
    });
  const setUp = async () => {
    const read: string[] = [];
    const organizationId = await seedOrganization();
    const handler = tasksOn(noting(read));
    const as = (userId: string) => ({
      create: (key?: string, title = 'Paint', subtasks: object[] = []) =>
        ask(handler, {
          method: 'POST',
          path: '/tasks',
          userId,
          body: { title, deadline: '2026-04-01', subtasks },
          ...(key && { key }),
        }),
      change: (id: string, version: number) =>
        ask(handler, {
          method: 'PATCH',
          path: `/tasks/${id}`,
          userId,
          params: { taskId: id },
          body: { version, title: 'New' },
        }),
      changeTo: (id: string, body: object) =>
        ask(handler, { method: 'PATCH', path: `/tasks/${id}`, userId, params: { taskId: id }, body }),
      remove: (id: string, version: number, key?: string) =>
        ask(handler, {
          method: 'DELETE',
          path: `/tasks/${id}`,
          userId,
          params: { taskId: id },
          query: { version: String(version) },
          ...(key && { key }),
        }),
      restore: (id: string, version: number) =>
        ask(handler, {
          method: 'POST',
          path: `/tasks/${id}/restore`,
          userId,
          params: { taskId: id },
          body: { version },
          key: ulid(),
        }),
      get: (id: string) =>
        ask(handler, { method: 'GET', path: `/tasks/${id}`, userId, params: { taskId: id } }),
      list: () => ask(handler, { method: 'GET', path: '/tasks', userId }),
      listDeleted: () => ask(handler, { method: 'GET', path: '/tasks/deleted', userId }),
    });
    return { organizationId, read, as, person: (columns = {}) => seedPerson(organizationId, columns) };
  };

  it('make, change, delete and bring back in the organization of the caller’s row, as the caller', async () => {
    const { as, person } = await setUp();
    const [ada, foreign] = [await person(), await seedPerson(await seedOrganization())];
    const made = (await as(ada).create()).body;
    expect(made).toMatchObject({ createdBy: ada, updatedBy: ada, version: 1, createdAt: now.toISOString() });
    for (const answer of [
      await as(foreign).get(made.id),
      await as(foreign).change(made.id, 1),
      await as(foreign).remove(made.id, 1),
      await as(foreign).restore(made.id, 1),
    ])
      expect([answer.status, answer.code]).toEqual([404, 'not_found']);
    expect((await as(foreign).list()).body.items).toEqual([]);
    expect((await as(ada).get(made.id)).body).toEqual(made);
    expect((await as(ada).list()).body.items).toEqual([made]);
    const changed = (await as(ada).change(made.id, 1)).body;
    expect(changed).toMatchObject({ title: 'New', version: 2, updatedBy: ada });
    const deleted = (await as(ada).remove(made.id, 2)).body;
    expect(deleted).toMatchObject({ deletedBy: ada, deletedAt: now.toISOString() });
    expect(Date.parse(deleted.restorableUntil) - now.getTime()).toBe(30 * 86_400_000);
    expect((await as(ada).listDeleted()).body.items).toEqual([{ ...deleted, deletedByName: 'Somebody' }]);
    expect((await as(foreign).listDeleted()).body.items).toEqual([]);
  });

  it('begin a read while the membership of whom they know is read, and no change', async () => {
    const { person } = await setUp();
    const ada = await person();
    const order: string[] = [];
    const handler = tasksOn(
      tableWith({
        get: async (key) => {
          const row = await table.get(key);
          if (key.pk === profileKey(ada).pk) order.push('membership');
          return row;
        },
        query: (query) => {
          order.push('list');
          return table.query(query);
        },
        write: (...writes) => {
          order.push('write');
          return table.write(...writes);
        },
      }),
    );
    const list = () => ask(handler, { method: 'GET', path: '/tasks', userId: ada });
    await list();
    order.length = 0;
    await list();
    expect(order).toEqual(['list', 'membership']);
    order.length = 0;
    const body = { title: 'Paint', deadline: '2026-04-01' };
    await ask(handler, { method: 'POST', path: '/tasks', userId: ada, body });
    expect(order).toEqual(['membership', 'write']);
    await alter(profileKey(ada), { organizationId: undefined });
    order.length = 0;
    expect((await ask(handler, { method: 'POST', path: '/tasks', userId: ada, body })).status).toBe(403);
    expect(order).toEqual(['membership']);
  });

  it('answer as JSON that nobody keeps, and give ids to the parts of a record', async () => {
    const { as, person } = await setUp();
    const ada = await person();
    const { headers, body } = await as(ada).create();
    expect(headers).toEqual({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    const subtasks = [{ title: 'Ask', completed: false }];
    const changed = await as(ada).changeTo(body.id, { version: 1, subtasks });
    expect(changed.body.subtasks).toEqual([
      { id: expect.stringMatching(/^[0-9A-Z]{26}$/), title: 'Ask', completed: false },
    ]);
    const made = await as(ada).create(undefined, 'Paint', subtasks);
    expect(made.body.subtasks).toEqual([
      { id: expect.stringMatching(/^[0-9A-Z]{26}$/), title: 'Ask', completed: false },
    ]);
  });

  it('give the parts that a change adds the same ids when it is sent again, and no two the same', async () => {
    const { as, person } = await setUp();
    const ada = await person();
    const { id } = (await as(ada).create()).body;
    const subtasks = ['Ask', 'Order', 'Pay'].map((title) => ({ title, completed: false }));
    const first = await as(ada).changeTo(id, { version: 1, subtasks });
    expect(await as(ada).changeTo(id, { version: 1, subtasks })).toEqual(first);
    const second = await as(ada).changeTo(id, {
      version: 2,
      subtasks: [...first.body.subtasks, ...subtasks],
    });
    expect(new Set(second.body.subtasks.map((part: { id: string }) => part.id)).size).toBe(6);
  });

  it('bring back for whoever deleted it, and for whoever may bring back all', async () => {
    const { as, person } = await setUp();
    const [ada, ben, boss] = [await person(), await person(), await person({ role: 'admin' })];
    const { id } = (await as(ada).create()).body;
    await as(ada).remove(id, 1);
    expect(await as(ben).restore(id, 2)).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await as(ada).restore(id, 2)).status).toBe(200);
    await as(ada).remove(id, 3);
    expect((await as(boss).restore(id, 4)).status).toBe(200);
  });

  it('make and delete by a key without a read of whom they know, and change and make without one only after it', async () => {
    const { as, person, read } = await setUp();
    const ada = await person();
    const profile = profileKey(ada).pk;
    const reads = async (work: () => Promise<{ status: number | undefined }>) => {
      read.length = 0;
      expect((await work()).status).toBeLessThan(300);
      return read.filter((pk) => pk === profile).length;
    };
    const made = (await as(ada).create()).body;
    expect(await reads(() => as(ada).create(ulid()))).toBe(0);
    expect(await reads(() => as(ada).create())).toBe(1);
    expect(await reads(() => as(ada).change(made.id, 1))).toBe(1);
    expect(await reads(() => as(ada).remove(made.id, 2, ulid()))).toBe(0);
    expect(await reads(() => as(ada).restore(made.id, 3))).toBe(0);
    expect(await reads(() => as(ada).get(made.id))).toBe(1);
  });

  it('do nothing, by a key or without one, for whoever is no member any more', async () => {
    const { as, person } = await setUp();
    const [ada, ben] = [await person(), await person()];
    const made = (await as(ada).create()).body;
    const key = ulid();
    expect((await as(ada).create(key)).status).toBe(201);
    await alter(profileKey(ada), { organizationId: undefined });
    for (const answer of [
      await as(ada).create(ulid()),
      await as(ada).create(),
      await as(ada).create(key),
      await as(ada).get(made.id),
      await as(ada).change(made.id, 1),
      await as(ada).remove(made.id, 1, ulid()),
    ])
      expect([answer.status, answer.code]).toEqual([403, 'membership.required']);
    expect((await as(ben).list()).body.items).toHaveLength(2);
  });

  it('answer a repeat with what was answered, in this organization alone, and refuse the key for anything else', async () => {
    const { as, person } = await setUp();
    const ada = await person();
    const key = ulid();
    const first = await as(ada).create(key);
    expect(await as(ada).create(key)).toEqual(first);
    expect(await as(ada).create(key, 'Other')).toMatchObject({ status: 422, code: 'idempotency_key.reused' });
    const removal = ulid();
    const gone = await as(ada).remove(first.body.id, 1, removal);
    // It is found no more, and answered all the same.
    expect(await as(ada).remove(first.body.id, 1, removal)).toEqual(gone);
    expect(await as(ada).remove(first.body.id, 1, ulid())).toMatchObject({ status: 404 });
    await alter(profileKey(ada), { organizationId: await seedOrganization() });
    expect(await as(ada).create(key)).toMatchObject({ status: 422, code: 'idempotency_key.reused' });
    expect((await as(ada).list()).body.items).toEqual([]);
  });

  it('are refused to whoever asks too much, and to nobody else', async () => {
    const { as, person } = await setUp();
    const [ada, ben] = [await person(), await person()];
    const minute = String(Math.floor(now.getTime() / 60_000));
    await table.write({ put: { pk: `REQUESTS#${ada}`, sk: minute, requests: 100_000 } });
    for (let n = 0; n < 50; n += 1) expect((await as(ada).list()).status).toBe(200);
    expect(await as(ada).list()).toMatchObject({ status: 429, code: 'requests.too_many' });
    expect((await as(ben).list()).status).toBe(200);
  });

  it('are logged with who asked in which organization, and how it ended', async () => {
    const { as, person, organizationId } = await setUp();
    const ada = await person();
    const line = async (work: () => Promise<unknown>) => {
      const info = vi.spyOn(console, 'info');
      info.mockClear();
      await work();
      return JSON.parse(info.mock.calls.at(-1)?.[0] as string);
    };
    expect(await line(() => as(ada).list())).toEqual({
      level: 'info',
      message: 'request',
      requestId: 'request-1',
      route: 'GET /tasks',
      userId: ada,
      organizationId,
      status: 200,
      durationMs: expect.any(Number),
    });
    expect(await line(() => as(ada).get(ulid()))).toMatchObject({
      code: 'not_found',
      status: 404,
      userId: ada,
    });
    const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValue(1012.34);
    expect((await line(() => as(ada).list())).durationMs).toBe(12.3);
    clock.mockRestore();
  });
});

describe('routes by whom they are for', () => {
  const contract = defineContract({
    module: 'clocks',
    title: 'Clocks',
    errors: {},
    routes: {
      see: defineRoute({
        method: 'GET',
        path: '/clocks',
        summary: 'See',
        status: 200,
        access: 'public',
        query: z.strictObject({ q: z.string().optional() }),
        output: z.strictObject({ seen: z.unknown() }),
      }),
      wind: defineRoute({
        method: 'POST',
        path: '/clocks',
        summary: 'Wind',
        status: 200,
        access: 'signed-in',
        output: z.strictObject({ seen: z.unknown() }),
      }),
      buy: defineRoute({
        method: 'PUT',
        path: '/clocks',
        summary: 'Buy',
        status: 200,
        access: 'verified-email',
        output: z.strictObject({ seen: z.unknown() }),
      }),
      stop: defineRoute({
        method: 'DELETE',
        path: '/clocks',
        summary: 'Stop',
        status: 204,
        access: 'signed-in',
      }),
      join: defineRoute({
        method: 'POST',
        path: '/clocks/join',
        summary: 'Join',
        status: 200,
        access: 'signed-in',
        output: Session,
      }),
    },
  });
  const identity: Identity = { email: 'ada@example.com', name: 'Ada', emailVerified: true };

  const clocks = (
    work: (context: unknown) => Promise<unknown>,
    { provider = async () => identity }: { provider?: () => Promise<Identity | undefined> } = {},
  ) => {
    const handle = async (_: unknown, context: unknown) => ({ seen: await work(context) });
    return createHandler(contract, {
      table,
      clock: () => now,
      identity: provider,
      handlers: {
        see: handle,
        wind: handle,
        buy: handle,
        stop: async (_: unknown, context: TokenContext) => {
          await work(context);
          return undefined;
        },
        join: async (_: unknown, context: TokenContext) => (await work(context)) as Session,
      },
    });
  };
  const wind = (userId: string, more: Partial<Asked> = {}) => ({
    method: 'POST',
    path: '/clocks',
    userId,
    ...more,
  });
  const buy = (userId: string) => ({ method: 'PUT', path: '/clocks', userId });

  it('for everybody know an address and nothing else', async () => {
    const seen = async (context: unknown) => Object.keys(context as object).sort();
    const answer = await ask(clocks(seen), { method: 'GET', path: '/clocks', userId: 'ada' });
    expect(answer.body.seen).toEqual(['ip', 'now', 'requestId']);
    const wrong = await ask(clocks(seen), {
      method: 'GET',
      path: '/clocks',
      userId: 'ada',
      query: { x: '1' },
    });
    expect(wrong).toMatchObject({ status: 422 });
  });

  it('for whoever has signed in know their row; not after signing out everywhere', async () => {
    const userId = await seedPerson(undefined);
    const seen = async (context: unknown) => [
      (context as VerifiedContext).profile?.userId,
      (context as VerifiedContext).identity,
    ];
    expect((await ask(clocks(seen), wind(userId))).body.seen).toEqual([userId, null]);
    expect((await ask(clocks(seen), buy(userId))).body.seen).toEqual([userId, identity]);
    await alter(profileKey(userId), { signedOutAt: authTime + 1 });
    for (const one of [wind(userId), buy(userId)])
      expect(await ask(clocks(seen), one)).toMatchObject({ status: 401, code: 'signed_out' });
  });

  it('for verified addresses ask the provider, and believe no earlier answer', async () => {
    const userId = await seedPerson(undefined);
    const outcome = async (said: Identity | undefined) =>
      (
        await ask(
          clocks(async () => 'in', { provider: async () => said }),
          buy(userId),
        )
      ).code ?? 'in';
    expect(await outcome(identity)).toBe('in');
    expect(await outcome(undefined)).toBe('signed_out');
    expect(await outcome({ ...identity, emailVerified: false })).toBe('session.email_unverified');
    expect(await outcome({ ...identity, email: '' })).toBe('session.email_unverified');
    expect(await outcome({ ...identity, email: 'x'.repeat(256) })).toBe('session.email_unverified');
    expect(await outcome({ ...identity, email: 'x'.repeat(255) })).toBe('in');
    await expect(verifiedIdentity(undefined, { accessToken: '', userId })).rejects.toThrow('nobody to ask');
    expect(await codeOf((async () => vouchedEmail({ email: 'other' }, identity))())).toBe(
      'session.address_changed',
    );
    expect(vouchedEmail({ email: identity.email }, identity)).toBe(identity.email);
  });

  it('weigh ten times as much where the provider is asked', async () => {
    const weigh = async (one: (userId: string) => Asked) => {
      const userId = await seedPerson(undefined);
      const handler = clocks(async () => 'in');
      for (let n = 0; n < 5; n += 1) await ask(handler, one(userId));
      return (await rowAt({ pk: `REQUESTS#${userId}`, sk: String(Math.floor(now.getTime() / 60_000)) }))
        ?.requests;
    };
    expect([await weigh(buy), await weigh(wind)]).toEqual([50, undefined]);
  });

  it('answer a repeat from memory when what was there is gone; a failure that came after the effect is told', async () => {
    const userId = await seedPerson(undefined);
    const key = ulid();
    let failure: Error | undefined;
    const handler = clocks(async (context) => {
      if (failure) throw failure;
      const { commit } = context as TokenContext;
      const outcome = await commit([{ put: { pk: `THING#${ulid()}`, sk: 'x' } as Row }], { seen: 'first' });
      return 'answer' in outcome ? (outcome.answer as { seen: unknown }).seen : 'refused';
    });
    expect((await ask(handler, wind(userId, { key }))).body).toEqual({ seen: 'first' });
    failure = new Failure('not_found');
    expect((await ask(handler, wind(userId, { key }))).body).toEqual({ seen: 'first' });
    expect((await ask(handler, wind(userId, { key: ulid() }))).code).toBe('not_found');
    expect((await ask(handler, wind(userId))).code).toBe('not_found');
    failure = new LateFailure('unavailable');
    expect((await ask(handler, wind(userId, { key }))).code).toBe('unavailable');
    vi.spyOn(console, 'error').mockReturnValue();
    failure = new Error('a fault');
    expect((await ask(handler, wind(userId, { key }))).code).toBe('internal');
  });

  it('are told which condition of their commit refused', async () => {
    const userId = await seedPerson(undefined);
    const there: Row = { pk: `THING#${ulid()}`, sk: 'x' };
    await table.write({ put: there });
    const outcomes: unknown[] = [];
    const handler = clocks(async (context) => {
      outcomes.push(await (context as TokenContext).commit([{ put: there, condition: absent }], 'made'));
    });
    const answer = await ask(handler, { method: 'DELETE', path: '/clocks', userId });
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect(outcomes).toEqual([expect.any(WriteRefused)]);
  });

  it('log no code of an error that is none of ours', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const info = vi.spyOn(console, 'info');
    info.mockClear();
    const fault = Object.assign(new Error('a fault'), { code: 'ECONNRESET' });
    await ask(
      clocks(() => Promise.reject(fault)),
      wind(await seedPerson(undefined)),
    );
    expect(JSON.parse(info.mock.calls.at(-1)?.[0] as string)).not.toHaveProperty('code');
  });

  it('tell nobody again of a membership that is no longer so', async () => {
    const session = (organizationId: string | undefined) =>
      ({
        user: {
          id: 'ada',
          email: 'ada@example.com',
          name: 'Ada',
          currency: 'USD',
          theme: 'light',
          accent: 'blue',
          language: null,
        },
        membership: organizationId
          ? {
              organization: {
                id: organizationId,
                name: 'Signs',
                timeZone: 'Europe/Zurich',
                goals: { revenue: null, projects: null },
                version: 1,
              },
              role: 'member',
              grantedRole: 'member',
              accountHolder: false,
              onboardingCompleted: true,
              plan: {
                type: 'trial',
                status: 'trial',
                trialEndsAt: null,
                trialDaysLeft: 1,
                currentPeriodEnd: null,
                canceledAt: null,
                hasCustomer: false,
              },
              memberCount: 1,
              seq: 0,
              mayEnter: true,
            }
          : null,
        endedGroup: null,
      }) as unknown as Session;
    for (const before of [await seedOrganization(), undefined]) {
      const userId = await seedPerson(before);
      const key = ulid();
      let failure: Failure | undefined;
      const handler = clocks(async (context) => {
        if (failure) throw failure;
        const outcome = await (context as TokenContext).commit([], session(before));
        return 'answer' in outcome ? outcome.answer : undefined;
      });
      const joining = { method: 'POST', path: '/clocks/join', userId, key };
      const founding = clocks(async (context) => {
        const outcome = await (context as TokenContext).commit([], session('01ARZ3NDEKTSV4RRFFQ69G5FAV'));
        return 'answer' in outcome ? outcome.answer : undefined;
      });
      // What is answered for the first time is what the request has just made so.
      expect((await ask(founding, { ...joining, key: ulid() })).status).toBe(200);
      const first = await ask(handler, joining);
      expect([first.status, first.body]).toEqual([200, session(before)]);
      expect((await ask(handler, joining)).body).toEqual(first.body);
      if (!before) {
        const row = (await rowAt(profileKey(userId))) as Row;
        await table.write({ remove: profileKey(userId) });
        expect((await ask(handler, joining)).body).toEqual(first.body);
        await table.write({ put: row });
      }
      await alter(profileKey(userId), { organizationId: before ? undefined : 'another' });
      expect(await ask(handler, joining)).toMatchObject({ status: 422, code: 'idempotency_key.reused' });
      failure = new Failure('not_found');
      expect(await ask(handler, joining)).toMatchObject({ status: 422, code: 'idempotency_key.reused' });
    }
  });

  it('that nobody declares are things that do not exist', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    warned.mockClear();
    const answer = await ask(
      clocks(async () => 'in'),
      { method: 'GET', path: '/clocks/1', userId: 'ada' },
    );
    expect(answer).toMatchObject({ status: 404, code: 'not_found', body: { requestId: 'request-1' } });
    expect(JSON.parse(warned.mock.calls[0]?.[0] as string)).toEqual({
      level: 'warn',
      message: 'no such route',
      requestId: 'request-1',
      route: 'GET',
    });
  });
});
