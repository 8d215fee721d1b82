import { t } from '../../../shared/core/translate.ts';
import { NewTask, SubtaskDrafts } from '../../../shared/tasks/contract.ts';
import { checklistCodec, checkValues, dateCodec, defineForm } from '../../records/record-form.ts';
import type { CheckedForm } from '../../records/record-form-dialog.tsx';
import { taskRecords } from './task-records.ts';

/** The form of a task. */
export const taskForm = defineForm(taskRecords, { deadline: dateCodec, subtasks: checklistCodec });
export type TaskForm = ReturnType<typeof taskForm.formOf>;

/** New or not: the sub-tasks of a task that exists have ids. */
const FilledTask = NewTask.extend({ subtasks: SubtaskDrafts });

const incomplete = (): string => t('Please fill in all required fields (Title, Priority, Deadline)');

/** Checks a form by the schemas that the server uses, and cleans it (S2 §5). */
export const checkTaskForm = (form: TaskForm): CheckedForm => {
  const { checked, problems } = checkValues(FilledTask, {
    ...taskForm.valuesOf(form),
    deadline: form.deadline,
  });
  if (!problems) return { values: checked };
  const missing = form.title.trim() === '' || form.deadline === '';
  return {
    problems: problems.map((one) =>
      one.field === 'deadline' && form.deadline === '' ? { ...one, message: t('Deadline is required') } : one,
    ),
    summary: missing ? incomplete() : null,
  };
};
