import { ownPath } from '../../core/paths.ts';

/** What has to survive the way to the provider and back, in this tab only. */
export interface Arrival {
  from: 'login' | 'signup';
  /** The dashboard address that the person came for. */
  next: string | null;
  /** The invitation code that was typed at sign-up; it lives for this flow only. */
  code: string | null;
}

const key = 'gh-arrival';

export const rememberArrival = (arrival: Arrival): void =>
  sessionStorage.setItem(key, JSON.stringify(arrival));

export const recallArrival = (): Arrival => {
  const text = sessionStorage.getItem(key);
  if (text === null) return { from: 'login', next: null, code: null };
  const { from, next, code } = JSON.parse(text) as Arrival;
  return from === 'signup'
    ? { from, next: ownPath(next), code: code ?? null }
    : { from: 'login', next: ownPath(next), code: null };
};

export const forgetArrival = (): void => sessionStorage.removeItem(key);

/** Why a person was sent to /login, and what they are told. A map, since the address bar may name anything. */
export const reasons: ReadonlyMap<string, string> = new Map([
  ['cancelled', 'Sign-in was cancelled. You can try again whenever you like.'],
  ['session-ended', 'Authentication required. Please log in again.'],
  ['signed-out-everywhere', 'You are signed out on every device.'],
]);

/** The texts of S1 §8 for a sign-in that did not work. */
export const failureTexts: Record<Arrival['from'], string> = {
  login: 'Failed to sign in with Google',
  signup: 'Failed to sign up with Google',
};

/** The address of the other of the two pages, with the deep link carried along. */
export const withNext = (path: string, next: string | null): string =>
  next ? `${path}?${new URLSearchParams({ next })}` : path;
