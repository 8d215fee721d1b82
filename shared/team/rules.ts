/** Seats of a group: members, the account holder included, plus pending e-mail invitations (PRODUCT §2). */
export const largestGroup = 25;

/** Live (not revoked) codes that a group may have (PRODUCT §4). */
export const maxInvitationCodes = 50;

/** How long an e-mail invitation is valid, and holds its seat. */
export const invitationDays = 30;

/** Failed code checks per address (and redeems per person) in ten minutes before 429 (PRODUCT §4). */
export const codeFailuresAtMost = 10;
export const codeFailureMinutes = 10;
