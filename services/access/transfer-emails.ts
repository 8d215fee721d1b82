import { type Role, roleLabels } from '../../shared/core/access.ts';
import { mailText, ownWords, renderEmail } from '../core/email-template.ts';
import type { Mail } from '../core/mail.ts';
import type { OrganizationRecord } from '../core/organization.ts';
import { inLanguageOf } from '../core/speech.ts';
import type { Profile } from './profile-store.ts';

/** What happened, before it is told to both. `organization` is as it was before. */
interface Transferred {
  organization: Pick<OrganizationRecord, 'id' | 'name' | 'version'>;
  from: Profile;
  to: Profile;
  ownRole: Role;
}

/** Tells both people that the account of their organization was handed over, the new account holder first. */
export const transferMails = (
  { organization, from, to, ownRole }: Transferred,
  websiteUrl: string,
): Mail[] => {
  const settings = `${websiteUrl}/dashboard/settings`;
  const cause = `account-transferred#${organization.id}#${organization.version}`;
  const names = { organization: organization.name, from: from.name, to: to.name };
  return [
    inLanguageOf(to, () => ({
      to: to.email,
      ...renderEmail({
        subject: mailText('You are now the account holder of {organization}', names),
        title: mailText('You are now the account holder'),
        paragraphs: [
          mailText('{from} has made you the account holder of {organization} on Guildhall.', names),
          mailText(
            'From now on you pay for the group, invite and remove people, and decide what each of them may do. If the group has no plan after its trial, you have to choose one before you can go on.',
          ),
          mailText(
            'You did not expect this? Talk to {from}. You can transfer the account again in the settings of the group.',
            names,
          ),
        ],
        action: { label: mailText('Open the group’s settings'), url: `${settings}?tab=group` },
        because: (sender) =>
          mailText(
            '{sender} sent you this e-mail because the account of {organization} was transferred to you.',
            { ...names, sender },
          ),
        websiteUrl,
      }),
      cause: `${cause}#${to.id}`,
    })),
    inLanguageOf(from, () => ({
      to: from.email,
      ...renderEmail({
        subject: mailText('You have transferred the account of {organization}', names),
        title: mailText('You have transferred the account'),
        paragraphs: [
          mailText(
            '{to} is now the account holder of {organization}. You no longer pay for the group or manage it, and your role is {role}.',
            { ...names, role: ownWords(roleLabels[ownRole]) },
          ),
          mailText(
            'If you did not do this yourself, somebody else has used your Google account. Secure it, and ask {to} to transfer the account back.',
            names,
          ),
        ],
        because: (sender) =>
          mailText(
            '{sender} sent you this e-mail because somebody who was signed in with your address transferred the account.',
            { sender },
          ),
        websiteUrl,
      }),
      cause: `${cause}#${from.id}`,
    })),
  ];
};
