/** The tokens that Amplify keeps in this browser, which all tabs share, read without loading Amplify. */
const keptPrefix = 'CognitoIdentityServiceProvider.';
const lastUser = '.LastAuthUser';

/** Whether a name in the browser's storage is one of Amplify's. */
export const isTokenName = (name: string): boolean => name.startsWith(keptPrefix);

const names = (): string[] => {
  try {
    return Object.keys(localStorage).filter(isTokenName);
  } catch (error) {
    // Storage that is forbidden holds nothing.
    console.warn('The storage could not be read', error);
    return [];
  }
};

/** False when this browser surely holds no tokens. */
export const holdsTokens = (): boolean => names().length > 0;

interface Claims {
  sub?: string;
  /** Seconds since 1970. */
  exp?: number;
}

const claimsOf = (token: string): Claims => {
  try {
    const [, claims = ''] = token.split('.');
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
  } catch {
    // No token, or one that is just being written.
    return {};
  }
};

/** The id of the person whom a token names; undefined for what is no token. */
export const ownerOf = (token: string): string | undefined => claimsOf(token).sub;

const keptBeside = (kind: 'accessToken' | 'clockDrift'): string | null => {
  const name = names().find((one) => one.endsWith(lastUser));
  const username = name && localStorage.getItem(name);
  return username ? localStorage.getItem(`${name.slice(0, -lastUser.length)}.${username}.${kind}`) : null;
};

/** Whose tokens the browser holds: a person's id, null for nobody's, undefined while they are being written. */
export const keptOwner = (): string | null | undefined => {
  const token = keptBeside('accessToken');
  if (token !== null) return ownerOf(token);
  return names().some((name) => name.endsWith(lastUser)) ? undefined : null;
};

/** A token that has less left than this, in milliseconds, is left to Amplify, which refreshes it. */
const spare = 60_000;

/**
 * The kept access token while it is good: then neither Amplify nor its settings have to load before the first request.
 * Whether it is accepted is the server's business.
 */
export const keptToken = (): string | undefined => {
  const token = keptBeside('accessToken');
  if (token === null) return undefined;
  // By how many milliseconds this device's clock was behind the server's when the token came.
  const behind = Number(keptBeside('clockDrift') ?? 0);
  return Date.now() + behind + spare < (claimsOf(token).exp ?? 0) * 1000 ? token : undefined;
};

/** Says why this browser holds no tokens: somebody signed out, and their session did not just end. It names nobody. */
const signedOutMark = 'gh-signed-out';

/** Notes, before the tokens go, that they go because somebody signs out: each tab reads both in the order they were written. */
export const markSignedOut = (): void => {
  try {
    localStorage.setItem(signedOutMark, 'yes');
  } catch (error) {
    // Then the other tabs say that the session has ended, which is true as well.
    console.warn('The sign-out could not be noted', error);
  }
};

/** Whether the last who was signed in here signed out. */
export const hasSignedOut = (): boolean => {
  try {
    return localStorage.getItem(signedOutMark) !== null;
  } catch {
    return false;
  }
};

/** Forgets the tokens of whoever was signed in before the one who is now, and that somebody signed out. */
export const dropOtherTokens = (): void => {
  localStorage.removeItem(signedOutMark);
  const last = names().find((name) => name.endsWith(lastUser));
  const username = last && localStorage.getItem(last);
  if (!username) return;
  const ofClient = last.slice(0, -lastUser.length);
  // Beside a person's own there are names without one: `<client>.oauthSignIn`.
  for (const name of names())
    if (
      name.split('.').length > ofClient.split('.').length + 1 &&
      !name.startsWith(`${ofClient}.${username}.`)
    )
      localStorage.removeItem(name);
};

/**
 * Forgets tokens that the server no longer accepts, those of an earlier installation too.
 * @param refused the token that was refused: where another one is kept by now, somebody has signed in since
 */
export const dropTokens = (refused?: string): void => {
  const kept = keptBeside('accessToken');
  if (refused !== undefined && kept !== null && ownerOf(kept) !== ownerOf(refused)) return;
  for (const name of names()) localStorage.removeItem(name);
};
