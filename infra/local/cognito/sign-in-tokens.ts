import { randomUUID } from 'node:crypto';
import { type JWTPayload, SignJWT } from 'jose';
import type { SignInClient } from './sign-in-client.ts';
import type { Person, SignInStore } from './sign-in-store.ts';

export interface TokenRequest {
  person: Person;
  client: SignInClient;
  scopes: readonly string[];
  originJti: string;
  /** Second of the sign-in. */
  authTime: number;
  nonce?: string;
}

/** Makes tokens with the claims that Cognito puts into them. */
export interface TokenMint {
  access(request: TokenRequest, expiresInSeconds?: number): Promise<string>;
  id(request: TokenRequest, expiresInSeconds?: number): Promise<string>;
}

/** The attributes of a person that this client gets to see with these scopes. */
export function visibleAttributes(
  person: Person,
  client: SignInClient,
  scopes: readonly string[],
): { email?: string; email_verified?: boolean; name?: string } {
  const sees = (attribute: string, scope: string) =>
    client.readAttributes.includes(attribute) && scopes.includes(scope);
  return {
    ...(sees('email', 'email') ? { email: person.email } : {}),
    ...(sees('email_verified', 'email') ? { email_verified: person.emailVerified } : {}),
    ...(sees('name', 'profile') ? { name: person.name } : {}),
  };
}

/** The name that Cognito gives to somebody who came from Google. */
export const usernameOf = (person: Person): string => `google_${person.googleId}`;

/** @param issuer the pool's address, as it stands in `iss`. */
export function tokenMint(store: SignInStore, userPoolId: string, issuer: string): TokenMint {
  const sign = (claims: JWTPayload, request: TokenRequest, expiresInSeconds: number): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({
      sub: request.person.sub,
      'cognito:groups': [`${userPoolId}_Google`],
      origin_jti: request.originJti,
      auth_time: request.authTime,
      jti: randomUUID(),
      iss: issuer,
      iat: now,
      exp: now + expiresInSeconds,
      ...claims,
    })
      .setProtectedHeader({ kid: store.publicKey.kid, alg: 'RS256' })
      .sign(store.privateKey);
  };
  return {
    access: (request, expiresInSeconds = request.client.accessTokenSeconds) =>
      sign(
        {
          token_use: 'access',
          version: 2,
          client_id: request.client.id,
          scope: request.scopes.join(' '),
          username: usernameOf(request.person),
        },
        request,
        expiresInSeconds,
      ),
    id: (request, expiresInSeconds = request.client.idTokenSeconds) =>
      sign(
        {
          token_use: 'id',
          aud: request.client.id,
          ...visibleAttributes(request.person, request.client, request.scopes),
          'cognito:username': usernameOf(request.person),
          identities: [
            {
              userId: request.person.googleId,
              providerName: 'Google',
              providerType: 'Google',
              issuer: null,
              primary: 'true',
              dateCreated: String(request.authTime * 1000),
            },
          ],
          ...(request.nonce === undefined ? {} : { nonce: request.nonce }),
        },
        request,
        expiresInSeconds,
      ),
  };
}
