import type { QueryClient } from '@tanstack/react-query';
import type { Task } from '../../../shared/tasks/contract.ts';
import { api } from '../../core/api.ts';
import { isFailure } from '../../core/failure.ts';
import { routeTable } from '../../core/route-table.ts';
import { changedFields, fieldsOf, mergeTask, type TaskFields, type TaskMerge } from './task-merge.ts';
import { refreshTasks, showTask } from './task-queries.ts';

/** Somebody else changed the same fields of a task: only the person can decide. */
export class TaskConflict extends Error {
  constructor(
    /** What the person wanted. */
    readonly mine: TaskFields,
    /** The task as it is now. */
    readonly current: Task,
    readonly merge: TaskMerge,
  ) {
    super('Both sides changed the same fields.');
    this.name = 'TaskConflict';
  }
}

const attempts = 4;

/**
 * Saves what differs from `base`. If somebody changed other fields meanwhile, both changes are merged.
 * @throws TaskConflict when both changed the same field
 * @throws Failure
 */
export const changeTask = async (base: Task, wanted: TaskFields): Promise<Task> => {
  let from = base;
  let mine = wanted;
  for (let attempt = 1; ; attempt += 1) {
    const changed = changedFields(fieldsOf(from), mine);
    if (changed.length === 0) return from;
    const changes = Object.fromEntries(changed.map((field) => [field, mine[field]]));
    try {
      return await api(routeTable.tasks.change, {
        params: { taskId: from.id },
        body: { version: from.version, ...changes },
      });
    } catch (error) {
      if (!isFailure(error, 'version.conflict') || attempt === attempts) throw error;
      const current = error.current as Task;
      const merge = mergeTask(fieldsOf(from), mine, fieldsOf(current));
      if (merge.conflicts.length > 0) throw new TaskConflict(mine, current, merge);
      from = current;
      mine = merge.values;
    }
  }
};

type Edit = (task: Task) => Partial<TaskFields>;

interface Line {
  /** The task as the server last said it. */
  truth: Task;
  /** Edits that the server has not answered yet. */
  waiting: Edit[];
  last: Promise<unknown>;
}

const lines = new Map<string, Line>();

/**
 * Shows an edit of a task at once and saves it. Edits of one task are saved one after the other, each on top of what
 * the one before left; what the screen shows is always the server's task with the edits that are still on their way,
 * so that a failed one disappears by itself.
 * @throws TaskConflict
 * @throws Failure
 */
export const editTask = (queryClient: QueryClient, task: Task, edit: Edit): Promise<Task> => {
  const line = lines.get(task.id) ?? { truth: task, waiting: [], last: Promise.resolve() };
  lines.set(task.id, line);
  const show = (): void => {
    let shown = line.truth;
    for (const one of line.waiting) shown = { ...shown, ...one(shown) } as Task;
    showTask(queryClient, shown);
  };
  line.waiting.push(edit);
  // An answer that is on its way does not know the edit. (Cancelling takes effect at once; nothing has to be awaited.)
  void queryClient.cancelQueries({ queryKey: ['tasks', 'list'] });
  show();

  const save = async (): Promise<Task> => {
    try {
      line.truth = await changeTask(line.truth, { ...fieldsOf(line.truth), ...edit(line.truth) });
      return line.truth;
    } catch (error) {
      if (error instanceof TaskConflict) line.truth = error.current;
      // The edit may have taken the task out of a filtered list.
      void refreshTasks(queryClient);
      throw error;
    } finally {
      line.waiting.splice(line.waiting.indexOf(edit), 1);
      if (line.waiting.length === 0) lines.delete(task.id);
      show();
    }
  };
  const result = line.last.then(save, save);
  line.last = result;
  return result;
};
