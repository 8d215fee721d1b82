/** Who may do what: the one table of PRODUCT §2. Roles come from the membership row, never from a request. */
export const roles = ['owner', 'admin', 'member'] as const;
export type Role = (typeof roles)[number];

const everyone = roles;
const leads = ['owner', 'admin'] as const;

const permissions = {
  'tasks.read': everyone,
  'tasks.write': everyone,
  'trash.read': everyone,
  'trash.restore': leads,
} satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** The roles that carry a permission. */
export const permitted = (permission: Permission): readonly Role[] => permissions[permission];

/** Whether a role carries a permission. */
export const roleMay = (role: Role, permission: Permission): boolean => permitted(permission).includes(role);

/** Who may call a route. `signed-in` needs a token, but neither a group nor a paid plan. */
export type Access = 'public' | 'signed-in' | { readonly permission: Permission };
