import { dateIn } from '../core/calendar.ts';

const day = 86_400_000;

/** Stripe takes the end of a trial only if it is at least 48 hours ahead; a minute is for the way there. */
const shortestTrialMs = 48 * 3_600_000 + 60_000;

/** Whether a plan that is chosen now begins after the trial. Otherwise it begins, and is charged, at once. */
export const keepsTrial = (trialEndsAt: string | null, now: Date): boolean =>
  trialEndsAt !== null && Date.parse(trialEndsAt) - now.getTime() >= shortestTrialMs;

/** How long a trial lasts yet. Null when it is over. */
export type TrialLeft = { kind: 'today' } | { kind: 'tomorrow' } | { kind: 'days'; days: number };

/**
 * What is left of a trial, in days rounded up (S1 §4). The last of them is today or tomorrow, as the calendar of the group says.
 */
export const trialLeft = (endsAt: Date, now: Date, timeZone: string): TrialLeft | null => {
  const left = endsAt.getTime() - now.getTime();
  if (left <= 0) return null;
  if (dateIn(timeZone, endsAt) === dateIn(timeZone, now)) return { kind: 'today' };
  const days = Math.ceil(left / day);
  return days === 1 ? { kind: 'tomorrow' } : { kind: 'days', days };
};
