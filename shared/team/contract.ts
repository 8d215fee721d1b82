import * as z from 'zod';
import { Session } from '../access/contract.ts';
import { roles } from '../core/access.ts';
import { defineContract, defineRoute } from '../core/contract.ts';
import { Moment } from '../core/dates.ts';
import { defineErrors } from '../core/errors.ts';
import { Id, idOf, userId } from '../core/ids.ts';
import { PageQuery, pageOf } from '../core/page.ts';
import { nameOf } from '../core/text.ts';
import { t } from '../core/translate.ts';
import { codeAsCompared, typedEmail } from '../core/typed-address.ts';
import { largestGroup, maxInvitationCodes } from './rules.ts';

const Role = z.enum(roles);

/** Eight characters of A–Z and 0–9, however they were typed (S1 §5, typed-address.ts). */
export const CodeText = z
  .string()
  .overwrite(codeAsCompared)
  .pipe(
    z
      .string()
      .regex(/^[A-Z0-9]{8}$/, { error: () => t('Invalid invitation code. Please check and try again.') }),
  )
  .meta({ minLength: 8, maxLength: 8, pattern: '^[A-Za-z0-9]{8}$' });

const beforeAt = "^(?=[^@]{1,64}@)(?:[A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@";
const labels = '(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+';

/**
 * What can be an address at all: 64 characters before the @, labels of 63 that end in no hyphen, and domains whose last part
 * is of other letters: `xn--p1ai` is `рф`.
 */
const emailPattern = new RegExp(`${beforeAt}${labels}(?:[A-Za-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$`);

/** Trimmed, lower-cased, its domain as the network knows it, 255 at most (S2 §5, typed-address.ts). */
export const EmailAddress = z
  .string()
  .overwrite(typedEmail)
  .pipe(
    z
      .string()
      .max(255, { error: () => t('Email must be less than 255 characters') })
      .pipe(z.email({ pattern: emailPattern, error: () => t('Invalid email address') })),
  )
  .meta({ format: 'email', maxLength: 255, pattern: `${beforeAt}${labels}[A-Za-z]{2,63}$` });

/** A code grants `member`. `isActive` false: revoked, kept and unusable. */
export const InvitationCode = z.strictObject({
  id: Id,
  code: z.string(),
  description: z.string(),
  currentUses: z.number().int().nonnegative(),
  /** Null: unlimited (shown as infinity). */
  maxUses: z.number().int().positive().nullable(),
  isActive: z.boolean(),
  createdAt: Moment,
  createdBy: z.string(),
  version: z.number().int().positive(),
});
export type InvitationCode = z.output<typeof InvitationCode>;

export const NewInvitationCode = z.strictObject({
  description: nameOf(() => t('Description'), 200)
    .or(z.literal(''))
    .default(''),
  maxUses: z.number().int().min(1).max(largestGroup).nullable().default(null),
});

/** A pending e-mail invitation holds a seat for 30 days. */
export const Invitation = z.strictObject({
  id: Id,
  email: z.string(),
  role: Role,
  status: z.enum(['pending', 'expired']),
  invitedBy: z.string(),
  createdAt: Moment,
  /** When the e-mail went out; null: it could not be sent, and can be sent again. */
  sentAt: Moment.nullable(),
  expiresAt: Moment,
  version: z.number().int().positive(),
});
export type Invitation = z.output<typeof Invitation>;

/** Without a role, a new invitation is for a member, and one that is renewed keeps its own. */
export const NewInvitation = z.strictObject({ email: EmailAddress, role: Role.optional() });

/** What an invited person sees of an invitation: the group's name, not its people. */
export const ReceivedInvitation = z.strictObject({
  id: Id,
  organizationName: z.string(),
  role: Role,
  expiresAt: Moment,
});
export type ReceivedInvitation = z.output<typeof ReceivedInvitation>;

/** What the link in an invitation's mail tells whoever opens it. */
export const OpenedInvitation = z.strictObject({
  id: Id,
  organizationName: z.string(),
  /** Null when they are no member any more. */
  invitedBy: z.string().nullable(),
  /** The address that was invited: only a sign-in with it can accept. */
  email: z.string(),
  role: Role,
});
export type OpenedInvitation = z.output<typeof OpenedInvitation>;

export const Member = z.strictObject({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  accountHolder: z.boolean(),
  joinedAt: Moment,
});
export type Member = z.output<typeof Member>;

export const teamErrors = defineErrors({
  'code.invalid': { status: 422, title: () => t('Invalid invitation code. Please check and try again.') },
  'code.revoked': {
    status: 422,
    title: () => t('This invitation code has been revoked. Ask for a new one.'),
  },
  'code.used_up': {
    status: 422,
    title: () => t('This invitation code has reached its maximum number of uses. Ask for a new one.'),
  },
  'code.too_many': {
    status: 409,
    title: () =>
      t('A group can have at most {most, number} active codes. Delete or revoke one first.', {
        most: maxInvitationCodes,
      }),
  },
  'group.full': {
    status: 409,
    title: () =>
      t('This group is full: it holds {most, number} people, pending invitations included.', {
        most: largestGroup,
      }),
  },
  'group.already_member': {
    status: 409,
    title: () => t('You already belong to a group. Leave it first to join another one.'),
  },
  'invitation.already_member': {
    status: 409,
    title: () => t('This person is already a member of your group.'),
  },
  'invitation.too_many': {
    status: 429,
    title: () => t('Too many invitations have been sent today. Please try again tomorrow.'),
  },
  'invitation.mail_failed': {
    status: 503,
    title: () => t('The invitation was saved, but the e-mail could not be sent. Please try again.'),
  },
  'invitation.over': {
    status: 404,
    title: () =>
      t('This invitation is no longer valid: it was used, withdrawn, or has expired. Ask for a new one.'),
  },
  'attempts.too_many': {
    status: 429,
    title: () => t('Too many attempts. Please wait ten minutes and try again.'),
  },
  'member.is_account_holder': {
    status: 409,
    title: () => t('The account holder cannot be removed and cannot leave. Transfer the account first.'),
  },
  'member.is_owner': {
    status: 409,
    title: () => t('Another owner cannot be removed. Change their role first.'),
  },
  'member.role_of_account_holder': {
    status: 409,
    title: () => t('The account holder is always an owner. Transfer the account first.'),
  },
});

const manage = { permission: 'team.manage' } as const;
const memberParams = z.strictObject({ userId: userId() });
const codeParams = z.strictObject({ codeId: idOf('code') });
const invitationParams = z.strictObject({ invitationId: idOf('invitation') });

export const team = defineContract({
  module: 'team',
  title: 'Team and joining',
  errors: teamErrors,
  routes: {
    checkCode: defineRoute({
      method: 'POST',
      path: '/invitation-codes/check',
      summary:
        'May this code be used? Says nothing else, and uses nothing up; ten failures per address in ten minutes',
      status: 200,
      access: 'public',
      body: z.strictObject({ code: z.string().max(100) }),
      output: z.strictObject({ isValid: z.boolean() }),
      errors: ['attempts.too_many'],
    }),
    openInvitation: defineRoute({
      method: 'POST',
      path: '/invitation-links/open',
      summary: "What the link in an invitation's mail leads to: group, who invites, the address and the role",
      status: 200,
      access: 'public',
      body: z.strictObject({ link: z.string().min(1).max(100) }),
      output: OpenedInvitation,
      errors: ['invitation.over'],
    }),
    joinByCode: defineRoute({
      method: 'POST',
      path: '/memberships/by-code',
      summary: 'Join the group of an invitation code, as member',
      status: 201,
      access: 'verified-email',
      body: z.strictObject({ code: CodeText }),
      output: Session,
      errors: [
        'code.invalid',
        'code.revoked',
        'code.used_up',
        'group.full',
        'group.already_member',
        'attempts.too_many',
      ],
    }),
    joinByInvitation: defineRoute({
      method: 'POST',
      path: '/memberships/by-invitation',
      summary: 'Join the group of an e-mail invitation to my verified address, in the role that it names',
      status: 201,
      access: 'verified-email',
      body: z.strictObject({ invitationId: idOf('invitation') }),
      output: Session,
      errors: ['group.full', 'group.already_member'],
    }),
    listReceivedInvitations: defineRoute({
      method: 'GET',
      path: '/invitations/received',
      summary: 'Pending invitations to my verified address, newest first',
      status: 200,
      access: 'verified-email',
      output: z.strictObject({ items: z.array(ReceivedInvitation) }),
    }),
    leave: defineRoute({
      method: 'POST',
      path: '/memberships/leave',
      summary: 'Leave my group; what I made stays',
      status: 200,
      access: 'signed-in',
      output: Session,
      errors: ['member.is_account_holder'],
    }),
    listMembers: defineRoute({
      method: 'GET',
      path: '/members',
      summary: 'The members of my group, at most 25',
      status: 200,
      access: { permission: 'team.read' },
      output: z.strictObject({ items: z.array(Member) }),
    }),
    getMember: defineRoute({
      method: 'GET',
      path: '/members/{userId}',
      summary: 'One member of my group',
      status: 200,
      access: { permission: 'team.read' },
      params: memberParams,
      output: Member,
    }),
    changeRole: defineRoute({
      method: 'PATCH',
      path: '/members/{userId}',
      summary: 'Change the role of a member; it is also the highest that they may choose at onboarding',
      status: 200,
      access: manage,
      params: memberParams,
      body: z.strictObject({ role: Role }),
      output: Member,
      errors: ['member.role_of_account_holder'],
    }),
    removeMember: defineRoute({
      method: 'DELETE',
      path: '/members/{userId}',
      summary: 'End the membership of somebody at once; their records stay',
      status: 204,
      access: manage,
      params: memberParams,
      errors: ['member.is_account_holder', 'member.is_owner'],
    }),
    listCodes: defineRoute({
      method: 'GET',
      path: '/invitation-codes',
      summary: 'Invitation codes of the group, newest first, revoked ones too',
      status: 200,
      access: manage,
      query: PageQuery,
      output: pageOf(InvitationCode),
    }),
    createCode: defineRoute({
      method: 'POST',
      path: '/invitation-codes',
      summary: 'Create an invitation code',
      status: 201,
      access: manage,
      body: NewInvitationCode,
      output: InvitationCode,
      errors: ['code.too_many'],
    }),
    revokeCode: defineRoute({
      method: 'POST',
      path: '/invitation-codes/{codeId}/revoke',
      summary: 'Revoke a code: it stays in the list and can no longer be used',
      status: 200,
      access: manage,
      params: codeParams,
      output: InvitationCode,
    }),
    removeCode: defineRoute({
      method: 'DELETE',
      path: '/invitation-codes/{codeId}',
      summary: 'Delete a code for good; who used it stays a member',
      status: 204,
      access: manage,
      params: codeParams,
    }),
    listInvitations: defineRoute({
      method: 'GET',
      path: '/invitations',
      summary: 'E-mail invitations that have not been accepted, newest first: they stand in the directory',
      status: 200,
      access: { permission: 'team.read' },
      query: PageQuery,
      output: pageOf(Invitation),
    }),
    invite: defineRoute({
      method: 'POST',
      path: '/invitations',
      summary: 'Invite an address by e-mail; a second invitation to the same address updates the first',
      status: 201,
      access: manage,
      body: NewInvitation,
      output: Invitation,
      errors: ['group.full', 'invitation.already_member', 'invitation.too_many', 'invitation.mail_failed'],
    }),
    resendInvitation: defineRoute({
      method: 'POST',
      path: '/invitations/{invitationId}/resend',
      summary: 'Send the e-mail again; the invitation is valid for 30 days from now',
      status: 200,
      access: manage,
      params: invitationParams,
      output: Invitation,
      errors: ['group.full', 'invitation.too_many', 'invitation.mail_failed'],
    }),
    withdrawInvitation: defineRoute({
      method: 'DELETE',
      path: '/invitations/{invitationId}',
      summary: 'Withdraw an invitation and free its seat',
      status: 204,
      access: manage,
      params: invitationParams,
    }),
  },
});
