import { planFacts } from '../core/plan-facts.ts';

/** Seats of a group: members, the account holder included, plus pending e-mail invitations (PRODUCT §2). */
export const { largestGroup } = planFacts;

/** Live (not revoked) codes that a group may have (PRODUCT §4). */
export const maxInvitationCodes = 50;

/** How long an e-mail invitation is valid, and holds its seat. */
export const invitationDays = 30;

/** Failed code checks per address (and redeems per person) in ten minutes before 429 (PRODUCT §4). */
export const codeFailuresAtMost = 10;
export const codeFailureMinutes = 10;

/**
 * Invitation mails a day: from one group to one address, from one group in all, and to one address from all groups (which no group is
 * told). Whoever is invited did not ask for mail from us.
 */
export const mailsToAddress = 3;
export const mailsPerGroup = 100;
export const mailsPerAddress = 10;
