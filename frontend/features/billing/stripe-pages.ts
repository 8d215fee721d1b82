import type { PaidPlan } from '../../../shared/core/plan-facts.ts';
import { t } from '../../../shared/core/translate.ts';
import { api } from '../../core/api.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import { routeTable } from '../../core/route-table.ts';

/** Leaves for Stripe's page. @throws Failure, or an error that says that there was no address */
export const goToCheckout = async (plan: PaidPlan): Promise<void> => {
  const { url } = await api(routeTable.billing.startCheckout, { body: { plan } });
  if (!url) throw new Failure({ code: 'checkout.no_url', status: 0, title: t('No checkout URL returned') });
  location.assign(url);
};

/** Leaves for Stripe's portal: card, invoices, switching, cancelling and resuming. */
export const goToPortal = async (): Promise<void> => {
  const { url } = await api(routeTable.billing.openPortal);
  location.assign(url);
};

/** S1 §8: the error's message, or the general sentence. Who holds no account (any more) has no group to pay for. */
export const checkoutProblem = (error: unknown): string => {
  if (isFailure(error, 'forbidden') || isFailure(error, 'membership.required'))
    return t('Organization not found');
  return error instanceof Failure && error.code !== 'internal'
    ? error.message
    : t('Failed to create checkout');
};
