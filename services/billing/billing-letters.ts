import { usableZone } from '../../shared/core/time-zones.ts';
import { letter } from '../core/letter.ts';

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
    subject: 'Your Guildhall trial ends tomorrow',
    title: 'Your trial ends tomorrow',
    paragraphs: [
      `The trial of ${group.name} ends on ${when} (${group.timeZone}).`,
      'To go on without a gap, choose a plan: $20 a month, or $200 a year. Everything that you have entered stays as it is, and your team can go on working.',
      'If you do nothing, nothing is charged.',
    ],
    action: { label: 'Choose a plan', url: `${websiteUrl}/payment` },
    reason: `You get this mail because you are the account holder of ${group.name} at Guildhall.`,
  });
};

/** When Stripe could not collect a payment, to the account holder. */
export const paymentFailedLetter = (group: { name: string }, websiteUrl: string) =>
  letter({
    subject: 'Your payment for Guildhall failed',
    title: 'Your payment failed',
    paragraphs: [
      `We could not collect the payment for ${group.name}. Often the card has expired, or the bank has refused it.`,
      'Please check your card. Until the payment is made, you cannot use Guildhall yourself; your team can.',
    ],
    action: { label: 'Check my card', url: `${websiteUrl}/dashboard/settings?tab=billing` },
    reason: `You get this mail because you are the account holder of ${group.name} at Guildhall.`,
  });
