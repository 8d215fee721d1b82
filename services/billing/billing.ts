import { createHash } from 'node:crypto';
import type { Plan, Session } from '../../shared/access/contract.ts';
import { planAt } from '../../shared/access/rules.ts';
import type { billingErrors, PlanChoice } from '../../shared/billing/contract.ts';
import { profileIn, sessionOf } from '../access/public.ts';
import type { MemberContext } from '../core/create-handler.ts';
import { Failure } from '../core/failure.ts';
import type { BilledGroup, BillingStore } from './billing-store.ts';
import { type StripeAccount, StripeUnavailable } from './stripe-account.ts';
import { isLive } from './subscription-state.ts';
import { syncSubscription } from './subscription-sync.ts';

export interface BillingDeps {
  store: BillingStore;
  stripe: StripeAccount;
  /** The website's own address, from the template: a request never says where Stripe sends people back to. */
  websiteUrl: string;
  clock: () => Date;
}

type Code = keyof typeof billingErrors;

/** Stripe takes the end of a trial only if it is at least 48 hours ahead; a minute is for the way there. */
const shortestTrialMs = 48 * 3_600_000 + 60_000;

/** The index may be a moment behind a join that has just happened. */
const closingAttempts = 5;
const closingPauseMs = 100;

const groupOf = async ({ store }: BillingDeps, { actor }: MemberContext): Promise<BilledGroup> => {
  const group = await store.group(actor.organizationId);
  if (!group) throw new Failure('not_found');
  return group;
};

/** Stripe's absence is an error that people can read. */
const withStripe = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StripeUnavailable) throw new Failure<Code>('billing.provider_unavailable');
    throw error;
  }
};

export const getPlan = async (deps: BillingDeps, member: MemberContext): Promise<Plan> =>
  planAt(await groupOf(deps, member), member.now);

/** The end of the trial that Stripe is to keep, in seconds since 1970. */
const trialToKeep = ({ trialEndsAt }: BilledGroup, now: Date): number | undefined => {
  const end = trialEndsAt === null ? 0 : new Date(trialEndsAt).getTime();
  return end - now.getTime() >= shortestTrialMs ? Math.floor(end / 1000) : undefined;
};

/** One submission is one request to Stripe, however often either is repeated. */
const stripeKey = (what: string, { submission, requestId }: MemberContext): string =>
  `${what}-${createHash('sha256')
    .update(JSON.stringify(submission ? [submission.row, submission.fingerprint] : requestId))
    .digest('base64url')}`;

const customerOf = async ({ store, stripe }: BillingDeps, group: BilledGroup): Promise<string> => {
  if (group.customerId) return group.customerId;
  const holder = await store.person(group.ownerId);
  const email = String(holder?.email ?? '');
  const made = await stripe.createCustomer({ organizationId: group.id, name: group.name, email });
  return store.keepCustomer(group.id, made);
};

/**
 * Opens Stripe's checkout for one of the two prices. Stripe itself is asked whether there is a live subscription, since
 * the event of one that has just been paid may still be on its way. An earlier checkout is closed: two tabs don't pay twice.
 * @throws Failure `billing.already_subscribed` · `billing.provider_unavailable`
 */
export const startCheckout = async (
  deps: BillingDeps,
  member: MemberContext,
  plan: PlanChoice,
): Promise<{ url: string }> =>
  withStripe(async () => {
    const { store, stripe, websiteUrl } = deps;
    const { now, submission } = member;
    const group = await groupOf(deps, member);
    const customerId = await customerOf(deps, group);
    const [subscriptions, prices, earlier] = await Promise.all([
      stripe.subscriptions(customerId),
      stripe.prices(),
      store.lastCheckout(group.id),
    ]);
    if (subscriptions.some(isLive)) {
      await syncSubscription(deps, group.id, undefined);
      throw new Failure<Code>('billing.already_subscribed');
    }
    const { id, url } = await stripe.openCheckout({
      organizationId: group.id,
      customerId,
      price: prices[plan],
      trialEnd: trialToKeep(group, now),
      successUrl: `${websiteUrl}/payment?checkout=done`,
      cancelUrl: `${websiteUrl}/payment?checkout=cancelled`,
      idempotencyKey: stripeKey('checkout', member),
    });
    // Kept first: a repeat of this request ends there, and does not close what was opened since.
    await store.keepCheckout(group.id, id, { submission, now, answer: { url } });
    if (earlier && earlier !== id) await stripe.expireCheckout(earlier);
    return { url };
  });

/** @throws Failure `billing.no_customer` · `billing.provider_unavailable` */
export const openPortal = async (deps: BillingDeps, member: MemberContext): Promise<{ url: string }> => {
  const { customerId } = await groupOf(deps, member);
  if (!customerId) throw new Failure<Code>('billing.no_customer');
  const returnUrl = `${deps.websiteUrl}/dashboard/settings?tab=billing`;
  return withStripe(async () => {
    const url = await deps.stripe.openPortal(customerId, returnUrl, stripeKey('portal', member));
    await deps.store.remember({ submission: member.submission, now: member.now, answer: { url } });
    return { url };
  });
};

/**
 * Closes the group: first nothing more is charged, then everybody is out at once. If the second step fails, the group
 * goes on without a subscription, and closing can be tried again.
 * @throws Failure `organization.name_differs` · `billing.provider_unavailable` · `unavailable` while people come and go
 */
export const closeOrganization = async (
  deps: BillingDeps,
  member: MemberContext,
  name: string,
): Promise<Session> => {
  const { store, stripe } = deps;
  const { actor, now, submission } = member;
  const first = await groupOf(deps, member);
  if (name.normalize('NFC').trim() !== first.name) throw new Failure<Code>('organization.name_differs');

  const { customerId } = first;
  if (customerId) {
    await withStripe(async () => {
      const [subscriptions, checkout] = await Promise.all([
        stripe.subscriptions(customerId),
        store.lastCheckout(first.id),
      ]);
      if (checkout) await stripe.expireCheckout(checkout);
      await Promise.all(subscriptions.filter(isLive).map(({ id }) => stripe.cancel(id)));
    });
  }

  const profile = profileIn(await store.person(actor.userId));
  if (!profile) throw new Failure('not_found');
  const session = sessionOf({ ...profile, organizationId: undefined, role: undefined }, undefined, now);
  for (let attempt = 0; attempt < closingAttempts; attempt += 1) {
    const group = await groupOf(deps, member);
    if (await store.close(group, actor.userId, { submission, now, answer: session })) return session;
    await new Promise((resolve) => setTimeout(resolve, closingPauseMs));
  }
  throw new Failure('unavailable');
};
