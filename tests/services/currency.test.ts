import { describe, expect, it } from 'vitest';
import { checkedRates, greatestMove } from '../../services/currency/fetched-rates.ts';
import { ratesKey } from '../../services/currency/rates-keys.ts';
import { currencyCodes } from '../../shared/core/currencies.ts';
import { currency } from '../../shared/currency/contract.ts';
import { builtInRates } from '../../shared/currency/rules.ts';
import { system } from '../support/controls.ts';
import { stranger, table } from '../support/people.ts';

const hour = 3_600_000;
const ratesFor = async () => (await stranger()).call(currency.routes.getRates, {});
const storeRates = (updatedAt: Date, change: Partial<typeof builtInRates> = {}) =>
  table().write({
    put: { ...ratesKey, rates: { ...builtInRates, ...change }, updatedAt: updatedAt.toISOString() },
  });

describe('the rates that people get', () => {
  it('are those that the schedule fetched, for all 25 currencies', async () => {
    expect(await system.runSchedule('refresh-rates')).toBe(true);
    const { base, rates, updatedAt } = await ratesFor();
    expect(base).toBe('USD');
    expect(Object.keys(rates).sort()).toEqual([...currencyCodes].sort());
    expect(rates.USD).toBe(1);
    expect(Date.now() - new Date(updatedAt ?? 0).getTime()).toBeLessThan(60_000);
  });

  it('are used for 24 hours, then the built-in ones are', async () => {
    await storeRates(new Date(Date.now() - 23.9 * hour), { EUR: 0.9 });
    expect((await ratesFor()).rates.EUR).toBe(0.9);
    await storeRates(new Date(Date.now() - 24.1 * hour), { EUR: 0.9 });
    expect(await ratesFor()).toEqual({ base: 'USD', rates: builtInRates, updatedAt: null });
  });

  it('keep the last rate of a currency that moved too far, and renew all others', async () => {
    const before = new Date(Date.now() - hour);
    await storeRates(before, { EUR: 3, GBP: 0.7 });
    expect(await system.runSchedule('refresh-rates')).toBe(true);
    const { rates, updatedAt } = await ratesFor();
    expect(rates.EUR).toBe(3);
    expect(rates.GBP).toBeCloseTo(0.739, 2);
    expect(new Date(updatedAt ?? 0).getTime()).toBeGreaterThan(before.getTime());
    await storeRates(before);
  });
});

describe('what a provider says', () => {
  const last = { ...builtInRates };
  const answer = (change: Record<string, unknown>) => ({ rates: { ...last, ...change } });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, null, '0.9', undefined, {}])(
    'is not taken for a currency whose rate is %s',
    (rate) => {
      const checked = checkedRates(answer({ EUR: rate, GBP: 0.75 }), last);
      expect(checked?.rates).toEqual({ ...last, GBP: 0.75 });
      expect(Object.keys(checked?.rejected ?? {})).toEqual(['EUR']);
    },
  );

  it('is taken up to a move by half, in either direction', () => {
    const just = greatestMove * 0.999;
    const over = greatestMove * 1.001;
    const checked = checkedRates(
      answer({ EUR: last.EUR * just, GBP: last.GBP / just, JPY: last.JPY * over, CAD: last.CAD / over }),
      last,
    );
    expect(Object.keys(checked?.rejected ?? {}).sort()).toEqual(['CAD', 'JPY']);
    expect(checked?.rates.EUR).toBe(last.EUR * just);
  });

  it.each([
    undefined,
    null,
    'rates',
    {},
    { rates: [] },
    { rates: {} },
    { rates: { USD: 0.9, EUR: 1 } },
    { rates: { USD: 1 } },
  ])('is refused as a whole when it is %j', (given) => {
    expect(checkedRates(given, last)).toBeUndefined();
  });

  it('brings in no currency that we do not have', () => {
    expect(Object.keys(checkedRates(answer({ XXX: 5, __proto__: 3 }), last)?.rates ?? {}).sort()).toEqual(
      [...currencyCodes].sort(),
    );
  });
});
