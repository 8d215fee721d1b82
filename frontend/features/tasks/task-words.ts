import { t } from '../../../shared/core/translate.ts';
import type { TaskStatus } from '../../../shared/tasks/contract.ts';
import { maxSubtasks } from '../../../shared/tasks/limits.ts';
import { type Toast, toast } from '../../ui/toast-store.ts';

/** What the parts of a task's checklist are called. */
export const subtaskWords = () => ({
  all: t('Sub-tasks'),
  one: t('Sub-task'),
  row: (place: number) => t('Sub-task {place, number}', { place }),
  rowCompleted: (place: number) => t('Sub-task {place, number} completed', { place }),
  remove: (place: number) => t('Remove sub-task {place, number}', { place }),
  rename: t('Rename sub-task'),
  fresh: t('New sub-task'),
  add: t('Add a sub-task'),
  full: t('{most, number} sub-tasks: a task has no room for more.', { most: maxSubtasks }),
  progress: (done: number, all: number) => t('{done, number} of {all, number} sub-tasks', { done, all }),
});

const statusToasts = (): Record<TaskStatus, Toast> => ({
  completed: { kind: 'success', title: t('Task completed') },
  'in-progress': { kind: 'info', title: t('Task started') },
  pending: { kind: 'warning', title: t('Task moved to pending') },
  review: { kind: 'info', title: t('Task sent for review') },
});

/** Says what a change of status means (S2 §4). */
export const notifyStatus = (status: TaskStatus): void => toast(statusToasts()[status]);
