import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { LocalFunction } from '../lambda/functions.ts';
import { RecentList } from '../runner/recent-list.ts';
import { answerOfFunction, type GatewayAnswer, gatewayAnswer, httpApiEvent } from './http-api-event.ts';
import { routeTable } from './http-api-routes.ts';
import type { EdgeAnswer, EdgeRequest } from './http-message.ts';
import type { Authorize } from './jwt-authorizer.ts';

/** A route of the template with what it leads to. */
export interface ApiRoute {
  /** Such as `GET /api/tasks/{taskId}`. */
  key: string;
  function: LocalFunction;
  /** Whether the template lets this API call the function (AWS::Lambda::Permission). */
  mayInvoke: boolean;
  /** Absent on public routes. */
  authorization?: { authorize: Authorize; scopes: readonly string[] };
}

export interface ApiDefinition {
  accountId: string;
  apiId: string;
  /** Host of the API's own address on AWS: functions see it as `host`. */
  domainName: string;
  routes: readonly ApiRoute[];
}

/** One request as the gateway saw it, for `/_local`. */
export interface ApiRequest {
  at: Date;
  requestId: string;
  method: string;
  path: string;
  status: number;
  durationMs: number;
  /** Why the gateway answered by itself. */
  refusal?: string;
}

/** API Gateway's HTTP API: route, authorizer, function, answer. */
export interface HttpApi {
  answer(request: EdgeRequest): Promise<EdgeAnswer>;
  /** Newest first. */
  requests(): ApiRequest[];
}

/** API Gateway takes 10 MB, Lambda 6 MB, in and out. */
const mostRequestBytes = 10 * 1024 * 1024;
const mostEventBytes = 6 * 1024 * 1024;
const mostAnswerBytes = 6 * 1024 * 1024;

/** @param onProblem told what a caller is not: why the gateway itself answered 500. */
export function httpApi(definition: ApiDefinition, onProblem: (line: string) => void): HttpApi {
  const { accountId, apiId, domainName } = definition;
  const routes = routeTable(new Map(definition.routes.map((route) => [route.key, route])));

  const invoke = async (
    route: ApiRoute,
    event: ReturnType<typeof httpApiEvent>,
    cause: string,
  ): Promise<GatewayAnswer> => {
    if (!route.mayInvoke) {
      onProblem(
        `${route.key}: the template has no permission for the API to call ${route.function.definition.name}`,
      );
      return gatewayAnswer(500, 'Internal Server Error');
    }
    const json = JSON.stringify(event);
    if (json.length > mostEventBytes) return gatewayAnswer(413, 'Request Entity Too Large');
    const outcome = await route.function.invoke(json, cause);
    if (!outcome.ok) return gatewayAnswer(500, 'Internal Server Error');
    if (outcome.result.length > mostAnswerBytes) {
      onProblem(`${cause}: ${route.function.definition.name} answered more than 6 MB`);
      return gatewayAnswer(500, 'Internal Server Error');
    }
    return answerOfFunction(outcome.result);
  };

  const answer = async (request: EdgeRequest, requestId: string): Promise<GatewayAnswer> => {
    if (request.body.length > mostRequestBytes) return gatewayAnswer(413, 'Request Entity Too Large');
    const found = routes.find(request.method, request.path);
    if (!found) return gatewayAnswer(404, 'Not Found');
    const { route, params } = found;
    const { authorization } = route;
    const authorized = await authorization?.authorize(request.headers.authorization, authorization.scopes);
    if (authorized?.outcome === 'refused') {
      const message = authorized.status === 401 ? 'Unauthorized' : 'Forbidden';
      const answered = gatewayAnswer(authorized.status, message, {
        'www-authenticate': authorized.wwwAuthenticate,
      });
      return { ...answered, refusal: authorized.wwwAuthenticate };
    }
    const event = httpApiEvent(request, {
      accountId,
      apiId,
      domainName,
      routeKey: route.key,
      requestId,
      pathParameters: params,
      jwt: authorized && { claims: authorized.claims, scopes: authorized.scopes },
    });
    return invoke(route, event, `${request.method} ${request.path}`);
  };

  const history = new RecentList<ApiRequest>(200);
  return {
    answer: async (request) => {
      const at = new Date();
      const began = performance.now();
      const requestId = randomBytes(11).toString('base64url');
      const { refusal, ...made } = await answer(request, requestId);
      history.add({
        at,
        requestId,
        method: request.method,
        path: request.path,
        status: made.status,
        durationMs: performance.now() - began,
        refusal,
      });
      return { ...made, headers: { ...made.headers, 'apigw-requestid': requestId } };
    },
    requests: () => history.newestFirst(),
  };
}
