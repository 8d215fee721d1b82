import * as z from 'zod';
import { isCalendarDate } from './calendar.ts';
import { isTimeZone } from './time-zones.ts';

/** A day without a time zone, `2026-03-31`; years 1970 to 2100 (PRODUCT §4). */
export const CalendarDate = z.string().refine(isCalendarDate, 'Enter a date such as 2026-03-31.');

/** A moment: ISO 8601 in UTC with milliseconds. */
export const Moment = z.iso.datetime({ precision: 3 });

/** An IANA time zone name such as `Europe/Zurich`. */
export const TimeZone = z.string().max(64).refine(isTimeZone, 'This time zone is not known.');
