import { type CurrencyCode, currencyCodes } from '../../shared/core/currencies.ts';
import type { Rates } from '../../shared/currency/rules.ts';

/** A rate that moved by more than this factor since the last hour, up or down, is taken for a mistake of the provider. */
export const greatestMove = 1.5;

/** The built-in rates are years old: what is farther from them than this is no rate of that currency. */
export const greatestMoveFromBuiltIn = 4;

export interface CheckedRates {
  rates: Rates;
  /** The currencies that keep their last rate, and why. */
  rejected: Partial<Record<CurrencyCode, string>>;
}

/**
 * Takes over what a provider says, currency by currency: positive and finite, one dollar for a dollar, and near the last
 * rate. What is not so keeps its last rate. Undefined when not a single rate is usable, or the base is not the dollar.
 * @param last stored or built-in rates to compare with
 * @param mostMove the factor by which a rate may differ from the last
 * @param answer the provider's, with a `rates` object of units for one US dollar
 */
export const checkedRates = (
  answer: unknown,
  last: Rates,
  mostMove: number = greatestMove,
): CheckedRates | undefined => {
  const given = (answer as { rates?: unknown } | null)?.rates;
  if (typeof given !== 'object' || given === null) return undefined;
  const offered = given as Record<string, unknown>;
  if (offered.USD !== 1) return undefined;
  const rates: Rates = { ...last, USD: 1 };
  const rejected: CheckedRates['rejected'] = {};
  for (const code of currencyCodes) {
    const rate = offered[code];
    if (code === 'USD') continue;
    if (typeof rate !== 'number' || !Number.isFinite(rate) || rate <= 0) rejected[code] = 'no usable rate';
    else if (Math.max(rate / last[code], last[code] / rate) > mostMove) rejected[code] = 'moved too far';
    else rates[code] = rate;
  }
  return Object.keys(rejected).length < currencyCodes.length - 1 ? { rates, rejected } : undefined;
};
