import type { TaskStatus } from '../../../shared/tasks/contract.ts';
import { maxSubtasks } from '../../../shared/tasks/limits.ts';
import { type Toast, toast } from '../../ui/toast-store.ts';

/** What the parts of a task's checklist are called. */
export const subtaskWords = {
  all: 'Sub-tasks',
  one: 'Sub-task',
  row: (place: number) => `Sub-task ${place}`,
  rowCompleted: (place: number) => `Sub-task ${place} completed`,
  remove: (place: number) => `Remove sub-task ${place}`,
  rename: 'Rename sub-task',
  fresh: 'New sub-task',
  add: 'Add a sub-task',
  full: `${maxSubtasks} sub-tasks: a task has no room for more.`,
  progress: (done: number, all: number) => `${done} of ${all} sub-tasks`,
};

const statusToasts: Record<TaskStatus, Toast> = {
  completed: { kind: 'success', title: 'Task completed' },
  'in-progress': { kind: 'info', title: 'Task started' },
  pending: { kind: 'warning', title: 'Task moved to pending' },
  review: { kind: 'info', title: 'Task sent for review' },
};

/** Says what a change of status means (S2 §4). */
export const notifyStatus = (status: TaskStatus): void => toast(statusToasts[status]);
