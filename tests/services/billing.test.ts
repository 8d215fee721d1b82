import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { type BillingDeps, closeOrganization as closes } from '../../services/billing/billing.ts';
import { checkoutKey } from '../../services/billing/billing-keys.ts';
import { billingStore } from '../../services/billing/billing-store.ts';
import { organizationBilling, type StripeSubscription } from '../../services/billing/subscription-state.ts';
import type { MemberContext } from '../../services/core/caller.ts';
import { commitFor } from '../../services/core/idempotency.ts';
import { profileKey } from '../../services/core/membership.ts';
import { organizationKey } from '../../services/core/organization.ts';
import { openSockets } from '../../services/core/sockets.ts';
import { access } from '../../shared/access/contract.ts';
import { billing } from '../../shared/billing/contract.ts';
import { modules } from '../../shared/modules.ts';
import { stripe, system } from '../support/controls.ts';
import { endTrial, type Organization, organization, problemIn, stranger, table } from '../support/people.ts';

const { getPlan, getPayments, startCheckout, openPortal, closeOrganization } = billing.routes;
const day = 86_400_000;

const planOf = ({ owner }: Organization) => owner.call(getPlan, {});
const rowOf = async ({ id }: Organization) =>
  (await table().get(organizationKey(id))) as Record<string, unknown>;
const customerOf = async (group: Organization) => String((await rowOf(group)).customerId);
const checkout = async ({ owner }: Organization, plan: 'monthly' | 'yearly' = 'monthly') =>
  (await owner.call(startCheckout, { body: { plan } })).url;

/** Changes the group's row: what time would bring. */
const setGroup = ({ id }: Organization, name: string, value: unknown) =>
  table().write({
    update: organizationKey(id),
    expression: { text: 'SET #name = :value', names: { '#name': name }, values: { ':value': value } },
  });

const deliverAll = async (events: readonly string[]) => {
  for (const event of events) expect(await stripe.deliver(event)).toBe(200);
};

/** A group that has paid, with everything that Stripe has told. */
const subscribed = async (plan: 'monthly' | 'yearly' = 'monthly') => {
  const group = await organization();
  await endTrial(group.id);
  const paid = await stripe.pay(await checkout(group, plan), { held: true });
  await deliverAll(paid.events);
  return { group, subscription: paid.subscription, customer: await customerOf(group) };
};

const webhook = (payload: string, headers: Record<string, string>) =>
  fetch(`${inject('system').url}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: payload,
  });

describe('choosing a plan', () => {
  it('opens a checkout for one of the two prices, and back to our own address', async () => {
    const group = await organization();
    const opened = (await stripe.checkout(await checkout(group, 'yearly'))) as Record<string, unknown>;
    const { url } = inject('system');
    expect(opened).toMatchObject({
      ordered: { price: (await stripe.prices()).yearly },
      success_url: `${url}/payment?checkout=done`,
      cancel_url: `${url}/payment?checkout=cancelled`,
      metadata: { organizationId: group.id },
    });
  });

  it('opens it in the language of whoever pays', async () => {
    const { owner } = await organization();
    const german = { 'accept-language': 'de' };
    const { url } = await owner.call(startCheckout, { body: { plan: 'monthly' } }, german);
    expect(await stripe.checkout(url)).toMatchObject({ locale: 'de' });
  });

  it('lets nobody name a price or an address', async () => {
    const { owner } = await organization();
    for (const body of [{ plan: 'price_not_sold' }, { plan: 'monthly', successUrl: 'https://example.com' }]) {
      expect((await owner.send(startCheckout, { body })).status).toBe(422);
    }
  });

  it('keeps what is left of the trial where Stripe allows it, and charges nothing until then', async () => {
    const group = await organization();
    const trialEndsAt = String((await rowOf(group)).trialEndsAt);
    const { events } = await stripe.pay(await checkout(group), { held: true });
    await deliverAll(events);
    const plan = await planOf(group);
    expect(plan).toMatchObject({ type: 'monthly', status: 'trial', trialDaysLeft: 3 });
    expect(plan.trialEndsAt?.slice(0, 19)).toBe(trialEndsAt.slice(0, 19));
  });

  it('begins at once when less than 48 hours of the trial are left', async () => {
    const group = await organization();
    await setGroup(group, 'trialEndsAt', new Date(Date.now() + 47 * 3_600_000).toISOString());
    await deliverAll((await stripe.pay(await checkout(group), { held: true })).events);
    expect(await planOf(group)).toMatchObject({ status: 'active' });
  });

  it('uses one customer per group, and closes the checkout before', async () => {
    const group = await organization();
    const first = await checkout(group);
    const customer = await customerOf(group);
    const second = await checkout(group, 'yearly');
    expect(await customerOf(group)).toBe(customer);
    expect(await stripe.checkout(first)).toMatchObject({ status: 'expired', customer });
    expect(await stripe.checkout(second)).toMatchObject({ status: 'open', customer });
  });

  it('in several tabs at the same moment leaves exactly one checkout open, the one that was opened last', async () => {
    for (let round = 0; round < 5; round += 1) {
      const group = await organization();
      const answers = await Promise.all(
        (['monthly', 'yearly', 'monthly'] as const).map((plan) =>
          group.owner.send(startCheckout, { body: { plan } }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
      const all = await stripe.checkouts(await customerOf(group));
      const open = all.filter(({ status }) => status === 'open');
      expect(open).toHaveLength(1);
      expect((await table().get(checkoutKey(group.id)))?.sessionId).toBe(open[0]?.id);
    }
  });

  it('pressed once and sent several times opens one checkout, and says the same each time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const group = await organization();
      const before = await checkout(group);
      const headers = { 'idempotency-key': randomUUID() };
      const send = () => group.owner.send(startCheckout, { body: { plan: 'yearly' }, headers });
      const answers = [...(await Promise.all([send(), send(), send()])), await send()];
      const [url, ...others] = new Set(answers.map(({ body }) => (body as { url: string }).url));
      expect(others).toEqual([]);
      const all = await stripe.checkouts(await customerOf(group));
      expect(all.filter(({ status }) => status === 'open').map((one) => one.url)).toEqual([url]);
      expect(url).not.toBe(before);
    }
  });

  it('tells Stripe the address of whoever is the account holder now', async () => {
    const group = await organization();
    await checkout(group);
    const customer = await customerOf(group);
    expect(await stripe.customer(customer)).toMatchObject({ email: group.owner.email });
    const change = async (email: string) =>
      table().write({
        update: profileKey(group.owner.userId),
        expression: { text: 'SET email = :email', values: { ':email': email } },
      });
    await change('next@example.com');
    await checkout(group);
    expect(await stripe.customer(customer)).toMatchObject({ email: 'next@example.com' });
    await change('third@example.com');
    await group.owner.call(openPortal, {});
    expect(await stripe.customer(customer)).toMatchObject({ email: 'third@example.com' });
  });

  it('is refused while there is a live subscription, even if its event has not come yet', async () => {
    const group = await organization();
    await stripe.pay(await checkout(group), { held: true });
    const refused = await group.owner.send(startCheckout, { body: { plan: 'yearly' } });
    expect([refused.status, problemIn(refused).code]).toEqual([409, 'billing.already_subscribed']);
    // Asking was enough to learn of it.
    expect((await planOf(group)).type).toBe('monthly');
  });

  it('is possible again after the subscription has ended', async () => {
    const { group, subscription } = await subscribed();
    await deliverAll((await stripe.cancelNow(subscription.id, { held: true })).events);
    expect(await planOf(group)).toMatchObject({ status: 'ended' });
    await deliverAll((await stripe.pay(await checkout(group, 'yearly'), { held: true })).events);
    expect(await planOf(group)).toMatchObject({ status: 'active', type: 'yearly' });
  });
});

describe('a plan', () => {
  it('goes from denied to active to cancelled to ended, and lets in until the end', async () => {
    const group = await organization();
    await endTrial(group.id);
    const list = () => group.owner.send(modules.tasks.routes.list);
    expect((await list()).status).toBe(402);
    const { subscription, events } = await stripe.pay(await checkout(group), { held: true });
    expect((await list()).status).toBe(402);
    await deliverAll(events);
    expect((await list()).status).toBe(200);
    const active = await planOf(group);
    expect(active).toMatchObject({ type: 'monthly', status: 'active', canceledAt: null, hasCustomer: true });
    expect(new Date(active.currentPeriodEnd ?? 0).getTime() - Date.now()).toBeGreaterThan(27 * day);

    await deliverAll((await stripe.cancelAtPeriodEnd(subscription.id, { held: true })).events);
    const cancelled = await planOf(group);
    expect(cancelled).toMatchObject({ status: 'active', currentPeriodEnd: active.currentPeriodEnd });
    expect(cancelled.canceledAt).not.toBeNull();
    expect((await list()).status).toBe(200);

    await deliverAll((await stripe.resume(subscription.id, { held: true })).events);
    expect((await planOf(group)).canceledAt).toBeNull();

    await deliverAll((await stripe.cancelNow(subscription.id, { held: true })).events);
    expect(await planOf(group)).toMatchObject({ status: 'ended' });
    expect((await list()).status).toBe(402);
  });

  it('comes by itself: Stripe tells us, without anybody asking', async () => {
    const group = await organization();
    await endTrial(group.id);
    await stripe.pay(await checkout(group));
    await expect.poll(async () => (await planOf(group)).status, { timeout: 10_000 }).toBe('active');
  });

  it.each([
    'past_due',
    'unpaid',
    'paused',
    'incomplete',
    'incomplete_expired',
    'canceled',
    'a word of tomorrow',
  ])('denies the account holder with the status %s, and nobody else', async (status) => {
    const { group, subscription } = await subscribed();
    const member = await group.member();
    await deliverAll((await stripe.change(subscription.id, { status }, { held: true })).events);
    expect((await group.owner.send(modules.tasks.routes.list)).status).toBe(402);
    expect((await member.send(modules.tasks.routes.list)).status).toBe(200);
  });

  it('follows a switch to the other price', async () => {
    const { group, subscription } = await subscribed();
    const { yearly } = await stripe.prices();
    await deliverAll((await stripe.switchPrice(subscription.id, yearly, { held: true })).events);
    const plan = await planOf(group);
    expect(plan).toMatchObject({ type: 'yearly', status: 'active' });
    expect(new Date(plan.currentPeriodEnd ?? 0).getTime() - Date.now()).toBeGreaterThan(360 * day);
  });

  it('on another price, or taken twice, grants nothing', async () => {
    const { group, subscription } = await subscribed();
    const { notSold } = await stripe.prices();
    await deliverAll((await stripe.switchPrice(subscription.id, notSold, { held: true })).events);
    expect((await group.owner.send(modules.tasks.routes.list)).status).toBe(402);

    const other = await subscribed();
    const [item] = other.subscription.items.data;
    const items = {
      ...other.subscription.items,
      data: [{ ...item, quantity: 2 }],
    } as typeof other.subscription.items;
    await deliverAll((await stripe.change(other.subscription.id, { items }, { held: true })).events);
    expect((await other.group.owner.send(modules.tasks.routes.list)).status).toBe(402);
  });

  it('is that of the newer subscription when there are two all the same; the other is cancelled', async () => {
    const { group, customer, subscription: older } = await subscribed();
    await stripe.change(older.id, { created: older.created - 60 }, { held: true });
    const { yearly } = await stripe.prices();
    const { subscription: newer, events } = await stripe.subscribe(customer, yearly, { held: true });
    await deliverAll(events);
    const known = await stripe.subscriptions(customer);
    expect(known.map(({ id, status }) => [id, status]).sort()).toEqual(
      [
        [older.id, 'canceled'],
        [newer.id, 'active'],
      ].sort(),
    );
    await expect.poll(async () => (await planOf(group)).type).toBe('yearly');
    expect(await planOf(group)).toMatchObject({ type: 'yearly', status: 'active' });
  });

  it('is not touched by late events of an earlier subscription', async () => {
    const { group, subscription } = await subscribed();
    const ended = await stripe.cancelNow(subscription.id, { held: true });
    await stripe.change(subscription.id, { created: subscription.created - 60 }, { held: true });
    await deliverAll((await stripe.pay(await checkout(group, 'yearly'), { held: true })).events);
    const before = await planOf(group);
    await deliverAll(ended.events);
    expect(await planOf(group)).toEqual(before);
    expect(before).toMatchObject({ type: 'yearly', status: 'active' });
  });
});

describe('what was paid and will be', () => {
  const paymentsOf = ({ owner }: Organization) => owner.call(getPayments, {});

  it('is nothing for a group that never chose a plan', async () => {
    expect(await paymentsOf(await organization())).toEqual({
      nextCharge: null,
      paymentMethod: null,
      invoices: [],
      hasOlderInvoices: false,
    });
  });

  it('is the next charge, the card and the invoices, as Stripe says', async () => {
    const { group, subscription } = await subscribed('yearly');
    const { nextCharge, paymentMethod, invoices, hasOlderInvoices } = await paymentsOf(group);
    const [item] = subscription.items.data;
    expect(nextCharge).toEqual({
      amount: 20_000,
      currency: 'USD',
      dueAt: new Date((item?.current_period_end ?? 0) * 1000).toISOString(),
    });
    expect(paymentMethod).toMatchObject({ type: 'card', card: { brand: 'visa', last4: '4242' } });
    expect(invoices).toMatchObject([{ status: 'paid', total: { amount: 20_000, currency: 'USD' } }]);
    expect(hasOlderInvoices).toBe(false);
    expect(await (await fetch(String(invoices[0]?.url))).text()).toContain('$200.00');
  });

  it('is nothing more once the plan is cancelled, and the invoices stay', async () => {
    const { group, subscription } = await subscribed();
    await deliverAll((await stripe.cancelAtPeriodEnd(subscription.id, { held: true })).events);
    expect(await paymentsOf(group)).toMatchObject({ nextCharge: null, invoices: [{ status: 'paid' }] });
    await deliverAll((await stripe.cancelNow(subscription.id, { held: true })).events);
    expect(await paymentsOf(group)).toMatchObject({ nextCharge: null, invoices: [{ status: 'paid' }] });
  });

  it('shows a failed payment as open, and the card that replaced the failing one', async () => {
    const { group, subscription } = await subscribed();
    await deliverAll((await stripe.renew(subscription.id, false, { held: true })).events);
    expect((await paymentsOf(group)).invoices.map(({ status }) => status)).toEqual(['open', 'paid']);
    await deliverAll((await stripe.replaceCard(subscription.id, { held: true })).events);
    const after = await paymentsOf(group);
    expect(after.invoices.map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect(after.paymentMethod).toMatchObject({ card: { brand: 'mastercard', last4: '4444' } });
    expect(await planOf(group)).toMatchObject({ status: 'active' });
  });

  it('says that Stripe has more invoices than are shown', async () => {
    const { group, subscription } = await subscribed();
    for (let month = 0; month < 24; month += 1) await stripe.renew(subscription.id, true, { held: true });
    const { invoices, hasOlderInvoices } = await paymentsOf(group);
    expect([invoices.length, hasOlderInvoices]).toEqual([24, true]);
  });

  it('is said to nobody but the account holder', async () => {
    const { group } = await subscribed();
    for (const person of [await group.manager(), await group.member()]) {
      expect((await person.send(getPayments, {})).status).toBe(403);
    }
  });
});

describe('of several live subscriptions', () => {
  const prices = { monthly: 'price_monthly', yearly: 'price_yearly' };
  const one = (id: string, status: string, created: number): StripeSubscription => ({
    id,
    created,
    status,
    trial_end: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    metadata: {},
    items: { data: [{ quantity: 1, current_period_end: created + 1000, price: { id: 'price_monthly' } }] },
  });

  it.each([
    ['the newest stays', [one('old', 'active', 1), one('new', 'active', 2)], 'new', ['old']],
    [
      'a paid one stays before a newer overdue one',
      [one('old', 'active', 1), one('new', 'past_due', 2)],
      'old',
      ['new'],
    ],
    ['one on trial, too', [one('old', 'trialing', 1), one('new', 'paused', 2)], 'old', ['new']],
    ['of overdue ones the newest', [one('old', 'past_due', 1), one('new', 'past_due', 2)], 'new', ['old']],
    ['an ended one counts for nothing', [one('old', 'past_due', 1), one('new', 'canceled', 2)], 'old', []],
  ])('%s', (_, all, stays, surplus) => {
    for (const order of [all, [...all].reverse()]) {
      expect(organizationBilling(order, prices)).toMatchObject({ subscription: { id: stays }, surplus });
    }
  });
});

describe('events', () => {
  it('in any order, with any repeats and many at once, end in what Stripe says', async () => {
    const { group, subscription } = await subscribed();
    const { monthly, yearly } = await stripe.prices();
    const held = { held: true };
    const acts = {
      cancel: () => stripe.cancelAtPeriodEnd(subscription.id, held),
      resume: () => stripe.resume(subscription.id, held),
      monthly: () => stripe.switchPrice(subscription.id, monthly, held),
      yearly: () => stripe.switchPrice(subscription.id, yearly, held),
      renew: () => stripe.renew(subscription.id, true, held),
      pastDue: () => stripe.change(subscription.id, { status: 'past_due' }, held),
    };
    const names = Object.keys(acts) as (keyof typeof acts)[];
    const property = fc.asyncProperty(
      fc.array(fc.constantFrom(...names), { minLength: 2, maxLength: 5 }),
      fc.infiniteStream(fc.nat()),
      async (happened, chance) => {
        const events: string[] = [];
        for (const name of happened) events.push(...(await acts[name]()).events);
        // Each at least once, some several times, in an order that has nothing to do with that in which they arose.
        const sent = [...events, ...events.filter(() => (chance.next().value ?? 0) % 3 === 0)]
          .map((event) => ({ event, place: chance.next().value ?? 0 }))
          .sort((a, b) => a.place - b.place);
        const half = Math.ceil(sent.length / 2);
        await deliverAll(sent.slice(0, half).map(({ event }) => event));
        // Those that meet another one's write too often are sent again, as Stripe does.
        const answers = await Promise.all(sent.slice(half).map(({ event }) => stripe.deliver(event)));
        for (const [index, answer] of answers.entries()) {
          if (answer !== 200) await deliverAll([sent[half + index]?.event as string]);
        }
        const [truth] = await stripe.subscriptions(await customerOf(group));
        const plan = await planOf(group);
        expect(plan.type).toBe(truth?.items.data[0]?.price.id === monthly ? 'monthly' : 'yearly');
        expect(plan.status).toBe(truth?.status);
        expect(plan.currentPeriodEnd).toBe(
          new Date((truth?.items.data[0]?.current_period_end ?? 0) * 1000).toISOString(),
        );
        expect(plan.canceledAt === null).toBe(!truth?.cancel_at_period_end);
      },
    );
    await fc.assert(property, { numRuns: 12 });
  }, 120_000);

  it('need the signature of Stripe over exactly their bytes, at most five minutes old', async () => {
    const { group, subscription } = await subscribed();
    const { events } = await stripe.cancelAtPeriodEnd(subscription.id, { held: true });
    const payload = JSON.stringify(await stripe.event(events[0] as string), null, 2);
    const before = await rowOf(group);
    const refused: Record<string, Record<string, string>> = {
      none: {},
      nonsense: { 'stripe-signature': 'nonsense' },
      'another key': { 'stripe-signature': await stripe.sign(payload, Date.now(), 'whsec_guessed') },
      'other bytes': { 'stripe-signature': await stripe.sign(JSON.stringify(JSON.parse(payload))) },
      old: { 'stripe-signature': await stripe.sign(payload, Date.now() - 301_000) },
    };
    for (const [kind, headers] of Object.entries(refused)) {
      expect([kind, (await webhook(payload, headers)).status]).toEqual([kind, 400]);
    }
    expect(await rowOf(group)).toEqual(before);
    const genuine = { 'stripe-signature': await stripe.sign(payload, Date.now() - 200_000) };
    expect((await webhook(payload, genuine)).status).toBe(200);
    expect((await planOf(group)).canceledAt).not.toBeNull();
  });

  it('of the other mode change nothing: a test payment is none', async () => {
    const { group, subscription } = await subscribed();
    const { events } = await stripe.cancelAtPeriodEnd(subscription.id, { held: true });
    const event = (await stripe.event(events[0] as string)) as object;
    const before = await rowOf(group);
    const payload = JSON.stringify({ ...event, livemode: true });
    const answer = await webhook(payload, { 'stripe-signature': await stripe.sign(payload) });
    expect([answer.status, await answer.json()]).toEqual([200, { message: 'ignored, of the other mode' }]);
    expect(await rowOf(group)).toEqual(before);
  });

  it('are checked by their bytes also where the gateway hands them over in base64', async () => {
    const { group, subscription } = await subscribed();
    const { events } = await stripe.cancelAtPeriodEnd(subscription.id, { held: true });
    const payload = JSON.stringify(await stripe.event(events[0] as string));
    const headers = {
      'stripe-signature': await stripe.sign(payload),
      'content-type': 'application/octet-stream',
    };
    expect((await webhook(payload, headers)).status).toBe(200);
    expect((await planOf(group)).canceledAt).not.toBeNull();
  });

  it.each(['t=1,v1=', 't=,v1=', 'v1=', 't=1', 't=1,v1=00', `t=1,v1=${'é'.repeat(64)}`, 't=x,v1=x', ',', '='])(
    'with the signature %j are refused, as any other that is none',
    async (signature) => {
      for (const body of ['{}', '']) {
        const header = Buffer.from(signature).toString('latin1');
        expect((await webhook(body, { 'stripe-signature': header })).status).toBe(400);
      }
    },
  );

  it.each([
    'null',
    '{}',
    '[]',
    '1',
    '"text"',
    'no JSON',
    '{"id":"evt_1","type":"customer.subscription.updated"}',
    '{"id":"evt_1","type":"customer.subscription.updated","data":null}',
    '{"id":"evt_1","type":"customer.subscription.updated","data":{"object":null}}',
    '{"id":"evt_1","type":"invoice.paid","data":{"object":[]}}',
    '{"id":"evt_1","type":"invoice.paid","data":{"object":{"parent":null}}}',
    '{"id":"evt_1","data":{"object":{}}}',
    '{"id":"evt_1","object":"v2.core.event","type":"invoice.paid"}',
  ])('that are signed and are none of ours are taken: %s', async (payload) => {
    const answer = await webhook(payload, { 'stripe-signature': await stripe.sign(payload) });
    expect([answer.status, await answer.json()]).toEqual([200, { message: 'ignored' }]);
  });

  it('replayed within their five minutes have no second effect', async () => {
    const { group, subscription } = await subscribed();
    const { events } = await stripe.cancelAtPeriodEnd(subscription.id, { held: true });
    await deliverAll(events);
    const once = await rowOf(group);
    await deliverAll([...events, ...events]);
    expect(await rowOf(group)).toEqual(once);
  });

  it('that we do not know, or that belong to no group of ours, are taken and change nothing', async () => {
    for (const event of [
      { type: 'product.created', data: { object: { id: 'prod_1', object: 'product' } } },
      { type: 'customer.subscription.updated', data: { object: { id: 'sub_1', metadata: {} } } },
      {
        type: 'customer.subscription.updated',
        data: { object: { id: 'sub_1', metadata: { organizationId: 'x' } } },
      },
      { type: 'a.word.of.tomorrow', data: { object: {} } },
    ]) {
      const payload = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', ...event });
      expect((await webhook(payload, { 'stripe-signature': await stripe.sign(payload) })).status).toBe(200);
    }
  });
});

describe('a failed payment', () => {
  const mailsTo = async (email: string) => (await system.mails()).filter(({ to }) => to === email);

  it('is told to the account holder once, however often Stripe says it', async () => {
    const { group, subscription } = await subscribed();
    const { events } = await stripe.renew(subscription.id, false, { held: true });
    await Promise.all([...events, ...events].map((event) => stripe.deliver(event)));
    await deliverAll(events);
    const mails = await mailsTo(group.owner.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your payment for Guildhall failed']);
    expect(mails[0]?.text).toContain('Signs & Sons');
    expect(mails[0]?.html).toContain('Signs &amp; Sons');
    expect(mails[0]?.html).toContain(`${inject('system').url}/dashboard/settings?tab=billing`);
    expect((await planOf(group)).status).toBe('past_due');

    await deliverAll((await stripe.renew(subscription.id, true, { held: true })).events);
    expect((await planOf(group)).status).toBe('active');
  });

  it('is told later when the mail was refused at first; the plan is written all the same', async () => {
    const { group, subscription } = await subscribed();
    const setEmail = (email: string) =>
      table().write({
        update: profileKey(group.owner.userId),
        expression: { text: 'SET email = :email', values: { ':email': email } },
      });
    await setEmail('reject@example.com');
    const { events } = await stripe.renew(subscription.id, false, { held: true });
    const answers = await Promise.all(events.map((event) => stripe.deliver(event)));
    expect(answers).toContain(500);
    expect((await planOf(group)).status).toBe('past_due');
    await setEmail(group.owner.email);
    await deliverAll([...events, ...events]);
    expect(await mailsTo(group.owner.email)).toHaveLength(1);
  });

  it('that was made good before its event came is not told any more', async () => {
    const { group, subscription } = await subscribed();
    const failed = await stripe.renew(subscription.id, false, { held: true });
    const paid = await stripe.renew(subscription.id, true, { held: true });
    await deliverAll([...paid.events, ...failed.events]);
    expect(await mailsTo(group.owner.email)).toEqual([]);
  });
});

describe('the end of the trial', () => {
  const reminders = async (email: string) =>
    (await system.mails()).filter(
      ({ to, subject }) => to === email && /ends (today|tomorrow)$/.test(subject),
    );

  /** Moves the end of the trial, as the index has it too. */
  const endsIn = async (group: Organization, hours: number) => {
    const end = new Date(Date.now() + hours * 3_600_000).toISOString();
    await table().write({
      update: organizationKey(group.id),
      expression: {
        text: 'SET trialEndsAt = :end, gsi2pk = :hour',
        values: { ':end': end, ':hour': `TRIALS#${end.slice(0, 13)}` },
      },
    });
  };

  it('is told a day ahead, once, and only to account holders without a subscription', async () => {
    const [soon, later, paying, closed] = await Promise.all(
      [1, 2, 3, 4].map(() => organization('Tom & <Jerry>')),
    );
    if (!soon || !later || !paying || !closed) throw new Error('four groups');
    const member = await soon.member();
    await deliverAll((await stripe.pay(await checkout(paying), { held: true })).events);
    await Promise.all([endsIn(soon, 23.5), endsIn(later, 40), endsIn(paying, 23.5), endsIn(closed, 23.5)]);
    await closed.owner.call(closeOrganization, { body: { name: 'Tom & <Jerry>' } });
    expect(
      await Promise.all([system.runSchedule('trial-reminders'), system.runSchedule('trial-reminders')]),
    ).toEqual([true, true]);
    expect(await system.runSchedule('trial-reminders')).toBe(true);
    const [mail, ...others] = await reminders(soon.owner.email);
    expect(others).toEqual([]);
    expect(mail?.html).toContain('Tom &amp; &lt;Jerry&gt;');
    expect(mail?.html).not.toContain('<Jerry>');
    expect(mail?.from).toMatch(/^Guildhall <.+@.+>$/);
    for (const { email } of [later.owner, paying.owner, closed.owner, member]) {
      expect(await reminders(email)).toEqual([]);
    }
  });
});

describe("Stripe's portal", () => {
  it('opens for a group that Stripe knows, and leads back to the settings', async () => {
    const { group } = await subscribed();
    const { url } = await group.owner.call(openPortal, {});
    const page = await (await fetch(url)).text();
    expect(page).toContain('$20.00 per month');
    expect(page).toContain(`${inject('system').url}/dashboard/settings?tab=billing`);
  });

  it('is refused before', async () => {
    const { owner } = await organization();
    const refused = await owner.send(openPortal);
    expect([refused.status, problemIn(refused).code]).toEqual([409, 'billing.no_customer']);
  });
});

describe('closing the group', () => {
  it('needs its name', async () => {
    const { owner } = await organization();
    const refused = await owner.send(closeOrganization, { body: { name: 'signs & sons' } });
    expect([refused.status, problemIn(refused).code]).toEqual([422, 'organization.name_differs']);
  });

  it('ends the subscription and every membership at once', async () => {
    const { group, customer } = await subscribed();
    const open = group.owner;
    const [manager, member] = await Promise.all([group.manager(), group.member()]);
    const session = await open.call(closeOrganization, { body: { name: 'Signs & Sons' } });
    const byYou = { membership: null, endedGroup: { name: 'Signs & Sons', closedBy: { isYou: true } } };
    expect(session).toMatchObject(byYou);
    expect(await open.call(access.routes.getSession, {})).toMatchObject(byYou);
    expect((await stripe.subscriptions(customer)).map(({ status }) => status)).toEqual(['canceled']);
    for (const person of [manager, member]) {
      expect(await person.call(access.routes.getSession, {})).toMatchObject({
        membership: null,
        endedGroup: { name: 'Signs & Sons', closedBy: { name: 'Ada Founder', isYou: false } },
      });
      expect((await person.send(modules.tasks.routes.list)).status).toBe(403);
      expect(await table().get(profileKey(person.userId))).not.toHaveProperty('gsi1pk');
    }
    // Who closed it may found another group, without a second trial.
    const founded = await open.call(access.routes.foundOrganization, {
      body: { name: 'Anew', timeZone: 'Europe/Zurich' },
    });
    expect(founded.membership?.plan).toMatchObject({ status: 'none' });
    expect(founded.endedGroup).toBeNull();
  });

  it('tells whoever closed it and each member by mail, once, and is closed even where one cannot be reached', async () => {
    const group = await organization();
    const [member, unreachable] = await Promise.all([group.member(), group.manager()]);
    await table().write({
      update: profileKey(unreachable.userId),
      expression: { text: 'SET email = :refused', values: { ':refused': 'reject@example.com' } },
    });
    const key = { 'idempotency-key': randomUUID() };
    await group.owner.call(closeOrganization, { body: { name: 'Signs & Sons' } }, key);
    const mailsTo = async ({ email }: { email: string }) =>
      (await system.mails()).filter(({ to }) => to === email);
    const [toHolder, ...moreToHolder] = await mailsTo(group.owner);
    expect(toHolder?.subject).toBe('You have closed Signs & Sons on Guildhall');
    const [toMember, ...moreToMember] = await mailsTo(member);
    expect(toMember?.subject).toBe('Signs & Sons was closed on Guildhall');
    expect(toMember?.text).toContain('Ada Founder has closed Signs & Sons');
    expect([moreToHolder, moreToMember]).toEqual([[], []]);
    expect((await unreachable.call(access.routes.getSession, {})).membership).toBeNull();
  });

  it('is not told by a name that its holder has deleted since', async () => {
    const group = await organization();
    const member = await group.member();
    await group.owner.call(closeOrganization, { body: { name: 'Signs & Sons' } });
    await group.owner.call(access.routes.deleteAccount, { body: { email: group.owner.email } });
    const { endedGroup } = await member.call(access.routes.getSession, {});
    expect(endedGroup).toEqual({ name: 'Signs & Sons', closedBy: { name: 'Former member', isYou: false } });
  });

  it('leaves nobody behind who joins at the same moment', async () => {
    const { createCode, joinByCode } = modules.team.routes;
    for (let round = 0; round < 5; round += 1) {
      const group = await organization();
      const { code } = await group.owner.call(createCode, { body: {} });
      const late = await stranger();
      const [closed] = await Promise.all([
        group.owner.send(closeOrganization, { body: { name: 'Signs & Sons' } }),
        late.send(joinByCode, { body: { code } }),
      ]);
      expect(closed.status).toBe(200);
      expect((await late.call(access.routes.getSession, {})).membership).toBeNull();
      expect((await late.send(joinByCode, { body: { code } })).status).toBe(422);
    }
  });

  it.each(['trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'a word of tomorrow'])(
    'ends a subscription with the status %s, too',
    async (status) => {
      const { group, subscription, customer } = await subscribed();
      await stripe.change(subscription.id, { status }, { held: true });
      await group.owner.call(closeOrganization, { body: { name: 'Signs & Sons' } });
      expect((await stripe.subscriptions(customer)).map((one) => one.status)).toEqual(['canceled']);
    },
  );

  it('leaves nothing to pay and nothing paid when somebody pays at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const group = await organization();
      const open = await checkout(group);
      const customer = await customerOf(group);
      const closing = group.owner.send(closeOrganization, { body: { name: 'Signs & Sons' } });
      // Its events never come: closing alone has to see to it. Refused if it was closed before.
      const paying = Array.from({ length: 1 + round }, () => stripe.checkout(open))
        .reduce<Promise<unknown>>((before, next) => before.then(() => next), Promise.resolve())
        .then(() => stripe.pay(open, { held: true }))
        .catch(() => undefined);
      const [closed] = await Promise.all([closing, paying]);
      expect(closed.status).toBe(200);
      const left = (await stripe.subscriptions(customer)).filter(({ status }) => status !== 'canceled');
      const payable = (await stripe.checkouts(customer)).filter(({ status }) => status === 'open');
      expect([left, payable]).toEqual([[], []]);
    }
  });

  it('cancels what is begun just before the checkout is closed, and what is begun while the group is closing', async () => {
    const group = await organization();
    await checkout(group);
    const real = billingStore(table());
    const status = new Map<string, string>();
    const account = {
      subscriptions: async () => [...status].map(([id, word]) => ({ id, status: word })),
      cancel: async (id: string) => void status.set(id, 'canceled'),
      expireCheckout: async () => {
        if (!status.has('just before')) status.set('just before', 'active');
      },
    };
    const close: typeof real.close = async (...args) => {
      status.set('meanwhile', 'incomplete');
      return real.close(...args);
    };
    await closes(
      {
        store: { ...real, close },
        stripe: account as unknown as BillingDeps['stripe'],
        // Nobody of this group has a socket open.
        sockets: openSockets(table(), 'http://127.0.0.1:9'),
        mailer: { send: async () => 'sent' },
        websiteUrl: '',
        clock: () => new Date(),
      },
      {
        actor: { userId: group.owner.userId, organizationId: group.id },
        now: new Date(),
        requestId: 'one',
        commit: commitFor(table(), undefined, new Date()),
      } as MemberContext,
      'Signs & Sons',
    );
    expect(Object.fromEntries(status)).toEqual({ 'just before': 'canceled', meanwhile: 'canceled' });
  });

  it('cancels what is paid for it afterwards', async () => {
    const group = await organization();
    await checkout(group);
    const customer = await customerOf(group);
    await group.owner.call(closeOrganization, { body: { name: 'Signs & Sons' } });
    const { events } = await stripe.subscribe(customer, (await stripe.prices()).monthly, { held: true });
    await deliverAll(events);
    expect((await stripe.subscriptions(customer)).map(({ status }) => status)).toEqual(['canceled']);
  });
});
