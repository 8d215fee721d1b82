import middy from '@middy/core';
import httpRouter from '@middy/http-router';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { Session } from '../../shared/access/contract.ts';
import { actingAsHeader, parseIdentity } from '../../shared/core/acting-as.ts';
import { type Contract, type Handlers, type Route, routePath } from '../../shared/core/contract.ts';
import { coreErrors, type ErrorDefinition, type Problem } from '../../shared/core/errors.ts';
import { membersOnly } from './as-member.ts';
import { addressOf, type CallerAddress } from './caller-address.ts';
import { Failure, LateFailure } from './failure.ts';
import { AlreadyAnswered, earlierAnswer, type Submission, submissionOf } from './idempotency.ts';
import { type Identity, type IdentityProvider, verifiedIdentity } from './identity-provider.ts';
import { log } from './log.ts';
import { type Actor, type Bearer, profileKey, profileOf } from './membership.ts';
import { headersOf, parseRequest } from './parse-request.ts';
import { requestLimit, weightOfAsking } from './request-limit.ts';
import type { Row, Table } from './table.ts';

type HttpEvent = APIGatewayProxyEventV2WithJWTAuthorizer;
type HttpResult = APIGatewayProxyStructuredResultV2;

interface RequestContext {
  requestId: string;
  /** The moment the request arrived; one request has one now. */
  now: Date;
}

/** Somebody, known only by their address. */
export interface PublicContext extends RequestContext {
  address: CallerAddress;
}

/** A caller whose access token the API's authorizer has verified. */
interface TokenContext extends PublicContext, Bearer {
  accessToken: string;
  /** What the sign-in service calls them. */
  username: string;
  /** Present when the request carries an `Idempotency-Key`: hand it to `writeOnce`. */
  submission: Submission | undefined;
}

/** A signed-in caller, in a group or not. */
export interface SignedInContext extends TokenContext {
  /** What the table knows of them; undefined before their first session. */
  profile: Row | undefined;
}

/** A signed-in caller for whose address the identity provider vouches now. */
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

interface Service<C extends Contract> {
  table: Table;
  clock: () => Date;
  handlers: Handlers<C, Contexts>;
  /** Whom routes for `verified-email` ask. */
  identity?: IdentityProvider;
}

type AnyHandler = (input: unknown, context: RequestContext) => Promise<unknown>;

const json = (status: number, body: unknown): HttpResult => ({
  statusCode: status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

/** Seconds to wait before the next try, where nobody knows better. */
const patienceOf: Partial<Record<ErrorDefinition['status'], number>> = { 429: 30, 503: 1 };

const problem = (
  code: string,
  definition: ErrorDefinition,
  requestId: string,
  { retryAfterSeconds, ...details }: Failure['details'] = {},
) => {
  const retryAfter = retryAfterSeconds ?? patienceOf[definition.status];
  const body: Problem = {
    type: 'about:blank',
    title: definition.title,
    status: definition.status,
    code,
    requestId,
    ...details,
  };
  return {
    statusCode: definition.status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    body: JSON.stringify(body),
  };
};

/** What DynamoDB throws, or gives as reason of a cancelled transaction, when a moment's patience is all it takes. */
const passing = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionConflictException',
  'TransactionInProgressException',
  'InternalServerError',
  'TimeoutError',
  'None',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

const isPassing = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const reasons =
    'CancellationReasons' in error ? (error.CancellationReasons as { Code?: string }[]) : undefined;
  return reasons ? reasons.every(({ Code }) => passing.has(Code ?? '')) : passing.has(error.name);
};

const problemFor = (error: unknown, contract: Contract, route: Route, requestId: string): HttpResult => {
  if (error instanceof Failure) {
    const code: string = error.code;
    const own = route.errors?.includes(code) ? contract.errors[code] : undefined;
    const definition = own ?? coreErrors[code as keyof typeof coreErrors];
    if (definition) return problem(code, definition, requestId, error.details);
    log.error('an error that the route does not declare', error, { requestId, code });
    return problem('internal', coreErrors.internal, requestId);
  }
  log.error('the request failed', error, { requestId });
  return isPassing(error)
    ? problem('unavailable', coreErrors.unavailable, requestId)
    : problem('internal', coreErrors.internal, requestId);
};

/** What was submitted in one group is another thing in another: nobody takes an answer along. */
const inGroup = (submission: Submission | undefined, { organizationId }: Actor): Submission | undefined =>
  submission && { ...submission, fingerprint: `${submission.fingerprint}@${organizationId}` };

/** The claims are the authorizer's; a route without one never gets here, but nothing is taken for granted. */
const bearerOf = (event: HttpEvent, request: RequestContext, route: Route): TokenContext => {
  const { sub: userId, auth_time: authTime, username } = event.requestContext.authorizer?.jwt?.claims ?? {};
  const headers = headersOf(event);
  if (typeof userId !== 'string' || userId === '' || !(Number(authTime) > 0)) throw new Failure('signed_out');
  const claimed = headers[actingAsHeader];
  const actingAs = claimed === undefined ? undefined : parseIdentity(claimed);
  if (actingAs && actingAs.userId !== userId) throw new Failure('identity.changed');
  return {
    ...request,
    address: addressOf(event, headers),
    userId,
    authTime: Number(authTime),
    username: typeof username === 'string' ? username : '',
    actingAs,
    accessToken: (headers.authorization ?? '').replace(/^Bearer\s+/i, ''),
    submission:
      route.method === 'POST'
        ? submissionOf(headers['idempotency-key'], userId, [
            route.method,
            event.rawPath,
            event.rawQueryString,
            event.body,
          ])
        : undefined,
  };
};

/**
 * Makes a Lambda handler of a contract and its use cases. For each request, in this order: the caller is established
 * and admitted, the input is parsed by the route's schemas, the use case runs, the answer is parsed by `output`.
 * Every failure becomes problem+json with a request id; every request is one line in the log.
 */
export const createHandler = <C extends Contract>(
  contract: C,
  { table, clock, handlers, identity: provider }: Service<C>,
) => {
  const asMember = membersOnly(table);
  const countRequest = requestLimit(table);

  /**
   * A repeated submission gets its first answer, even if what it found then is no longer so. It has to get in all the
   * same: whoever was removed, or has not paid, is turned away before this.
   */
  const once = async (caller: TokenContext, route: Route, work: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AlreadyAnswered) return stillSo(caller, route, error.answer);
      const earlier =
        caller.submission && error instanceof Failure && !(error instanceof LateFailure)
          ? await earlierAnswer(table, caller.submission, caller.now)
          : undefined;
      if (earlier) return stillSo(caller, route, earlier.answer);
      throw error;
    }
  };

  /**
   * A session that was answered before counts while its person still is where it says: whoever has left that group since, or
   * whose group was closed, is not told what they were.
   */
  const stillSo = async ({ userId }: TokenContext, route: Route, answered: unknown): Promise<unknown> => {
    if (route.output !== Session) return answered;
    const { membership } = answered as Session;
    const profile = await table.get(profileKey(userId));
    if (profile?.organizationId !== membership?.organization.id) throw new Failure('idempotency_key.reused');
    return answered;
  };

  const answer = async (
    event: HttpEvent,
    route: Route,
    handle: AnyHandler,
    noted: Record<string, unknown>,
  ) => {
    const request: RequestContext = { requestId: event.requestContext.requestId, now: clock() };
    if (route.access === 'public')
      return handle(parseRequest(route, event), {
        ...request,
        address: addressOf(event, headersOf(event)),
      } as PublicContext);

    const caller = bearerOf(event, request, route);
    noted.userId = caller.userId;
    await countRequest(caller.userId, caller.now, route.access === 'verified-email' ? weightOfAsking : 1);
    if (route.access === 'signed-in' || route.access === 'verified-email') {
      const profile = await profileOf(table, caller);
      const identity =
        route.access === 'verified-email' ? await verifiedIdentity(provider, caller) : undefined;
      return once(caller, route, () =>
        handle(parseRequest(route, event), { ...caller, profile, identity } as VerifiedContext),
      );
    }
    return asMember({
      bearer: caller,
      access: route.access,
      now: request.now,
      isRead: route.method === 'GET',
      work: (actor) => {
        noted.organizationId = actor.organizationId;
        const member: MemberContext = { ...caller, submission: inGroup(caller.submission, actor), actor };
        return once(member, route, () => handle(parseRequest(route, event), member));
      },
    });
  };

  const respond = async (event: HttpEvent, route: Route, handle: AnyHandler): Promise<HttpResult> => {
    const started = performance.now();
    const { requestId } = event.requestContext;
    const noted: Record<string, unknown> = {};
    let result: HttpResult;
    try {
      const body = await answer(event, route, handle, noted);
      result = route.output ? json(route.status, route.output.parse(body)) : { statusCode: route.status };
    } catch (error) {
      result = problemFor(error, contract, route, requestId);
      if (error instanceof Failure) noted.code = error.code;
    }
    log.info('request', {
      requestId,
      route: `${route.method} ${route.path}`,
      ...noted,
      status: result.statusCode,
      durationMs: Math.round((performance.now() - started) * 10) / 10,
    });
    return result;
  };

  const routes = Object.entries(contract.routes).map(([name, route]) => ({
    method: route.method,
    path: routePath(route),
    handler: (event: HttpEvent) => respond(event, route, handlers[name as keyof C['routes']] as AnyHandler),
  }));

  // API Gateway has matched the route already, but it decodes a path before that and the router does not.
  const noSuchRoute = (event: HttpEvent): HttpResult => {
    const { requestId, http } = event.requestContext;
    log.warn('no such route', { requestId, route: http.method });
    return problem('not_found', coreErrors.not_found, requestId);
  };
  const router = httpRouter<HttpEvent, HttpResult>({ routes, notFoundResponse: (() => undefined) as never });
  return middy<HttpEvent, HttpResult>().handler(
    (async (event: HttpEvent, ...rest: never[]) =>
      (await (router as unknown as (event: HttpEvent, ...rest: never[]) => Promise<HttpResult | undefined>)(
        event,
        ...rest,
      )) ?? noSuchRoute(event)) as never,
  );
};
