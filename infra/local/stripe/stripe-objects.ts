/** The objects of Stripe that we meet, in the shapes of its public API (version 2026-10-28), as far as they are read. */

export interface StripeCustomer {
  id: string;
  object: 'customer';
  created: number;
  email: string | null;
  name: string | null;
  metadata: Record<string, string>;
  invoice_settings: { default_payment_method: string | null };
  livemode: false;
}

export interface StripePaymentMethod {
  id: string;
  object: 'payment_method';
  created: number;
  customer: string;
  type: 'card';
  card: { brand: string; last4: string; exp_month: number; exp_year: number };
  livemode: false;
}

export interface StripePrice {
  id: string;
  object: 'price';
  currency: 'usd';
  unit_amount: number;
  recurring: { interval: 'month' | 'year'; interval_count: 1 };
  type: 'recurring';
}

export interface StripeSubscriptionItem {
  id: string;
  object: 'subscription_item';
  quantity: number;
  current_period_start: number;
  current_period_end: number;
  price: StripePrice;
}

export interface StripeSubscription {
  id: string;
  object: 'subscription';
  created: number;
  customer: string;
  status: string;
  trial_end: number | null;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  metadata: Record<string, string>;
  items: { object: 'list'; data: StripeSubscriptionItem[]; has_more: false; url: string };
  latest_invoice: string | null;
  default_payment_method: string | null;
  livemode: false;
}

export interface StripeInvoice {
  id: string;
  object: 'invoice';
  created: number;
  customer: string;
  status: 'open' | 'paid' | 'draft';
  number: string | null;
  amount_due: number;
  total: number;
  currency: 'usd';
  period_end: number;
  next_payment_attempt: number | null;
  hosted_invoice_url: string | null;
  parent: {
    type: 'subscription_details';
    subscription_details: { subscription: string; metadata: Record<string, string> };
  };
  livemode: false;
}

export interface StripeCheckout {
  id: string;
  object: 'checkout.session';
  created: number;
  expires_at: number;
  customer: string;
  client_reference_id: string | null;
  mode: 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid' | 'no_payment_required';
  subscription: string | null;
  metadata: Record<string, string>;
  /** In which Stripe's page speaks. */
  locale: string | null;
  success_url: string;
  cancel_url: string;
  url: string | null;
  livemode: false;
}

export interface StripePortal {
  id: string;
  object: 'billing_portal.session';
  created: number;
  customer: string;
  return_url: string;
  url: string;
  livemode: false;
}

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  type: string;
  data: { object: object };
  livemode: false;
  pending_webhooks: number;
  request: null;
}

/** The two plans (S1 §9), and one that is not sold, for trying what happens then. */
export const stripePrice = (id: string, interval: 'month' | 'year'): StripePrice => ({
  id,
  object: 'price',
  currency: 'usd',
  unit_amount: interval === 'month' ? 2000 : 20_000,
  recurring: { interval, interval_count: 1 },
  type: 'recurring',
});

/** Seconds of one period after a moment, by the calendar in UTC. */
export function periodEnd(start: number, { recurring }: StripePrice): number {
  const end = new Date(start * 1000);
  const day = end.getUTCDate();
  if (recurring.interval === 'month') end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCFullYear(end.getUTCFullYear() + 1);
  // The 31st of a shorter month is its last day.
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return Math.floor(end.getTime() / 1000);
}
