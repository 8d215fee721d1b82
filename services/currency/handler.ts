import { currency } from '../../shared/currency/contract.ts';
import { createHandler } from '../core/create-handler.ts';
import { openTable } from '../core/dynamodb-table.ts';
import { environment } from '../core/environment.ts';
import { getRates } from './rates.ts';
import { ratesStore } from './rates-store.ts';

const table = openTable(environment('TABLE_NAME'));
const store = ratesStore(table);

export const handler = createHandler(currency, {
  table,
  clock: () => new Date(),
  handlers: { getRates: (_, caller) => getRates(store, caller.now) },
});
