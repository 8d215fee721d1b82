import * as z from 'zod';
import { roles } from '../core/access.ts';
import { defineContract, defineRoute } from '../core/contract.ts';
import { currencyCodes } from '../core/currencies.ts';
import { Moment, TimeZone } from '../core/dates.ts';
import { defineErrors } from '../core/errors.ts';
import { Id, userId, Version } from '../core/ids.ts';
import { languages } from '../core/languages.ts';
import { Money } from '../core/money.ts';
import { nameOf } from '../core/text.ts';
import { t } from '../core/translate.ts';
import { accents, planTypes, themes } from './choices.ts';

const Role = z.enum(roles);

/** A person, and what they like. */
export const User = z.strictObject({
  id: z.string(),
  email: z.string(),
  name: nameOf(() => t('Name')),
  currency: z.enum(currencyCodes),
  theme: z.enum(themes),
  accent: z.enum(accents),
  /** In which pages and mails speak to them. Null: nobody has said yet, and the browser's is taken. */
  language: z.enum(languages).nullable(),
});

/** This month's goals, shown on the dashboard (PRODUCT §3). */
export const Goals = z.strictObject({
  revenue: Money.nullable(),
  projects: z.number().int().min(0).max(10_000).nullable(),
});

export const Organization = z.strictObject({
  id: Id,
  name: nameOf(() => t('Group name'), 100),
  timeZone: z.string(),
  goals: Goals,
  version: z.number().int().positive(),
});

/** Plan of a group (S1 §3, §4). `trial` and `active` let the account holder in, nothing else does. */
export const Plan = z.strictObject({
  type: z.enum(planTypes),
  status: z.enum(['trial', 'active', 'past_due', 'ended', 'none']),
  trialEndsAt: Moment.nullable(),
  /** Rounded up; 0 when there is no running trial. */
  trialDaysLeft: z.number().int().nonnegative(),
  currentPeriodEnd: Moment.nullable(),
  /** When it was cancelled; it goes on until `currentPeriodEnd`. */
  canceledAt: Moment.nullable(),
  /** Whether Stripe knows this group, so that its portal can be opened. */
  hasCustomer: z.boolean(),
});

/** What the caller may enter: their group, their role in it, and the state of its plan. */
export const Membership = z.strictObject({
  organization: Organization,
  role: Role,
  /** The highest role that they may choose at onboarding. */
  grantedRole: Role,
  /** The one who pays, and the only one who is subject to the subscription check (PRODUCT §2). */
  accountHolder: z.boolean(),
  onboardingCompleted: z.boolean(),
  plan: Plan,
  /** The account holder included. */
  memberCount: z.number().int().positive(),
  /** Where the group's event log ended when this was read: what a page loads afterwards holds everything up to there. */
  seq: z.number().int().nonnegative(),
  /** False only for an account holder without a trial or plan: they are sent to /payment. */
  mayEnter: z.boolean(),
});

/** A group that somebody belonged to, and how that ended without their leaving it. */
export const EndedGroup = z.strictObject({
  name: z.string(),
  /** Who closed it. Null: the group goes on, and its account holder removed them. */
  closedBy: z.strictObject({ name: z.string(), isYou: z.boolean() }).nullable(),
});

export const Session = z.strictObject({
  user: User,
  membership: Membership.nullable(),
  /** The group that the caller was in until they were removed or it was closed; null again with the next membership. */
  endedGroup: EndedGroup.nullable(),
});

export const NewOrganization = z.strictObject({
  name: nameOf(() => t('Group name'), 100),
  timeZone: TimeZone,
});

export const OrganizationChange = z.strictObject({
  version: Version,
  name: nameOf(() => t('Group name'), 100).optional(),
  timeZone: TimeZone.optional(),
  goals: Goals.optional(),
});

/** Who becomes the account holder, the group's name as it was typed to confirm, and the role that the caller keeps. */
export const Transfer = z.strictObject({
  userId: userId(),
  groupName: z.string().max(200),
  ownRole: Role,
});

/** What a person changes of themselves; the last one wins, field by field. */
export const ProfileChange = User.pick({ name: true, currency: true, theme: true, accent: true })
  .extend({ language: z.enum(languages) })
  .partial();

const Trial = z.strictObject({ organizationId: Id, startedAt: Moment });

/** All that is kept about a person, and about their address. */
export const ProfileExport = z.strictObject({
  exportedAt: Moment,
  session: Session,
  joinedAt: Moment.nullable(),
  /** When they last signed out everywhere. */
  signedOutAt: Moment.nullable(),
  /** The one trial of the person, and that of the address. */
  trials: z.strictObject({ person: Trial.nullable(), address: Trial.nullable() }),
  /** E-mail invitations that were neither accepted nor withdrawn. */
  invitations: z.array(
    z.strictObject({ organizationName: z.string(), role: Role, createdAt: Moment, expiresAt: Moment }),
  ),
});

export const accessErrors = defineErrors({
  'session.not_open': { status: 404, title: () => t('No session has been opened yet.') },
  'organization.already_member': { status: 409, title: () => t('You already belong to a group.') },
  'onboarding.completed': {
    status: 409,
    title: () => t('You have chosen your role already. Ask the account holder to change it.'),
  },
  'onboarding.role_above_grant': { status: 403, title: () => t('You were not invited to that role.') },
  'account.holds_group': {
    status: 409,
    title: () => t('You are the account holder of your group. Transfer the group or close it first.'),
  },
  'account.address_differs': {
    status: 422,
    title: () => t('This is not the e-mail address of your account.'),
  },
  'transfer.not_a_member': { status: 404, title: () => t('This person is not a member of your group.') },
  'transfer.name_differs': { status: 422, title: () => t('To transfer the group, type its name.') },
});

// Not `unpaid`: who may not get in could otherwise hand the account to and fro, and nobody would ever pay.
const manage = { permission: 'organization.manage' } as const;

export const access = defineContract({
  module: 'access',
  title: 'Sign-in and groups',
  errors: accessErrors,
  routes: {
    openSession: defineRoute({
      method: 'PUT',
      path: '/session',
      summary: 'Open the session after signing in: reads name and verified e-mail from the identity provider',
      status: 200,
      access: 'verified-email',
      output: Session,
    }),
    getSession: defineRoute({
      method: 'GET',
      path: '/session',
      summary: 'Who am I, and which group do I belong to?',
      status: 200,
      access: 'signed-in',
      output: Session,
      errors: ['session.not_open'],
    }),
    foundOrganization: defineRoute({
      method: 'POST',
      path: '/organizations',
      summary: 'Found a group, become its account holder and start the 3-day trial',
      status: 201,
      access: 'verified-email',
      body: NewOrganization,
      output: Session,
      errors: ['session.not_open', 'organization.already_member'],
    }),
    completeOnboarding: defineRoute({
      method: 'POST',
      path: '/onboarding',
      summary: 'Choose my role, once, at most the granted one',
      status: 200,
      access: 'signed-in',
      body: z.strictObject({ role: Role }),
      output: Session,
      errors: ['session.not_open', 'onboarding.completed', 'onboarding.role_above_grant'],
    }),
    changeProfile: defineRoute({
      method: 'PATCH',
      path: '/profile',
      summary: 'Change my name, currency, theme, accent or language',
      status: 200,
      access: 'signed-in',
      body: ProfileChange,
      output: Session,
      errors: ['session.not_open'],
    }),
    exportProfile: defineRoute({
      method: 'GET',
      path: '/profile/export',
      summary: 'All that is kept about me, as one file',
      status: 200,
      access: 'verified-email',
      output: ProfileExport,
      errors: ['session.not_open'],
    }),
    signOutEverywhere: defineRoute({
      method: 'POST',
      path: '/profile/sign-out-everywhere',
      summary: 'End every session of mine at once, this one too',
      status: 204,
      access: 'signed-in',
      errors: ['session.not_open'],
    }),
    deleteAccount: defineRoute({
      method: 'POST',
      path: '/profile/delete',
      summary:
        'Delete my account for good, confirmed by its e-mail address; what I made for my group stays, by "Former member"',
      status: 204,
      access: 'signed-in',
      body: z.strictObject({ email: z.string().trim().max(255) }),
      errors: ['session.not_open', 'account.holds_group', 'account.address_differs'],
    }),
    changeOrganization: defineRoute({
      method: 'PATCH',
      path: '/organization',
      summary: 'Rename the group, change its time zone or its monthly goals',
      status: 200,
      access: manage,
      body: OrganizationChange,
      output: Organization,
    }),
    transferOwnership: defineRoute({
      method: 'POST',
      path: '/organization/transfer',
      summary:
        "Make another member the account holder, confirmed by the group's name; the caller keeps the role that they choose",
      status: 200,
      access: manage,
      body: Transfer,
      output: Session,
      errors: ['transfer.not_a_member', 'transfer.name_differs'],
    }),
  },
});

export type Session = z.output<typeof Session>;
export type User = z.output<typeof User>;
export type Membership = z.output<typeof Membership>;
export type Organization = z.output<typeof Organization>;
export type Goals = z.output<typeof Goals>;
export type Plan = z.output<typeof Plan>;
export type Transfer = z.output<typeof Transfer>;
export type EndedGroup = z.output<typeof EndedGroup>;
export type ProfileChange = z.output<typeof ProfileChange>;
