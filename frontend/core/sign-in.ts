import { connectionFailure } from './failure.ts';
import { dropTokens, holdsTokens, keptToken } from './kept-tokens.ts';
import { noteSigningOut } from './page-identity.ts';
import { paths } from './paths.ts';

/** Amplify loads when somebody needs it: the pages in front of the dashboard come without it. */
const amplify = () =>
  import('./amplify-sign-in.ts').catch((error: unknown) => {
    throw connectionFailure(error);
  });

/** While a sign-in is being completed, only Amplify knows of the token. */
const tokenWithoutAmplify = (): string | undefined =>
  location.pathname === paths.signingIn ? undefined : keptToken();

/**
 * A valid access token, refreshed when needed; null when nobody is signed in (any more).
 * @throws Failure when the sign-in service cannot be reached
 */
export const accessToken = async (): Promise<string | null> =>
  tokenWithoutAmplify() ?? (await amplify()).accessToken();

/**
 * Leaves for the provider's sign-in page.
 * @param address of the account that is asked for: then the provider lets the person choose among theirs
 */
export const startSignIn = async (address?: string): Promise<void> => (await amplify()).startSignIn(address);

/**
 * Forgets the tokens here and at the sign-in service, and comes back to /login.
 * @param first what belongs to it and is done before; when it fails, nothing has ended
 */
export const endSignIn = async (first?: () => Promise<void>): Promise<void> => {
  noteSigningOut(true);
  try {
    // Offline the sign-in service can't be told: here the sign-in ends all the same, since others may use this device.
    const service = holdsTokens()
      ? await amplify().catch((error: unknown) => console.warn('The sign-in service is not told', error))
      : undefined;
    await first?.();
    // Tokens that the server has refused meanwhile are gone, and with them what the sign-in service would end.
    if (service && holdsTokens()) await service.endSignIn();
    else {
      dropTokens();
      location.replace(paths.login);
    }
  } catch (error) {
    noteSigningOut(false);
    throw error;
  }
};
