import { builtInRates } from '../../shared/currency/rules.ts';
import { openTable } from '../core/dynamodb-table.ts';
import { environment } from '../core/environment.ts';
import { log } from '../core/log.ts';
import { checkedRates, greatestMoveFromBuiltIn } from './fetched-rates.ts';
import { ratesStore } from './rates-store.ts';

const providerUrl = environment('RATES_URL');
const store = ratesStore(openTable(environment('TABLE_NAME')));
const timeoutMs = 5000;

const fetchRates = async (): Promise<unknown> => {
  const response = await fetch(providerUrl, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`The provider of exchange rates answered ${response.status}.`);
  return response.json();
};

/** Runs each hour. Throws when there are no new rates, so that the failure counts and is tried again; old ones stay. */
export const handler = async (): Promise<void> => {
  const now = new Date();
  const [answer, stored] = await Promise.all([fetchRates(), store.current(now)]);
  const checked = stored
    ? checkedRates(answer, stored.rates)
    : checkedRates(answer, builtInRates, greatestMoveFromBuiltIn);
  if (!checked) throw new Error('The provider of exchange rates gave no usable rates.');
  const { rates, rejected } = checked;
  if (Object.keys(rejected).length > 0) log.warn('exchange rates rejected', { rejected });
  await store.save({ rates, updatedAt: now.toISOString() });
  log.info('exchange rates refreshed', { taken: Object.keys(rates).length - Object.keys(rejected).length });
};
