import * as z from 'zod';
import { Plan, Session } from '../access/contract.ts';
import { defineContract, defineRoute } from '../core/contract.ts';
import { defineErrors } from '../core/errors.ts';
import { t } from '../core/translate.ts';

/** The paid plans: $20 a month, $200 a year (S1 §9). */
export const PlanChoice = z.enum(['monthly', 'yearly']);
export type PlanChoice = z.output<typeof PlanChoice>;

export const billingErrors = defineErrors({
  'billing.already_subscribed': { status: 409, title: () => t('Your group already has a subscription.') },
  'billing.no_customer': {
    status: 409,
    title: () => t('There is nothing to manage yet. Choose a plan first.'),
  },
  'billing.provider_unavailable': { status: 503, title: () => t('Failed to create checkout') },
  'billing.portal_unavailable': { status: 503, title: () => t('Failed to open the billing portal') },
  'billing.cancelling_unavailable': {
    status: 503,
    title: () => t('The subscription could not be cancelled, so the group was not closed. Please try again.'),
  },
  'organization.name_differs': { status: 422, title: () => t('To close the group, type its name.') },
});

const accountHolder = { permission: 'billing.manage', unpaid: true } as const;

export const billing = defineContract({
  module: 'billing',
  title: 'Billing',
  errors: billingErrors,
  routes: {
    getPlan: defineRoute({
      method: 'GET',
      path: '/billing',
      summary: 'Plan, status and period of the group',
      status: 200,
      access: accountHolder,
      output: Plan,
    }),
    startCheckout: defineRoute({
      method: 'POST',
      path: '/billing/checkout',
      summary: "Open Stripe's checkout for a plan; what is left of the trial is kept where Stripe allows it",
      status: 201,
      access: accountHolder,
      body: z.strictObject({ plan: PlanChoice }),
      output: z.strictObject({ url: z.string() }),
      errors: ['billing.already_subscribed', 'billing.provider_unavailable'],
    }),
    openPortal: defineRoute({
      method: 'POST',
      path: '/billing/portal',
      summary: "Open Stripe's portal for card, invoices, switching, cancelling and resuming",
      status: 201,
      access: accountHolder,
      output: z.strictObject({ url: z.string() }),
      errors: ['billing.no_customer', 'billing.portal_unavailable'],
    }),
    closeOrganization: defineRoute({
      method: 'POST',
      path: '/organization/close',
      summary: 'Close the group: ends its subscription and every membership at once',
      status: 200,
      access: accountHolder,
      body: z.strictObject({ name: z.string().max(200) }),
      output: Session,
      errors: ['organization.name_differs', 'billing.cancelling_unavailable'],
    }),
  },
});
