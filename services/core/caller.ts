import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { actingAsHeader, parseIdentity } from '../../shared/core/acting-as.ts';
import { type Route, takesIdempotencyKey } from '../../shared/core/contract.ts';
import { type CallerIp, callerIpOf } from './caller-ip.ts';
import { Failure } from './failure.ts';
import { type Commit, type KeyedRequest, toKeyedRequest } from './idempotency.ts';
import type { Identity } from './identity-provider.ts';
import type { Actor, Bearer } from './membership.ts';
import { headersOf } from './parse-request.ts';
import type { Row } from './table.ts';

export type HttpEvent = APIGatewayProxyEventV2WithJWTAuthorizer;

/** What is known of every request. */
export interface RequestContext {
  requestId: string;
  /** The moment the request arrived; one request has one now. */
  now: Date;
}

/** Somebody, known only by their IP address. */
export interface PublicContext extends RequestContext {
  ip: CallerIp;
}

/** A caller whose access token the API's authorizer has verified. */
export interface TokenContext extends PublicContext, Bearer {
  accessToken: string;
  /** What the sign-in service calls them. */
  username: string;
  /** Present when the request carries an `Idempotency-Key`. */
  keyed: KeyedRequest | undefined;
  /** Carries out what the request comes to. */
  commit: Commit;
}

/** A signed-in caller, in a group or not. */
export interface SignedInContext extends TokenContext {
  /** What the table knows of them; undefined before their first session. */
  profile: Row | undefined;
}

/** A signed-in caller for whose e-mail address the identity provider vouches now. */
export interface VerifiedContext extends SignedInContext {
  identity: Identity;
}

/** A caller who belongs to a group and may do what the route's permission says. */
export interface MemberContext extends TokenContext {
  actor: Actor;
}

export interface Contexts {
  public: PublicContext;
  signedIn: SignedInContext;
  verified: VerifiedContext;
  member: MemberContext;
}

/** What was submitted in one organization is another thing in another: nobody takes an answer along. */
export const keyedIn = (
  keyed: KeyedRequest | undefined,
  { organizationId }: Actor,
): KeyedRequest | undefined => keyed && { ...keyed, fingerprint: `${keyed.fingerprint}@${organizationId}` };

/**
 * Whose token a request carries. The claims are the authorizer's; a route without one never gets here, but nothing is taken for granted. */
export const bearerOf = (
  event: HttpEvent,
  request: RequestContext,
  route: Route,
): Omit<TokenContext, 'commit'> => {
  const { sub: userId, auth_time: authTime, username } = event.requestContext.authorizer?.jwt?.claims ?? {};
  const headers = headersOf(event);
  if (typeof userId !== 'string' || userId === '' || !(Number(authTime) > 0)) throw new Failure('signed_out');
  const claimed = headers[actingAsHeader];
  const actingAs = claimed === undefined ? undefined : parseIdentity(claimed);
  if (actingAs && actingAs.userId !== userId) throw new Failure('identity.changed');
  const keyed = takesIdempotencyKey(route)
    ? toKeyedRequest(headers['idempotency-key'], userId, [
        route.method,
        event.rawPath,
        event.rawQueryString,
        event.body,
      ])
    : undefined;
  return {
    ...request,
    ip: callerIpOf(event, headers),
    userId,
    authTime: Number(authTime),
    username: typeof username === 'string' ? username : '',
    actingAs,
    accessToken: (headers.authorization ?? '').replace(/^Bearer\s+/i, ''),
    keyed,
  };
};
