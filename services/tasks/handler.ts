import { ulid } from 'ulid';
import { tasks } from '../../shared/tasks/contract.ts';
import { createHandler } from '../core/create-handler.ts';
import { openTable } from '../core/dynamodb-table.ts';
import { environment } from '../core/environment.ts';
import { personNames } from '../core/person-names.ts';
import { committing, recordHandlers } from '../core/records.ts';
import { taskService } from './tasks.ts';

const table = openTable(environment('TABLE_NAME'));
const clock = () => new Date();

export const handler = createHandler(tasks, {
  table,
  clock,
  committing,
  handlers: recordHandlers(taskService, {
    table,
    newId: (now) => ulid(now.getTime()),
    names: personNames(table, clock),
  }),
});
