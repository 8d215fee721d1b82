import { usableZone } from '../../shared/core/time-zones.ts';
import { letter, mailText, ownWords } from '../core/letter.ts';

/** A day before the trial ends, to the account holder of a group without a subscription. */
export const trialEndingLetter = (
  group: { name: string; endsAt: Date; timeZone: string },
  websiteUrl: string,
) => {
  const when = new Intl.DateTimeFormat('en', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: usableZone(group.timeZone),
  }).format(group.endsAt);
  return letter({
    subject: mailText`Your Guildhall trial ends tomorrow`,
    title: mailText`Your trial ends tomorrow`,
    paragraphs: [
      mailText`The trial of ${group.name} ends on ${ownWords(`${when} (${group.timeZone})`)}.`,
      mailText`To go on without a gap, choose a plan: $20 a month, or $200 a year. Everything that you have entered stays as it is, and your team can go on working.`,
      mailText`If you do nothing, nothing is charged.`,
    ],
    action: { label: mailText`Choose a plan`, url: `${websiteUrl}/payment` },
    because: mailText`you are the account holder of ${group.name}.`,
    websiteUrl,
  });
};

/** When Stripe could not collect a payment, to the account holder. */
export const paymentFailedLetter = (group: { name: string }, websiteUrl: string) =>
  letter({
    subject: mailText`Your payment for Guildhall failed`,
    title: mailText`Your payment failed`,
    paragraphs: [
      mailText`We could not collect the payment for ${group.name}. Often the card has expired, or the bank has refused it.`,
      mailText`Please check your card. Until the payment is made, you cannot use Guildhall yourself; your team can.`,
    ],
    action: { label: mailText`Check my card`, url: `${websiteUrl}/dashboard/settings?tab=billing` },
    because: mailText`you are the account holder of ${group.name}.`,
    websiteUrl,
  });
