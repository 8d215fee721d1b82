import {
  differingFields,
  type Merge,
  mergeValues,
  type ValuesOf,
  valuesIn,
} from '../../../shared/core/fields.ts';
import type { Task } from '../../../shared/tasks/contract.ts';
import { taskFields } from '../../../shared/tasks/kind.ts';

/** What a person can change of a task. */
export type TaskFields = ValuesOf<typeof taskFields>;
export type TaskField = keyof TaskFields;
export type TaskMerge = Merge<typeof taskFields>;

/** The changeable part of a task. */
export const fieldsOf = (task: Task): TaskFields => valuesIn(taskFields, task);

/** The fields that differ between two states of a task. */
export const changedFields = (from: TaskFields, to: TaskFields): TaskField[] =>
  differingFields(taskFields, from, to);

/** Three-way merge of a task: `base` is what both started from. */
export const mergeTask = (base: TaskFields, mine: TaskFields, theirs: TaskFields): TaskMerge =>
  mergeValues(taskFields, base, mine, theirs);
