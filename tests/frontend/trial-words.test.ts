import { describe, expect, it } from 'vitest';
import { trialWords } from '../../frontend/features/billing/trial-words.ts';
import { trialEndingEmail } from '../../services/billing/billing-emails.ts';
import { keepsTrial } from '../../shared/billing/trial.ts';

// 16:40 in Zurich, where it is winter.
const end = '2026-03-03T15:40:00.000Z';
const words = (now: string, zone = 'Europe/Zurich') => trialWords(end, Date.parse(now), zone);
const time = (moment: string, timeZone: string) =>
  new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone }).format(new Date(moment));

describe('what is said of a trial', () => {
  it.each([
    ['three days before', '2026-02-28T15:40:01.000Z', '3 days left in trial'],
    ['more than a day before', '2026-03-02T15:00:00.000Z', '2 days left in trial'],
    ['less than a day before, on the day before', '2026-03-02T16:00:00.000Z', 'Trial expires tomorrow'],
    ['a minute before midnight of the group', '2026-03-02T22:59:00.000Z', 'Trial expires tomorrow'],
  ])('%s', (_, now, expected) => {
    expect(words(now)?.banner).toBe(expected);
  });

  it('on its last day at what time it ends, by the clock of the group', () => {
    const today = words('2026-03-02T23:00:00.000Z');
    expect(today?.banner).toContain(`Trial ends today at ${time(end, 'Europe/Zurich')}`);
    expect(today?.page).toContain('Your trial ends today at');
    expect(today?.notification).toContain('Your trial ends today at');
    // Of the same moment, a group in Auckland says tomorrow's day, and its own hour.
    expect(words('2026-03-03T12:00:00.000Z', 'Pacific/Auckland')?.banner).toContain(
      `Trial ends today at ${time(end, 'Pacific/Auckland')} (Auckland time)`,
    );
  });

  it('nothing after its end', () => {
    expect(words(end)).toBeNull();
  });

  it('by mail on the day before, or, sent late, on the day itself', () => {
    const group = { name: 'Signs & Sons', endsAt: new Date(end), timeZone: 'Europe/Zurich', members: 1 };
    const letter = (now: string, members = 1) =>
      trialEndingEmail({ ...group, members }, 'https://guildhall.example', new Date(now));
    expect(letter('2026-03-02T16:00:00.000Z').subject).toBe('Your Guildhall trial ends tomorrow');
    expect(letter('2026-03-03T06:00:00.000Z').subject).toBe('Your Guildhall trial ends today');
    expect(letter('2026-03-02T16:00:00.000Z').text).not.toContain('your team');
    expect(letter('2026-03-02T16:00:00.000Z', 2).text).toContain('your team can keep working');
  });

  it('is kept by a plan only while Stripe takes it, 48 hours before its end', () => {
    expect(keepsTrial(end, new Date('2026-03-01T15:00:00.000Z'))).toBe(true);
    expect(keepsTrial(end, new Date('2026-03-01T15:40:00.000Z'))).toBe(false);
    expect(keepsTrial(null, new Date())).toBe(false);
  });
});
