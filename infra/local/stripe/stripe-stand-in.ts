import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readRequest } from '../http-api/http-message.ts';
import { hasLoopbackHost } from '../runner/loopback-host.ts';
import type { StripeSecret } from '../secrets/local-secrets.ts';
import { type FormObject, formObject } from './form-body.ts';
import { LocalStripeAccount, StripeProblem } from './stripe-account.ts';
import { type Delivery, StripeDeliveries } from './stripe-deliveries.ts';
import type { StripeCheckout, StripeCustomer, StripeEvent, StripeSubscription } from './stripe-objects.ts';
import { checkoutPage, invoicePage, portalPage, stripeProblemPage } from './stripe-pages.ts';

/** What a test does in place of a person at Stripe's pages, and what Stripe would do by itself. */
export interface StripeControls {
  /** Pays a checkout. @param url what our API answered */
  pay(url: string, options?: Held): Outcome;
  /** Begins a subscription past any checkout. */
  subscribe(customerId: string, priceId: string, options?: Held): Outcome;
  /** Changes a subscription in any way. */
  change(subscriptionId: string, patch: Partial<StripeSubscription>, options?: Held): Outcome;
  cancelAtPeriodEnd(subscriptionId: string, options?: Held): Outcome;
  resume(subscriptionId: string, options?: Held): Outcome;
  switchPrice(subscriptionId: string, priceId: string, options?: Held): Outcome;
  cancelNow(subscriptionId: string, options?: Held): Outcome;
  renew(subscriptionId: string, isPaid: boolean, options?: Held): Outcome;
  replaceCard(subscriptionId: string, options?: Held): Outcome;
  subscriptions(customerId: string): StripeSubscription[];
  checkout(url: string): object;
  /** All that a customer ever opened. */
  checkouts(customerId: string): StripeCheckout[];
  customer(id: string): StripeCustomer;
  prices(): { monthly: string; yearly: string; notSold: string };
  /** Delivers an event once more, whatever became of it before. @returns the answer's status */
  deliver(eventId: string): Promise<number>;
  event(eventId: string): StripeEvent;
  /** The signature of a payload. @param at milliseconds since 1970 */
  sign(payload: string, at?: number, secret?: string): string;
}

/** `held`: the events are not sent; whoever asked delivers them. */
interface Held {
  held?: boolean;
}
interface Outcome {
  subscription: StripeSubscription;
  /** Ids, in the order in which they arose. */
  events: string[];
}

export interface StripeStandIn {
  answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
  controls: StripeControls;
  /** Newest first. */
  deliveries(): Delivery[];
  stop(): Promise<void>;
}

interface StandInOptions {
  dataDir: string;
  secret: StripeSecret;
  pagesUrl: string;
  webhookUrl: string;
}

interface Answer {
  status: number;
  body: unknown;
}
type Reply = Answer | { page: string; status?: number } | { location: string };

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const object = (value: unknown): FormObject =>
  typeof value === 'object' && value !== null ? (value as FormObject) : {};
const metadataIn = (value: unknown) => ({ ...object(value) }) as Record<string, string>;

const checkoutIdIn = (url: string): string => /cs_test_[0-9a-f]+/.exec(url)?.[0] ?? url;

/**
 * Stripe on this machine: its HTTP API for exactly the calls that we make, its two hosted pages, and its signed events. A call or
 * a parameter that stands nowhere here is answered with an error: whoever adds it to the service says here what it does.
 */
export function stripeStandIn({ dataDir, secret, pagesUrl, webhookUrl }: StandInOptions): StripeStandIn {
  /** Where events go while somebody holds them. */
  let holder: string[] | undefined;
  const account: LocalStripeAccount = new LocalStripeAccount({
    dataDir,
    secret,
    pagesUrl: () => pagesUrl,
    now: Date.now,
    onEvent: (event) => {
      if (holder) holder.push(event.id);
      else deliveries.send(event);
    },
  });
  const deliveries = new StripeDeliveries(
    () => account,
    () => webhookUrl,
  );
  const clock = setInterval(() => account.passTime(), 10_000).unref();
  const sold = [account.price(secret.monthlyPrice), account.price(secret.yearlyPrice)];

  const createCheckout = (form: FormObject): unknown => {
    const [line, ...others] = Object.values(object(form.line_items)).map(object);
    const details = object(form.subscription_data);
    if (form.mode !== 'subscription' || !line || others.length > 0 || line.quantity !== '1') {
      throw new StripeProblem(
        400,
        'invalid_request_error',
        'Only one subscription, once, is understood here.',
      );
    }
    return account.openCheckout({
      customer: String(form.customer),
      client_reference_id: text(form.client_reference_id),
      metadata: metadataIn(details.metadata),
      locale: text(form.locale),
      success_url: String(form.success_url),
      cancel_url: String(form.cancel_url),
      price: String(line.price),
      trialEnd: details.trial_end === undefined ? null : Number(details.trial_end),
    });
  };

  const listSubscriptions = (form: FormObject): unknown => {
    const all = account.subscriptionsOf(String(form.customer));
    const data = form.status === 'all' ? all : all.filter(({ status }) => status !== 'canceled');
    return {
      object: 'list',
      data: data.slice(0, Number(form.limit ?? 10)),
      has_more: false,
      url: '/v1/subscriptions',
    };
  };

  /** The objects that a caller wants in place of their ids: exactly those that our calls name. */
  const retrieveSubscription = (id: string, form: FormObject): unknown => {
    const subscription = account.subscription(id);
    const customer = account.customer(subscription.customer);
    const methodOf = (method: string | null) => method && account.paymentMethod(method);
    const wanted = Object.values(object(form.expand)).map(String);
    const known = ['default_payment_method', 'customer.invoice_settings.default_payment_method'];
    const unknown = wanted.find((name) => !known.includes(name));
    if (unknown) {
      throw new StripeProblem(400, 'invalid_request_error', `This property cannot be expanded: ${unknown}.`);
    }
    const settings = customer.invoice_settings;
    return {
      ...subscription,
      ...(wanted.includes('default_payment_method') && {
        default_payment_method: methodOf(subscription.default_payment_method),
      }),
      ...(wanted.includes('customer.invoice_settings.default_payment_method') && {
        customer: {
          ...customer,
          invoice_settings: {
            ...settings,
            default_payment_method: methodOf(settings.default_payment_method),
          },
        },
      }),
    };
  };

  const listInvoices = (form: FormObject): unknown => {
    const all = account.invoicesOf(String(form.customer));
    const limit = Number(form.limit ?? 10);
    return { object: 'list', data: all.slice(0, limit), has_more: all.length > limit, url: '/v1/invoices' };
  };

  const call = (method: string, path: string, form: FormObject): unknown => {
    const [, , id = ''] = path.split('/').slice(1);
    if (method === 'POST' && path === '/v1/customers') {
      return account.createCustomer({
        email: text(form.email),
        name: text(form.name),
        metadata: metadataIn(form.metadata),
      });
    }
    if (method === 'POST' && /^\/v1\/customers\/[^/]+$/.test(path)) {
      const [other] = Object.keys(form).filter((name) => name !== 'email');
      if (other)
        throw new StripeProblem(400, 'invalid_request_error', `Only the email is changed here, no ${other}.`);
      return account.setCustomerEmail(id, text(form.email));
    }
    if (method === 'POST' && path === '/v1/checkout/sessions') return createCheckout(form);
    const [, expired] = /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/.exec(path) ?? [];
    if (method === 'POST' && expired) return account.expireCheckout(expired);
    if (method === 'GET' && path === '/v1/subscriptions') return listSubscriptions(form);
    if (method === 'GET' && /^\/v1\/subscriptions\/[^/]+$/.test(path)) return retrieveSubscription(id, form);
    if (method === 'GET' && path === '/v1/invoices') return listInvoices(form);
    if (method === 'POST' && path === '/v1/invoices/create_preview') {
      return account.previewInvoice(String(form.subscription));
    }
    if (method === 'DELETE' && /^\/v1\/subscriptions\/[^/]+$/.test(path)) return account.cancelNow(id);
    if (method === 'POST' && path === '/v1/billing_portal/sessions') {
      return account.openPortal(String(form.customer), String(form.return_url));
    }
    throw new StripeProblem(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);
  };

  const problemBody = ({ type, message, code }: StripeProblem) => ({
    error: { type, message, ...(code && { code }) },
  });

  const api = (
    method: string,
    path: string,
    query: string,
    body: string,
    headers: IncomingMessage['headers'],
  ): Answer => {
    try {
      if (headers.authorization !== `Bearer ${secret.apiKey}`) {
        throw new StripeProblem(401, 'authentication_error', 'Invalid API Key provided.');
      }
      const key = headers['idempotency-key'];
      const asked = createHash('sha256').update(`${method} ${path} ${body}`).digest('hex');
      const made = () => ({
        status: 200,
        body: structuredClone(call(method, path, formObject(body || query))),
      });
      return account.once(typeof key === 'string' && method !== 'GET' ? key : undefined, asked, made);
    } catch (error) {
      if (error instanceof StripeProblem) return { status: error.status, body: problemBody(error) };
      throw error;
    }
  };

  const checkout = (id: string, action: string | null): Reply => {
    const session = account.checkout(id);
    const { price, trialEnd } = session.ordered;
    const order = { price: account.price(price), trialEnd, customer: account.customer(session.customer) };
    if (session.status === 'open' && action === 'pay') {
      account.pay(id);
      return { location: session.success_url };
    }
    if (action === 'cancel') return { location: session.cancel_url };
    const problem = action === 'decline' ? 'Your card was declined. Try another one.' : undefined;
    return { page: checkoutPage(session, order, problem) };
  };

  const portalActions: Record<string, (id: string, more: string) => string> = {
    cancel: (id) => {
      account.cancelAtPeriodEnd(id);
      return 'Your plan is cancelled at the end of its period.';
    },
    resume: (id) => {
      account.resume(id);
      return 'Your plan goes on.';
    },
    switch: (id, price) => {
      account.switchPrice(id, price);
      return 'Your plan is switched.';
    },
    card: (id) => {
      account.replaceCard(id);
      return 'Your card is updated.';
    },
    renew: (id) => {
      account.renew(id, true);
      return 'The period was paid.';
    },
    fail: (id) => {
      account.renew(id, false);
      return 'The payment failed.';
    },
    end: (id) => {
      account.cancelNow(id);
      return 'The subscription has ended.';
    },
  };

  const portal = (id: string, action: string | null): Reply => {
    const { customer, return_url } = account.portal(id);
    const [name = '', subscription = '', more = ''] = (action ?? '').split(':');
    const isTheirs = account.subscriptionsOf(customer).some((one) => one.id === subscription);
    const done = isTheirs ? portalActions[name]?.(subscription, more) : undefined;
    return {
      page: portalPage(
        return_url,
        account.subscriptionsOf(customer),
        account.invoicesOf(customer),
        sold,
        done,
      ),
    };
  };

  const reply = (
    method: string,
    path: string,
    query: string,
    body: string,
    incoming: IncomingMessage,
  ): Reply => {
    if (path.startsWith('/v1/')) return api(method, path, query, body, incoming.headers);
    const [, kind, id = ''] = path.split('/');
    const action = method === 'POST' ? new URLSearchParams(body).get('action') : null;
    try {
      if (hasLoopbackHost(incoming) && kind === 'checkout') return checkout(id, action);
      if (hasLoopbackHost(incoming) && kind === 'portal') return portal(id, action);
      if (hasLoopbackHost(incoming) && kind === 'invoice') return { page: invoicePage(account.invoice(id)) };
      throw new StripeProblem(404, 'invalid_request_error', 'There is no such page.');
    } catch (error) {
      if (error instanceof StripeProblem)
        return { page: stripeProblemPage(error.message), status: error.status };
      throw error;
    }
  };

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method, path, query, body } = await readRequest(incoming);
    const made = reply(method, path, query, body.toString('utf8'), incoming);
    if ('location' in made) {
      outgoing.writeHead(303, { location: made.location });
      outgoing.end();
    } else if ('page' in made) {
      outgoing.writeHead(made.status ?? 200, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
      });
      outgoing.end(made.page);
    } else {
      outgoing.writeHead(made.status, {
        'content-type': 'application/json',
        'request-id': `req_${Date.now()}`,
      });
      outgoing.end(JSON.stringify(made.body));
    }
  };

  const acting = (options: Held | undefined, act: () => StripeSubscription): Outcome => {
    const events: string[] = [];
    holder = events;
    let subscription: StripeSubscription;
    try {
      subscription = structuredClone(act());
    } finally {
      holder = undefined;
    }
    if (!options?.held) for (const id of events) deliveries.send(account.event(id));
    return { subscription, events };
  };

  const controls: StripeControls = {
    pay: (url, options) => acting(options, () => account.pay(checkoutIdIn(url))),
    subscribe: (customer, price, options) => acting(options, () => account.subscribe(customer, price)),
    change: (id, patch, options) => acting(options, () => account.change(id, patch)),
    cancelAtPeriodEnd: (id, options) => acting(options, () => account.cancelAtPeriodEnd(id)),
    resume: (id, options) => acting(options, () => account.resume(id)),
    switchPrice: (id, price, options) => acting(options, () => account.switchPrice(id, price)),
    cancelNow: (id, options) => acting(options, () => account.cancelNow(id)),
    renew: (id, isPaid, options) => acting(options, () => account.renew(id, isPaid)),
    replaceCard: (id, options) => acting(options, () => account.replaceCard(id)),
    subscriptions: (customer) => account.subscriptionsOf(customer),
    checkout: (url) => account.checkout(checkoutIdIn(url)),
    checkouts: (customer) => account.checkoutsOf(customer),
    customer: (id) => account.customer(id),
    prices: () => ({ monthly: secret.monthlyPrice, yearly: secret.yearlyPrice, notSold: 'price_not_sold' }),
    deliver: (id) => deliveries.deliver(account.event(id)),
    event: (id) => account.event(id),
    sign: (payload, at, key) => account.sign(payload, at, key),
  };

  return {
    answer,
    controls,
    deliveries: () => deliveries.list(),
    stop: async () => {
      clearInterval(clock);
      await deliveries.stop();
    },
  };
}
