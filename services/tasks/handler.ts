import { ulid } from 'ulid';
import { tasks } from '../../shared/tasks/contract.ts';
import { createHandler } from '../core/create-handler.ts';
import { openTable } from '../core/dynamodb-table.ts';
import { environment } from '../core/environment.ts';
import { personNames } from '../core/person-names.ts';
import { taskStore } from './task-store.ts';
import {
  changeTask,
  createTask,
  getTask,
  listDeletedTasks,
  listTasks,
  removeTask,
  restoreTask,
  type TaskDeps,
} from './tasks.ts';

const table = openTable(environment('TABLE_NAME'));
const clock = () => new Date();
const deps: TaskDeps = {
  store: taskStore(table),
  newId: (now) => ulid(now.getTime()),
  names: personNames(table, clock),
};

export const handler = createHandler(tasks, {
  table,
  clock,
  handlers: {
    list: ({ query }, member) => listTasks(deps, member, query),
    create: ({ body }, member) => createTask(deps, member, body),
    listDeleted: ({ query }, member) => listDeletedTasks(deps, member, query),
    get: ({ params }, member) => getTask(deps, member, params.taskId),
    change: ({ params, body }, member) => changeTask(deps, member, params.taskId, body),
    remove: ({ params, query }, member) => removeTask(deps, member, params.taskId, query.version),
    restore: ({ params, body }, member) => restoreTask(deps, member, params.taskId, body.version),
  },
});
