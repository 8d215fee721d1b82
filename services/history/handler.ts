import { history } from '../../shared/history/contract.ts';
import { createHandler } from '../core/create-handler.ts';
import { openTable } from '../core/dynamodb-table.ts';
import { environment } from '../core/environment.ts';
import { personNames } from '../core/person-names.ts';
import {
  type HistoryDeps,
  listActivity,
  listLatestByPerson,
  listOfRecord,
  listSince,
  search,
} from './history.ts';
import { historyStore } from './history-store.ts';
import { searchIndexStore } from './search-index-store.ts';

const clock = () => new Date();
const table = openTable(environment('TABLE_NAME'));
const deps: HistoryDeps = {
  store: historyStore(table),
  searchIndex: searchIndexStore(table),
  names: personNames(table, clock),
};

export const handler = createHandler(history, {
  table,
  clock,
  handlers: {
    listSince: ({ query }, member) => listSince(deps, member, query),
    listActivity: ({ query }, member) => listActivity(deps, member, query),
    listLatestByPerson: (_, member) => listLatestByPerson(deps, member),
    listOfRecord: ({ params, query }, member) => listOfRecord(deps, member, params, query),
    search: ({ query }, member) => search(deps, member, query),
  },
});
