import { containsAll } from '../core/folding.ts';
import type { Priority, TaskOrder, TaskStatus } from './contract.ts';

/** Labels in the task list and its filters (S2 §2.2). */
export const taskStatusLabels: Record<TaskStatus, string> = {
  pending: 'Pending',
  'in-progress': 'In Progress',
  review: 'Pending Review',
  completed: 'Completed',
};

/** Labels in the Change Task Status dialog, which words two of them differently (S2 §4). */
export const taskStatusChoices: Record<TaskStatus, string> = {
  pending: 'To Do',
  'in-progress': 'In Progress',
  review: 'Pending Review',
  completed: 'Done',
};

export const priorityLabels: Record<Priority, string> = { low: 'Low', medium: 'Medium', high: 'High' };

/** The higher, the more urgent. */
export const priorityRanks: Record<Priority, number> = { low: 1, medium: 2, high: 3 };

export const taskOrderLabels: Record<TaskOrder, string> = { newest: 'Newest first', priority: 'By priority' };

/** Whether a task's title or description contains each piece (words.ts) of a search: the search of S2 §2.2. */
export const taskMatches = (
  task: { title: string; description: string },
  pieces: readonly string[],
): boolean => containsAll(pieces, task.title, task.description);
