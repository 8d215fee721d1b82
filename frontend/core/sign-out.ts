import { clearDrafts } from './drafts.ts';
import { forgetNotifications } from './notifications.ts';
import { forgetOpened } from './opened-records.ts';
import { endSignIn } from './sign-in.ts';

const farewellKey = 'guildhall.farewell';

/**
 * Signs a person out here and at the sign-in service; what they left unsaved is forgotten on this device.
 * @param reason what /login says about it, one of its reasons: the sign-in service comes back to a fixed address
 */
export const leave = async (userId: string, reason?: string): Promise<void> => {
  clearDrafts(userId);
  forgetNotifications(userId);
  forgetOpened(userId);
  if (reason) sessionStorage.setItem(farewellKey, reason);
  await endSignIn();
};

/** Why this tab came from signing out, said once. */
export const takeFarewell = (): string | null => {
  const reason = sessionStorage.getItem(farewellKey);
  sessionStorage.removeItem(farewellKey);
  return reason;
};
