import type * as z from 'zod';
import type { FieldProblem } from '../../../shared/core/errors.ts';
import { NewTask, SubtaskDrafts, type Task } from '../../../shared/tasks/contract.ts';
import { fieldsOf, type SubtaskFields, type TaskField, type TaskFields, taskFields } from './task-merge.ts';

/** A task as its form holds it: the date control speaks text, and rows need a key before they have an id. */
export interface TaskForm extends Omit<TaskFields, 'deadline' | 'subtasks'> {
  deadline: string;
  subtasks: (SubtaskFields & { key: string })[];
}

/** An unsaved form, and the task that it was made from (null: a new one). */
export interface TaskDraft {
  base: Task | null;
  form: TaskForm;
}

const blank: TaskForm = {
  title: '',
  description: '',
  priority: 'medium',
  status: 'pending',
  deadline: '',
  tags: [],
  subtasks: [],
};

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

/** Whether a stored value still has the shape of a draft. */
export const isTaskDraft = (value: unknown): value is TaskDraft => {
  if (typeof value !== 'object' || value === null) return false;
  const { form, base } = value as Partial<TaskDraft>;
  return (
    base !== undefined &&
    typeof form === 'object' &&
    taskFields.every((field) => typeof form[field] === typeof blank[field])
  );
};

export type TaskErrors = Partial<Record<TaskField, string>>;

const incomplete = 'Please fill in all required fields (Title, Priority, Deadline)';

/** The first error of each field; an error of a row is told with the row's number. */
export const errorsOf = (problems: readonly FieldProblem[]): TaskErrors => {
  const errors: TaskErrors = {};
  for (const { field, message } of problems) {
    const [name, row] = field.split('.');
    const known = taskFields.find((one) => one === name);
    if (!known || errors[known]) continue;
    errors[known] = row === undefined ? message : `${Number(row) + 1}: ${message}`;
  }
  return errors;
};

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
    subtasks: subtasks
      .filter(({ title }) => title.trim() !== '')
      .map(({ id, title, completed }) => ({ ...(id && { id }), title, completed })),
  });
  if (result.success) return { task: result.data };
  const errors = errorsOf(
    result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  );
  if (deadline === '') errors.deadline = 'Deadline is required';
  const missing = form.title.trim() === '' || deadline === '';
  return { errors, summary: missing ? incomplete : null };
};
