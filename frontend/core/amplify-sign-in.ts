import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signInWithRedirect, signOut } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger } from 'aws-amplify/utils';
import { connectionFailure } from './failure.ts';
import { mayKeepTokens } from './page-identity.ts';
import { paths } from './paths.ts';
import { websiteConfig } from './website-config.ts';

// Amplify warns everybody about an endpoint that is named explicitly; ours always is.
ConsoleLogger.LOG_LEVEL = 'ERROR';

const scopes = ['openid', 'email', 'profile', 'guildhall/app'];

/** Amplify's storage. A refresh that comes back after its person has left must not sign them in again. */
const storage = {
  getItem: async (key: string) => localStorage.getItem(key),
  setItem: async (key: string, value: string) => {
    if (mayKeepTokens()) localStorage.setItem(key, value);
  },
  removeItem: async (key: string) => localStorage.removeItem(key),
  clear: async () => localStorage.clear(),
};

const configure = async (): Promise<void> => {
  const config = await websiteConfig();
  const auth = {
    Cognito: {
      userPoolId: config.userPoolId,
      userPoolClientId: config.userPoolClientId,
      userPoolEndpoint: config.userPoolEndpoint,
      loginWith: {
        oauth: {
          domain: config.signInDomain,
          scopes,
          responseType: 'code' as const,
          redirectSignIn: [`${location.origin}${paths.signingIn}`],
          redirectSignOut: [`${location.origin}${paths.login}`],
        },
      },
    },
  };
  cognitoUserPoolsTokenProvider.setKeyValueStorage(storage);
  cognitoUserPoolsTokenProvider.setAuthConfig(auth);
  // On the callback page this also exchanges the code for tokens; whoever asks for a token waits for that.
  Amplify.configure({ Auth: auth }, { Auth: { tokenProvider: cognitoUserPoolsTokenProvider } });
  // After a cancelled sign-in, Amplify first releases those who wait and then clears what they wait for, all in
  // microtasks: whoever asked in between would wait five minutes. The next task is past that.
  await new Promise((resolve) => setTimeout(resolve));
};

let configured: Promise<void> | undefined;

/** Makes sign-in ready to be used. A failed attempt is not remembered, so that trying again can work. */
const signInReady = (): Promise<void> => {
  configured ??= configure().catch((error: unknown) => {
    configured = undefined;
    throw error;
  });
  return configured;
};

/**
 * A valid access token, refreshed when needed; null when nobody is signed in (any more).
 * @throws Failure when the sign-in service cannot be reached
 */
export const accessToken = async (): Promise<string | null> => {
  await signInReady();
  try {
    const { tokens } = await fetchAuthSession();
    return tokens?.accessToken.toString() ?? null;
  } catch (error) {
    throw connectionFailure(error);
  }
};

/** Leaves for the provider's sign-in page. */
export const startSignIn = async (address?: string): Promise<void> => {
  await signInReady();
  await signInWithRedirect({
    provider: 'Google',
    // Otherwise the provider goes on with the account that it knows already, which may be the wrong one.
    ...(address && { options: { loginHint: address, prompt: 'SELECT_ACCOUNT' as const } }),
  });
};

/** Forgets the tokens here and at the sign-in service, and comes back to /login. */
export const endSignIn = async (): Promise<void> => {
  await signInReady();
  await signOut();
};
