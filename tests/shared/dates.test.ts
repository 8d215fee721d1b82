import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
