import { trialLeft } from '../../shared/billing/trial.ts';
import { prices } from '../../shared/core/plan-facts.ts';
import { usableZone } from '../../shared/core/time-zones.ts';
import { mailText, ownWords, renderEmail } from '../core/email-template.ts';
import type { Mail } from '../core/mail.ts';

/**
 * A day before the trial ends, to the account holder of an organization without a subscription. Sent late, it may be the day itself.
 */
export const trialEndingEmail = (
  organization: { name: string; endsAt: Date; timeZone: string; members: number },
  websiteUrl: string,
  now: Date,
) => {
  const day = ownWords(
    trialLeft(organization.endsAt, now, organization.timeZone)?.kind === 'today' ? 'today' : 'tomorrow',
  );
  const rest =
    organization.members > 1
      ? mailText`Everything that your group has entered stays as it is, and your team can keep working.`
      : mailText`Everything that you have entered stays as it is.`;
  const when = new Intl.DateTimeFormat('en', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: usableZone(organization.timeZone),
  }).format(organization.endsAt);
  return renderEmail({
    subject: mailText`Your Guildhall trial ends ${day}`,
    title: mailText`Your trial ends ${day}`,
    paragraphs: [
      mailText`The trial of ${organization.name} ends on ${ownWords(`${when} (${organization.timeZone})`)}.`,
      mailText`To continue without interruption, choose a plan: ${ownWords(prices)}.`,
      rest,
      mailText`If you do nothing, you are charged nothing.`,
    ],
    action: { label: mailText`Choose a plan`, url: `${websiteUrl}/payment` },
    because: mailText`you are the account holder of ${organization.name}.`,
    websiteUrl,
  });
};

/** When Stripe could not collect a payment, to the account holder. */
export const paymentFailedEmail = (organization: { name: string; members: number }, websiteUrl: string) =>
  renderEmail({
    subject: mailText`Your payment for Guildhall failed`,
    title: mailText`Your payment failed`,
    paragraphs: [
      mailText`We could not collect the payment for ${organization.name}. Usually the card has expired or the bank has declined it.`,
      organization.members > 1
        ? mailText`Please check your card. Until the payment goes through, you cannot use Guildhall, but your team can keep working.`
        : mailText`Please check your card. Until the payment goes through, you cannot use Guildhall. Everything that you have entered stays as it is.`,
    ],
    action: { label: mailText`Check my card`, url: `${websiteUrl}/dashboard/settings?tab=billing` },
    because: mailText`you are the account holder of ${organization.name}.`,
    websiteUrl,
  });

/** When an organization was closed: to whoever closed it, and to all of its other members. */
export const closingMails = (
  organization: { id: string; name: string },
  closedBy: { id: string; name: string },
  members: readonly Readonly<Record<string, unknown>>[],
  websiteUrl: string,
): Mail[] => {
  const own = renderEmail({
    subject: mailText`You have closed ${organization.name} on Guildhall`,
    title: mailText`${organization.name} is closed`,
    paragraphs: [
      mailText`You have closed ${organization.name}. Its subscription has ended, you will not be charged any more, and nobody has access to the organization.`,
      mailText`Your own account stays: you can join another group or start a new one.`,
      mailText`If you did not do this yourself, somebody else has used your Google account. Secure it, and tell us by replying to this e-mail.`,
    ],
    because: mailText`somebody who was signed in with your address closed the organization.`,
    websiteUrl,
  });
  const others = renderEmail({
    subject: mailText`${organization.name} was closed on Guildhall`,
    title: mailText`${organization.name} was closed`,
    paragraphs: [
      mailText`${closedBy.name} has closed ${organization.name} on Guildhall, so you no longer have access to it. If you have questions, ask ${closedBy.name}.`,
      mailText`Your own account stays: you can join another group or start a new one.`,
    ],
    because: mailText`you were a member of ${organization.name}.`,
    websiteUrl,
  });
  return members.map(({ userId, email }) => ({
    to: String(email),
    ...(userId === closedBy.id ? own : others),
    cause: `group-closed#${organization.id}#${userId}`,
  }));
};
