import * as z from 'zod';
import { isCalendarDate } from './calendar.ts';

/** A day without a time zone, `2026-03-31`; years 1970 to 2100 (PRODUCT §4). */
export const CalendarDate = z.string().refine(isCalendarDate, 'Enter a date such as 2026-03-31.');

/** A moment: ISO 8601 in UTC with milliseconds. */
export const Moment = z.iso.datetime({ precision: 3 });

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** An IANA time zone name such as `Europe/Zurich`. */
export const TimeZone = z
  .string()
  .max(64)
  .refine((name) => /^[A-Za-z]/.test(name) && isTimeZone(name), 'This time zone is not known.');
