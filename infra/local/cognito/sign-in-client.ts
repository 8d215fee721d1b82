import type { LocalResource } from '../runner/template.ts';

/** What the template says of a user pool client, in seconds and plain lists. */
export interface SignInClient {
  id: string;
  scopes: string[];
  callbackUrls: string[];
  logoutUrls: string[];
  explicitAuthFlows: string[];
  /** Attributes of a person that this client may read. */
  readAttributes: string[];
  accessTokenSeconds: number;
  idTokenSeconds: number;
  refreshTokenSeconds: number;
  /** Absent when refresh tokens are not rotated. */
  rotation?: { graceSeconds: number };
  revocation: boolean;
}

const unitSeconds: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

interface ClientProperties {
  AllowedOAuthScopes?: string[];
  CallbackURLs?: string[];
  LogoutURLs?: string[];
  ExplicitAuthFlows?: string[];
  ReadAttributes?: string[];
  AccessTokenValidity?: number;
  IdTokenValidity?: number;
  RefreshTokenValidity?: number;
  TokenValidityUnits?: { AccessToken?: string; IdToken?: string; RefreshToken?: string };
  RefreshTokenRotation?: { Feature: string; RetryGracePeriodSeconds?: number };
  EnableTokenRevocation?: boolean;
}

/**
 * Reads an AWS::Cognito::UserPoolClient; what it leaves out is as Cognito's defaults.
 * @throws an Error naming a scope that no resource server of the template defines, as Cognito refuses to create such a client.
 */
export function signInClient(
  resource: LocalResource,
  properties: ClientProperties,
  resourceServerScopes: readonly string[],
): SignInClient {
  const { TokenValidityUnits: units = {}, RefreshTokenRotation: rotation } = properties;
  const seconds = (amount: number | undefined, unit: string | undefined, otherwise: number): number =>
    amount === undefined ? otherwise : amount * (unitSeconds[unit ?? 'hours'] ?? Number.NaN);
  const scopes = properties.AllowedOAuthScopes ?? [];
  const known = new Set([
    'openid',
    'email',
    'profile',
    'phone',
    'aws.cognito.signin.user.admin',
    ...resourceServerScopes,
  ]);
  const stranger = scopes.find((scope) => !known.has(scope));
  if (stranger) throw new Error(`${resource.logicalId} allows the scope ${stranger}, which nothing defines.`);
  return {
    id: resource.ref,
    scopes,
    callbackUrls: properties.CallbackURLs ?? [],
    logoutUrls: properties.LogoutURLs ?? [],
    explicitAuthFlows: properties.ExplicitAuthFlows ?? [],
    readAttributes: properties.ReadAttributes ?? ['email', 'email_verified', 'name'],
    accessTokenSeconds: seconds(properties.AccessTokenValidity, units.AccessToken, 3600),
    idTokenSeconds: seconds(properties.IdTokenValidity, units.IdToken, 3600),
    refreshTokenSeconds: seconds(properties.RefreshTokenValidity, units.RefreshToken ?? 'days', 30 * 86_400),
    rotation:
      rotation?.Feature === 'ENABLED' ? { graceSeconds: rotation.RetryGracePeriodSeconds ?? 0 } : undefined,
    revocation: properties.EnableTokenRevocation ?? true,
  };
}
