import { useEffect } from 'react';
import type { Session } from '../../shared/access/contract.ts';
import { notify } from './notifications.ts';

const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

/** Tells the account holder, once each, what their plan means for them. */
export const usePlanNotifications = ({ user, membership }: Pick<Session, 'user' | 'membership'>): void => {
  const plan = membership?.accountHolder ? membership.plan : undefined;
  useEffect(() => {
    if (!plan) return;
    const { status, type, trialEndsAt, trialDaysLeft, currentPeriodEnd, canceledAt } = plan;
    if (status === 'trial' && type === 'trial' && trialDaysLeft === 1)
      notify(user.id, { id: `trial-ends:${trialEndsAt}`, title: 'Your trial expires tomorrow' });
    // Each period's payment can fail, and is told again.
    if (status === 'past_due')
      notify(user.id, {
        id: `payment-failed:${currentPeriodEnd}`,
        title: 'Your last payment failed. Check your card to go on.',
      });
    if (status === 'active' && !canceledAt)
      notify(user.id, { id: `plan-active:${type}`, title: `Your ${type} plan is active` });
    if (status === 'active' && canceledAt && currentPeriodEnd)
      notify(user.id, {
        id: `plan-cancels:${canceledAt}`,
        title: `Your plan is cancelled and ends on ${long.format(new Date(currentPeriodEnd))}`,
      });
  }, [user.id, plan]);
};
