import { createHmac, randomBytes } from 'node:crypto';
import { KeptFile } from '../runner/kept-file.ts';
import type { StripeSecret } from '../secrets/local-secrets.ts';
import {
  periodEnd,
  type StripeCheckout,
  type StripeCustomer,
  type StripeEvent,
  type StripeInvoice,
  type StripePaymentMethod,
  type StripePortal,
  type StripePrice,
  type StripeSubscription,
  stripePrice,
} from './stripe-objects.ts';

export const stripeFile = 'stripe.json';

interface Kept {
  customers: Record<string, StripeCustomer>;
  checkouts: Record<string, StripeCheckout & { ordered: { price: string; trialEnd: number | null } }>;
  subscriptions: Record<string, StripeSubscription>;
  invoices: Record<string, StripeInvoice>;
  paymentMethods: Record<string, StripePaymentMethod>;
  portals: Record<string, StripePortal>;
  events: Record<string, StripeEvent>;
  /** Answers by idempotency key, with what they were given to. */
  answers: Record<string, { asked: string; status: number; body: unknown }>;
}

/** What Stripe says no to: the `error` of its answer. */
export class StripeProblem extends Error {
  constructor(
    readonly status: number,
    readonly type: 'invalid_request_error' | 'idempotency_error' | 'authentication_error',
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }
}

/** Stripe takes the end of a trial only so far ahead. */
const shortestTrialSeconds = 48 * 3600;
const checkoutSeconds = 24 * 3600;
const apiVersion = '2026-10-28.endive';

export interface AccountOptions {
  dataDir: string;
  secret: StripeSecret;
  /** Address of the hosted pages. */
  pagesUrl: () => string;
  /** Told of each event, with its signed delivery to come. */
  onEvent: (event: StripeEvent) => void;
  now: () => number;
}

/**
 * One account of Stripe: customers, checkouts, subscriptions and what happens to them in time. Thin: it does what our calls and
 * our pages ask of it, in Stripe's shapes. Every change leaves the events that Stripe would send.
 */
export class LocalStripeAccount {
  readonly #kept: KeptFile<Kept>;
  readonly #options: AccountOptions;
  readonly #prices: readonly StripePrice[];

  constructor(options: AccountOptions) {
    this.#options = options;
    this.#prices = [
      stripePrice(options.secret.monthlyPrice, 'month'),
      stripePrice(options.secret.yearlyPrice, 'year'),
      stripePrice('price_not_sold', 'month'),
    ];
    this.#kept = new KeptFile<Kept>(options.dataDir, stripeFile, () => ({
      customers: {},
      checkouts: {},
      subscriptions: {},
      invoices: {},
      paymentMethods: {},
      portals: {},
      events: {},
      answers: {},
    }));
    this.#fillKept();
  }

  /** Gives what an earlier version has kept the fields that this one reads. */
  #fillKept(): void {
    const all = this.#all;
    all.paymentMethods ??= {};
    for (const customer of Object.values(all.customers)) {
      customer.invoice_settings ??= { default_payment_method: null };
    }
    for (const subscription of Object.values(all.subscriptions)) {
      subscription.default_payment_method ??= null;
    }
    for (const invoice of Object.values(all.invoices)) {
      invoice.number ??= null;
      invoice.total ??= invoice.amount_due;
      invoice.hosted_invoice_url ??= null;
    }
  }

  get #all(): Kept {
    return this.#kept.content;
  }

  #now(): number {
    return Math.floor(this.#options.now() / 1000);
  }

  #id(prefix: string): string {
    return `${prefix}_${randomBytes(12).toString('hex')}`;
  }

  #emit(type: string, object: object): void {
    const event: StripeEvent = {
      id: this.#id('evt'),
      object: 'event',
      api_version: apiVersion,
      created: this.#now(),
      type,
      // As it was at that moment, whatever becomes of it.
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: null,
    };
    this.#all.events[event.id] = event;
    this.#kept.save();
    this.#options.onEvent(event);
  }

  /** @throws StripeProblem `resource_missing` */
  #found<Thing>(list: Record<string, Thing>, kind: string, id: string): Thing {
    const thing = Object.hasOwn(list, id) ? list[id] : undefined;
    if (!thing) {
      throw new StripeProblem(404, 'invalid_request_error', `No such ${kind}: '${id}'`, 'resource_missing');
    }
    return thing;
  }

  customer = (id: string) => this.#found(this.#all.customers, 'customer', id);
  checkout = (id: string) => this.#found(this.#all.checkouts, 'checkout.session', id);
  portal = (id: string) => this.#found(this.#all.portals, 'billing_portal.session', id);
  event = (id: string) => this.#found(this.#all.events, 'event', id);
  subscription = (id: string) => this.#found(this.#all.subscriptions, 'subscription', id);

  /** Newest first, as they are now. */
  subscriptionsOf(customer: string): StripeSubscription[] {
    this.passTime();
    return Object.values(this.#all.subscriptions)
      .filter((one) => one.customer === customer)
      .reverse();
  }

  invoicesOf(customer: string): StripeInvoice[] {
    return Object.values(this.#all.invoices)
      .filter((one) => one.customer === customer)
      .reverse();
  }

  invoice = (id: string) => this.#found(this.#all.invoices, 'invoice', id);
  paymentMethod = (id: string) => this.#found(this.#all.paymentMethods, 'payment_method', id);

  /** The invoice that a subscription's next period will bring. @throws StripeProblem `invoice_upcoming_none` */
  previewInvoice(subscriptionId: string): StripeInvoice {
    const subscription = this.subscription(subscriptionId);
    const [item] = subscription.items.data;
    if (!item || subscription.status === 'canceled' || subscription.cancel_at_period_end) {
      throw new StripeProblem(
        404,
        'invalid_request_error',
        `No upcoming invoices for customer: ${subscription.customer}`,
        'invoice_upcoming_none',
      );
    }
    const end = item.current_period_end;
    return {
      ...this.#newInvoice(subscription, 'draft', item.price.unit_amount),
      id: this.#id('upcoming_in'),
      period_end: end,
      // Stripe leaves an hour for changes before it charges.
      next_payment_attempt: end + 3600,
    };
  }

  /** A card, as a person would enter it at Stripe: the test cards of its documentation. */
  #newCard(customer: string, brand: 'visa' | 'mastercard'): StripePaymentMethod {
    const method: StripePaymentMethod = {
      id: this.#id('pm'),
      object: 'payment_method',
      created: this.#now(),
      customer,
      type: 'card',
      card: {
        brand,
        last4: brand === 'visa' ? '4242' : '4444',
        exp_month: 12,
        exp_year: new Date(this.#options.now()).getUTCFullYear() + (brand === 'visa' ? 3 : 4),
      },
      livemode: false,
    };
    this.#all.paymentMethods[method.id] = method;
    this.#emit('payment_method.attached', method);
    return method;
  }

  /** Another card becomes the customer's, and pays what is open. */
  replaceCard(subscriptionId: string): StripeSubscription {
    const subscription = this.subscription(subscriptionId);
    const customer = this.customer(subscription.customer);
    customer.invoice_settings.default_payment_method = this.#newCard(customer.id, 'mastercard').id;
    this.#emit('customer.updated', customer);
    const open = subscription.latest_invoice ? this.invoice(subscription.latest_invoice) : undefined;
    if (open?.status === 'open') {
      open.status = 'paid';
      open.next_payment_attempt = null;
      this.#emit('invoice.paid', open);
    }
    const goesOn = subscription.status === 'past_due' ? { status: 'active' } : {};
    return this.change(subscriptionId, { default_payment_method: null, ...goesOn });
  }

  price(id: string): StripePrice {
    const price = this.#prices.find((one) => one.id === id);
    if (!price)
      throw new StripeProblem(400, 'invalid_request_error', `No such price: '${id}'`, 'resource_missing');
    return price;
  }

  /** Remembers an answer under its key, and gives it to whoever asks the same again. */
  once(key: string | undefined, asked: string, answer: () => { status: number; body: unknown }) {
    const earlier = key === undefined ? undefined : this.#all.answers[key];
    if (earlier && earlier.asked !== asked) {
      throw new StripeProblem(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      );
    }
    if (earlier) return earlier;
    const made = answer();
    if (key !== undefined) {
      this.#all.answers[key] = { asked, ...made };
      this.#kept.save();
    }
    return made;
  }

  createCustomer(given: Pick<StripeCustomer, 'email' | 'name' | 'metadata'>): StripeCustomer {
    const customer: StripeCustomer = {
      id: this.#id('cus'),
      object: 'customer',
      created: this.#now(),
      invoice_settings: { default_payment_method: null },
      livemode: false,
      ...given,
    };
    this.#all.customers[customer.id] = customer;
    this.#emit('customer.created', customer);
    return customer;
  }

  setCustomerEmail(id: string, email: string | null): StripeCustomer {
    const customer = Object.assign(this.customer(id), { email });
    this.#emit('customer.updated', customer);
    return customer;
  }

  checkoutsOf(customer: string): StripeCheckout[] {
    return Object.values(this.#all.checkouts).filter((one) => one.customer === customer);
  }

  openCheckout(
    given: Pick<
      StripeCheckout,
      'customer' | 'client_reference_id' | 'metadata' | 'locale' | 'success_url' | 'cancel_url'
    > & {
      price: string;
      trialEnd: number | null;
    },
  ): StripeCheckout {
    const { price, trialEnd, ...rest } = given;
    this.customer(given.customer);
    this.price(price);
    if (trialEnd !== null && trialEnd < this.#now() + shortestTrialSeconds) {
      throw new StripeProblem(
        400,
        'invalid_request_error',
        'The `trial_end` date has to be at least 2 days in the future.',
      );
    }
    const id = this.#id('cs_test');
    const checkout: Kept['checkouts'][string] = {
      id,
      object: 'checkout.session',
      created: this.#now(),
      expires_at: this.#now() + checkoutSeconds,
      mode: 'subscription',
      status: 'open',
      payment_status: 'unpaid',
      subscription: null,
      url: `${this.#options.pagesUrl()}/checkout/${id}`,
      livemode: false,
      ...rest,
      ordered: { price, trialEnd },
    };
    this.#all.checkouts[id] = checkout;
    this.#kept.save();
    return checkout;
  }

  expireCheckout(id: string): StripeCheckout {
    const checkout = this.checkout(id);
    if (checkout.status !== 'open') {
      throw new StripeProblem(
        400,
        'invalid_request_error',
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${checkout.status}\`.`,
      );
    }
    checkout.status = 'expired';
    checkout.url = null;
    this.#emit('checkout.session.expired', checkout);
    return checkout;
  }

  /** The person has paid on the hosted page: the subscription begins. */
  pay(checkoutId: string): StripeSubscription {
    const checkout = this.checkout(checkoutId);
    if (checkout.status !== 'open') {
      throw new StripeProblem(400, 'invalid_request_error', 'This checkout is over.');
    }
    const { price, trialEnd } = checkout.ordered;
    const card = this.#newCard(checkout.customer, 'visa');
    const subscription = this.subscribe(checkout.customer, price, {
      trialEnd,
      metadata: checkout.metadata,
      paymentMethod: card.id,
    });
    checkout.status = 'complete';
    checkout.payment_status = subscription.status === 'trialing' ? 'no_payment_required' : 'paid';
    checkout.subscription = subscription.id;
    checkout.url = null;
    this.#emit('checkout.session.completed', checkout);
    return subscription;
  }

  /** Begins a subscription, by whatever way. */
  subscribe(
    customer: string,
    priceId: string,
    {
      trialEnd = null,
      metadata,
      paymentMethod = null,
    }: { trialEnd?: number | null; metadata?: Record<string, string>; paymentMethod?: string | null } = {},
  ): StripeSubscription {
    const now = this.#now();
    const price = this.price(priceId);
    const trial = trialEnd !== null && trialEnd > now ? trialEnd : null;
    const id = this.#id('sub');
    const subscription: StripeSubscription = {
      id,
      object: 'subscription',
      created: now,
      customer,
      status: trial ? 'trialing' : 'active',
      trial_end: trial,
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      metadata: metadata ?? this.customer(customer).metadata,
      items: {
        object: 'list',
        data: [
          {
            id: this.#id('si'),
            object: 'subscription_item',
            quantity: 1,
            current_period_start: now,
            current_period_end: trial ?? periodEnd(now, price),
            price,
          },
        ],
        has_more: false,
        url: `/v1/subscription_items?subscription=${id}`,
      },
      latest_invoice: null,
      default_payment_method: paymentMethod,
      livemode: false,
    };
    this.#all.subscriptions[id] = subscription;
    this.#emit('customer.subscription.created', subscription);
    this.#invoice(subscription, 'paid', trial ? 0 : price.unit_amount);
    return subscription;
  }

  #newInvoice(
    subscription: StripeSubscription,
    status: StripeInvoice['status'],
    amount: number,
  ): StripeInvoice {
    const id = this.#id('in');
    const now = this.#now();
    return {
      id,
      object: 'invoice',
      created: now,
      customer: subscription.customer,
      status,
      number: null,
      amount_due: amount,
      total: amount,
      currency: 'usd',
      period_end: now,
      // Stripe tries again by itself; the days between depend on the account.
      next_payment_attempt: status === 'open' ? now + 3 * 24 * 3600 : null,
      hosted_invoice_url: null,
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
      },
      livemode: false,
    };
  }

  #invoice(subscription: StripeSubscription, status: 'open' | 'paid', amount: number): void {
    const made = this.#newInvoice(subscription, status, amount);
    const earlier = this.invoicesOf(subscription.customer).length;
    const invoice: StripeInvoice = {
      ...made,
      // A prefix per customer, and a number that counts up.
      number: `${subscription.customer.slice(-8).toUpperCase()}-${String(earlier + 1).padStart(4, '0')}`,
      hosted_invoice_url: `${this.#options.pagesUrl()}/invoice/${made.id}`,
    };
    this.#all.invoices[invoice.id] = invoice;
    subscription.latest_invoice = invoice.id;
    this.#emit(status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed', invoice);
  }

  /** Changes a subscription in any way, and tells of it. */
  change(id: string, patch: Partial<StripeSubscription>): StripeSubscription {
    const subscription = Object.assign(this.subscription(id), patch);
    this.#emit('customer.subscription.updated', subscription);
    return subscription;
  }

  cancelAtPeriodEnd(id: string): StripeSubscription {
    const end = this.subscription(id).items.data[0]?.current_period_end ?? null;
    return this.change(id, { cancel_at_period_end: true, cancel_at: end, canceled_at: this.#now() });
  }

  resume(id: string): StripeSubscription {
    return this.change(id, { cancel_at_period_end: false, cancel_at: null, canceled_at: null });
  }

  switchPrice(id: string, priceId: string): StripeSubscription {
    const { items, status } = this.subscription(id);
    const price = this.price(priceId);
    const now = this.#now();
    const [item] = items.data;
    if (item) {
      const period =
        status === 'trialing' ? {} : { current_period_start: now, current_period_end: periodEnd(now, price) };
      Object.assign(item, { price, ...period });
    }
    return this.change(id, {});
  }

  cancelNow(id: string): StripeSubscription {
    const subscription = this.subscription(id);
    if (subscription.status === 'canceled') {
      throw new StripeProblem(
        404,
        'invalid_request_error',
        `No such subscription: '${id}'`,
        'resource_missing',
      );
    }
    const now = this.#now();
    Object.assign(subscription, { status: 'canceled', canceled_at: now, ended_at: now });
    this.#emit('customer.subscription.deleted', subscription);
    return subscription;
  }

  /** A period (or the trial) ends and the next one is to be paid. */
  renew(id: string, isPaid: boolean): StripeSubscription {
    const subscription = this.subscription(id);
    const [item] = subscription.items.data;
    if (!item) throw new StripeProblem(400, 'invalid_request_error', 'This subscription has no items.');
    const start = Math.max(item.current_period_end, subscription.trial_end ?? 0);
    if (isPaid || subscription.status !== 'past_due') {
      item.current_period_start = start;
      item.current_period_end = periodEnd(start, item.price);
    }
    subscription.status = isPaid ? 'active' : 'past_due';
    this.#invoice(subscription, isPaid ? 'paid' : 'open', item.price.unit_amount);
    return this.change(id, {});
  }

  /** Lets happen what was due by now. */
  passTime(): void {
    const now = this.#now();
    for (const subscription of Object.values(this.#all.subscriptions)) {
      if (subscription.status !== 'trialing' && subscription.status !== 'active') continue;
      const end = subscription.items.data[0]?.current_period_end ?? Number.POSITIVE_INFINITY;
      if (end > now) continue;
      if (subscription.cancel_at_period_end) this.cancelNow(subscription.id);
      else this.renew(subscription.id, true);
    }
  }

  openPortal(customer: string, returnUrl: string): StripePortal {
    this.customer(customer);
    const id = this.#id('bps');
    const portal: StripePortal = {
      id,
      object: 'billing_portal.session',
      created: this.#now(),
      customer,
      return_url: returnUrl,
      url: `${this.#options.pagesUrl()}/portal/${id}`,
      livemode: false,
    };
    this.#all.portals[id] = portal;
    this.#kept.save();
    return portal;
  }

  /** The header that proves an event: Stripe's own form. @param at milliseconds since 1970 */
  sign(
    payload: string,
    at: number = Date.now(),
    secret: string = this.#options.secret.webhookSecret,
  ): string {
    const time = Math.floor(at / 1000);
    return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`;
  }
}
