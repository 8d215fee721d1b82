import * as z from 'zod';
import { isCalendarDate } from './calendar.ts';
import { isTimeZone } from './time-zones.ts';
import { t } from './translate.ts';

/** {@link isCalendarDate} as a regular expression, for documents: days of each length of month, then the leap days. */
const calendarDatePattern =
  '^(?:(?:19[7-9][0-9]|20[0-9]{2}|2100)-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))' +
  '|(?:19(?:7[26]|8[048]|9[26])|20(?:[02468][048]|[13579][26]))-02-29)$';

/** A day without a time zone, `2026-03-31`; years 1970 to 2100 (PRODUCT §4). */
export const CalendarDate = z
  .string()
  .refine(isCalendarDate, { error: () => t('Enter a date such as 2026-03-31.') })
  .meta({ format: 'date', pattern: calendarDatePattern });

/** A moment: ISO 8601 in UTC with milliseconds. */
export const Moment = z.iso.datetime({ precision: 3 });

/** An IANA time zone name such as `Europe/Zurich`. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: () => t('This time zone is not known.') })
  .meta({ format: 'time-zone', minLength: 1, examples: ['Europe/Zurich', 'America/New_York'] });
