import { may, type Standing } from '../../../shared/core/access.ts';

export const settingsLabels = {
  account: 'Account',
  currency: 'Currency',
  appearance: 'Appearance',
  billing: 'Billing',
  group: 'Group',
};
type SettingsTab = keyof typeof settingsLabels;

/**
 * The tabs of the settings that a member sees. All that stands under Group is the account holder's (S1 §2), but for Trash, which is
 * there for owners and managers as well (PRODUCT §1, decision 35).
 */
export const settingsTabsOf = (member: Standing): SettingsTab[] =>
  (Object.keys(settingsLabels) as SettingsTab[]).filter(
    (tab) => tab !== 'group' || member.accountHolder || may(member, 'trash.restore'),
  );
