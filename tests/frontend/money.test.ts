import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountFor, convert, formatMoney, parseAmount, typedAmount } from '../../frontend/core/money.ts';
import { currencies, currencyCodes, largestAmount } from '../../shared/core/currencies.ts';
import { builtInRates } from '../../shared/currency/rules.ts';

const code = fc.constantFrom(...currencyCodes);
const money = fc.record({ amount: fc.nat(10 ** 12), currency: code });

describe('converting', () => {
  it('is off by at most half of the smallest unit of the target, over all currencies', () => {
    fc.assert(
      fc.property(money, code, ({ amount, currency }, target) => {
        const converted = convert({ amount, currency }, target, builtInRates);
        const scale = 10 ** (currencies[target].decimals - currencies[currency].decimals);
        const exact = (amount * scale * builtInRates[target]) / builtInRates[currency];
        expect(converted?.currency).toBe(target);
        expect(Math.abs((converted?.amount as number) - exact)).toBeLessThanOrEqual(0.5 + exact * 1e-12);
      }),
    );
  });

  it('keeps order, and changes nothing within a currency', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 12), fc.nat(10 ** 12), code, code, (one, other, from, to) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map(
          (amount) => convert({ amount, currency: from }, to, builtInRates)?.amount as number,
        ) as [number, number];
        expect(less).toBeLessThanOrEqual(more);
        expect(convert({ amount: one, currency: from }, from, {})).toEqual({ amount: one, currency: from });
      }),
    );
  });

  it('rounds half to the even neighbour', () => {
    const rates = { USD: 1, EUR: 0.5 };
    expect([1, 3, 5].map((amount) => convert({ amount, currency: 'USD' }, 'EUR', rates)?.amount)).toEqual([
      0, 2, 2,
    ]);
  });

  it('never guesses: without a usable rate the amount keeps its own currency, marked', () => {
    for (const bad of [undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(convert({ amount: 100, currency: 'USD' }, 'EUR', { USD: 1, EUR: bad })).toBeNull();
    expect(amountFor({ amount: 1999, currency: 'USD' }, 'EUR', { USD: 1 })).toBe('$19.99 (not converted)');
  });
});

describe('writing amounts', () => {
  it('shows yen and won without decimals, all others with two', () => {
    for (const currency of currencyCodes) {
      const { decimals } = currencies[currency];
      const digits = formatMoney({ amount: 123_456, currency }).replace(/\D/g, '');
      expect(digits, currency).toContain('123456');
      expect(decimals).toBe(['JPY', 'KRW'].includes(currency) ? 0 : 2);
    }
    expect(formatMoney({ amount: 123_456, currency: 'EUR' })).toBe('1.234,56\u00a0€');
    expect(formatMoney({ amount: 123_456, currency: 'JPY' })).toMatch(/^[¥￥]123,456$/);
  });

  it('reads back what it writes for typing, exactly up to the largest amount', () => {
    fc.assert(
      fc.property(fc.nat(largestAmount), code, (amount, currency) => {
        for (const locale of ['en-US', 'de-DE', 'fr-FR', 'hi-IN', 'ar-EG'])
          expect(parseAmount(typedAmount({ amount, currency }, locale), currency, locale)).toBe(amount);
      }),
    );
    expect(parseAmount('1500,50', 'EUR')).toBe(150_050);
    expect(parseAmount('€1,500', 'EUR')).toBe(150_000);
    expect(parseAmount('$1,500', 'EUR')).toBeNull();
    expect(parseAmount('1.5', 'JPY')).toBeNull();
    expect(parseAmount('1,000,000,000,000.00', 'USD')).toBeNull();
  });
});
