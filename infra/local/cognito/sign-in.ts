import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JSONWebKeySet } from 'jose';
import { emailAsCompared } from '../../../shared/core/typed-address.ts';
import { hasLoopbackHost } from '../runner/loopback-host.ts';
import { cognitoService, ServiceRefusal } from './cognito-service.ts';
import type { SignInClient } from './sign-in-client.ts';
import { chooserPage, errorPage, readyPeople } from './sign-in-page.ts';
import { signInSessions } from './sign-in-sessions.ts';
import type { Person, SignInStore } from './sign-in-store.ts';
import { tokenMint, usernameOf, visibleAttributes } from './sign-in-tokens.ts';

/** What the stand-in is told by the template. Addresses are this machine's. */
export interface SignInDefinition {
  userPoolId: string;
  /** Such as `http://localhost:4601/eu-central-1_abc`. */
  issuer: string;
  clients: readonly SignInClient[];
}

/** Which token a test or an engineer wants. */
export interface TokenOptions {
  use?: 'access' | 'id';
  expiresInSeconds?: number;
  /** Separated by spaces; by default all that the client may ask for. */
  scope?: string;
  /** A client that the template does not know makes a token for a stranger's application. */
  clientId?: string;
}

/** Cognito's user pool as far as browsers and functions meet it. */
export interface SignIn {
  answer(incoming: IncomingMessage, outgoing: ServerResponse): void;
  readonly keys: JSONWebKeySet;
  /** Ready people first, then everybody who has signed in. */
  people(): Pick<Person, 'email' | 'name' | 'emailVerified'>[];
  tokenFor(
    person: { email: string; name?: string; emailVerified?: boolean },
    options?: TokenOptions,
  ): Promise<string>;
}

interface Code {
  person: Person;
  clientId: string;
  redirectUri: string;
  challenge: string;
  scopes: string[];
  nonce: string | undefined;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** A refusal of /oauth2/token. */
class GrantRefusal extends Error {}

const codeMinutes = 5;
const nowInSeconds = () => Math.floor(Date.now() / 1000);

const readText = async (incoming: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  return text;
};

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const isSame = (given: string, wanted: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** The body as an object. @throws SyntaxError when it is anything else, `null` too. */
const readObject = async (incoming: IncomingMessage): Promise<Record<string, unknown>> => {
  const value: unknown = JSON.parse(await readText(incoming));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SyntaxError('The body is no JSON object.');
  return value as Record<string, unknown>;
};

/**
 * Cognito stand-in: the hosted pages (`/oauth2/authorize` with PKCE, `/oauth2/token`, `/oauth2/userInfo`, `/logout`), the
 * pool's keys, and those cognito-idp calls that the client of the template may make.
 * @param localKey lets its bearer take tokens at `/_local/token`; it stands in a file that only the owner may read.
 */
export function signIn(definition: SignInDefinition, store: SignInStore, localKey: string): SignIn {
  const { userPoolId, issuer } = definition;
  const clients = new Map(definition.clients.map((client) => [client.id, client]));
  const mint = tokenMint(store, userPoolId, issuer);
  const keys: JSONWebKeySet = { keys: [store.publicKey] };
  const sessions = signInSessions(store, mint, issuer);
  const callService = cognitoService(clients, store, sessions);
  const codes = new Map<string, Code>();

  const people = () => {
    const known = new Set(readyPeople.map((person) => person.email));
    const others = store.people.filter((person) => !known.has(person.email));
    return [...readyPeople, ...others];
  };

  const admit = (given: { email: string; name?: string; emailVerified?: boolean }): Person => {
    const email = emailAsCompared(given.email.trim());
    const known = people().find((person) => person.email === email);
    return store.admit({
      email,
      name: given.name ?? known?.name ?? email.split('@', 1)[0] ?? email,
      emailVerified: given.emailVerified ?? known?.emailVerified ?? true,
    });
  };

  const send = (
    outgoing: ServerResponse,
    status: number,
    type: string,
    body: string,
    headers: Record<string, string> = {},
  ) => {
    outgoing.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers });
    outgoing.end(body);
  };
  const sendJson = (
    outgoing: ServerResponse,
    status: number,
    body: object,
    headers?: Record<string, string>,
  ) => send(outgoing, status, 'application/json', JSON.stringify(body), headers);

  const sendPage = (outgoing: ServerResponse, status: number, page: string, mayRedirectTo?: string) => {
    // Chromium holds the redirect after a form against form-action too.
    const target = mayRedirectTo === undefined ? '' : ` ${new URL(mayRedirectTo).origin}`;
    send(outgoing, status, 'text/html; charset=utf-8', page, {
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'${target}; frame-ancestors 'none'; base-uri 'none'`,
      'referrer-policy': 'no-referrer',
    });
  };

  const redirect = (outgoing: ServerResponse, location: string) => {
    outgoing.writeHead(302, { location, 'cache-control': 'no-store' });
    outgoing.end();
  };

  const authorize = async (url: URL, incoming: IncomingMessage, outgoing: ServerResponse) => {
    const asked = url.searchParams;
    const client = clients.get(asked.get('client_id') ?? '');
    const redirectUri = asked.get('redirect_uri') ?? '';
    if (!client) return sendPage(outgoing, 400, errorPage('This application is not known (client_id).'));
    if (!client.callbackUrls.includes(redirectUri)) {
      return sendPage(
        outgoing,
        400,
        errorPage(`redirect_mismatch: ${redirectUri} is no callback address of this client.`),
      );
    }
    const goBack = (answer: Record<string, string>) => {
      const target = new URL(redirectUri);
      const state = asked.get('state');
      for (const [name, value] of Object.entries(state === null ? answer : { ...answer, state })) {
        target.searchParams.set(name, value);
      }
      redirect(outgoing, target.href);
    };
    const scopes = asked.get('scope')?.split(/\s+/).filter(Boolean) ?? client.scopes;
    const challenge = asked.get('code_challenge') ?? '';
    const provider = asked.get('identity_provider') ?? 'Google';
    if (asked.get('response_type') !== 'code') return goBack({ error: 'unsupported_response_type' });
    if (asked.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge)) {
      return goBack({ error: 'invalid_request', error_description: 'PKCE with S256 is required' });
    }
    if (!scopes.every((scope) => client.scopes.includes(scope))) return goBack({ error: 'invalid_scope' });
    if (provider !== 'Google') {
      return goBack({ error: 'invalid_request', error_description: `no identity provider ${provider}` });
    }
    if (incoming.method !== 'POST') return sendPage(outgoing, 200, chooserPage(people()), redirectUri);

    const form = new URLSearchParams(await readText(incoming));
    if (form.get('cancel')) {
      return goBack({ error: 'access_denied', error_description: 'User cancelled the sign-in' });
    }
    const chosen = form.get('person');
    const email = chosen ?? form.get('email') ?? '';
    const name = form.get('name')?.trim();
    if (!/^[^\s@]+@[^\s@]+$/.test(email.trim()) || (chosen === null && !name)) {
      return sendPage(
        outgoing,
        400,
        chooserPage(people(), 'Enter a name and an e-mail address.'),
        redirectUri,
      );
    }
    const person = admit(
      chosen === null ? { email, name, emailVerified: form.get('verified') === 'yes' } : { email },
    );
    const code = randomUUID();
    codes.set(code, {
      person,
      clientId: client.id,
      redirectUri,
      challenge,
      scopes,
      nonce: asked.get('nonce') ?? undefined,
      expiresAt: Date.now() + codeMinutes * 60_000,
    });
    goBack({ code });
  };

  const redeem = async (form: URLSearchParams, client: SignInClient) => {
    const name = form.get('code') ?? '';
    const code = codes.get(name);
    // Whatever happens next, a code is good for one attempt.
    codes.delete(name);
    const isGood =
      code !== undefined &&
      code.expiresAt > Date.now() &&
      code.clientId === client.id &&
      code.redirectUri === form.get('redirect_uri') &&
      isSame(challengeOf(form.get('code_verifier') ?? ''), code.challenge);
    if (!isGood) throw new GrantRefusal('invalid_grant');
    return sessions.begin(code.person, client, code.scopes, code.nonce);
  };

  const grant = async (form: URLSearchParams) => {
    const client = clients.get(form.get('client_id') ?? '');
    if (!client) throw new GrantRefusal('invalid_client');
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return { client, ...(await redeem(form, client)) };
      case 'refresh_token': {
        const tokens = await sessions.refresh(form.get('refresh_token') ?? '', client);
        if (!tokens) throw new GrantRefusal('invalid_grant');
        return { client, ...tokens };
      }
      default:
        throw new GrantRefusal('unsupported_grant_type');
    }
  };

  const token = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    try {
      const { client, ...tokens } = await grant(new URLSearchParams(await readText(incoming)));
      sendJson(outgoing, 200, {
        id_token: tokens.idToken,
        access_token: tokens.accessToken,
        refresh_token: tokens.refreshToken,
        expires_in: client.accessTokenSeconds,
        token_type: 'Bearer',
      });
    } catch (error) {
      if (!(error instanceof GrantRefusal)) throw error;
      sendJson(outgoing, 400, { error: error.message });
    }
  };

  const userInfo = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const bearer = /^Bearer (.+)$/i.exec(incoming.headers.authorization ?? '')?.[1];
    const claims = bearer === undefined ? undefined : await sessions.claimsOf(bearer);
    const scopes = String(claims?.scope ?? '').split(' ');
    const person = claims && store.personBySub(String(claims.sub));
    const client = claims && clients.get(String(claims.client_id));
    if (!person || !client || !scopes.includes('openid')) {
      const refusal = {
        error: 'invalid_token',
        error_description: 'Access token is expired, disabled, or invalid.',
      };
      return sendJson(outgoing, 401, refusal, { 'www-authenticate': 'Bearer error="invalid_token"' });
    }
    const { email_verified, ...attributes } = visibleAttributes(person, client, scopes);
    sendJson(outgoing, 200, {
      sub: person.sub,
      ...attributes,
      // A text, as Cognito answers it.
      ...(email_verified === undefined ? {} : { email_verified: String(email_verified) }),
      username: usernameOf(person),
    });
  };

  const logout = (url: URL, outgoing: ServerResponse) => {
    const client = clients.get(url.searchParams.get('client_id') ?? '');
    const target = url.searchParams.get('logout_uri') ?? '';
    if (!client?.logoutUrls.includes(target)) {
      return sendPage(outgoing, 400, errorPage(`${target} is no logout address of this client.`));
    }
    redirect(outgoing, target);
  };

  const service = async (operation: string, incoming: IncomingMessage, outgoing: ServerResponse) => {
    const type = 'application/x-amz-json-1.1';
    try {
      const result = await callService(operation, await readObject(incoming));
      send(outgoing, 200, type, JSON.stringify(result));
    } catch (error) {
      if (!(error instanceof ServiceRefusal)) throw error;
      const body = JSON.stringify({ __type: error.name, message: error.message });
      send(outgoing, 400, type, body, { 'x-amzn-errortype': error.name });
    }
  };

  const tokenFor: SignIn['tokenFor'] = (given, options = {}) => {
    const [website] = definition.clients;
    if (!website) throw new Error('The template has no client of the user pool.');
    const client =
      options.clientId === undefined
        ? website
        : (clients.get(options.clientId) ?? { ...website, id: options.clientId });
    const request = {
      person: admit(given),
      client,
      scopes: options.scope?.split(' ') ?? client.scopes,
      originJti: randomUUID(),
      authTime: nowInSeconds(),
    };
    return (options.use === 'id' ? mint.id : mint.access)(request, options.expiresInSeconds);
  };

  const localToken = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!isSame(String(incoming.headers['x-local-key'] ?? ''), localKey)) {
      return sendJson(outgoing, 403, { message: 'Forbidden' });
    }
    const { email } = await readObject(incoming);
    if (typeof email !== 'string') throw new SyntaxError('The body has no e-mail.');
    sendJson(outgoing, 200, { token: await tokenFor({ email }) });
  };

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (!hasLoopbackHost(incoming))
      return sendPage(outgoing, 403, errorPage('This page answers only as localhost.'));
    const target = incoming.url ?? '';
    if (!target.startsWith('/')) return sendPage(outgoing, 400, errorPage('An address begins with a slash.'));
    // Joined and not resolved: as a reference, `//x` would name a host.
    const url = new URL(new URL(issuer).origin + target);
    const route = `${incoming.method} ${url.pathname}`;
    // Cognito's pages are read by nobody's script; its API and the tokens' address are, by any website's.
    if (incoming.headers.origin && url.pathname !== '/oauth2/authorize')
      outgoing.setHeader('access-control-allow-origin', '*');
    if (incoming.method === 'OPTIONS') {
      outgoing.writeHead(204, {
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': incoming.headers['access-control-request-headers'] ?? '',
        'access-control-max-age': '600',
      });
      outgoing.end();
      return;
    }
    const [api, operation] = String(incoming.headers['x-amz-target'] ?? '').split('.');
    if (api === 'AWSCognitoIdentityProviderService' && operation)
      return service(operation, incoming, outgoing);
    switch (route) {
      case 'GET /oauth2/authorize':
      case 'POST /oauth2/authorize':
        return authorize(url, incoming, outgoing);
      case 'POST /oauth2/token':
        return token(incoming, outgoing);
      case 'GET /oauth2/userInfo':
        return userInfo(incoming, outgoing);
      case 'GET /logout':
        return logout(url, outgoing);
      case 'POST /_local/token':
        return localToken(incoming, outgoing);
      case `GET /${userPoolId}/.well-known/jwks.json`:
        return sendJson(outgoing, 200, keys);
      case `GET /${userPoolId}/.well-known/openid-configuration`:
        return sendJson(outgoing, 200, {
          issuer,
          jwks_uri: `${issuer}/.well-known/jwks.json`,
          authorization_endpoint: `${url.origin}/oauth2/authorize`,
          token_endpoint: `${url.origin}/oauth2/token`,
          userinfo_endpoint: `${url.origin}/oauth2/userInfo`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
      default:
        return sendPage(outgoing, 404, errorPage('There is no such page.'));
    }
  };

  return {
    answer: (incoming, outgoing) => {
      answer(incoming, outgoing).catch((error: unknown) => {
        const isMalformed = error instanceof SyntaxError;
        if (!isMalformed) console.error('The sign-in stand-in failed:', error);
        sendJson(outgoing, isMalformed ? 400 : 500, {
          error: isMalformed ? 'invalid_request' : 'server_error',
        });
      });
    },
    keys,
    people,
    tokenFor,
  };
}
