import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addDays, dateIn } from '../../shared/core/calendar.ts';
import { CalendarDate, TimeZone } from '../../shared/core/dates.ts';

describe('a calendar date', () => {
  it.each(['1970-01-01', '2026-02-28', '2028-02-29', '2100-12-31'])('accepts %s', (date) => {
    expect(CalendarDate.parse(date)).toBe(date);
  });

  it.each([
    '1969-12-31',
    '2101-01-01',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-4-1',
    '2026-04-31',
    '2026-04-01T00:00:00Z',
    ' 2026-04-01',
    '',
  ])('refuses %j', (date) => {
    expect(CalendarDate.safeParse(date).success).toBe(false);
  });

  it('accepts every day between 1970 and 2100', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1970-01-01'), max: new Date('2100-12-31'), noInvalidDate: true }),
        (day) => {
          expect(CalendarDate.safeParse(day.toISOString().slice(0, 10)).success).toBe(true);
        },
      ),
    );
  });
});

describe('today', () => {
  it("is the organization's own day", () => {
    const moment = new Date('2026-03-31T23:30:00Z');
    expect(dateIn('UTC', moment)).toBe('2026-03-31');
    expect(dateIn('Asia/Tokyo', moment)).toBe('2026-04-01');
    expect(dateIn('America/Los_Angeles', moment)).toBe('2026-03-31');
  });

  it('moves by whole days across the end of a month and a change of clocks', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(addDays('2026-03-29', -1)).toBe('2026-03-28');
  });
});

describe('a time zone', () => {
  it.each(['Europe/Zurich', 'UTC', 'America/Argentina/Buenos_Aires'])('accepts %s', (name) => {
    expect(TimeZone.parse(name)).toBe(name);
  });
  it.each(['', 'Mars/Olympus', '+02:00', 'x'.repeat(65)])('refuses %j', (name) => {
    expect(TimeZone.safeParse(name).success).toBe(false);
  });
});

describe('calendar days of a system whose data are not those of another', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('are put together from parts, whatever a language writes between them', async () => {
    // What some builds have for "en-CA": 3/31/2026.
    class Other extends Intl.DateTimeFormat {
      override format = () => '3/31/2026';
    }
    vi.stubGlobal('Intl', { DateTimeFormat: Other });
    const { dateIn: day } = await import('../../shared/core/calendar.ts');
    expect(day('Asia/Tokyo', new Date('2026-03-31T23:30:00Z'))).toBe('2026-04-01');
    expect(day('UTC', new Date('2026-01-05T00:00:00Z'))).toBe('2026-01-05');
  });

  it('are those of the zone by its other name where only that is known, else those of UTC', async () => {
    const unknown = ['Europe/Kyiv', 'America/Coyhaique'];
    class Older extends Intl.DateTimeFormat {
      constructor(locale?: string, options?: Intl.DateTimeFormatOptions) {
        if (unknown.includes(options?.timeZone ?? '')) throw new RangeError('Invalid time zone specified');
        super(locale, options);
      }
    }
    vi.stubGlobal('Intl', { DateTimeFormat: Older });
    const told = vi.spyOn(console, 'warn').mockReturnValue();
    const { dateIn: day } = await import('../../shared/core/calendar.ts');
    expect(day('Europe/Kyiv', new Date('2026-03-31T22:30:00Z'))).toBe('2026-04-01');
    expect(told).not.toHaveBeenCalled();
    expect(day('America/Coyhaique', new Date('2026-03-31T22:30:00Z'))).toBe('2026-03-31');
    expect(told).toHaveBeenCalledOnce();
  });
});
