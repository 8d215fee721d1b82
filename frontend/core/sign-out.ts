import { clearDrafts } from './drafts.ts';
import { forgetNotifications } from './notifications.ts';
import { forgetOpened } from './opened-records.ts';
import { endSignIn } from './sign-in.ts';

const farewellKey = 'guildhall.farewell';

interface Leaving {
  /** What /login says about it, one of its reasons: the sign-in service comes back to a fixed address. */
  reason?: string;
  /** What belongs to it and is done before; when it fails, the person is still signed in. */
  first?: () => Promise<void>;
}

/** Signs a person out here and at the sign-in service; what they left unsaved is forgotten on this device. */
export const leave = (userId: string, { reason, first }: Leaving = {}): Promise<void> =>
  endSignIn(async () => {
    await first?.();
    clearDrafts(userId);
    forgetNotifications(userId);
    forgetOpened(userId);
    if (reason) sessionStorage.setItem(farewellKey, reason);
  });

/** Why this tab came from signing out, said once. */
export const takeFarewell = (): string | null => {
  const reason = sessionStorage.getItem(farewellKey);
  sessionStorage.removeItem(farewellKey);
  return reason;
};
