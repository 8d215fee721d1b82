import { trialLeft } from '../../shared/billing/trial.ts';
import { prices } from '../../shared/core/plan-facts.ts';
import { usableZone } from '../../shared/core/time-zones.ts';
import { dateFormat } from '../../shared/core/translate.ts';
import { mailText, type OwnWords, ownWords, renderEmail } from '../core/email-template.ts';
import type { Mail } from '../core/mail.ts';
import { inLanguageOf } from '../core/speech.ts';

/**
 * A day before the trial ends, to the account holder of an organization without a subscription. Sent late, it may be the day itself.
 */
export const trialEndingEmail = (
  organization: { name: string; endsAt: Date; timeZone: string; members: number },
  websiteUrl: string,
  now: Date,
) => {
  const day =
    trialLeft(organization.endsAt, now, organization.timeZone)?.kind === 'today' ? 'today' : 'tomorrow';
  const when = dateFormat({
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: usableZone(organization.timeZone),
  }).format(organization.endsAt);
  const name = { organization: organization.name };
  return renderEmail({
    subject: mailText('Your Guildhall trial ends {day, select, today {today} other {tomorrow}}', { day }),
    title: mailText('Your trial ends {day, select, today {today} other {tomorrow}}', { day }),
    paragraphs: [
      mailText('The trial of {organization} ends on {when}.', {
        ...name,
        when: ownWords(`${when} (${organization.timeZone})`),
      }),
      mailText('To continue without interruption, choose a plan: {prices}.', { prices: ownWords(prices()) }),
      organization.members > 1
        ? mailText('Everything that your group has entered stays as it is, and your team can keep working.')
        : mailText('Everything that you have entered stays as it is.'),
      mailText('If you do nothing, you are charged nothing.'),
    ],
    action: { label: mailText('Choose a plan'), url: `${websiteUrl}/payment` },
    because: (sender) => becauseOfAccount({ ...name, sender }),
    websiteUrl,
  });
};

const becauseOfAccount = (names: { organization: string; sender: OwnWords }) =>
  mailText('{sender} sent you this e-mail because you are the account holder of {organization}.', names);

/** When Stripe could not collect a payment, to the account holder. */
export const paymentFailedEmail = (organization: { name: string; members: number }, websiteUrl: string) => {
  const name = { organization: organization.name };
  return renderEmail({
    subject: mailText('Your payment for Guildhall failed'),
    title: mailText('Your payment failed'),
    paragraphs: [
      mailText(
        'We could not collect the payment for {organization}. Usually the card has expired or the bank has declined it.',
        name,
      ),
      organization.members > 1
        ? mailText(
            'Please check your card. Until the payment goes through, you cannot use Guildhall, but your team can keep working.',
          )
        : mailText(
            'Please check your card. Until the payment goes through, you cannot use Guildhall. Everything that you have entered stays as it is.',
          ),
    ],
    action: { label: mailText('Check my card'), url: `${websiteUrl}/dashboard/settings?tab=billing` },
    because: (sender) => becauseOfAccount({ ...name, sender }),
    websiteUrl,
  });
};

/** When an organization was closed: to whoever closed it, and to all of its other members, each in their language. */
export const closingMails = (
  organization: { id: string; name: string },
  closedBy: { id: string; name: string },
  members: readonly Readonly<Record<string, unknown>>[],
  websiteUrl: string,
): Mail[] => {
  const names = { organization: organization.name, person: closedBy.name };
  const own = () =>
    renderEmail({
      subject: mailText('You have closed {organization} on Guildhall', names),
      title: mailText('{organization} is closed', names),
      paragraphs: [
        mailText(
          'You have closed {organization}. Its subscription has ended, you will not be charged any more, and nobody has access to the organization.',
          names,
        ),
        mailText('Your own account stays: you can join another group or start a new one.'),
        mailText(
          'If you did not do this yourself, somebody else has used your Google account. Secure it, and tell us by replying to this e-mail.',
        ),
      ],
      because: (sender) =>
        mailText(
          '{sender} sent you this e-mail because somebody who was signed in with your address closed the organization.',
          { sender },
        ),
      websiteUrl,
    });
  const others = () =>
    renderEmail({
      subject: mailText('{organization} was closed on Guildhall', names),
      title: mailText('{organization} was closed', names),
      paragraphs: [
        mailText(
          '{person} has closed {organization} on Guildhall, so you no longer have access to it. If you have questions, ask {person}.',
          names,
        ),
        mailText('Your own account stays: you can join another group or start a new one.'),
      ],
      because: (sender) =>
        mailText('{sender} sent you this e-mail because you were a member of {organization}.', {
          ...names,
          sender,
        }),
      websiteUrl,
    });
  return members.map((member) => ({
    to: String(member.email),
    ...inLanguageOf(member, member.userId === closedBy.id ? own : others),
    cause: `group-closed#${organization.id}#${member.userId}`,
  }));
};
