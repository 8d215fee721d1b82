import { connectionFailure } from './failure.ts';

/** Amplify loads when somebody needs it: the pages in front of the dashboard come without it. */
const amplify = () =>
  import('./amplify-sign-in.ts').catch((error: unknown) => {
    throw connectionFailure(error);
  });

/** False when this browser surely holds no tokens, which is known without Amplify. */
export const mayBeSignedIn = (): boolean =>
  Object.keys(localStorage).some((key) => key.startsWith('CognitoIdentityServiceProvider.'));

/**
 * A valid access token, refreshed when needed; null when nobody is signed in (any more).
 * @throws Failure when the sign-in service cannot be reached
 */
export const accessToken = async (): Promise<string | null> => (await amplify()).accessToken();

/** Leaves for the provider's sign-in page. */
export const startSignIn = async (): Promise<void> => (await amplify()).startSignIn();

/** Forgets the tokens here and at the sign-in service, and comes back to /login. */
export const endSignIn = async (): Promise<void> => (await amplify()).endSignIn();

/** Forgets tokens that the server no longer accepts. */
export const dropTokens = async (): Promise<void> => (await amplify()).dropTokens();
