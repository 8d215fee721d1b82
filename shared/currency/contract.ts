import * as z from 'zod';
import { defineContract, defineRoute } from '../core/contract.ts';
import { currencyCodes } from '../core/currencies.ts';
import { Moment } from '../core/dates.ts';

/** Units of each currency for one US dollar, and when they were fetched; null: the built-in rates. */
export const CurrencyRates = z.strictObject({
  base: z.literal('USD'),
  rates: z.record(z.enum(currencyCodes), z.number().positive()),
  updatedAt: Moment.nullable(),
});
export type CurrencyRates = z.output<typeof CurrencyRates>;

export const currency = defineContract({
  module: 'currency',
  title: 'Currency rates',
  errors: {},
  routes: {
    getRates: defineRoute({
      method: 'GET',
      path: '/currency-rates',
      summary:
        'Exchange rates for the 25 currencies: fetched each hour, kept 24 hours, then the built-in ones',
      status: 200,
      access: 'signed-in',
      output: CurrencyRates,
    }),
  },
});
