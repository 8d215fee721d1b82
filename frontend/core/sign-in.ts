import { connectionFailure } from './failure.ts';
import { paths } from './paths.ts';

/** Amplify loads when somebody needs it: the pages in front of the dashboard come without it. */
const amplify = () =>
  import('./amplify-sign-in.ts').catch((error: unknown) => {
    throw connectionFailure(error);
  });

/** What the names of all that Amplify keeps of a sign-in begin with. */
const keptPrefix = 'CognitoIdentityServiceProvider.';
const keptNames = (): string[] => Object.keys(localStorage).filter((name) => name.startsWith(keptPrefix));

/** False when this browser surely holds no tokens, which is known without Amplify. */
export const mayBeSignedIn = (): boolean => keptNames().length > 0;

/** A token that has less left than this, in milliseconds, is left to Amplify, which refreshes it. */
const spare = 60_000;

/** When a token ends, in milliseconds since 1970; 0 for what is no token. */
const endOf = (token: string): number => {
  try {
    const [, claims = ''] = token.split('.');
    return Number(JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).exp) * 1000 || 0;
  } catch {
    return 0;
  }
};

/**
 * The kept access token while it is good: then neither Amplify nor its settings have to load before the first request.
 * Whether it is accepted is the server's business. While a sign-in is being completed, only Amplify knows.
 */
const keptToken = (): string | undefined => {
  if (location.pathname === paths.signingIn) return undefined;
  const names = keptNames();
  const [name, another] = names.filter((one) => one.endsWith('.accessToken'));
  if (name === undefined || another !== undefined) return undefined;
  const token = localStorage.getItem(name) ?? '';
  // By how many milliseconds this device's clock was behind the server's when the token came.
  const behind = Number(localStorage.getItem(name.replace(/accessToken$/, 'clockDrift')) ?? 0);
  return Date.now() + behind + spare < endOf(token) ? token : undefined;
};

/**
 * A valid access token, refreshed when needed; null when nobody is signed in (any more).
 * @throws Failure when the sign-in service cannot be reached
 */
export const accessToken = async (): Promise<string | null> => keptToken() ?? (await amplify()).accessToken();

/** Leaves for the provider's sign-in page. */
export const startSignIn = async (): Promise<void> => (await amplify()).startSignIn();

let ending = false;

/** Whether somebody is signing out here: then a request that is refused is no news to them. */
export const isEndingSignIn = (): boolean => ending;

/**
 * Forgets the tokens here and at the sign-in service, and comes back to /login.
 * @param first what belongs to it and is done before; when it fails, nothing has ended
 */
export const endSignIn = async (first?: () => Promise<void>): Promise<void> => {
  ending = true;
  try {
    await first?.();
    // Tokens that the server has refused meanwhile are gone, and with them what the sign-in service would end.
    if (mayBeSignedIn()) await (await amplify()).endSignIn();
    else location.replace(paths.login);
  } catch (error) {
    ending = false;
    throw error;
  }
};

/** Forgets tokens that the server no longer accepts, those of an earlier installation too. */
export const dropTokens = (): void => {
  for (const name of keptNames()) localStorage.removeItem(name);
};
