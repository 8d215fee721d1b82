// Pure, and apart from the schemas of dates.ts: a screen that only shows dates does not load zod.

import { usableZone } from './time-zones.ts';
import { dateFormat } from './translate.ts';

const calendarDate = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether the text is a real day of the calendar between 1970 and 2100. */
export const isCalendarDate = (text: string): boolean => {
  const [, year, month, day] = calendarDate.exec(text) ?? [];
  if (!year || !month || !day || Number(year) < 1970 || Number(year) > 2100) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Numbers of the Gregorian calendar in European digits, whatever else the reader's language would have. */
const dayFormat = (timeZone: string): Intl.DateTimeFormat => {
  const known = dayFormats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: usableZone(timeZone),
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  dayFormats.set(timeZone, format);
  return format;
};

/** The calendar date that it is at a moment in a time zone; in UTC where this system does not know the zone. */
export const dateIn = (timeZone: string, moment: Date): string => {
  const parts = dayFormat(timeZone).formatToParts(moment);
  // In parts: in which order a language writes them, and with what between, differs from one system to the next.
  const part = (wanted: string, digits: number): string =>
    (parts.find(({ type }) => type === wanted)?.value ?? '').padStart(digits, '0');
  return `${part('year', 4)}-${part('month', 2)}-${part('day', 2)}`;
};

/** The calendar date a number of days later (or earlier, when negative). */
export const addDays = (date: string, days: number): string => {
  const moment = new Date(`${date}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
};

/** A calendar date as its reader writes it. */
export const writtenDate = (date: string): string =>
  dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
