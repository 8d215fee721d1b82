import type { CurrencyRates } from '../../shared/currency/contract.ts';
import { builtInRates } from '../../shared/currency/rules.ts';
import type { RatesStore } from './rates-store.ts';

/** Stored rates while they are young, then the built-in ones (S1 §8, §9). */
export const getRates = async (store: RatesStore, now: Date): Promise<CurrencyRates> => {
  const stored = await store.current(now);
  return { base: 'USD', rates: stored?.rates ?? builtInRates, updatedAt: stored?.updatedAt ?? null };
};
