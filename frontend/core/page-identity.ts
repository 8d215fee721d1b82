import type { Identity } from '../../shared/core/acting-as.ts';
import { t } from '../../shared/core/translate.ts';
import { Failure } from './failure.ts';
import { hasSignedOut, isTokenName, keptOwner } from './kept-tokens.ts';
import { paths } from './paths.ts';

/**
 * For whom this page acts. A page belongs to one person from its first request on and to the group that it shows; when the
 * browser's sign-in becomes another one, in whichever tab, the page ends: it shows nothing more, sends nothing more, and
 * keeps nothing more. What comes after it is loaded anew.
 */
let identity: Identity | undefined;
let signingOut = false;
/** Set when what is kept of the page's person must not be written any more; an expired session keeps unsaved text. */
let sealed = false;
const ending = new AbortController();

/** Aborted when this page has ended: requests in flight, the socket, and what is cached end with it. */
export const pageEnd: AbortSignal = ending.signal;

/** For whom this page acts; undefined before anybody is known. */
export const pageIdentity = (): Identity | undefined => identity;

/** Other tabs of this browser, told before the tokens go: then they write nothing that has just been cleared. */
const channel = new BroadcastChannel('gh-sign-out');
export const tellTabsOfSignOut = (userId: string): void => channel.postMessage(userId);

/** While somebody signs out here, what is refused is no news to them, and nothing of theirs is kept any more. */
export const isSigningOut = (): boolean => signingOut;
export const noteSigningOut = (isNow: boolean): void => {
  signingOut = isNow;
};

/** Whether something of this person may be kept in the browser now: by a page of theirs that goes on, or whose session has expired. */
export const mayKeep = (userId: string): boolean => {
  if (sealed || signingOut || (identity && identity.userId !== userId)) return false;
  const owner = keptOwner();
  return owner === userId || owner === null;
};

const endPage = (next: string, { seal }: { seal: boolean }): void => {
  if (ending.signal.aborted) return;
  sealed = seal;
  // Before anything else is done: nothing of the one who left may be seen while the next page loads.
  document.body.hidden = true;
  document.title = 'Guildhall';
  ending.abort(identityChanged());
  location.replace(next);
};

const identityChanged = (): Failure =>
  new Failure({
    code: 'identity.changed',
    status: 409,
    title: t(
      'Somebody else is signed in by now, or you belong to another group. Reload the page to continue.',
    ),
  });

/** Ends the page because its person signed out in another tab. */
const endSignedOut = (): void =>
  endPage(`${paths.login}?${new URLSearchParams({ reason: 'signed-out' })}`, { seal: true });

/** Ends the page because the browser's sign-in, or the person's group, is another one by now. */
export const endForAnother = (): void => endPage(paths.dashboard, { seal: true });

/**
 * Ends the page because the browser holds no tokens. When its session has ended, the person comes back to where they are.
 * When they signed out, which a page may notice by this before it is told, or asleep, they do not.
 */
export const endWithoutTokens = (): void => {
  const next = location.pathname + location.search;
  if (identity && hasSignedOut()) endSignedOut();
  else endPage(`${paths.login}?${new URLSearchParams({ next, reason: 'session-ended' })}`, { seal: false });
};

/**
 * Makes sure that a token may be used by this page: the first one says whose page it is. One that names nobody is for the
 * server to refuse.
 * @throws Failure `identity.changed`, and ends the page, when it is somebody else's
 */
export const claimPage = (owner: string | undefined): void => {
  if (owner !== undefined && identity && identity.userId !== owner) endForAnother();
  pageEnd.throwIfAborted();
  if (owner !== undefined) identity ??= { userId: owner };
};

/** Notes which group the page shows, none with undefined. A page never changes from one group to another. */
export const showsGroup = (userId: string, organizationId: string | undefined): void => {
  const before = identity;
  identity = { userId, organizationId };
  if (before && before.userId !== userId) endForAnother();
  else if (before?.organizationId && organizationId && before.organizationId !== organizationId)
    endForAnother();
};

/** Looks whether the browser still holds the tokens of this page's person. */
const look = (): void => {
  if (!identity || signingOut || ending.signal.aborted) return;
  const owner = keptOwner();
  // A page in front of the dashboard shows nothing of anybody.
  const isInFront = [paths.login, paths.signup, paths.signingIn].some((path) => path === location.pathname);
  if (owner === null && !isInFront) endWithoutTokens();
  if (owner && owner !== identity.userId) endForAnother();
};

/** Whether Amplify may keep tokens that it has just got: never those of a page whose person has left this browser meanwhile. */
export const mayKeepTokens = (): boolean => {
  if (ending.signal.aborted || signingOut) return false;
  return identity === undefined || keptOwner() === identity.userId;
};

/** Follows the sign-in of this browser for as long as the page lives; `forget` clears what is kept of a person. */
export const followSignIn = (forget: (userId: string) => void): void => {
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => {
    if (data !== identity?.userId || signingOut) return;
    endSignedOut();
    // What this page wrote last is gone as well.
    forget(data);
  });
  window.addEventListener('storage', ({ key }) => {
    if (key === null || isTokenName(key)) look();
  });
  // A page that slept, or was frozen, has missed what was said meanwhile.
  for (const name of ['visibilitychange', 'resume']) document.addEventListener(name, look);
  window.addEventListener('focus', look);
  window.addEventListener('pageshow', ({ persisted }) => {
    // Out of the back/forward cache comes the page as it was left, though its person may have signed out since.
    if (!persisted || !identity) return;
    document.body.hidden = true;
    location.reload();
  });
};
