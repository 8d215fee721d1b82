import { describe, expect, it } from 'vitest';
import { mayEnter, planAt, trialEnd } from '../../shared/access/rules.ts';
import { may, rolesUpTo } from '../../shared/core/access.ts';

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
    expect(planAt({ trialEndsAt: ends }, hoursIn(hours))).toEqual({
      type: 'trial',
      status,
      trialEndsAt: ends,
      trialDaysLeft: daysLeft,
      currentPeriodEnd: null,
      canceledAt: null,
      hasCustomer: false,
    });
  });

  it('keeps out only the account holder, and only without a running trial', () => {
    const running = planAt({ trialEndsAt: ends }, hoursIn(1));
    const over = planAt({ trialEndsAt: ends }, hoursIn(73));
    const never = planAt({ trialEndsAt: null }, founded);
    expect([running, over, never].map((plan) => mayEnter(true, plan))).toEqual([true, false, false]);
    expect([running, over, never].map((plan) => mayEnter(false, plan))).toEqual([true, true, true]);
  });
});

describe('a subscription (PRODUCT §4)', () => {
  const subscription = {
    id: 'sub_1',
    plan: 'yearly' as const,
    status: 'active',
    trialEndsAt: null,
    currentPeriodEnd: '2027-03-10T09:00:00.000Z',
    canceledAt: null,
  };
  const planWith = (change: object, hours = 100) =>
    planAt(
      { trialEndsAt: ends, subscription: { ...subscription, ...change }, customerId: 'cus_1' },
      hoursIn(hours),
    );

  it('lets in when Stripe says active, also when it was cancelled for the end of its period', () => {
    for (const canceledAt of [null, '2026-03-14T00:00:00.000Z']) {
      const plan = planWith({ canceledAt });
      expect(plan).toMatchObject({ type: 'yearly', status: 'active', canceledAt, hasCustomer: true });
      expect(mayEnter(true, plan)).toBe(true);
    }
  });

  it('counts as a trial while trialing, until the end that Stripe names', () => {
    const trialing = { status: 'trialing', trialEndsAt: hoursIn(120).toISOString() };
    expect(planWith(trialing)).toMatchObject({ type: 'yearly', status: 'trial', trialDaysLeft: 1 });
    expect(mayEnter(true, planWith(trialing, 121))).toBe(false);
  });

  it.each([
    'past_due',
    'unpaid',
    'canceled',
    'incomplete',
    'incomplete_expired',
    'paused',
    'a word of tomorrow',
  ])('denies the account holder at %s, once the trial of the founding is over', (status) => {
    expect(mayEnter(true, planWith({ status }))).toBe(false);
    expect(mayEnter(false, planWith({ status }))).toBe(true);
  });

  it('that never began or is over leaves what is left of the trial of the founding', () => {
    expect(planWith({ status: 'incomplete' }, 1)).toMatchObject({
      type: 'trial',
      status: 'trial',
      trialDaysLeft: 3,
    });
    expect(planWith({ status: 'canceled' }, 1)).toMatchObject({ type: 'trial', status: 'trial' });
  });
});

describe('permissions (PRODUCT §2)', () => {
  const standings = [
    { role: 'owner', accountHolder: true },
    { role: 'owner', accountHolder: false },
    { role: 'admin', accountHolder: false },
    { role: 'member', accountHolder: false },
  ] as const;
  it.each([
    ['tasks.write', [true, true, true, true]],
    ['trash.restore', [true, true, true, false]],
    ['team.manage', [true, false, false, false]],
    ['organization.manage', [true, false, false, false]],
    ['billing.manage', [true, false, false, false]],
  ] as const)('%s', (permission, expected) => {
    expect(standings.map((standing) => may(standing, permission))).toEqual(expected);
  });

  it('an account holder who has become a mere member still holds the account', () => {
    expect(may({ role: 'member', accountHolder: true }, 'billing.manage')).toBe(true);
    expect(may({ role: 'member', accountHolder: true }, 'trash.restore')).toBe(false);
  });

  it('onboarding offers the granted role and those below it', () => {
    expect((['member', 'admin', 'owner'] as const).map(rolesUpTo)).toEqual([
      ['member'],
      ['member', 'admin'],
      ['member', 'admin', 'owner'],
    ]);
  });
});
