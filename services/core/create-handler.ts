import middy from '@middy/core';
import httpRouter from '@middy/http-router';
import { Session } from '../../shared/access/contract.ts';
import { type Contract, type Handlers, type Route, routePath } from '../../shared/core/contract.ts';
import { coreErrors } from '../../shared/core/errors.ts';
import {
  bearerOf,
  type Contexts,
  type HttpEvent,
  keyedIn,
  type MemberContext,
  type PublicContext,
  type RequestContext,
  type TokenContext,
  type VerifiedContext,
} from './caller.ts';
import { callerIpOf } from './caller-ip.ts';
import { Failure, LateFailure } from './failure.ts';
import { type Commit, type CommitGuard, commitFor, earlierAnswer } from './idempotency.ts';
import { type IdentityProvider, verifiedIdentity } from './identity-provider.ts';
import { log } from './log.ts';
import { memberGuard } from './member-guard.ts';
import { type Bearer, profileKey, profileOf } from './membership.ts';
import { headersOf, parseRequest } from './parse-request.ts';
import { type HttpResult, problem, problemFor } from './problem.ts';
import { requestLimit, weightOfAsking } from './request-limit.ts';
import { inSpeech, speechOfRequest } from './speech.ts';
import type { Table } from './table.ts';

interface Service<C extends Contract> {
  table: Table;
  clock: () => Date;
  handlers: Handlers<C, Contexts>;
  /** Routes all of whose effect is one `commit`: it may ask by itself whether the caller is still a member. */
  committing?: readonly (keyof C['routes'])[];
  /** Whom routes for `verified-email` ask. */
  identity?: IdentityProvider;
}

type AnyHandler = (input: unknown, context: RequestContext) => Promise<unknown>;

const json = (status: number, body: unknown): HttpResult => ({
  statusCode: status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

/**
 * Makes a Lambda handler of a contract and its use cases. For each request, in this order: the caller is established
 * and admitted, the input is parsed by the route's schemas, the use case runs, the answer is parsed by `output`.
 * Every failure becomes problem+json with a request id; every request is one line in the log.
 */
export const createHandler = <C extends Contract>(
  contract: C,
  { table, clock, handlers, identity: provider, committing = [] }: Service<C>,
) => {
  const asMember = memberGuard(table);
  const oneCommit = new Set(
    committing.map((name) => (contract.routes as Readonly<Record<string, Route>>)[name as string]),
  );
  const countRequest = requestLimit(table);

  /**
   * A repeat of a keyed request gets its first answer, even if what it found then is no longer so. It has to get in all the
   * same: whoever was removed, or has not paid, is turned away before this.
   */
  const once = async (caller: TokenContext, route: Route, work: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await work();
    } catch (error) {
      const earlier =
        caller.keyed && error instanceof Failure && !(error instanceof LateFailure)
          ? await earlierAnswer(table, caller.keyed, caller.now)
          : undefined;
      if (earlier) return stillSo(caller, route, earlier.answer);
      throw error;
    }
  };

  /**
   * A session that was answered before counts while its person still is where it says: whoever has left that group since, or
   * whose group was closed, is not told what they were.
   */
  const stillSo = async ({ userId }: Bearer, route: Route, answered: unknown): Promise<unknown> => {
    if (route.output !== Session) return answered;
    const { membership } = answered as Session;
    const profile = await table.get(profileKey(userId));
    if (profile?.organizationId !== membership?.organization.id) throw new Failure('idempotency_key.reused');
    return answered;
  };

  /** Carries out what a request to this route comes to. */
  const commitIn =
    (route: Route, caller: Bearer & Pick<TokenContext, 'keyed' | 'now'>, guard?: CommitGuard): Commit =>
    async (writes, answer) => {
      const outcome = await commitFor(table, caller.keyed, caller.now, guard)(writes, answer);
      return 'isReplay' in outcome && outcome.isReplay
        ? { ...outcome, answer: (await stillSo(caller, route, outcome.answer)) as typeof answer }
        : outcome;
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
        ip: callerIpOf(event, headersOf(event)),
      } as PublicContext);

    const bearer = bearerOf(event, request, route);
    const caller: TokenContext = { ...bearer, commit: commitIn(route, bearer) };
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
      admitsByCommit: oneCommit.has(route) && caller.keyed !== undefined,
      work: (actor, guard) => {
        noted.organizationId = actor.organizationId;
        const keyed = keyedIn(caller.keyed, actor);
        const member: MemberContext = {
          ...caller,
          actor,
          keyed,
          commit: commitIn(route, { ...caller, keyed }, guard),
        };
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
    handler: (event: HttpEvent) =>
      inSpeech(speechOfRequest(headersOf(event)['accept-language']), () =>
        respond(event, route, handlers[name as keyof C['routes']] as AnyHandler),
      ),
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
