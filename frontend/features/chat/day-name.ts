const thisYear = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
const otherYears = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' });

const day = 86_400_000;

/** What a day is called: "Today", "Yesterday", or its date. Both are calendar dates such as `2026-03-31`. */
export const dayName = (date: string, today: string): string => {
  const [wanted, current] = [Date.parse(date), Date.parse(today)];
  if (wanted === current) return 'Today';
  if (wanted === current - day) return 'Yesterday';
  return (date.slice(0, 4) === today.slice(0, 4) ? thisYear : otherYears).format(wanted);
};
