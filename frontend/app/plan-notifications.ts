import { useEffect } from 'react';
import { notify } from '../core/notifications.ts';
import type { Member } from '../core/session.ts';

const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

/** Tells the account holder, once each, what their plan means for them. */
export const usePlanNotifications = ({ user, membership: { accountHolder, plan } }: Member): void => {
  useEffect(() => {
    if (!accountHolder) return;
    const { status, type, trialEndsAt, trialDaysLeft, currentPeriodEnd, canceledAt } = plan;
    if (status === 'trial' && type === 'trial' && trialDaysLeft === 1)
      notify(user.id, { id: `trial-ends:${trialEndsAt}`, title: 'Your trial expires tomorrow' });
    if (status === 'active' && !canceledAt)
      notify(user.id, { id: `plan-active:${type}`, title: `Your ${type} plan is active` });
    if (status === 'active' && canceledAt && currentPeriodEnd)
      notify(user.id, {
        id: `plan-cancels:${canceledAt}`,
        title: `Your plan is cancelled and ends on ${long.format(new Date(currentPeriodEnd))}`,
      });
  }, [user.id, accountHolder, plan]);
};
