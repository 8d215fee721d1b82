import * as z from 'zod';
import { roles } from '../core/access.ts';
import { defineContract, defineRoute } from '../core/contract.ts';
import { Moment, TimeZone } from '../core/dates.ts';
import { defineErrors } from '../core/errors.ts';
import { Id } from '../core/ids.ts';
import { nameOf } from '../core/text.ts';

export const User = z.strictObject({
  id: z.string(),
  email: z.string(),
  name: z.string(),
});

export const Organization = z.strictObject({
  id: Id,
  name: z.string(),
  timeZone: z.string(),
});

/** Plan of the group (S1 §3, §4). `none`: the founder had used up the one trial before. */
export const Plan = z.strictObject({
  type: z.enum(['trial', 'none']),
  status: z.enum(['trial', 'ended', 'none']),
  trialEndsAt: Moment.nullable(),
  trialDaysLeft: z.number().int().nonnegative(),
});

/** What the caller may enter: their group, their role in it, and the state of its plan. */
export const Membership = z.strictObject({
  organization: Organization,
  role: z.enum(roles),
  /** The one who pays, and the only one who is subject to the subscription check (PRODUCT §2). */
  accountHolder: z.boolean(),
  onboardingCompleted: z.boolean(),
  plan: Plan,
  /** False only for an account holder without a trial or plan: they are sent to /payment. */
  mayEnter: z.boolean(),
});

export const Session = z.strictObject({ user: User, membership: Membership.nullable() });

export const NewOrganization = z.strictObject({
  name: nameOf('Group name', 100),
  timeZone: TimeZone,
});

export const accessErrors = defineErrors({
  'session.not_open': { status: 404, title: 'No session has been opened yet.' },
  'session.email_unverified': {
    status: 403,
    title: 'Your e-mail address is not verified by your sign-in provider.',
  },
  'organization.already_member': { status: 409, title: 'You already belong to a group.' },
});

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
      access: 'signed-in',
      output: Session,
      errors: ['session.email_unverified'],
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
      access: 'signed-in',
      body: NewOrganization,
      output: Session,
      errors: ['session.not_open', 'organization.already_member'],
    }),
  },
});

export type Session = z.output<typeof Session>;
export type Membership = z.output<typeof Membership>;
export type Plan = z.output<typeof Plan>;
