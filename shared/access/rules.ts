import type { Plan } from './contract.ts';

/** The trial lasts three days from founding (S1 §9). */
export const trialDays = 3;
const day = 24 * 60 * 60 * 1000;

/** When a trial that starts now ends. */
export const trialEnd = (now: Date): Date => new Date(now.getTime() + trialDays * day);

/** The state of a plan at a moment; days left are rounded up (S1 §4). `trialEndsAt` null: never had a trial. */
export const planAt = (trialEndsAt: string | null, now: Date): Plan => {
  if (trialEndsAt === null) return { type: 'none', status: 'none', trialEndsAt, trialDaysLeft: 0 };
  const left = new Date(trialEndsAt).getTime() - now.getTime();
  return {
    type: 'trial',
    status: left > 0 ? 'trial' : 'ended',
    trialEndsAt,
    trialDaysLeft: Math.max(0, Math.ceil(left / day)),
  };
};

/** Only the account holder is subject to the subscription check (S1 §4, PRODUCT §2). */
export const mayEnter = (accountHolder: boolean, plan: Plan): boolean =>
  !accountHolder || plan.status === 'trial';
