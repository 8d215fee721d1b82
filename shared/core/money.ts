import * as z from 'zod';
import { type CurrencyCode, currencyCodes, largestAmount } from './currencies.ts';

/** An amount in minor units (cents; whole units for JPY and KRW) with its currency. Never floating point. */
export const Money = z.strictObject({
  amount: z.number().int().min(0).max(largestAmount),
  currency: z.enum(currencyCodes),
});
export interface Money {
  amount: number;
  currency: CurrencyCode;
}
