import type { Key } from '../core/table.ts';

/** "What were the last rates, and since when?" */
export const ratesKey: Key = { pk: 'CURRENCY_RATES', sk: 'USD' };
