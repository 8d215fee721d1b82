import { type CurrencyCode, currencies, largestAmount } from '../../shared/core/currencies.ts';
import type { Money } from '../../shared/core/money.ts';
import { readNumber, writeNumber } from '../../shared/core/numbers.ts';
import { t } from '../../shared/core/translate.ts';

/** An exact fraction of two integers. */
interface Fraction {
  over: bigint;
  under: bigint;
}

/** The decimal number that a rate is written as, exactly; null when it is no positive number. */
const fractionOf = (rate: number | undefined): Fraction | null => {
  if (rate === undefined || !Number.isFinite(rate) || rate <= 0) return null;
  const [, whole = '0', part = '', power = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(rate)) ?? [];
  const exponent = Number(power) - part.length;
  const digits = BigInt(whole + part);
  return exponent < 0
    ? { over: digits, under: 10n ** BigInt(-exponent) }
    : { over: digits * 10n ** BigInt(exponent), under: 1n };
};

/** Half goes to the even neighbour, so that many rounded amounts do not drift upwards together. */
const roundHalfEven = (over: bigint, under: bigint): bigint => {
  const whole = over / under;
  const twice = (over % under) * 2n;
  const up = twice > under || (twice === under && whole % 2n === 1n);
  return up ? whole + 1n : whole;
};

/**
 * An amount in another currency, by exact arithmetic, rounded once at the end.
 * @param rates units of each currency for one US dollar
 * @returns null when a rate is missing or no positive number, or the result is beyond exact integers
 */
export const convert = (
  { amount, currency }: Money,
  target: CurrencyCode,
  rates: Readonly<Partial<Record<CurrencyCode, number>>>,
): Money | null => {
  if (currency === target) return { amount, currency };
  const from = fractionOf(rates[currency]);
  const to = fractionOf(rates[target]);
  if (!from || !to) return null;
  const scale = (code: CurrencyCode): bigint => 10n ** BigInt(currencies[code].decimals);
  const converted = roundHalfEven(
    BigInt(amount) * to.over * from.under * scale(target),
    to.under * from.over * scale(currency),
  );
  return converted <= BigInt(Number.MAX_SAFE_INTEGER)
    ? { amount: Number(converted), currency: target }
    : null;
};

/** An amount as an exact decimal text with a point: `1999` cents are `19.99`. */
const decimalOf = ({ amount, currency }: Money): string => {
  const { decimals } = currencies[currency];
  if (decimals === 0) return String(amount);
  const digits = String(amount).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};

const formats = new Map<CurrencyCode, Intl.NumberFormat>();

/** An amount as it is written where its currency is at home (S1 §9). */
export const formatMoney = (money: Money): string => {
  const { locale } = currencies[money.currency];
  const known =
    formats.get(money.currency) ??
    new Intl.NumberFormat(locale, { style: 'currency', currency: money.currency });
  formats.set(money.currency, known);
  return known.format(decimalOf(money) as `${number}`);
};

/** How amounts of a currency are typed: in minor units, with or without its sign. */
export const amountNotation = (currency: CurrencyCode) => {
  const { decimals, symbol } = currencies[currency];
  return { decimals, units: [currency, symbol] };
};

/** What a person typed as an amount, in minor units; null when it is none that there can be. */
export const parseAmount = (text: string, currency: CurrencyCode, locale?: string): number | null => {
  const amount = readNumber(text, { ...amountNotation(currency), locale });
  return amount !== null && amount <= largestAmount ? Number(amount) : null;
};

/** An amount as its reader would type it. */
export const typedAmount = ({ amount, currency }: Money, locale?: string): string =>
  writeNumber(amount, { ...amountNotation(currency), locale });

/**
 * An amount as a reader sees it: in their currency, or, when it cannot be converted, in its own and marked.
 * It is never shown 1:1 under another symbol (PRODUCT §1).
 */
export const amountFor = (
  money: Money,
  reader: CurrencyCode,
  rates: Readonly<Partial<Record<CurrencyCode, number>>>,
): string => {
  const converted = convert(money, reader, rates);
  return converted ? formatMoney(converted) : t('{amount} (not converted)', { amount: formatMoney(money) });
};
