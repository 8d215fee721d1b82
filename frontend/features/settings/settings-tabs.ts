import type { Membership } from '../../../shared/access/contract.ts';

export const settingsLabels = {
  account: 'Account',
  currency: 'Currency',
  appearance: 'Appearance',
  billing: 'Billing',
  group: 'Group',
};
type SettingsTab = keyof typeof settingsLabels;

/** The tabs of the settings that a member sees. Only the account holder has a Group tab. */
export const settingsTabsOf = ({ accountHolder }: Pick<Membership, 'accountHolder'>): SettingsTab[] =>
  (Object.keys(settingsLabels) as SettingsTab[]).filter((tab) => accountHolder || tab !== 'group');
