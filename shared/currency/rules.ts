import type { CurrencyCode } from '../core/currencies.ts';

/** Units of each currency for one US dollar. */
export type Rates = Record<CurrencyCode, number>;

/** Last resort when neither the provider nor the table has rates (S1 §9). Source of the first three: S1; the rest: rounded market rates of 2025. */
export const builtInRates: Rates = {
  USD: 1,
  EUR: 0.85,
  GBP: 0.73,
  JPY: 110,
  CAD: 1.36,
  AUD: 1.5,
  CHF: 0.88,
  CNY: 7.2,
  RUB: 90,
  INR: 84,
  BRL: 5.4,
  MXN: 18.5,
  KRW: 1380,
  SGD: 1.33,
  HKD: 7.8,
  NOK: 10.6,
  SEK: 10.3,
  DKK: 6.8,
  PLN: 3.9,
  TRY: 36,
  ZAR: 18,
  NZD: 1.65,
  ILS: 3.6,
  AED: 3.6725,
  SAR: 3.75,
};

/** How long stored rates are used (S1 §9): 24 hours. */
export const ratesKeptHours = 24;
