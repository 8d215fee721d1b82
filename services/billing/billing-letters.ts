import { trialLeft } from '../../shared/billing/trial.ts';
import { prices } from '../../shared/core/plan-facts.ts';
import { usableZone } from '../../shared/core/time-zones.ts';
import { letter, mailText, ownWords } from '../core/letter.ts';
import type { Mail } from '../core/mail.ts';

/**
 * A day before the trial ends, to the account holder of a group without a subscription. Sent late, it may be the day itself.
 */
export const trialEndingLetter = (
  group: { name: string; endsAt: Date; timeZone: string; members: number },
  websiteUrl: string,
  now: Date,
) => {
  const day = ownWords(trialLeft(group.endsAt, now, group.timeZone)?.kind === 'today' ? 'today' : 'tomorrow');
  const rest =
    group.members > 1
      ? mailText`Everything that your group has entered stays as it is, and your team can keep working.`
      : mailText`Everything that you have entered stays as it is.`;
  const when = new Intl.DateTimeFormat('en', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: usableZone(group.timeZone),
  }).format(group.endsAt);
  return letter({
    subject: mailText`Your Guildhall trial ends ${day}`,
    title: mailText`Your trial ends ${day}`,
    paragraphs: [
      mailText`The trial of ${group.name} ends on ${ownWords(`${when} (${group.timeZone})`)}.`,
      mailText`To continue without interruption, choose a plan: ${ownWords(prices)}.`,
      rest,
      mailText`If you do nothing, you are charged nothing.`,
    ],
    action: { label: mailText`Choose a plan`, url: `${websiteUrl}/payment` },
    because: mailText`you are the account holder of ${group.name}.`,
    websiteUrl,
  });
};

/** When Stripe could not collect a payment, to the account holder. */
export const paymentFailedLetter = (group: { name: string; members: number }, websiteUrl: string) =>
  letter({
    subject: mailText`Your payment for Guildhall failed`,
    title: mailText`Your payment failed`,
    paragraphs: [
      mailText`We could not collect the payment for ${group.name}. Usually the card has expired or the bank has declined it.`,
      group.members > 1
        ? mailText`Please check your card. Until the payment goes through, you cannot use Guildhall, but your team can keep working.`
        : mailText`Please check your card. Until the payment goes through, you cannot use Guildhall. Everything that you have entered stays as it is.`,
    ],
    action: { label: mailText`Check my card`, url: `${websiteUrl}/dashboard/settings?tab=billing` },
    because: mailText`you are the account holder of ${group.name}.`,
    websiteUrl,
  });

/** When a group was closed: to whoever closed it, and to all of its other members. */
export const closingMails = (
  group: { id: string; name: string },
  closedBy: { id: string; name: string },
  members: readonly Readonly<Record<string, unknown>>[],
  websiteUrl: string,
): Mail[] => {
  const own = letter({
    subject: mailText`You have closed ${group.name} on Guildhall`,
    title: mailText`${group.name} is closed`,
    paragraphs: [
      mailText`You have closed ${group.name}. Its subscription has ended, you will not be charged any more, and nobody has access to the group.`,
      mailText`Your own account stays: you can join another group or start a new one.`,
      mailText`If you did not do this yourself, somebody else has used your Google account. Secure it, and tell us by replying to this e-mail.`,
    ],
    because: mailText`somebody who was signed in with your address closed the group.`,
    websiteUrl,
  });
  const others = letter({
    subject: mailText`${group.name} was closed on Guildhall`,
    title: mailText`${group.name} was closed`,
    paragraphs: [
      mailText`${closedBy.name} has closed ${group.name} on Guildhall, so you no longer have access to it. If you have questions, ask ${closedBy.name}.`,
      mailText`Your own account stays: you can join another group or start a new one.`,
    ],
    because: mailText`you were a member of ${group.name}.`,
    websiteUrl,
  });
  return members.map(({ userId, email }) => ({
    to: String(email),
    ...(userId === closedBy.id ? own : others),
    cause: `group-closed#${group.id}#${userId}`,
  }));
};
