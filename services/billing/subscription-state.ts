import type { Subscription } from '../../shared/access/rules.ts';
import type { PlanChoice } from '../../shared/billing/contract.ts';

/** What we look at of a subscription of Stripe's (API version 2026-10-28: the period is its items'). */
export interface StripeSubscription {
  id: string;
  /** Seconds since 1970, as all of Stripe's times. */
  created: number;
  status: string;
  trial_end: number | null;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  metadata: Record<string, string>;
  items: { data: { quantity?: number; current_period_end: number; price: { id: string } }[] };
}

export type Prices = Record<PlanChoice, string>;

/** Stripe's words for a subscription that goes on, whether it is paid or not; a second one beside it is refused. */
const goesOn = new Set(['trialing', 'active', 'past_due', 'paused']);
export const isLive = ({ status }: Pick<StripeSubscription, 'status'>): boolean => goesOn.has(status);

/** Nothing comes of it any more. What is not over may still be paid: `incomplete` and `unpaid`, too. */
const over = new Set(['canceled', 'incomplete_expired']);
export const isOver = ({ status }: Pick<StripeSubscription, 'status'>): boolean => over.has(status);

/** Of several live ones, one that lets in comes first. */
const letsIn = ({ status }: StripeSubscription): boolean => status === 'active' || status === 'trialing';

const moment = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString();

const planOf = ({ items }: StripeSubscription, prices: Prices): PlanChoice | undefined => {
  const [item, ...others] = items.data;
  if (!item || others.length > 0 || (item.quantity ?? 1) !== 1) return undefined;
  return (['monthly', 'yearly'] as const).find((plan) => prices[plan] === item.price.id);
};

const kept = (subscription: StripeSubscription, plan: PlanChoice): Subscription => ({
  id: subscription.id,
  plan,
  status: subscription.status,
  trialEndsAt: moment(subscription.trial_end),
  currentPeriodEnd: moment(subscription.items.data[0]?.current_period_end ?? null),
  // Resumed in the portal, a subscription keeps no date; one that merely has `canceled_at` from before is not cancelled.
  canceledAt:
    subscription.cancel_at_period_end || subscription.cancel_at !== null || !isLive(subscription)
      ? moment(subscription.canceled_at)
      : null,
});

export interface OrganizationBilling {
  /** What the organization has; undefined when nothing that it has counts. */
  subscription: Subscription | undefined;
  /** Live subscriptions beside it, which are to be cancelled. */
  surplus: string[];
  /** Live subscriptions that grant nothing: another price, another quantity. */
  foreign: string[];
}

/**
 * What all subscriptions of one customer make of an organization's plan: a function of what Stripe says now, so that neither the
 * order nor the number of events matters. Of several live ones the newest stays (PRODUCT §4), one whose payment is overdue only if
 * none is paid or on trial; if none is live, the newest tells how it ended.
 */
export const organizationBilling = (
  all: readonly StripeSubscription[],
  prices: Prices,
): OrganizationBilling => {
  const newestFirst = [...all].sort((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1));
  const ours = newestFirst.flatMap((subscription) => {
    const plan = planOf(subscription, prices);
    return plan ? [{ subscription, plan }] : [];
  });
  const live = ours
    .filter(({ subscription }) => isLive(subscription))
    // Stable: newest first among those that let in, and among those that do not.
    .sort((a, b) => Number(letsIn(b.subscription)) - Number(letsIn(a.subscription)));
  const stays = live[0] ?? ours[0];
  return {
    subscription: stays && kept(stays.subscription, stays.plan),
    surplus: live.slice(1).map(({ subscription }) => subscription.id),
    foreign: newestFirst.filter((one) => isLive(one) && !planOf(one, prices)).map(({ id }) => id),
  };
};
