import * as z from 'zod';
import { Plan, Session } from '../access/contract.ts';
import { defineContract, defineRoute } from '../core/contract.ts';
import { Moment } from '../core/dates.ts';
import { defineErrors } from '../core/errors.ts';
import { t } from '../core/translate.ts';

/** The paid plans: $20 a month, $200 a year (S1 §9). */
export const PlanChoice = z.enum(['monthly', 'yearly']);
export type PlanChoice = z.output<typeof PlanChoice>;

/** An amount as Stripe has it: in minor units of whatever currency it charged. */
const StripeAmount = z.strictObject({ amount: z.number().int(), currency: z.string().regex(/^[A-Z]{3}$/) });
export type StripeAmount = z.output<typeof StripeAmount>;

const Invoice = z.strictObject({
  id: z.string(),
  /** As it is printed on it. */
  number: z.string().nullable(),
  createdAt: Moment,
  total: StripeAmount,
  /** Stripe's word: `open`, `paid`, `uncollectible`, `void`, and others that it may come to use. */
  status: z.string(),
  /** Stripe's page of it, on which it can be paid and kept as PDF. */
  url: z.string().nullable(),
});
export type Invoice = z.output<typeof Invoice>;

/** What Stripe says of payments at this moment. Nothing of it is kept here (decision 45). */
export const Payments = z.strictObject({
  /** Null when nothing will be charged: no subscription, or one that is cancelled. */
  nextCharge: StripeAmount.extend({ dueAt: Moment }).nullable(),
  paymentMethod: z
    .strictObject({
      /** Stripe's word: `card`, `link`, `sepa_debit`… */
      type: z.string(),
      card: z
        .strictObject({
          brand: z.string(),
          last4: z.string(),
          expiryMonth: z.number().int(),
          expiryYear: z.number().int(),
        })
        .nullable(),
    })
    .nullable(),
  /** The latest, newest first. */
  invoices: z.array(Invoice),
  /** Whether Stripe's portal shows older ones. */
  hasOlderInvoices: z.boolean(),
});
export type Payments = z.output<typeof Payments>;

export const billingErrors = defineErrors({
  'billing.already_subscribed': { status: 409, title: () => t('Your group already has a subscription.') },
  'billing.no_customer': {
    status: 409,
    title: () => t('There is nothing to manage yet. Choose a plan first.'),
  },
  'billing.provider_unavailable': { status: 503, title: () => t('Failed to create checkout') },
  'billing.portal_unavailable': { status: 503, title: () => t('Failed to open the billing portal') },
  'billing.payments_unavailable': { status: 503, title: () => t('Stripe cannot be reached at the moment.') },
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
    getPayments: defineRoute({
      method: 'GET',
      path: '/billing/payments',
      summary: 'Next charge, payment method and latest invoices, as Stripe says now',
      status: 200,
      access: accountHolder,
      output: Payments,
      errors: ['billing.payments_unavailable'],
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
