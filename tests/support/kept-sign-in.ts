import { createHash, randomBytes } from 'node:crypto';
import type { BrowserContextOptions } from 'playwright-core';
import { inject } from 'vitest';
import { access } from '../../shared/access/contract.ts';
import { send } from './people.ts';

/** What a browser of Playwright begins with, as `newContext` takes it. */
export type KeptSignIn = Exclude<BrowserContextOptions['storageState'], string | undefined>;

interface Tokens {
  access_token: string;
  id_token: string;
  refresh_token: string;
}

interface WebsiteConfig {
  userPoolClientId: string;
}

let clientId: Promise<string> | undefined;
/** The website's client at the user pool, as its settings name it. */
const websiteClient = (): Promise<string> => {
  clientId ??= fetch(`${inject('system').url}/config.json`)
    .then(answered)
    .then((config) => (config as WebsiteConfig).userPoolClientId);
  return clientId;
};

const answered = async (response: Response): Promise<unknown> => {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return response.json();
};

const usernameIn = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).username;

/** Goes to the provider and back as a browser would, with PKCE, and exchanges the code. */
const exchange = async (person: { email: string; name: string }, clientId: string): Promise<Tokens> => {
  const { url, signInUrl } = inject('system');
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${url}/signing-in`;
  const question = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    identity_provider: 'Google',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  });
  const chosen = await fetch(`${signInUrl}/oauth2/authorize?${question}`, {
    method: 'POST',
    body: new URLSearchParams({ ...person, verified: 'yes' }),
    redirect: 'manual',
  });
  const code = new URL(chosen.headers.get('location') ?? '', url).searchParams.get('code');
  if (code === null)
    throw new Error(`The provider sent nobody back: ${chosen.status} ${await chosen.text()}`);
  return (await answered(
    await fetch(`${signInUrl}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        redirect_uri: redirectUri,
        code,
        code_verifier: verifier,
      }),
    }),
  )) as Tokens;
};

/**
 * Signs somebody in at the provider, opens their session, and says what a browser in which they had done that would keep.
 * `sign-in.test.ts` compares it with what one does keep.
 */
export const keptSignIn = async (person: { email: string; name: string }): Promise<KeptSignIn> => {
  const { url } = inject('system');
  const userPoolClientId = await websiteClient();
  const tokens = await exchange(person, userPoolClientId);
  const opened = await send(access.routes.openSession, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  if (opened.status !== access.routes.openSession.status)
    throw new Error(`The session of ${person.email} did not open: ${opened.status} ${opened.text}`);
  const username = usernameIn(tokens.access_token);
  const ofClient = `CognitoIdentityServiceProvider.${userPoolClientId}`;
  const kept = {
    [`${ofClient}.LastAuthUser`]: username,
    [`${ofClient}.oauthSignIn`]: 'true,false',
    [`${ofClient}.${username}.accessToken`]: tokens.access_token,
    [`${ofClient}.${username}.idToken`]: tokens.id_token,
    [`${ofClient}.${username}.refreshToken`]: tokens.refresh_token,
    [`${ofClient}.${username}.clockDrift`]: '0',
    [`${ofClient}.${username}.oauthMetadata`]: JSON.stringify({ oauthSignIn: true }),
  };
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: url, localStorage }] };
};
