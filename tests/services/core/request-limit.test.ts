import { afterEach, expect, it, vi } from 'vitest';
import { requestLimit } from '../../../services/core/request-limit.ts';
import type { Table, Write } from '../../../services/core/table.ts';

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
