import * as z from 'zod';
import { type CurrencyCode, currencyCodes } from './currencies.ts';

/** The largest amount: 999,999,999,999.99 (PRODUCT §4), in minor units of a currency with two decimals. */
const largest = 99_999_999_999_999;

/** An amount in minor units (cents; whole units for JPY and KRW) with its currency. Never floating point. */
export const Money = z.strictObject({
  amount: z.number().int().min(0).max(largest),
  currency: z.enum(currencyCodes),
});
export interface Money {
  amount: number;
  currency: CurrencyCode;
}
