import { type Rates, ratesKeptHours } from '../../shared/currency/rules.ts';
import type { Table } from '../core/table.ts';
import { ratesKey } from './rates-keys.ts';

export interface StoredRates {
  rates: Rates;
  /** When they were fetched. */
  updatedAt: string;
}

/** The last fetched rates: the only code that knows how they lie in the table. */
export const ratesStore = (table: Table) => ({
  /** The stored rates, if they are young enough to be used (S1 §9). */
  async current(now: Date): Promise<StoredRates | undefined> {
    const row = await table.get(ratesKey);
    if (!row) return undefined;
    const { rates, updatedAt } = row as unknown as StoredRates;
    const ageHours = (now.getTime() - new Date(updatedAt).getTime()) / 3_600_000;
    return ageHours < ratesKeptHours ? { rates, updatedAt } : undefined;
  },

  async save({ rates, updatedAt }: StoredRates): Promise<void> {
    await table.write({ put: { ...ratesKey, rates, updatedAt } });
  },
});

export type RatesStore = ReturnType<typeof ratesStore>;
