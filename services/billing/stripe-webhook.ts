import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { openTable } from '../core/dynamodb-table.ts';
import { environment } from '../core/environment.ts';
import { log } from '../core/log.ts';
import { openMailer } from '../core/mail.ts';
import { inLanguageOf } from '../core/speech.ts';
import { paymentFailedEmail } from './billing-emails.ts';
import { billingStore } from './billing-store.ts';
import { type StripeEvent, stripeAccount } from './stripe-account.ts';
import { syncSubscription } from './subscription-sync.ts';

/** Larger than any event of the kinds below. */
const mostBytes = 256 * 1024;

/** All that can change a subscription, or whether it is paid. Everything else is not for us. */
const isOurs = (type: string): boolean =>
  /^customer\.subscription\.|^checkout\.session\.(completed|async_payment_succeeded)$|^invoice\.(paid|payment_failed|payment_action_required)$/.test(
    type,
  );

const table = openTable(environment('TABLE_NAME'));
const websiteUrl = environment('WEBSITE_URL');
const clock = () => new Date();
const deps = { store: billingStore(table), stripe: stripeAccount, clock };
const mailer = openMailer(table, environment('MAIL_FROM'));

const answer = (statusCode: number, message: string): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify({ message }),
});

/**
 * Tells the account holder of a payment that failed: once for each invoice, however often Stripe tries. Not at the
 * checkout itself, where the person sees it.
 */
const tellOfFailedPayment = async (organizationId: string, invoiceId: string): Promise<void> => {
  const organization = await deps.store.organization(organizationId);
  if (!organization || organization.closedAt || organization.subscription?.status !== 'past_due') return;
  const holder = await deps.store.person(organization.ownerId);
  if (!holder) return;
  await mailer.send({
    to: String(holder.email),
    ...inLanguageOf(holder, () => paymentFailedEmail(organization, websiteUrl)),
    cause: `payment-failed#${invoiceId}`,
  });
};

const apply = async ({ id, type, organizationId, invoiceId, isOfOurMode }: StripeEvent): Promise<string> => {
  if (!isOurs(type) || organizationId === undefined) return 'ignored';
  // An endpoint may be told of both modes; a test payment is none.
  if (!isOfOurMode) return 'ignored, of the other mode';
  const organization = await syncSubscription(deps, organizationId, id);
  if (!organization) return 'ignored';
  // After the event is kept: the mail has a memory of its own, so a repeat finds it sent or sends it now.
  if (type === 'invoice.payment_failed' && invoiceId) await tellOfFailedPayment(organizationId, invoiceId);
  return 'applied';
};

/**
 * Stripe's events. Public, since the signature over the raw bytes is the permission. 2xx: never again; anything else:
 * Stripe repeats it for three days.
 */
export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const { requestId } = event.requestContext;
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > mostBytes) return answer(413, 'too large');
  const signature = event.headers['stripe-signature'];
  try {
    const known = signature ? await stripeAccount.verifiedEvent(bytes, signature) : undefined;
    if (!known) {
      log.warn('an event without a valid signature', { requestId });
      return answer(400, 'no valid signature');
    }
    if (known === 'no event') {
      log.warn('a signed request without an event', { requestId });
      return answer(200, 'ignored');
    }
    const outcome = await apply(known);
    const { id: eventId, type, organizationId } = known;
    log.info('stripe event', { requestId, eventId, type, organizationId, outcome });
    return answer(200, outcome);
  } catch (error) {
    log.error('an event of Stripe could not be applied', error, { requestId, alarm: 'event-not-applied' });
    return answer(500, 'not applied');
  }
};
