import { addDays } from '../../../shared/core/calendar.ts';
import type { Task } from '../../../shared/tasks/contract.ts';

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** A calendar date as people here write it. */
export const localDate = (date: string): string => local.format(new Date(`${date}T00:00:00Z`));

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

export const urgencyLabels: Record<Exclude<Urgency, null>, string> = {
  overdue: 'Overdue',
  today: 'Due today',
  tomorrow: 'Due tomorrow',
};
