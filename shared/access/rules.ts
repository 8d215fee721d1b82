import { planFacts } from '../core/plan-facts.ts';
import { t } from '../core/translate.ts';
import type { Plan } from './contract.ts';

/** What somebody is called who has deleted their account; what they made for a group stays (PRODUCT §3). */
export const formerMember = (): string => t('Former member');

/** Whether what somebody typed is the name of their group: asked before what cannot be taken back. */
export const isGroupName = (typed: string, name: string): boolean => typed.normalize('NFC').trim() === name;

/** The trial lasts three days from founding (S1 §9). */
export const { trialDays } = planFacts;
const day = 24 * 60 * 60 * 1000;

/** When a trial that starts now ends. */
export const trialEnd = (now: Date): Date => new Date(now.getTime() + trialDays * day);

/** A subscription as Stripe last told it, kept on the group's row. */
export interface Subscription {
  id: string;
  plan: 'monthly' | 'yearly';
  /** Stripe's own word. */
  status: string;
  trialEndsAt: string | null;
  currentPeriodEnd: string | null;
  canceledAt: string | null;
}

/** What is kept of a group's plan. */
export interface PlanFacts {
  /** Of the trial that came with founding; null: the one trial was used up before. */
  trialEndsAt: string | null;
  subscription?: Subscription;
  customerId?: string;
}

/** Stripe's words for a subscription that has come to its end. */
const over = ['canceled', 'incomplete_expired', 'unpaid'];

/**
 * The state of a plan at a moment (S1 §4, PRODUCT §4): `active` is active, `trialing` is a trial until its end, every other
 * word denies, an unknown one too. A subscription that is over, or was never begun, leaves the trial of the founding.
 */
export const planAt = ({ trialEndsAt, subscription, customerId }: PlanFacts, now: Date): Plan => {
  const isRunning = (end: string | null): end is string => end !== null && new Date(end) > now;
  const hasCustomer = customerId !== undefined;
  const live = subscription && !over.includes(subscription.status) && subscription.status !== 'incomplete';
  const end = live ? subscription.trialEndsAt : trialEndsAt;
  const daysLeft = isRunning(end) ? Math.ceil((new Date(end).getTime() - now.getTime()) / day) : 0;
  if (!subscription || (!live && isRunning(trialEndsAt))) {
    const status = trialEndsAt === null ? 'none' : isRunning(trialEndsAt) ? 'trial' : 'ended';
    return {
      type: trialEndsAt === null ? 'none' : 'trial',
      status,
      trialEndsAt,
      trialDaysLeft: daysLeft,
      currentPeriodEnd: null,
      canceledAt: null,
      hasCustomer,
    };
  }
  const status = (): Plan['status'] => {
    if (subscription.status === 'active') return 'active';
    if (subscription.status === 'trialing') return isRunning(subscription.trialEndsAt) ? 'trial' : 'ended';
    return live ? 'past_due' : 'ended';
  };
  return {
    type: subscription.plan,
    status: status(),
    trialEndsAt: subscription.trialEndsAt ?? trialEndsAt,
    trialDaysLeft: subscription.status === 'trialing' ? daysLeft : 0,
    currentPeriodEnd: subscription.currentPeriodEnd,
    canceledAt: subscription.canceledAt,
    hasCustomer,
  };
};

/** Only the account holder is subject to the subscription check (S1 §4, PRODUCT §2). */
export const mayEnter = (accountHolder: boolean, plan: Plan): boolean =>
  !accountHolder || plan.status === 'trial' || plan.status === 'active';
