import { labels, t } from './translate.ts';

/** Who may do what: the one table of PRODUCT §2. Roles come from the membership row, never from a request. */
export const roles = ['owner', 'admin', 'member'] as const;
export type Role = (typeof roles)[number];

/** What a role is called on every screen and in every mail (PRODUCT §2). */
export const roleLabels = labels<Role>({
  member: () => t('Team Member'),
  admin: () => t('Manager'),
  owner: () => t('Owner'),
});

/** The choices of S1 §2 (onboarding) and of the invitation dialog alone, whose sources say "Admin" for an owner. */
export const roleChoices = labels<Role>({
  member: () => roleLabels.member,
  admin: () => roleLabels.admin,
  owner: () => t('Admin (Owner)'),
});

/** A role and all below it, the least first: what somebody who was granted it may choose at onboarding (PRODUCT §2). */
export const rolesUpTo = (granted: Role): Role[] =>
  [...roles].reverse().slice(0, roles.length - roles.indexOf(granted));

const everyone = roles;
const leads = ['owner', 'admin'] as const;
const accountHolder = ['account holder'] as const;

/** The account holder is no role: exactly one member is, whatever their role. */
type Grantee = Role | 'account holder';

const permissions = {
  'tasks.read': everyone,
  'tasks.write': everyone,
  'trash.read': everyone,
  'trash.restore': leads,
  'history.read': everyone,
  'live.connect': everyone,
  'chat.use': everyone,
  'team.read': everyone,
  'team.manage': accountHolder,
  'organization.manage': accountHolder,
  'billing.manage': accountHolder,
} satisfies Record<string, readonly Grantee[]>;

export type Permission = keyof typeof permissions;

/** What of a member decides what they may do. */
export interface Standing {
  role: Role;
  accountHolder: boolean;
}

/** Whether a member may do something. */
export const may = (member: Standing, permission: Permission): boolean =>
  permissions[permission].some((grantee) =>
    grantee === 'account holder' ? member.accountHolder : grantee === member.role,
  );

/** Who may call a route. */
export type Access =
  | 'public'
  /** Needs a token, but neither a group nor a paid plan. */
  | 'signed-in'
  /**
   * As `signed-in`, and the identity provider vouches for the caller's e-mail address at this request: for whatever is
   * granted, used up or told by an address.
   */
  | 'verified-email'
  | {
      readonly permission: Permission;
      /** Open to an account holder without a plan too: what they need to get one, or to go. */
      readonly unpaid?: true;
    };
