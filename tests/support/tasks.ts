import { type NewTask, type Task, tasks } from '../../shared/tasks/contract.ts';
import type { Person } from './people.ts';

/** Creates a whole, valid task. */
export const aTask = (person: Person, fields: Partial<NewTask> = {}): Promise<Task> =>
  person.call(tasks.routes.create, { body: { title: 'Paint the sign', deadline: '2026-04-01', ...fields } });
