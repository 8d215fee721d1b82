import { piecesOf } from '../../shared/core/words.ts';
import {
  type NewTask,
  priorities,
  type Task,
  type TaskChange,
  type TaskListQuery,
} from '../../shared/tasks/contract.ts';
import { taskKind } from '../../shared/tasks/kind.ts';
import { taskMatches } from '../../shared/tasks/rules.ts';
import type { Expression } from '../core/expressions.ts';
import type { Question, StoredKind } from '../core/record-store.ts';
import type { Making, RecordService } from '../core/records.ts';

/** How tasks are stored, and by which of their fields they are found. */
export const storedTask: StoredKind<Task> = {
  entity: 'task',
  empty: taskKind.stored.empty,
  indexes: { gsi1: 'status', gsi2: 'priority' },
};

const withIds = (
  subtasks: readonly { id?: string | undefined; title: string; completed: boolean }[],
  { newId }: Making,
): Task['subtasks'] => subtasks.map(({ id, ...subtask }) => ({ id: id ?? newId(), ...subtask }));

/** The search of a list. What was typed is taken apart once, not for each task that is looked at. */
const matching = (search: string): Question<Task>['matching'] => {
  const pieces = piecesOf(search);
  return { mark: search, test: (task) => taskMatches(task, pieces) };
};

const filtersOf = ({ dueBy, open }: TaskListQuery): Expression[] => [
  ...(dueBy ? [{ text: 'deadline <= :dueBy', values: { ':dueBy': dueBy } }] : []),
  ...(open
    ? [{ text: '#state <> :completed', names: { '#state': 'status' }, values: { ':completed': 'completed' } }]
    : []),
];

/** What is a task's own: sub-tasks get ids, and what is completed says since when. */
export const taskService: RecordService<Task, NewTask, Omit<TaskChange, 'version'>, TaskListQuery> = {
  kind: storedTask,
  toNew: (input, making) => ({
    ...input,
    subtasks: withIds(input.subtasks, making),
    completedAt: input.status === 'completed' ? making.now.toISOString() : null,
  }),
  toChange: ({ subtasks, ...change }, making) => {
    const completes = change.status === 'completed';
    return {
      set: {
        ...change,
        subtasks: subtasks && withIds(subtasks, making),
        ...(change.status && !completes && { completedAt: null }),
      },
      // One that is completed already keeps its moment.
      ...(completes && { setIfEmpty: { completedAt: making.now.toISOString() } }),
    };
  },
  toQuestion: (query) => {
    const { status, priority, createdBy, search, sort } = query;
    return {
      equal: { status, priority, createdBy },
      inOrderOf: sort === 'priority' ? { field: 'priority', values: priorities.toReversed() } : undefined,
      filters: filtersOf(query),
      matching: search ? matching(search) : undefined,
    };
  },
};
