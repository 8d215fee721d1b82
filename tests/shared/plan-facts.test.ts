import { describe, expect, it } from 'vitest';
import { planFacts, planPoints, plans, prices } from '../../shared/core/plan-facts.ts';

const dollars = (price: string): number => Number(price.slice(1));

describe('what we promise (S1 §9, PRODUCT §3)', () => {
  it('adds up', () => {
    const saving = 12 * dollars(plans.monthly.price) - dollars(plans.yearly.price);
    expect(planFacts.yearlySaving).toBe(`$${saving}`);
    expect(planFacts.yearlySavingPercent).toBe(
      `${Math.round((100 * saving) / (12 * dollars(plans.monthly.price)))}%`,
    );
    expect(prices()).toBe('$20 a month or $200 a year');
  });

  it('promises a trial to those who can have one, and as many members as a group holds', () => {
    expect(planPoints(true)).toEqual([
      '3-day free trial included',
      'Up to 25 team members',
      'All features unlocked',
      'Cancel anytime',
    ]);
    expect(planPoints(false)).toEqual(planPoints(true).slice(1));
  });
});
