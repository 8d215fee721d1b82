import { t } from '../../../shared/core/translate.ts';
import type { Task, TaskStatus } from '../../../shared/tasks/contract.ts';
import type { QuickEdit } from '../../records/quick-edits.ts';
import type { taskRecords } from './task-records.ts';
import { notifyStatus } from './task-words.ts';

/** Gives a task a status at once, and says what it means (S2 §4). */
export const setStatus = async (
  edit: QuickEdit<typeof taskRecords>,
  task: Task,
  status: TaskStatus,
): Promise<void> => {
  if (await edit(task, () => ({ status }), t('Failed to update task status'))) notifyStatus(status);
};
