import { describe, expect, it } from 'vitest';
import { relativeTime } from '../../frontend/core/relative-time.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 2, 31, 12);
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

describe('how long ago a moment was (S1 §9)', () => {
  it.each([
    [0, 'Just now'],
    [minute - 1, 'Just now'],
    [minute, '1m ago'],
    [hour - 1, '59m ago'],
    [hour, '1h ago'],
    [day - 1, '23h ago'],
  ])('%i ms is %s, of rates and of notifications', (past, shown) => {
    expect(relativeTime(now - past, now, { daysAtMost: 1 })).toBe(shown);
    expect(relativeTime(now - past, now, { daysAtMost: 7 })).toBe(shown);
  });

  it('from a day on is the date of rates, from seven days on that of notifications', () => {
    expect(relativeTime(now - day, now, { daysAtMost: 1 })).toBe(date.format(now - day));
    expect(relativeTime(now - day, now, { daysAtMost: 7 })).toBe('1d ago');
    expect(relativeTime(now - 7 * day + 1, now, { daysAtMost: 7 })).toBe('6d ago');
    expect(relativeTime(now - 7 * day, now, { daysAtMost: 7 })).toBe(date.format(now - 7 * day));
  });

  it('of a clock that runs ahead is now', () => {
    expect(relativeTime(now + hour, now, { daysAtMost: 7 })).toBe('Just now');
  });
});
