import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runningInstance } from '../../infra/local/runner/data-folder-lock.ts';
import type { LocalCloud } from '../../infra/local/runner/local-cloud.ts';
import { makeFolder, removeFolder, startFixture } from './assembly-fixture.ts';

const folder = makeFolder();
let cloud: LocalCloud;
let clientId: string;
let userPoolId: string;

beforeAll(async () => {
  cloud = await startFixture(folder);
  const config = (await (await fetch(`${cloud.url}/config.json`)).json()) as Record<string, string>;
  clientId = config.userPoolClientId ?? '';
  userPoolId = config.userPoolId ?? '';
});
afterAll(async () => {
  await cloud.stop();
  removeFolder(folder);
});

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
const callback = () => `${cloud.url}/signing-in`;

const authorizeUrl = (change: Record<string, string | undefined> = {}) => {
  const url = new URL(`${cloud.signInUrl}/oauth2/authorize`);
  const wanted = {
    client_id: clientId,
    redirect_uri: callback(),
    response_type: 'code',
    scope: 'openid email profile fixture/app',
    state: 'a state',
    identity_provider: 'Google',
    code_challenge: challengeOf('verifier'),
    code_challenge_method: 'S256',
    ...change,
  };
  for (const [name, value] of Object.entries(wanted))
    if (value !== undefined) url.searchParams.set(name, value);
  return url;
};

/** Chooses an account on the page and returns where the browser is sent to. */
const choose = async (
  form: Record<string, string>,
  change?: Record<string, string | undefined>,
): Promise<URL> => {
  const response = await fetch(authorizeUrl(change), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  });
  expect(response.status).toBe(302);
  return new URL(response.headers.get('location') ?? '');
};

const askForToken = async (form: Record<string, string>) => {
  const response = await fetch(`${cloud.signInUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, ...form }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};

const redeem = (code: string, change: Record<string, string> = {}) =>
  askForToken({
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback(),
    code_verifier: 'verifier',
    ...change,
  });

const newCode = async (form: Record<string, string> = { person: 'ada@example.com' }) =>
  (await choose(form)).searchParams.get('code') ?? '';

const signedIn = async (form?: Record<string, string>) => {
  const { status, body } = await redeem(await newCode(form));
  expect(status).toBe(200);
  return body as { access_token: string; id_token: string; refresh_token: string };
};

const cognito = async (operation: string, input: object) => {
  const response = await fetch(cloud.signInUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ ClientId: clientId, ...input }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, Record<string, string>> };
};

const userInfo = (token: string) =>
  fetch(`${cloud.signInUrl}/oauth2/userInfo`, { headers: { authorization: `Bearer ${token}` } });

describe('the page for choosing a person', () => {
  test('offers ready people and a form, and may only send back to the client', async () => {
    const response = await fetch(authorizeUrl());
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain('<title>Sign in with Google (local stand-in)</title>');
    expect(page).toContain('ada@example.com');
    expect(response.headers.get('content-security-policy')).toContain(`form-action 'self' ${cloud.url};`);
  });

  test('shows what people typed as text', async () => {
    await signedIn({ name: '<img src=x>', email: 'odd@example.com', verified: 'yes' });
    const page = await (await fetch(authorizeUrl())).text();
    expect(page).toContain('&lt;img src=x&gt;');
    expect(page).not.toContain('<img');
  });

  test('asks again for a name and an e-mail', async () => {
    const body = new URLSearchParams({ name: '', email: 'nobody' });
    const response = await fetch(authorizeUrl(), { method: 'POST', body });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Enter a name and an e-mail address.');
  });

  test('answers only to a name that means this machine', async () => {
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      const { pathname, search, port } = authorizeUrl();
      request(
        { host: '127.0.0.1', port, path: pathname + search, headers: { host: 'evil.example' } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });

  test.each<[string, Record<string, string | undefined>]>([
    ['an unknown client', { client_id: 'nobody' }],
    ['an address that is no callback', { redirect_uri: 'https://evil.example/signing-in' }],
    ['an address below a callback', { redirect_uri: `http://localhost/signing-in/more` }],
  ])('%s is not redirected to', async (_name, change) => {
    const response = await fetch(authorizeUrl(change), { redirect: 'manual' });
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
  });

  test.each<[string, Record<string, string | undefined>, string]>([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no PKCE', { code_challenge: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a scope that the client may not have', { scope: 'aws.cognito.signin.user.admin' }, 'invalid_scope'],
    ['another provider', { identity_provider: 'COGNITO' }, 'invalid_request'],
  ])('%s goes back as an error', async (_name, change, error) => {
    const target = await choose({ person: 'ada@example.com' }, change);
    expect(target.origin + target.pathname).toBe(callback());
    expect(target.searchParams.get('error')).toBe(error);
    expect(target.searchParams.get('state')).toBe('a state');
    expect(target.searchParams.has('code')).toBe(false);
  });

  test('Cancel goes back as access_denied', async () => {
    const target = await choose({ cancel: 'yes' });
    expect(target.searchParams.get('error')).toBe('access_denied');
  });
});

describe('a code', () => {
  test('becomes tokens with the claims of Cognito', async () => {
    const tokens = await signedIn();
    const issuer = `${cloud.signInUrl}/${userPoolId}`;
    const access = decodeJwt(tokens.access_token);
    expect(access).toMatchObject({
      iss: issuer,
      token_use: 'access',
      client_id: clientId,
      scope: 'openid email profile fixture/app',
      origin_jti: expect.any(String),
      username: expect.stringMatching(/^google_\d+$/),
    });
    expect(access).not.toHaveProperty('aud');
    expect(access).not.toHaveProperty('email');
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      iss: issuer,
      token_use: 'id',
      aud: clientId,
      sub: access.sub,
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada Okafor',
      origin_jti: access.origin_jti,
    });
  });

  test.each<[string, Record<string, string>]>([
    ['a wrong verifier', { code_verifier: 'guessed' }],
    ['no verifier', { code_verifier: '' }],
    ['another redirect address', { redirect_uri: 'http://localhost/other' }],
  ])('with %s is refused, and spent', async (_name, change) => {
    const code = await newCode();
    expect(await redeem(code, change)).toEqual({ status: 400, body: { error: 'invalid_grant' } });
    expect(await redeem(code)).toEqual({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('is good for one use', async () => {
    const code = await newCode();
    expect((await redeem(code)).status).toBe(200);
    expect(await redeem(code)).toEqual({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('of a client that is not known, or another kind of grant, is refused', async () => {
    expect((await redeem(await newCode(), { client_id: 'nobody' })).body).toEqual({
      error: 'invalid_client',
    });
    expect((await askForToken({ grant_type: 'password' })).body).toEqual({ error: 'unsupported_grant_type' });
  });
});

describe('a refresh token', () => {
  const refresh = (RefreshToken: string) => cognito('GetTokensFromRefreshToken', { RefreshToken });

  test('gives new tokens of the same session and is replaced', async () => {
    const first = await signedIn();
    const { status, body } = await refresh(first.refresh_token);
    expect(status).toBe(200);
    const second = body.AuthenticationResult;
    expect(second?.RefreshToken).not.toBe(first.refresh_token);
    expect(decodeJwt(second?.AccessToken ?? '').origin_jti).toBe(decodeJwt(first.access_token).origin_jti);
    expect((await refresh(second?.RefreshToken ?? '')).status).toBe(200);
  });

  test('is refused when it is unknown or another client’s', async () => {
    expect(await refresh(randomBytes(8).toString('hex'))).toEqual({
      status: 400,
      body: { __type: 'NotAuthorizedException', message: 'Refresh Token has been revoked' },
    });
    const { refresh_token } = await signedIn();
    const { body } = await cognito('GetTokensFromRefreshToken', {
      RefreshToken: refresh_token,
      ClientId: 'other',
    });
    expect(body.__type).toBe('ResourceNotFoundException');
  });

  test('is worth nothing once it is revoked, nor is any token of its session', async () => {
    const tokens = await signedIn();
    const other = await signedIn();
    expect((await userInfo(tokens.access_token)).status).toBe(200);
    expect((await cognito('RevokeToken', { Token: tokens.refresh_token })).status).toBe(200);
    expect((await refresh(tokens.refresh_token)).status).toBe(400);
    expect((await userInfo(tokens.access_token)).status).toBe(401);
    expect((await refresh(other.refresh_token)).status).toBe(200);
  });

  test('is the only thing that refreshes: the flows that the client lacks are off', async () => {
    const { refresh_token } = await signedIn();
    const { body } = await cognito('InitiateAuth', {
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN: refresh_token },
    });
    expect(body.__type).toBe('InvalidParameterException');
    expect((await cognito('SignUp', {})).body.__type).toBe('UnknownOperationException');
  });
});

describe('who somebody is', () => {
  test('an e-mail is one person for ever, whatever its letters', async () => {
    const first = await signedIn({ name: 'Eva', email: 'eva@example.com', verified: 'yes' });
    const again = await signedIn({ name: 'Eva Maria', email: 'EVA@example.com', verified: 'yes' });
    expect(decodeJwt(again.access_token).sub).toBe(decodeJwt(first.access_token).sub);
    expect(decodeJwt(again.id_token).name).toBe('Eva Maria');
    expect(decodeJwt(await cloud.tokenFor({ email: 'eva@example.com' })).sub).toBe(
      decodeJwt(first.access_token).sub,
    );
  });

  test('userInfo tells name and verification, as texts', async () => {
    const { access_token } = await signedIn({ name: 'Uli', email: 'uli@example.com' });
    expect(await (await userInfo(access_token)).json()).toEqual({
      sub: decodeJwt(access_token).sub,
      email: 'uli@example.com',
      email_verified: 'false',
      name: 'Uli',
      username: expect.stringMatching(/^google_/),
    });
  });

  test.each<[string, () => Promise<string>]>([
    ['an ID token', () => cloud.tokenFor({ email: 'ada@example.com' }, { use: 'id' })],
    ['an expired token', () => cloud.tokenFor({ email: 'ada@example.com' }, { expiresInSeconds: -1 })],
    ['a token without openid', () => cloud.tokenFor({ email: 'ada@example.com' }, { scope: 'fixture/app' })],
  ])('userInfo refuses %s', async (_name, token) => {
    expect((await userInfo(await token())).status).toBe(401);
  });

  test('GetUser needs a scope that the client does not have', async () => {
    const { access_token } = await signedIn();
    const { body } = await cognito('GetUser', { AccessToken: access_token });
    expect(body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Access Token does not have required scopes',
    });
  });
});

test('logout sends only to a logout address of the client', async () => {
  const logout = (target: string) =>
    fetch(`${cloud.signInUrl}/logout?${new URLSearchParams({ client_id: clientId, logout_uri: target })}`, {
      redirect: 'manual',
    });
  expect((await logout(`${cloud.url}/login`)).headers.get('location')).toBe(`${cloud.url}/login`);
  expect((await logout('https://evil.example/')).status).toBe(400);
});

test.each([
  ['//', 404],
  ['/\\', 404],
  ['//evil.example/logout', 404],
  ['*', 400],
  ['http://evil.example/', 400],
])('GET %s is answered, and is no page', async (path, wanted) => {
  const { request } = await import('node:http');
  const status = await new Promise((resolve, reject) => {
    request(cloud.signInUrl, { path }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(wanted);
});

test.each(['null', '"text"', '[]', '7', '', '{'])('a call with the body %s is malformed', async (body) => {
  const headers = { 'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth' };
  expect((await fetch(cloud.signInUrl, { method: 'POST', headers, body })).status).toBe(400);
});

test('tokens for the command line need the key that lies in the data folder', async () => {
  const ask = (key: string, body: unknown) =>
    fetch(`${cloud.signInUrl}/_local/token`, {
      method: 'POST',
      headers: { 'x-local-key': key },
      body: JSON.stringify(body),
    });
  const key = String((await runningInstance(join(folder, 'data')))?.key);
  for (const wrong of ['guessed', 'é'.repeat(key.length), ''])
    expect((await ask(wrong, { email: 'ada@example.com' })).status).toBe(403);
  for (const malformed of [null, {}, { email: 7 }]) expect((await ask(key, malformed)).status).toBe(400);
  expect((await ask(key, { email: 'ada@example.com' })).status).toBe(200);
});
