import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { formObject } from '../../infra/local/stripe/form-body.ts';
import { periodEnd, stripePrice } from '../../infra/local/stripe/stripe-objects.ts';
import { stripeStandIn } from '../../infra/local/stripe/stripe-stand-in.ts';
import { temporaryFolder } from './assembly-fixture.ts';

const secret = {
  apiKey: 'sk_test_1',
  webhookSecret: 'whsec_1',
  monthlyPrice: 'price_monthly',
  yearlyPrice: 'price_yearly',
};

const listen = async (answer: Parameters<typeof createServer>[1]) => {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

/** The stand-in, a webhook endpoint that gives these answers in turn, and the real client. */
const start = async (answers: number[] = []) => {
  const received: { body: string; signature: string }[] = [];
  const webhookPort = await listen(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ body, signature: String(request.headers['stripe-signature']) });
    response.writeHead(answers.shift() ?? 200).end();
  });
  let standIn: ReturnType<typeof stripeStandIn> | undefined;
  const port = await listen((request, response) => void standIn?.answer(request, response));
  standIn = stripeStandIn({
    dataDir: temporaryFolder(),
    secret,
    pagesUrl: `http://localhost:${port}`,
    webhookUrl: `http://127.0.0.1:${webhookPort}`,
  });
  const { stop } = standIn;
  onTestFinished(stop);
  const client = (key: string) =>
    new Stripe(key, { host: 'localhost', port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
  return { standIn, stripe: client(secret.apiKey), client, received };
};

const order = (customer: string) => ({
  mode: 'subscription' as const,
  customer,
  line_items: [{ price: 'price_monthly', quantity: 1 }],
  success_url: 'http://localhost/done',
  cancel_url: 'http://localhost/cancelled',
  subscription_data: { metadata: { organizationId: '1' } },
});

test('understands the real client, and is understood by it', async () => {
  const { stripe, standIn } = await start();
  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  const checkout = await stripe.checkout.sessions.create(order(customer.id));
  standIn.controls.pay(checkout.url ?? '', { held: true });
  const { data } = await stripe.subscriptions.list({ customer: customer.id, status: 'all' });
  expect(data.map(({ status, metadata, items }) => [status, metadata, items.data[0]?.price.id])).toEqual([
    ['active', { organizationId: '1' }, 'price_monthly'],
  ]);
});

test('refuses what Stripe would: another key, a short trial, a key used twice, a call that it does not know', async () => {
  const { stripe, client } = await start();
  await expect(client('sk_test_2').customers.create({})).rejects.toThrow(
    Stripe.errors.StripeAuthenticationError,
  );
  const { id } = await stripe.customers.create({});
  const trialEnd = Math.floor(Date.now() / 1000) + 47 * 3600;
  await expect(
    stripe.checkout.sessions.create({ ...order(id), subscription_data: { trial_end: trialEnd } }),
  ).rejects.toThrow('at least 2 days');
  const key = { idempotencyKey: 'once' };
  const first = await stripe.checkout.sessions.create(order(id), key);
  expect((await stripe.checkout.sessions.create(order(id), key)).id).toBe(first.id);
  await expect(
    stripe.checkout.sessions.create({ ...order(id), success_url: 'http://localhost/other' }, key),
  ).rejects.toThrow(Stripe.errors.StripeIdempotencyError);
  await expect(stripe.coupons.list()).rejects.toThrow('Unrecognized request URL');
});

test('sends an event until it is taken, signed anew as Stripe signs', async () => {
  const { stripe, standIn, received } = await start([500]);
  await stripe.customers.create({ name: 'Ünal & Söhne' });
  await expect.poll(() => received.length, { timeout: 5000 }).toBe(2);
  for (const { body, signature } of received) {
    expect(stripe.webhooks.constructEvent(body, signature, secret.webhookSecret).type).toBe(
      'customer.created',
    );
  }
  await expect.poll(() => standIn.deliveries()[0]?.status).toBe(200);
});

test('its pages answer to a loopback name only', async () => {
  const { stripe } = await start();
  const { id } = await stripe.customers.create({});
  const { url } = await stripe.checkout.sessions.create(order(id));
  const page = await fetch(url ?? '');
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('$20.00 per month')]);
});

test('reads brackets as Stripe does', () => {
  expect(JSON.parse(JSON.stringify(formObject('a[b][0][c]=1&a[b][0][d]=x%26y&e=')))).toEqual({
    a: { b: { 0: { c: '1', d: 'x&y' } } },
    e: '',
  });
  expect(formObject('__proto__[polluted]=yes')).not.toHaveProperty('polluted');
  expect({}).not.toHaveProperty('polluted');
});

test.each([
  ['2026-01-31', 'month', '2026-02-28'],
  ['2026-03-15', 'month', '2026-04-15'],
  ['2028-02-29', 'year', '2029-02-28'],
] as const)('a period that begins on %s for a %s ends on %s', (start, interval, end) => {
  const seconds = (date: string) => Date.parse(`${date}T12:00:00Z`) / 1000;
  expect(periodEnd(seconds(start), stripePrice('p', interval))).toBe(seconds(end));
});
