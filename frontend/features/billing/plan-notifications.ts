import { useEffect } from 'react';
import type { Session } from '../../../shared/access/contract.ts';
import { dateFormat, t } from '../../../shared/core/translate.ts';
import { useMinute } from '../../core/clock.ts';
import { notify } from '../../core/notifications.ts';
import { trialWords } from './trial-words.ts';

/** Tells the account holder, once each, what their plan means for them. */
export const usePlanNotifications = ({ user, membership }: Pick<Session, 'user' | 'membership'>): void => {
  const plan = membership?.accountHolder ? membership.plan : undefined;
  const zone = membership?.organization.timeZone ?? 'UTC';
  const now = useMinute();
  useEffect(() => {
    if (!plan) return;
    const { status, type, trialEndsAt, currentPeriodEnd, canceledAt } = plan;
    const ending =
      status === 'trial' && type === 'trial' && trialEndsAt !== null
        ? trialWords(trialEndsAt, now, zone)?.notification
        : null;
    if (ending) notify(user.id, { id: `trial-ends:${trialEndsAt}`, title: ending });
    // Each period's payment can fail, and is told again.
    if (status === 'past_due')
      notify(user.id, {
        id: `payment-failed:${currentPeriodEnd}`,
        title: t('Your last payment failed. Check your card to continue.'),
      });
    if (status === 'active' && !canceledAt)
      notify(user.id, {
        id: `plan-active:${type}`,
        title: t('Your {type, select, yearly {yearly} other {monthly}} plan is active', { type }),
      });
    if (status === 'active' && canceledAt && currentPeriodEnd)
      notify(user.id, {
        id: `plan-cancels:${canceledAt}`,
        title: t('Your plan is cancelled and ends on {date}', {
          date: dateFormat({ dateStyle: 'long' }).format(new Date(currentPeriodEnd)),
        }),
      });
  }, [user.id, plan, zone, now]);
};
