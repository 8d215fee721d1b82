import { labels, type Text, t } from '../../../shared/core/translate.ts';
import { recallInTab, rememberInTab } from '../../core/device-store.ts';
import { ownPath, paths } from '../../core/paths.ts';

/** What has to survive the way to the provider and back, in this tab only. */
export interface Arrival {
  from: 'login' | 'signup';
  /** The dashboard address that the person came for. */
  next: string | null;
  /** The invitation code that was typed at sign-up; it lives for this flow only. */
  code: string | null;
  /** The secret of the invitation's link that they came by. */
  invitation?: string | null;
}

/** A code, and the key of the one submission that redeems it: if its answer is lost, a reload asks for it again. */
export interface Redemption {
  code: string;
  submissionKey: string;
}

interface RememberedArrival {
  from: Arrival['from'];
  next: string | null;
  redemption: Redemption | null;
  invitation: string | null;
}

const key = 'gh-arrival';

export const rememberArrival = ({ from, next, code, invitation = null }: Arrival): void => {
  const redemption = code === null ? null : { code, submissionKey: crypto.randomUUID() };
  rememberInTab(key, JSON.stringify({ from, next, redemption, invitation } satisfies RememberedArrival));
};

export const recallArrival = (): RememberedArrival => {
  const text = recallInTab(key);
  if (text === null) return { from: 'login', next: null, redemption: null, invitation: null };
  const { from, next, redemption, invitation } = JSON.parse(text) as RememberedArrival;
  return from === 'signup'
    ? { from, next: ownPath(next), redemption: redemption ?? null, invitation: invitation ?? null }
    : { from: 'login', next: ownPath(next), redemption: null, invitation: null };
};

export const forgetArrival = (): void => rememberInTab(key, null);

/** Where somebody goes on with an invitation who has signed in before. */
export const arrivalWith = (invitation: string): string =>
  `${paths.signingIn}?${new URLSearchParams({ invitation })}`;

/** Why a person was sent to /login, and what they are told. A map, since the address bar may name anything. */
export const reasons: ReadonlyMap<string, Text> = new Map([
  ['cancelled', () => t('Sign-in was cancelled. You can try again whenever you like.')],
  ['session-ended', () => t('Authentication required. Please log in again.')],
  ['signed-out', () => t('You signed out in another tab.')],
  ['account-deleted', () => t('Your account is deleted. You will get an e-mail that confirms it.')],
  ['signed-out-everywhere', () => t('You are signed out on every device.')],
]);

/** The texts of S1 §8 for a sign-in that did not work. */
export const failureTexts = labels<Arrival['from']>({
  login: () => t('Failed to sign in with Google'),
  signup: () => t('Failed to sign up with Google'),
});

/** Back to the page that an attempt came from, which says why it is shown again. */
export const backBecause = (reason: string): string => {
  const { from, next, invitation } = recallArrival();
  return `${paths[from]}?${new URLSearchParams({
    reason,
    ...(next !== null && { next }),
    ...(invitation !== null && { invitation }),
  })}`;
};

/** The address of the other of the two pages, with the deep link carried along. */
export const withNext = (path: string, next: string | null): string =>
  next ? `${path}?${new URLSearchParams({ next })}` : path;
