import { api } from './api.ts';
import { Failure } from './failure.ts';
import { routeTable } from './route-table.ts';

/** Prices as S1 §9 states them; Stripe's are the ones that are charged. */
export const planFacts = {
  monthly: { name: 'Monthly', price: '$20', per: 'month', badge: 'Popular', note: '' },
  yearly: {
    name: 'Yearly',
    price: '$200',
    per: 'year',
    badge: 'Save 17%',
    note: 'Save $40 compared to monthly',
  },
} as const;
export type PaidPlan = keyof typeof planFacts;

/** What both plans give (S1 §2). */
export const planPoints = [
  '3-day free trial included',
  'Unlimited team members',
  'All features unlocked',
  'Cancel anytime',
] as const;

/** Leaves for Stripe's page. @throws Failure, or an error that says that there was no address */
export const goToCheckout = async (plan: PaidPlan): Promise<void> => {
  const { url } = await api(routeTable.billing.startCheckout, { body: { plan } });
  if (!url) throw new Failure({ code: 'checkout.no_url', status: 0, title: 'No checkout URL returned' });
  location.assign(url);
};

/** Leaves for Stripe's portal: card, invoices, switching, cancelling and resuming. */
export const goToPortal = async (): Promise<void> => {
  const { url } = await api(routeTable.billing.openPortal);
  location.assign(url);
};

/** S1 §8: the error's message, or the general sentence. */
export const checkoutProblem = (error: unknown): string =>
  error instanceof Failure && error.code !== 'internal' ? error.message : 'Failed to create checkout';
