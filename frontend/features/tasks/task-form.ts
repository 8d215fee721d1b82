import type * as z from 'zod';
import type { FieldProblem } from '../../../shared/core/errors.ts';
import { emptyValues } from '../../../shared/core/fields.ts';
import type { ChecklistItem } from '../../../shared/core/list-fields.ts';
import { NewTask, SubtaskDrafts, type Task } from '../../../shared/tasks/contract.ts';
import { taskFields } from '../../../shared/tasks/kind.ts';
import { changedFields, fieldsOf, mergeTask, type TaskField, type TaskFields } from './task-merge.ts';

/** A task as its form holds it: the date control speaks text, and rows need a key before they have an id. */
export interface TaskForm extends Omit<TaskFields, 'deadline' | 'subtasks'> {
  deadline: string;
  subtasks: (ChecklistItem & { key: string })[];
}

/** An unsaved form, and the task that it was made from (null: a new one). */
export interface TaskDraft {
  base: Task | null;
  form: TaskForm;
}

const blank: TaskForm = { ...emptyValues(taskFields), deadline: '', subtasks: [] };
const fieldNames = Object.keys(taskFields) as TaskField[];

/** The form of a task, or of a new one. */
export const formOf = (task: Task | null): TaskForm => {
  if (!task) return blank;
  const fields = fieldsOf(task);
  return {
    ...fields,
    deadline: fields.deadline ?? '',
    subtasks: task.subtasks.map((subtask) => ({ ...subtask, key: subtask.id })),
  };
};

const isFilled = ({ title }: ChecklistItem): boolean => title.trim() !== '';

const withoutKey = ({ id, title, completed }: TaskForm['subtasks'][number]): ChecklistItem => ({
  ...(id && { id }),
  title,
  completed,
});

/** What a form holds, unchecked, as a task has it. */
const fieldsIn = (form: TaskForm): TaskFields => ({
  ...form,
  deadline: form.deadline || null,
  subtasks: form.subtasks.filter(isFilled).map(withoutKey),
});

/** Some fields of a form or of a task. */
export const picked = <T extends object>(from: T, fields: readonly (keyof T)[]): Partial<T> =>
  Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<T>;

/** A form of a task that somebody else has changed. */
export interface Rebased {
  base: Task;
  form: TaskForm;
  /** Fields that nobody had touched here, and show what they are now. */
  updated: TaskField[];
  /** Fields that both sides have changed differently: they stay as they were typed until the person chooses. */
  conflicts: TaskField[];
}

/**
 * Puts a form on top of its task as it is now. What was not touched takes the new value. Where both sides have changed a
 * field, `base` keeps what they started from, and its version: saving then merges, or asks (task-changes.ts).
 */
export const rebase = (base: Task, form: TaskForm, current: Task): Rebased => {
  const [before, mine, theirs] = [fieldsOf(base), fieldsIn(form), fieldsOf(current)];
  const changed = changedFields(before, theirs);
  const touched = changedFields(before, mine);
  const updated = changed.filter((field) => !touched.includes(field));
  const both = changedFields(mine, theirs).filter(
    (field) => changed.includes(field) && touched.includes(field),
  );
  return {
    base: { ...current, ...picked(base, both), version: both.length > 0 ? base.version : current.version },
    form: { ...form, ...picked(formOf(current), updated) },
    updated,
    conflicts: mergeTask(before, mine, theirs).conflicts,
  };
};

/** Whether a stored value still has the shape of a draft. */
export const isTaskDraft = (value: unknown): value is TaskDraft => {
  if (typeof value !== 'object' || value === null) return false;
  const { form, base } = value as Partial<TaskDraft>;
  return (
    base !== undefined &&
    typeof form === 'object' &&
    fieldNames.every((field) => typeof form[field] === typeof blank[field])
  );
};

export type TaskErrors = Partial<Record<TaskField, string>>;

const incomplete = 'Please fill in all required fields (Title, Priority, Deadline)';

/** The first error of each field; an error of a row is told with the row's number. */
export const errorsOf = (problems: readonly FieldProblem[]): TaskErrors => {
  const errors: TaskErrors = {};
  for (const { field, message } of problems) {
    const [name, row] = field.split('.');
    const known = fieldNames.find((one) => one === name);
    if (!known || errors[known]) continue;
    errors[known] = row === undefined ? message : `${Number(row) + 1}: ${message}`;
  }
  return errors;
};

/** An error of one row says which: `Tag 3: …`. One of all of them stands for itself. */
export const ofRow = (row: string, error: string): string =>
  /^\d+: /.test(error) ? `${row} ${error}` : error;

export interface InvalidFields {
  errors: TaskErrors;
  summary: string | null;
}

/** New or not: the sub-tasks of a task that exists have ids. */
const FilledTask = NewTask.extend({ subtasks: SubtaskDrafts });

export type CheckedForm =
  | { task: z.output<typeof FilledTask>; errors?: undefined }
  | ({ task?: undefined } & InvalidFields);

/** Checks a form by the schemas that the server uses, and cleans it. */
export const checkForm = ({ deadline, subtasks, ...form }: TaskForm): CheckedForm => {
  const result = FilledTask.safeParse({
    ...form,
    deadline,
    subtasks: subtasks.filter(isFilled).map(withoutKey),
  });
  if (result.success) return { task: result.data };
  const errors = errorsOf(
    result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  );
  if (deadline === '') errors.deadline = 'Deadline is required';
  const missing = form.title.trim() === '' || deadline === '';
  return { errors, summary: missing ? incomplete : null };
};
