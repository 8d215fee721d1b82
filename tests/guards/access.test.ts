import { describe, expect, it } from 'vitest';
import {
  may,
  type Permission,
  type Role,
  roleChoices,
  roleLabels,
  rolesUpTo,
} from '../../shared/core/access.ts';

/** PRODUCT §2, written down a second time: member, admin, owner; and whether holding the account is what counts. */
const table: Record<Permission, readonly Role[] | 'account holder'> = {
  'tasks.read': ['member', 'admin', 'owner'],
  'tasks.write': ['member', 'admin', 'owner'],
  'trash.read': ['member', 'admin', 'owner'],
  'trash.restore': ['admin', 'owner'],
  'history.read': ['member', 'admin', 'owner'],
  'live.connect': ['member', 'admin', 'owner'],
  'chat.use': ['member', 'admin', 'owner'],
  'team.read': ['member', 'admin', 'owner'],
  'team.manage': 'account holder',
  'organization.manage': 'account holder',
  'billing.manage': 'account holder',
};

describe('who may do what', () => {
  it.each(Object.entries(table) as [Permission, readonly Role[] | 'account holder'][])(
    '%s',
    (permission, granted) => {
      for (const role of ['member', 'admin', 'owner'] as const)
        for (const accountHolder of [false, true])
          expect([role, accountHolder, may({ role, accountHolder }, permission)]).toEqual([
            role,
            accountHolder,
            granted === 'account holder' ? accountHolder : granted.includes(role),
          ]);
    },
  );
});

it('nobody chooses a role above the one that they were granted', () => {
  expect(rolesUpTo('member')).toEqual(['member']);
  expect(rolesUpTo('admin')).toEqual(['member', 'admin']);
  expect(rolesUpTo('owner')).toEqual(['member', 'admin', 'owner']);
});

it('roles are called what PRODUCT §2 and the two dialogs call them', () => {
  expect(roleLabels).toEqual({ member: 'Team Member', admin: 'Manager', owner: 'Owner' });
  expect(roleChoices).toEqual({ member: 'Team Member', admin: 'Manager', owner: 'Admin (Owner)' });
});
