import type { TaskStatus } from '../../../shared/tasks/contract.ts';
import { explain } from '../../core/failure.ts';
import { type Toast, toast } from '../../ui/toast-store.ts';

const statusToasts: Record<TaskStatus, Toast> = {
  completed: { kind: 'success', title: 'Task completed' },
  'in-progress': { kind: 'info', title: 'Task started' },
  pending: { kind: 'warning', title: 'Task moved to pending' },
  review: { kind: 'info', title: 'Task sent for review' },
};

/** Says what a change of status means (S2 §4). */
export const notifyStatus = (status: TaskStatus): void => toast(statusToasts[status]);

/** Says that something failed (the texts of S2 §8), and why if that helps. */
export const notifyFailure = (title: string, error: unknown, why = explain(error)): void =>
  toast({ kind: 'error', title, detail: why });
