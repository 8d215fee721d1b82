import { describe, expect, it } from 'vitest';
import { mayEnter, planAt, trialEnd } from '../../shared/access/rules.ts';
import { roleMay } from '../../shared/core/access.ts';

const founded = new Date('2026-03-10T09:00:00.000Z');
const ends = trialEnd(founded).toISOString();
const hoursIn = (hours: number) => new Date(founded.getTime() + hours * 3_600_000);

describe('the trial (S1 §4)', () => {
  it('lasts three days to the millisecond', () => {
    expect(ends).toBe('2026-03-13T09:00:00.000Z');
  });

  it.each([
    ['at the start', 0, 'trial', 3],
    ['an hour later: days left are rounded up', 1, 'trial', 3],
    ['after a day and an hour', 25, 'trial', 2],
    ['an hour before its end', 71, 'trial', 1],
    ['at its end', 72, 'ended', 0],
    ['long after', 1000, 'ended', 0],
  ])('%s', (_, hours, status, daysLeft) => {
    expect(planAt(ends, hoursIn(hours))).toEqual({
      type: 'trial',
      status,
      trialEndsAt: ends,
      trialDaysLeft: daysLeft,
    });
  });

  it('keeps out only the account holder, and only without a running trial', () => {
    const running = planAt(ends, hoursIn(1));
    const over = planAt(ends, hoursIn(73));
    const never = planAt(null, founded);
    expect([running, over, never].map((plan) => mayEnter(true, plan))).toEqual([true, false, false]);
    expect([running, over, never].map((plan) => mayEnter(false, plan))).toEqual([true, true, true]);
  });
});

describe('permissions (PRODUCT §2)', () => {
  it('let everyone work on tasks, and leads restore from Trash', () => {
    expect((['owner', 'admin', 'member'] as const).map((role) => roleMay(role, 'tasks.write'))).toEqual([
      true,
      true,
      true,
    ]);
    expect((['owner', 'admin', 'member'] as const).map((role) => roleMay(role, 'trash.restore'))).toEqual([
      true,
      true,
      false,
    ]);
  });
});
