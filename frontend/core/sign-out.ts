import { clearDrafts } from './drafts.ts';
import { forgetNotifications } from './notifications.ts';
import { endSignIn } from './sign-in.ts';

/** Signs a person out here and at the sign-in service; what they left unsaved is forgotten on this device. */
export const leave = async (userId: string): Promise<void> => {
  clearDrafts(userId);
  forgetNotifications(userId);
  await endSignIn();
};
