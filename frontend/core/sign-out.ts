import { forgetPerson, recallInTab, rememberInTab } from './device-store.ts';
import { markSignedOut } from './kept-tokens.ts';
import { tellTabsOfSignOut } from './page-identity.ts';
import { endSignIn } from './sign-in.ts';

const farewellKey = 'gh-farewell';
const invitationKey = 'gh-invitation';

interface Leaving {
  /** What /login says about it, one of its reasons: the sign-in service comes back to a fixed address. */
  reason?: string;
  /** The link of an invitation that they go on with, as somebody else. */
  invitation?: string;
  /** What belongs to it and is done before; when it fails, the person is still signed in. */
  first?: () => Promise<void>;
}

/** Signs a person out, in all tabs of this browser and at the sign-in service; all that is kept of them here is forgotten. */
export const leave = (userId: string, { reason, invitation, first }: Leaving = {}): Promise<void> =>
  endSignIn(async () => {
    await first?.();
    markSignedOut();
    tellTabsOfSignOut(userId);
    forgetPerson(userId);
    if (reason) rememberInTab(farewellKey, reason);
    if (invitation) sessionStorage.setItem(invitationKey, invitation);
  });

/** The invitation with which somebody signed out to sign in as somebody else, told once. */
export const takeInvitation = (): string | null => {
  const invitation = sessionStorage.getItem(invitationKey);
  sessionStorage.removeItem(invitationKey);
  return invitation;
};

/** Why this tab came from signing out, said once. */
export const takeFarewell = (): string | null => {
  const reason = recallInTab(farewellKey);
  rememberInTab(farewellKey, null);
  return reason;
};
