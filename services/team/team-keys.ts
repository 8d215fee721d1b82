import { createHash } from 'node:crypto';
import type { Key } from '../core/table.ts';

/** "Which invitation codes has this organization, newest first?" */
export const codesPartition = (organizationId: string): string => `ORG#${organizationId}#CODES`;
export const codeKey = (organizationId: string, codeId: string): Key => ({
  pk: codesPartition(organizationId),
  sk: codeId,
});

/** "Whose code is this?" One row per text, so that no two organizations have the same. */
export const codeTextKey = (code: string): Key => ({ pk: `CODE#${code}`, sk: 'CODE' });

/** "Whom has this organization invited by e-mail, newest first?" */
export const invitationsPartition = (organizationId: string): string => `ORG#${organizationId}#INVITATIONS`;
export const invitationKey = (organizationId: string, invitationId: string): Key => ({
  pk: invitationsPartition(organizationId),
  sk: invitationId,
});

/** "Has this organization invited this e-mail address already?" */
export const invitedEmailKey = (organizationId: string, email: string): Key => ({
  pk: `ORG#${organizationId}#INVITED`,
  sk: email,
});

/** "To which invitation does this link of a mail lead?" Only a digest of the link's secret is kept. */
export const invitationLinkKey = (link: string): Key => ({
  pk: `INVITATION_LINK#${createHash('sha256').update(link).digest('base64url')}`,
  sk: 'LINK',
});

/** "Which organizations have invited this e-mail address?" (index gsi1, on the invitation rows) */
export const receivedPartition = (email: string): string => `EMAIL#${email}#INVITATIONS`;

/** "How often was this tried by them, or sent to them, in this stretch of time?" */
export const attemptsKey = (who: string, window: number): Key => ({
  pk: `ATTEMPTS#${who}`,
  sk: String(window),
});
