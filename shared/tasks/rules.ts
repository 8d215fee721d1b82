import { containsAll } from '../core/folding.ts';
import { labels, t } from '../core/translate.ts';
import type { Priority, TaskOrder, TaskStatus } from './contract.ts';

/** Labels in the task list and its filters (S2 §2.2). */
export const taskStatusLabels = labels<TaskStatus>({
  pending: () => t('Pending'),
  'in-progress': () => t('In Progress'),
  review: () => t('Pending Review'),
  completed: () => t('Completed'),
});

/** Labels in the Change Task Status dialog, which words two of them differently (S2 §4). */
export const taskStatusChoices = labels<TaskStatus>({
  pending: () => t('To Do'),
  'in-progress': () => t('In Progress'),
  review: () => t('Pending Review'),
  completed: () => t('Done'),
});

export const priorityLabels = labels<Priority>({
  low: () => t('Low'),
  medium: () => t('Medium'),
  high: () => t('High'),
});

/** The higher, the more urgent. */
export const priorityRanks: Record<Priority, number> = { low: 1, medium: 2, high: 3 };

export const taskOrderLabels = labels<TaskOrder>({
  newest: () => t('Newest first'),
  priority: () => t('By priority'),
});

/** Whether a task's title or description contains each piece (words.ts) of a search: the search of S2 §2.2. */
export const taskMatches = (
  task: { title: string; description: string },
  pieces: readonly string[],
): boolean => containsAll(pieces, task.title, task.description);
