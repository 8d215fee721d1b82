import { addDays } from '../../../shared/core/calendar.ts';
import { labels, t } from '../../../shared/core/translate.ts';
import type { Task } from '../../../shared/tasks/contract.ts';

export type Urgency = 'overdue' | 'today' | 'tomorrow' | null;

/** How pressing an unfinished task is on a day. */
export const urgencyOf = (
  { deadline, status }: Pick<Task, 'deadline' | 'status'>,
  today: string,
): Urgency => {
  if (deadline === null || status === 'completed') return null;
  if (deadline < today) return 'overdue';
  if (deadline === today) return 'today';
  return deadline === addDays(today, 1) ? 'tomorrow' : null;
};

export const urgencyLabels = labels<Exclude<Urgency, null>>({
  overdue: () => t('Overdue'),
  today: () => t('Due today'),
  tomorrow: () => t('Due tomorrow'),
});
