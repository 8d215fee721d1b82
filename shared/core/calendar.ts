// Pure, and apart from the schemas of dates.ts: a screen that only shows dates does not load zod.

const calendarDate = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether the text is a real day of the calendar between 1970 and 2100. */
export const isCalendarDate = (text: string): boolean => {
  const [, year, month, day] = calendarDate.exec(text) ?? [];
  if (!year || !month || !day || Number(year) < 1970 || Number(year) > 2100) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

/** The calendar date that it is at a moment in a time zone. */
export const dateIn = (timeZone: string, moment: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    moment,
  );

/** The calendar date a number of days later (or earlier, when negative). */
export const addDays = (date: string, days: number): string => {
  const moment = new Date(`${date}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
};

const written = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** A calendar date as people here write it. */
export const writtenDate = (date: string): string => written.format(new Date(`${date}T00:00:00Z`));
