import * as z from 'zod';
import { emailAsCompared } from '../../shared/core/typed-address.ts';
import { Failure } from './failure.ts';
import type { Row } from './table.ts';

export interface Identity {
  email: string;
  name: string;
  emailVerified: boolean;
}

const UserInfo = z.object({
  sub: z.string(),
  email: z.string().optional(),
  name: z.string().optional(),
  // Cognito says "true" where OpenID Connect says true.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
});

export type IdentityProvider = (accessToken: string, userId: string) => Promise<Identity | undefined>;

/**
 * Asks the user pool's UserInfo endpoint who the bearer of an access token is: verified by the pool itself, so no
 * second token has to be sent and checked. Undefined when the token is no longer accepted.
 */
export const identityProvider =
  (userInfoUrl: string): IdentityProvider =>
  async (accessToken, userId) => {
    const response = await fetch(userInfoUrl, {
      headers: { authorization: `Bearer ${accessToken}` },
      signal: AbortSignal.timeout(5000),
    });
    if (response.status === 400 || response.status === 401 || response.status === 403) return undefined;
    if (!response.ok) throw new Error(`The identity provider answered ${response.status}.`);
    const person = UserInfo.parse(await response.json());
    if (person.sub !== userId) throw new Error('The identity provider spoke of somebody else.');
    const email = emailAsCompared((person.email ?? '').trim());
    return {
      email,
      name: person.name ?? '',
      emailVerified: person.email_verified === true,
    };
  };

/** Longest e-mail address that is kept (S2 §5). */
const longestEmail = 255;

/**
 * Who the caller is, if the provider vouches for their e-mail address now. What it said at an earlier sign-in is no answer: the
 * address may have changed hands since.
 * @throws Failure `signed_out` · `session.email_unverified`
 */
export const verifiedIdentity = async (
  provider: IdentityProvider | undefined,
  { accessToken, userId }: { accessToken: string; userId: string },
): Promise<Identity> => {
  if (!provider) throw new Error('This function has nobody to ask for verified e-mail addresses.');
  const identity = await provider(accessToken, userId);
  if (!identity) throw new Failure('signed_out');
  if (!identity.emailVerified || identity.email === '' || identity.email.length > longestEmail)
    throw new Failure('session.email_unverified');
  return identity;
};

/**
 * The caller's e-mail address, if the session knows it as the provider tells it now.
 * @throws Failure `session.address_changed`
 */
export const vouchedEmail = (profile: Pick<Row, 'email'>, { email }: Identity): string => {
  if (profile.email !== email) throw new Failure('session.address_changed');
  return email;
};
