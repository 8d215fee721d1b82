import { may, type Standing } from '../../../shared/core/access.ts';
import { labels, t } from '../../../shared/core/translate.ts';

export const settingsLabels = labels({
  account: () => t('Account'),
  currency: () => t('Currency'),
  appearance: () => t('Appearance'),
  billing: () => t('Billing'),
  group: () => t('Group'),
});
type SettingsTab = keyof typeof settingsLabels;

/**
 * The tabs of the settings that a member sees. All that stands under Group is the account holder's (S1 §2), but for Trash, which is
 * there for owners and managers as well (PRODUCT §1, decision 35).
 */
export const settingsTabsOf = (member: Standing): SettingsTab[] =>
  (Object.keys(settingsLabels) as SettingsTab[]).filter(
    (tab) => tab !== 'group' || member.accountHolder || may(member, 'trash.restore'),
  );
