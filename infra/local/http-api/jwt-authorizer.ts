import { compactVerify, createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload } from 'jose';

/** What an API Gateway JWT authorizer is told by the template. */
export interface AuthorizerDefinition {
  issuer: string;
  audience: readonly string[];
}

export type Authorization =
  | { outcome: 'authorized'; claims: Record<string, string>; scopes: string[] | null }
  | { outcome: 'refused'; status: 401 | 403; wwwAuthenticate: string };

/** Decides whether a bearer of this Authorization header may call a route that asks for one of the scopes. */
export type Authorize = (
  authorization: string | undefined,
  scopes: readonly string[],
) => Promise<Authorization>;

/** API Gateway hands every claim over as a text; a list becomes `[a b]`. */
const claimText = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(claimText).join(' ')}]`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
};

const refused = (
  status: 401 | 403,
  error: string,
  description: string,
  scopes: readonly string[],
): Authorization => ({
  outcome: 'refused',
  status,
  wwwAuthenticate: `Bearer scope="${scopes.join(' ')}" error="${error}" error_description="${description}"`,
});

/** Signatures that were checked before; a token's signature does not change, its dates are looked at each time. */
const rememberedTokens = 500;

/** A token whose signature holds. */
interface Checked {
  payload: JWTPayload;
  /** As functions get them. */
  claims: Record<string, string>;
  granted: string[];
}

/**
 * A JWT authorizer as API Gateway's: signature by the issuer's keys, `iss`, `aud` (or `client_id` where there is no `aud`),
 * `exp`, `nbf`, `iat`, then the scopes.
 * Source: API Gateway developer guide, "Control access to HTTP APIs with JWT authorizers".
 * @param keys the issuer's public keys.
 */
export function jwtAuthorizer(definition: AuthorizerDefinition, keys: JSONWebKeySet): Authorize {
  const keyOf = createLocalJWKSet(keys);
  const checked = new Map<string, Checked>();

  const checkedToken = async (token: string): Promise<Checked> => {
    const known = checked.get(token);
    if (known) return known;
    const verified = await compactVerify(token, keyOf, { algorithms: ['RS256'] });
    const payload = JSON.parse(new TextDecoder().decode(verified.payload)) as JWTPayload;
    const claims = Object.fromEntries(
      Object.entries(payload).map(([name, value]) => [name, claimText(value)]),
    );
    const granted = String(payload.scope ?? payload.scp ?? '').split(' ');
    if (checked.size >= rememberedTokens) checked.clear();
    checked.set(token, { payload, claims, granted });
    return { payload, claims, granted };
  };

  const faultOf = (claims: JWTPayload, now: number): string | undefined => {
    if (claims.iss !== definition.issuer) return 'the issuer is invalid';
    const audience = claims.aud ?? claims.client_id;
    const audiences = Array.isArray(audience) ? audience : [audience];
    if (!audiences.some((one) => definition.audience.includes(String(one)))) return 'invalid audience';
    if (claims.exp === undefined || claims.exp <= now) return 'the token has expired';
    if (claims.nbf !== undefined && claims.nbf > now) return 'the token is not yet valid';
    if (claims.iat !== undefined && claims.iat > now) return 'the token was issued in the future';
    return undefined;
  };

  return async (authorization, scopes) => {
    const token = authorization?.replace(/^Bearer /i, '').trim();
    if (!token) return { outcome: 'refused', status: 401, wwwAuthenticate: 'Bearer' };
    let known: Checked;
    try {
      known = await checkedToken(token);
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      return refused(401, 'invalid_token', 'the token is malformed or its signature is invalid', scopes);
    }
    const { payload, claims, granted } = known;
    const fault = faultOf(payload, Date.now() / 1000);
    if (fault) return refused(401, 'invalid_token', fault, scopes);
    if (scopes.length > 0 && !scopes.some((scope) => granted.includes(scope))) {
      return refused(403, 'insufficient_scope', 'the token lacks the scope', scopes);
    }
    return {
      outcome: 'authorized',
      claims,
      scopes: scopes.length > 0 ? granted : null,
    };
  };
}
