import { log } from '../core/log.ts';
import type { OrganizationRecord } from '../core/organization.ts';
import type { BillingStore } from './billing-store.ts';
import type { StripeAccount } from './stripe-account.ts';
import { isOver, organizationBilling } from './subscription-state.ts';

interface SyncDeps {
  store: BillingStore;
  stripe: Pick<StripeAccount, 'subscriptions' | 'cancel' | 'prices'>;
  clock: () => Date;
}

/** Others write the same row as often at the same moment; more is a fault, and the event comes again. */
const attempts = 8;

/**
 * Makes the organization's plan what Stripe says now. It reads all subscriptions of the organization's customer anew, whatever the
 * event said: so orders, repeats and late events of another subscription make no difference. The organization is read before
 * Stripe and written only if nobody wrote in between, so that an old answer never covers a newer one.
 * @param eventId written in the same transaction; absent when no event is the reason
 * @returns the organization as it was before; undefined when there is nothing to write it on
 */
export const syncSubscription = async (
  { store, stripe, clock }: SyncDeps,
  organizationId: string,
  eventId: string | undefined,
): Promise<OrganizationRecord | undefined> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const organization = await store.organization(organizationId);
    if (!organization?.customerId) return undefined;
    const [all, prices] = await Promise.all([stripe.subscriptions(organization.customerId), stripe.prices()]);
    const { subscription, surplus, foreign } = organizationBilling(all, prices);
    if (foreign.length > 0) {
      log.warn('a subscription on another price grants nothing', {
        organizationId,
        alarm: 'foreign-price',
        foreign,
      });
    }
    const toCancel = organization.closedAt ? all.filter((one) => !isOver(one)).map(({ id }) => id) : surplus;
    if (toCancel.length > 0) {
      log.warn('a surplus subscription is cancelled', {
        organizationId,
        alarm: 'surplus-subscription',
        toCancel,
      });
      await Promise.all(toCancel.map((id) => stripe.cancel(id)));
      // Cancelling changes what Stripe says; it is written as it is then.
      if (organization.closedAt) continue;
    }
    const outcome = await store.applySubscription(organization, subscription, eventId, clock());
    if (outcome !== 'changed') return organization;
  }
  throw new Error(`The subscription of ${organizationId} was written by others ${attempts} times in a row.`);
};
