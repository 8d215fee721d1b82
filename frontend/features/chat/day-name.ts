import { dateFormat, t } from '../../../shared/core/translate.ts';

const thisYear = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
const otherYears = { dateStyle: 'full', timeZone: 'UTC' } as const;

const day = 86_400_000;

/** What a day is called: "Today", "Yesterday", or its date. Both are calendar dates such as `2026-03-31`. */
export const dayName = (date: string, today: string): string => {
  const [wanted, current] = [Date.parse(date), Date.parse(today)];
  if (wanted === current) return t('Today');
  if (wanted === current - day) return t('Yesterday');
  return dateFormat(date.slice(0, 4) === today.slice(0, 4) ? thisYear : otherYears).format(wanted);
};
