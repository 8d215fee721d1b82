import { afterEach, expect, it, vi } from 'vitest';
import { requestLimit, weightOfAsking } from '../../services/core/request-limit.ts';
import type { Table, Write } from '../../services/core/table.ts';
import { table as realTable, rowAt } from './seeded.ts';

afterEach(() => vi.restoreAllMocks());

const noon = new Date('2026-04-01T12:00:15.000Z');

/** A table that adds up what it is told, and counts how often. */
const adding = () => {
  const sums = new Map<string, number>();
  let writes = 0;
  const write = async (one: Write) => {
    if (!('update' in one)) throw new Error('not an update');
    const key = `${one.update.pk} ${one.update.sk}`;
    writes += 1;
    sums.set(key, (sums.get(key) ?? 0) + (one.expression.values?.[':told'] as number));
    return { ...one.update, requests: sums.get(key) };
  };
  return { table: { write } as unknown as Table, writes: () => writes };
};

const times = async (count: number, work: () => Promise<void>) => {
  for (let n = 0; n < count; n += 1) await work();
};

it('writes to the table with every fiftieth request, not with each', async () => {
  const { table, writes } = adding();
  const count = requestLimit(table);
  await times(49, () => count('ada', noon));
  expect(writes()).toBe(0);
  await times(951, () => count('ada', noon));
  expect(writes()).toBe(20);
});

it('holds for one person over several functions, and for that person alone', async () => {
  const { table } = adding();
  const [one, other] = [requestLimit(table, { most: 200 }), requestLimit(table, { most: 200 })];
  await times(150, () => one('ada', noon));
  const letIn = vi.fn();
  await expect(times(200, () => other('ada', noon).then(letIn))).rejects.toMatchObject({
    code: 'requests.too_many',
    details: { retryAfterSeconds: 45 },
  });
  expect(letIn.mock.calls.length).toBeLessThanOrEqual(100);
  await other('ben', noon);
});

it('begins anew with the next minute', async () => {
  const { table } = adding();
  const count = requestLimit(table, { most: 50 });
  await times(50, () => count('ada', noon));
  await expect(count('ada', noon)).rejects.toMatchObject({ code: 'requests.too_many' });
  await count('ada', new Date(noon.getTime() + 60_000));
});

it('refuses nobody because the table could not be told', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const table = { write: () => Promise.reject(new Error('throttled')) } as unknown as Table;
  await times(120, () => requestLimit(table)('ada', noon));
});

it('lets a request weigh more than one', async () => {
  const { table } = adding();
  const count = requestLimit(table, { most: 50 });
  await times(5, () => count('ada', noon, 10));
  await expect(count('ada', noon)).rejects.toMatchObject({ code: 'requests.too_many' });
});

it('tells the table how many there were of whom in which minute, in a row that goes by itself', async () => {
  const who = `person-${Math.random()}`;
  const count = requestLimit(realTable, { every: 5 });
  await times(14, () => count(who, noon));
  const minute = String(Date.parse('2026-04-01T12:00:00Z') / 60_000);
  expect(await rowAt({ pk: `REQUESTS#${who}`, sk: minute })).toEqual({
    pk: `REQUESTS#${who}`,
    sk: minute,
    requests: 10,
    ttl: Date.parse('2026-04-01T12:10:00Z') / 1000,
  });
});

it('counts what the table has not heard of yet', async () => {
  const { table } = adding();
  const count = requestLimit(table, { most: 60 });
  await times(60, () => count('ada', noon));
  await expect(count('ada', noon)).rejects.toMatchObject({ code: 'requests.too_many' });
});

it('goes on counting by itself while the table can’t be told, and tells the operator', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const table = { write: () => Promise.reject(new Error('throttled')) } as unknown as Table;
  const count = requestLimit(table, { most: 100 });
  await times(100, () => count('ada', noon));
  await expect(count('ada', noon)).rejects.toMatchObject({ code: 'requests.too_many' });
  expect(logged.mock.calls.map(([line]) => JSON.parse(line as string))).toMatchObject([
    { message: 'requests could not be counted', reason: 'throttled', told: 50 },
    { message: 'requests could not be counted', reason: 'throttled', told: 50 },
  ]);
});

it('counts each of ten thousand people at a time, and forgets them all before it counts one more', async () => {
  const { table } = adding();
  const count = requestLimit(table, { most: 1 });
  const isRefused = async (who: string) =>
    (await count(who, noon).then(
      () => 'let in',
      () => 'refused',
    )) === 'refused';
  for (let n = 0; n < 10_000; n += 1) await count(`person ${n}`, noon);
  expect([await isRefused('person 0'), await isRefused('person 9999')]).toEqual([true, true]);
  expect(await isRefused('one more')).toBe(false);
  expect([await isRefused('person 0'), await isRefused('one more')]).toEqual([false, true]);
});

it('lets a person make 1,200 requests in a minute, unless the environment says otherwise', async () => {
  const letIn = async (limit: typeof requestLimit) => {
    const count = limit(adding().table);
    for (let n = 0; ; n += 1) {
      try {
        await count('ada', noon);
      } catch {
        return n;
      }
    }
  };
  expect(await letIn(requestLimit)).toBe(1200);
  vi.stubEnv('REQUESTS_PER_MINUTE', '70');
  vi.resetModules();
  const { requestLimit: other } = await import('../../services/core/request-limit.ts');
  expect(await letIn(other)).toBe(70);
  vi.unstubAllEnvs();
});

it('weighs a request that makes us ask the sign-in provider as ten', () => {
  expect(weightOfAsking).toBe(10);
});
