import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Payments, StripeAmount } from '../../shared/billing/contract.ts';
import type { Language } from '../../shared/core/languages.ts';
import { environment } from '../core/environment.ts';
import { log } from '../core/log.ts';
import { type StripeSettings, stripeSettings } from './stripe-settings.ts';
import type { Prices, StripeSubscription } from './subscription-state.ts';

/** The version whose answers we read. Raised together with the package, with a look at what changed. */
const apiVersion = '2026-10-28.endive';
const timeoutMs = 4000;
/** Stripe takes no signature that is older. */
const toleranceSeconds = 300;
const mostSubscriptions = 100;
const mostInvoices = 24;

/** Stripe could not be asked, or refused. */
export class StripeUnavailable extends Error {
  override readonly name = 'StripeUnavailable';
}

/** What is known of an event, once its signature was found to be Stripe's. */
export interface StripeEvent {
  id: string;
  type: string;
  /** Whether it is of the mode, test or live, in which this stage works. */
  isOfOurMode: boolean;
  /** The organization that the object belongs to, as we noted it there. */
  organizationId: string | undefined;
  /** With `invoice.…`. */
  invoiceId: string | undefined;
}

interface Client {
  stripe: Stripe;
  errors: typeof Stripe.errors;
  settings: StripeSettings;
}
let known: Client | undefined;

/** The package is loaded when it is first needed: reading the plan, which is most requests, does without. */
const client = async (): Promise<Client> => {
  const settings = await stripeSettings();
  if (known?.settings === settings) return known;
  const { default: Api } = await import('stripe');
  const { hostname, port, protocol } = new URL(environment('STRIPE_API'));
  const stripe = new Api(settings.apiKey, {
    apiVersion,
    host: hostname,
    port: port || 443,
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  known = { stripe, errors: Api.errors, settings };
  return known;
};

const asked = async <T>(what: string, ask: (client: Client) => Promise<T>): Promise<T> => {
  try {
    return await ask(await client());
  } catch (error) {
    // Stripe's own errors, whose words may quote what was sent; and a secret that is not there or not complete.
    const { type, statusCode, requestId, code } = error as Partial<Stripe.errors.StripeError>;
    const cause = type === undefined ? error : new Error(`${type} ${statusCode ?? ''}`.trim());
    log.error(`Stripe: ${what}`, cause, { stripeRequestId: requestId, stripeCode: code });
    throw new StripeUnavailable(what, { cause });
  }
};

/** Secret and restricted keys say of which mode they are (docs.stripe.com/keys). */
const isLiveKey = (apiKey: string): boolean => /^[a-z]+_live_/.test(apiKey);

const digest = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url');

const metadataOf = (object: unknown): Record<string, string> | undefined =>
  (object as { metadata?: Record<string, string> | null }).metadata ?? undefined;

/** The organization that an object of an event speaks of: noted on subscription, checkout and customer, copied to the invoice. */
const organizationIdOf = ({ type, data: { object } }: Stripe.Event): string | undefined => {
  if (!type.startsWith('invoice.')) return metadataOf(object)?.organizationId;
  const parent = (object as Stripe.Invoice).parent?.subscription_details;
  return metadataOf(parent ?? {})?.organizationId;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An event with an object, of which the bytes are the JSON. */
const eventIn = (bytes: Buffer): Stripe.Event | undefined => {
  let content: unknown;
  try {
    content = JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
  if (!isObject(content) || !isObject(content.data) || !isObject(content.data.object)) return undefined;
  if (typeof content.id !== 'string' || typeof content.type !== 'string') return undefined;
  return content as unknown as Stripe.Event;
};

const moment = (seconds: number): string => new Date(seconds * 1000).toISOString();

const amountOf = (amount: number, currency: string): StripeAmount => ({
  amount,
  currency: currency.toUpperCase(),
});

/** Stripe's answers that there is nothing to charge: cancelled at the period's end, or ended since we heard of it. */
const nothingComes = new Set(['invoice_upcoming_none', 'resource_missing']);

/** What was asked for with `expand`; an id when it was not. */
const expanded = <T extends { object: string }>(value: string | T | null | undefined): T | null =>
  typeof value === 'object' && value !== null ? value : null;

/** The only door to Stripe. Ids and words are Stripe's; what they mean to us is decided elsewhere. */
export const stripeAccount = {
  /** The two prices that are sold. */
  async prices(): Promise<Prices> {
    const { monthlyPrice, yearlyPrice } = await stripeSettings();
    return { monthly: monthlyPrice, yearly: yearlyPrice };
  },

  /** Makes the customer of an organization; asked again, it is the same one. */
  createCustomer: (customer: { organizationId: string; name: string; email: string }): Promise<string> =>
    asked('create customer', async ({ stripe }) => {
      const { organizationId, name, email } = customer;
      const { id } = await stripe.customers.create(
        { name, email, metadata: { organizationId } },
        // Name and address may have changed since a first try that was interrupted; Stripe refuses a key with other content.
        { idempotencyKey: `customer-${digest(customer)}` },
      );
      return id;
    }),

  /** Says to whom Stripe writes of this customer. */
  setCustomerEmail: (customerId: string, email: string): Promise<void> =>
    asked('update customer', async ({ stripe }) => {
      await stripe.customers.update(customerId, { email });
    }),

  /** All subscriptions that a customer ever had, newest first. */
  subscriptions: (customerId: string): Promise<StripeSubscription[]> =>
    asked('list subscriptions', async ({ stripe }) => {
      const { data } = await stripe.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: mostSubscriptions,
      });
      return data;
    }),

  /** What a subscription will be charged next, tax and credit included; null when nothing will be. */
  nextCharge: (subscriptionId: string): Promise<Payments['nextCharge']> =>
    asked('preview invoice', async ({ stripe, errors }) => {
      try {
        const invoice = await stripe.invoices.createPreview({ subscription: subscriptionId });
        return { ...amountOf(invoice.amount_due, invoice.currency), dueAt: moment(invoice.period_end) };
      } catch (error) {
        if (error instanceof errors.StripeInvalidRequestError && nothingComes.has(error.code ?? ''))
          return null;
        throw error;
      }
    }),

  /** With what a subscription is paid: its own payment method before the customer's, as Stripe charges. */
  paymentMethod: (subscriptionId: string): Promise<Payments['paymentMethod']> =>
    asked('retrieve subscription', async ({ stripe }) => {
      const subscription = await stripe.subscriptions.retrieve(subscriptionId, {
        expand: ['default_payment_method', 'customer.invoice_settings.default_payment_method'],
      });
      const customer = expanded<Stripe.Customer | Stripe.DeletedCustomer>(subscription.customer);
      const ofCustomer =
        customer && 'invoice_settings' in customer ? customer.invoice_settings.default_payment_method : null;
      const method = expanded(subscription.default_payment_method) ?? expanded(ofCustomer);
      if (!method) return null;
      const { type, card } = method;
      return {
        type,
        card: card
          ? { brand: card.brand, last4: card.last4, expiryMonth: card.exp_month, expiryYear: card.exp_year }
          : null,
      };
    }),

  /** The latest invoices of a customer, newest first. Drafts, which Stripe may still change, are none yet. */
  invoices: (customerId: string): Promise<{ latest: Payments['invoices']; hasOlder: boolean }> =>
    asked('list invoices', async ({ stripe }) => {
      const { data, has_more } = await stripe.invoices.list({ customer: customerId, limit: mostInvoices });
      const latest = data.flatMap(({ id, number, created, total, currency, status, hosted_invoice_url }) =>
        status === null || status === 'draft'
          ? []
          : [
              {
                id,
                number,
                createdAt: moment(created),
                total: amountOf(total, currency),
                status,
                url: hosted_invoice_url ?? null,
              },
            ],
      );
      return { latest, hasOlder: has_more };
    }),

  /** Ends a subscription at once. One that has ended already is left as it is. */
  cancel: (subscriptionId: string): Promise<void> =>
    asked('cancel subscription', async ({ stripe, errors }) => {
      try {
        await stripe.subscriptions.cancel(subscriptionId, {}, { idempotencyKey: `cancel-${subscriptionId}` });
      } catch (error) {
        if (error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing') return;
        throw error;
      }
    }),

  /**
   * Opens a checkout for one price, once.
   * @param trialEnd seconds since 1970 until which nothing is charged
   */
  openCheckout: (order: {
    organizationId: string;
    customerId: string;
    price: string;
    trialEnd: number | undefined;
    /** In which Stripe's page speaks. */
    locale: Language;
    successUrl: string;
    cancelUrl: string;
    idempotencyKey: string;
  }): Promise<{ id: string; url: string }> =>
    asked('open checkout', async ({ stripe }) => {
      const metadata = { organizationId: order.organizationId };
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer: order.customerId,
          client_reference_id: order.organizationId,
          line_items: [{ price: order.price, quantity: 1 }],
          locale: order.locale,
          success_url: order.successUrl,
          cancel_url: order.cancelUrl,
          metadata,
          subscription_data: {
            metadata,
            ...(order.trialEnd !== undefined && { trial_end: order.trialEnd }),
          },
        },
        { idempotencyKey: order.idempotencyKey },
      );
      if (!session.url) throw new StripeUnavailable('No checkout URL returned');
      return { id: session.id, url: session.url };
    }),

  /** Closes a checkout that nobody is to pay any more; one that is over already stays as it is. */
  expireCheckout: (sessionId: string): Promise<void> =>
    asked('expire checkout', async ({ stripe, errors }) => {
      try {
        await stripe.checkout.sessions.expire(sessionId);
      } catch (error) {
        if (error instanceof errors.StripeInvalidRequestError) return;
        throw error;
      }
    }),

  openPortal: (
    customerId: string,
    { returnUrl, locale }: { returnUrl: string; locale: Language },
    idempotencyKey: string,
  ): Promise<string> =>
    asked('open portal', async ({ stripe }) => {
      const { url } = await stripe.billingPortal.sessions.create(
        { customer: customerId, return_url: returnUrl, locale },
        { idempotencyKey },
      );
      return url;
    }),

  /**
   * Reads an event, if its signature over exactly these bytes is Stripe's and not older than five minutes.
   * @returns undefined when it is not; `no event` when it is Stripe's, but nothing that we could read
   */
  async verifiedEvent(bytes: Buffer, signature: string): Promise<StripeEvent | 'no event' | undefined> {
    const { stripe, settings } = await client();
    const { signature: verifier } = stripe.webhooks;
    if (!verifier) throw new Error("Stripe's package brings nothing that verifies signatures.");
    try {
      verifier.verifyHeader(bytes, signature, settings.webhookSecret, toleranceSeconds);
    } catch {
      // Whatever it says of the header that anybody may send: it is no proof.
      return undefined;
    }
    const event = eventIn(bytes);
    if (!event) return 'no event';
    return {
      id: event.id,
      type: event.type,
      isOfOurMode: event.livemode === isLiveKey(settings.apiKey),
      organizationId: organizationIdOf(event),
      invoiceId: event.type.startsWith('invoice.') ? (event.data.object as Stripe.Invoice).id : undefined,
    };
  },
};

export type StripeAccount = typeof stripeAccount;
