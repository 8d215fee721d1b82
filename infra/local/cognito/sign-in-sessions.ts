import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import type { SignInClient } from './sign-in-client.ts';
import type { Person, SignInSession, SignInStore } from './sign-in-store.ts';
import type { TokenMint } from './sign-in-tokens.ts';

export interface SessionTokens {
  accessToken: string;
  idToken: string;
  /** Absent when the one that was used stays the current one. */
  refreshToken?: string;
}

/** Sign-ins from their beginning to their revocation. */
export interface SignInSessions {
  begin(person: Person, client: SignInClient, scopes: string[], nonce?: string): Promise<SessionTokens>;
  /** New tokens for a refresh token; undefined when it is unknown, expired, revoked, replaced or another client's. */
  refresh(refreshToken: string, client: SignInClient): Promise<SessionTokens | undefined>;
  /** Ends the session of a refresh token of this client; of any other token nothing happens. */
  revoke(refreshToken: string, client: SignInClient): void;
  /** Claims of an access token of this pool that is neither expired nor revoked. */
  claimsOf(accessToken: string): Promise<JWTPayload | undefined>;
}

const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** @param issuer the pool's address, as it stands in `iss`. */
export function signInSessions(store: SignInStore, mint: TokenMint, issuer: string): SignInSessions {
  const keyOf = createLocalJWKSet({ keys: [store.publicKey] });

  const tokensOf = async (session: SignInSession, client: SignInClient, nonce?: string) => {
    const person = store.personBySub(session.sub);
    if (!person) throw new Error(`A session of a person that is not stored: ${session.sub}`);
    const { scopes, originJti, authTime } = session;
    const request = { person, client, scopes, originJti, authTime, nonce };
    return { accessToken: await mint.access(request), idToken: await mint.id(request) };
  };

  const sessionOf = (refreshToken: string, client: SignInClient): SignInSession | undefined => {
    const known = store.refreshToken(refreshToken);
    const session = known && store.session(known.originJti);
    return session?.clientId === client.id ? session : undefined;
  };

  const isCurrent = (refreshToken: string, client: SignInClient): boolean => {
    const rotatedAt = store.refreshToken(refreshToken)?.rotatedAt;
    return rotatedAt === undefined || nowInSeconds() <= rotatedAt + (client.rotation?.graceSeconds ?? 0);
  };

  return {
    begin: async (person, client, scopes, nonce) => {
      const authTime = nowInSeconds();
      const session: SignInSession = {
        originJti: randomUUID(),
        sub: person.sub,
        clientId: client.id,
        scopes,
        authTime,
        expiresAt: authTime + client.refreshTokenSeconds,
      };
      const refreshToken = store.begin(session);
      return { ...(await tokensOf(session, client, nonce)), refreshToken };
    },
    refresh: async (refreshToken, client) => {
      const session = sessionOf(refreshToken, client);
      if (!session || session.revoked || session.expiresAt <= nowInSeconds()) return undefined;
      if (!isCurrent(refreshToken, client)) return undefined;
      const next = client.rotation ? store.rotate(refreshToken, nowInSeconds()) : undefined;
      return { ...(await tokensOf(session, client)), refreshToken: next };
    },
    revoke: (refreshToken, client) => {
      const session = sessionOf(refreshToken, client);
      if (session) store.revoke(session.originJti);
    },
    claimsOf: async (accessToken) => {
      try {
        const { payload } = await jwtVerify(accessToken, keyOf, { issuer, algorithms: ['RS256'] });
        const isRevoked = store.session(String(payload.origin_jti))?.revoked;
        return payload.token_use === 'access' && !isRevoked ? payload : undefined;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}
