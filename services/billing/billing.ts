import { createHash } from 'node:crypto';
import type { Plan, Session } from '../../shared/access/contract.ts';
import { isGroupName, planAt } from '../../shared/access/rules.ts';
import type { billingErrors, Payments, PlanChoice } from '../../shared/billing/contract.ts';
import { keepsTrial } from '../../shared/billing/trial.ts';
import { sessionOf, toProfile } from '../access/public.ts';
import type { MemberContext } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import { log } from '../core/log.ts';
import { type Mailer, sendEach } from '../core/mail.ts';
import type { OrganizationRecord } from '../core/organization.ts';
import { retryWhenChanged } from '../core/retry-when-changed.ts';
import type { Sockets } from '../core/sockets.ts';
import { spokenLanguage } from '../core/speech.ts';
import { closingMails } from './billing-emails.ts';
import type { BillingStore } from './billing-store.ts';
import { type StripeAccount, StripeUnavailable } from './stripe-account.ts';
import { isLive, isOver } from './subscription-state.ts';
import { syncSubscription } from './subscription-sync.ts';

export interface BillingDeps {
  store: BillingStore;
  stripe: StripeAccount;
  sockets: Sockets;
  mailer: Mailer;
  /** The website's own address, from the template: a request never says where Stripe sends people back to. */
  websiteUrl: string;
  clock: () => Date;
}

type Code = keyof typeof billingErrors;

/** The index of members may be a moment behind a join that has just happened: half a second of attempts. */
const closingAttempts = 12;

/** Each time, another tab was faster: more of them at once are no person. */
const checkoutAttempts = 8;

const organizationOf = async (
  { store }: BillingDeps,
  { actor }: MemberContext,
): Promise<OrganizationRecord> => {
  const organization = await store.organization(actor.organizationId);
  if (!organization) throw new Failure('not_found');
  return organization;
};

/** Stripe's absence is an error that people can read: it says what did not happen. */
const withStripe = async <T>(unavailable: Code, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StripeUnavailable) throw new Failure<Code>(unavailable);
    throw error;
  }
};

export const getPlan = async (deps: BillingDeps, member: MemberContext): Promise<Plan> =>
  planAt(await organizationOf(deps, member), member.now);

/**
 * What was and will be paid, and with what: asked of Stripe each time, kept nowhere. An organization that Stripe does not know has paid
 * nothing.
 * @throws Failure `billing.payments_unavailable`
 */
export const getPayments = async (deps: BillingDeps, member: MemberContext): Promise<Payments> => {
  const { customerId, subscription } = await organizationOf(deps, member);
  return withStripe('billing.payments_unavailable', async () => {
    const { stripe } = deps;
    const [nextCharge, paymentMethod, invoices] = await Promise.all([
      subscription ? stripe.nextCharge(subscription.id) : null,
      subscription ? stripe.paymentMethod(subscription.id) : null,
      customerId ? stripe.invoices(customerId) : { latest: [], hasOlder: false },
    ]);
    return { nextCharge, paymentMethod, invoices: invoices.latest, hasOlderInvoices: invoices.hasOlder };
  });
};

/** The end of the trial that Stripe is to keep, in seconds since 1970. */
const trialToKeep = ({ trialEndsAt }: OrganizationRecord, now: Date): number | undefined =>
  trialEndsAt !== null && keepsTrial(trialEndsAt, now)
    ? Math.floor(Date.parse(trialEndsAt) / 1000)
    : undefined;

/** One request of ours is one to Stripe, however often either is repeated. `more`: what else has to be the same. */
const stripeKey = (
  what: string,
  { keyed, requestId }: MemberContext,
  more: readonly (string | undefined)[] = [],
): string =>
  `${what}-${createHash('sha256')
    .update(JSON.stringify([keyed ? [keyed.row, keyed.fingerprint] : requestId, more]))
    .digest('base64url')}`;

/** The organization's customer, whom Stripe reaches at the address of whoever is the account holder now. */
const customerOf = async (
  { store, stripe }: BillingDeps,
  organization: OrganizationRecord,
): Promise<string> => {
  const holder = await store.person(organization.ownerId);
  const email = String(holder?.email ?? '');
  if (organization.customerId) {
    if (email) await stripe.setCustomerEmail(organization.customerId, email);
    return organization.customerId;
  }
  const made = await stripe.createCustomer({
    organizationId: organization.id,
    name: organization.name,
    email,
  });
  return store.keepCustomer(organization.id, made);
};

/**
 * Opens Stripe's checkout for one of the two prices. Stripe itself is asked whether there is a live subscription, since
 * the event of one that has just been paid may still be on its way. An earlier checkout is closed, and of several that are
 * opened at the same moment one stays: two tabs don't pay twice.
 * @throws Failure `billing.already_subscribed` · `billing.provider_unavailable` · `unavailable` while others do the same
 */
export const startCheckout = async (
  deps: BillingDeps,
  member: MemberContext,
  plan: PlanChoice,
): Promise<{ url: string }> =>
  withStripe('billing.provider_unavailable', async () => {
    const { store, stripe, websiteUrl } = deps;
    const { now } = member;
    const organization = await organizationOf(deps, member);
    const customerId = await customerOf(deps, organization);
    const prices = await stripe.prices();
    const openOne = async (): Promise<{ url: string } | 'changed'> => {
      // Before the subscriptions: one that was paid in a checkout kept since then refuses ours.
      const earlier = await store.lastCheckout(organization.id);
      const subscriptions = await stripe.subscriptions(customerId);
      if (subscriptions.some(isLive)) {
        await syncSubscription(deps, organization.id, undefined);
        throw new Failure<Code>('billing.already_subscribed');
      }
      const { id, url } = await stripe.openCheckout({
        organizationId: organization.id,
        customerId,
        price: prices[plan],
        trialEnd: trialToKeep(organization, now),
        locale: spokenLanguage(),
        successUrl: `${websiteUrl}/payment?checkout=done`,
        cancelUrl: `${websiteUrl}/payment?checkout=cancelled`,
        // Starting over asks for another one: the one before was closed.
        idempotencyKey: stripeKey('checkout', member, [earlier, spokenLanguage()]),
      });
      // Kept first: a repeat of this request ends there, and does not close what was opened since.
      const kept = await store.keepCheckout(organization.id, { id, replaces: earlier }, member, { url });
      if (kept === 'changed') {
        await stripe.expireCheckout(id);
        return kept;
      }
      if (kept.isReplay) {
        // The same request, at the same moment: its checkout is open, ours is that one or one too many.
        if ((await store.lastCheckout(organization.id)) !== id) await stripe.expireCheckout(id);
      } else if (earlier && earlier !== id) await stripe.expireCheckout(earlier);
      return kept.answer;
    };
    return retryWhenChanged(openOne, { attempts: checkoutAttempts });
  });

/** @throws Failure `billing.no_customer` · `billing.portal_unavailable` */
export const openPortal = async (deps: BillingDeps, member: MemberContext): Promise<{ url: string }> => {
  const organization = await organizationOf(deps, member);
  if (!organization.customerId) throw new Failure<Code>('billing.no_customer');
  const returnUrl = `${deps.websiteUrl}/dashboard/settings?tab=billing`;
  return withStripe('billing.portal_unavailable', async () => {
    const customerId = await customerOf(deps, organization);
    const locale = spokenLanguage();
    const url = await deps.stripe.openPortal(
      customerId,
      { returnUrl, locale },
      stripeKey('portal', member, [locale]),
    );
    // The effect is Stripe's; what is kept is the answer.
    const outcome = await member.commit([], { url });
    return 'answer' in outcome ? outcome.answer : { url };
  });
};

/** Leaves nothing that could be charged: first the open checkout, so that nothing is added to what is then listed. */
const endBilling = async (
  { store, stripe }: BillingDeps,
  organizationId: string,
  customerId: string,
): Promise<void> => {
  const checkout = await store.lastCheckout(organizationId);
  if (checkout) await stripe.expireCheckout(checkout);
  const subscriptions = await stripe.subscriptions(customerId);
  await Promise.all(subscriptions.filter((one) => !isOver(one)).map(({ id }) => stripe.cancel(id)));
};

/**
 * Closes the organization: first nothing more is charged, then everybody is out at once. If the second step fails, it
 * goes on without a subscription, and closing can be tried again. What was begun in between is ended afterwards: from then
 * on nobody can open a checkout. Everybody is told by mail; a mail that fails changes nothing.
 * @throws Failure `organization.name_differs` · `billing.cancelling_unavailable` · `unavailable` while people come and go
 */
export const closeOrganization = async (
  deps: BillingDeps,
  member: MemberContext,
  name: string,
): Promise<Session> => {
  const { store } = deps;
  const { actor, now } = member;
  const first = await organizationOf(deps, member);
  if (!isGroupName(name, first.name)) throw new Failure<Code>('organization.name_differs');

  const { customerId } = first;
  if (customerId) {
    await withStripe('billing.cancelling_unavailable', () => endBilling(deps, first.id, customerId));
  }

  const profile = toProfile(await store.person(actor.userId));
  if (!profile) throw new Failure('not_found');
  const endedGroup = { id: first.id, name: first.name, closedBy: actor.userId };
  const session = sessionOf(
    { ...profile, organizationId: undefined, role: undefined, endedGroup },
    undefined,
    now,
    () => profile.name,
  );
  const { organization, ...closed } = await retryWhenChanged(
    async () => {
      const organization = await organizationOf(deps, member);
      const closed = await store.close(organization, actor.userId, member, session);
      return closed === 'changed' ? closed : { organization, ...closed };
    },
    { attempts: closingAttempts },
  );
  await Promise.all([
    deps.sockets.closeUnauthorized(organization.id, now),
    endLateBilling(deps, organization.id),
    closed.isReplay ||
      sendEach(deps.mailer, closingMails(organization, profile, closed.members, deps.websiteUrl)),
  ]);
  return closed.answer;
};

/**
 * Ends what was begun while the organization was closing. It is closed by now, and that is the answer: if Stripe can't be reached,
 * its next event ends the rest (`syncSubscription`), and the operator is told.
 */
const endLateBilling = async (deps: BillingDeps, organizationId: string): Promise<void> => {
  try {
    const customerId = (await deps.store.organization(organizationId))?.customerId;
    if (customerId) await endBilling(deps, organizationId, customerId);
  } catch (error) {
    log.error('a closed organization may go on paying', error, {
      organizationId,
      alarm: 'surplus-subscription',
    });
  }
};
