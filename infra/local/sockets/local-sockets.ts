import { mayInvoke } from '../http-api/local-api.ts';
import { AwsFailure, type AwsService } from '../iam/aws-service.ts';
import { UnknownCall } from '../iam/dynamodb-actions.ts';
import type { LocalFunction } from '../lambda/functions.ts';
import { type LocalResource, type LocalTemplate, TemplateError } from '../runner/template.ts';
import { type SocketApi, type SocketLimits, socketApi } from './socket-api.ts';

/** The WebSocket API and the stage of it; undefined when the template has none. */
export const socketResources = (
  template: LocalTemplate,
): { api: LocalResource; host: string; stage: string } | undefined => {
  const [api, ...others] = template
    .all('AWS::ApiGatewayV2::Api')
    .filter(({ properties }) => properties.ProtocolType === 'WEBSOCKET');
  if (!api) return undefined;
  if (others.length > 0) throw new TemplateError('two WebSocket APIs are not understood');
  const stage = template
    .all('AWS::ApiGatewayV2::Stage')
    .find(({ properties }) => properties.ApiId === api.ref);
  if (!stage) throw new TemplateError(`${api.logicalId} has no stage`);
  return { api, host: new URL(api.attribute('ApiEndpoint')).host, stage: stage.ref };
};

const routeKeys = ['$connect', '$default', '$disconnect'] as const;

/**
 * The WebSocket API of the template over its functions.
 * @param functions by ARN
 * @throws TemplateError naming a route that is not understood, or whose target does not exist
 */
export function localSockets(
  template: LocalTemplate,
  functions: ReadonlyMap<string, LocalFunction>,
  onProblem: (line: string) => void,
  limits: Partial<SocketLimits> | undefined,
): SocketApi | undefined {
  const resources = socketResources(template);
  if (!resources) return undefined;
  const { api, host, stage } = resources;
  const ofApi = (type: string) => template.all(type).filter(({ properties }) => properties.ApiId === api.ref);
  const answered = new Set(
    ofApi('AWS::ApiGatewayV2::RouteResponse').map(({ properties }) => properties.RouteId),
  );
  const integrations = new Map(
    ofApi('AWS::ApiGatewayV2::Integration').map(({ ref, properties }) => [
      `integrations/${ref}`,
      // Functions stand within the address of their invocation.
      /\/functions\/(.+)\/invocations$/.exec(String(properties.IntegrationUri))?.[1] ?? '',
    ]),
  );
  const routes = Object.fromEntries(
    ofApi('AWS::ApiGatewayV2::Route').map(({ logicalId, ref, properties }) => {
      const routeKey = routeKeys.find((key) => key === properties.RouteKey);
      if (!routeKey)
        throw new TemplateError(`${logicalId}: the route ${properties.RouteKey} is not understood`);
      if ((properties.AuthorizationType ?? 'NONE') !== 'NONE') {
        throw new TemplateError(`${logicalId}: an authorizer of a WebSocket route is not understood`);
      }
      const arn = integrations.get(String(properties.Target)) ?? '';
      const target = functions.get(arn);
      if (!target) throw new TemplateError(`${logicalId}: there is no function behind ${properties.Target}`);
      const route = {
        function: target,
        mayInvoke: mayInvoke(template, arn, `${api.ref}/${stage}/${routeKey}`),
        answers: answered.has(ref),
      };
      return [routeKey, route];
    }),
  );
  return socketApi({ apiId: api.ref, stage, domainName: host, routes }, onProblem, limits);
}

/** The way by which functions reach open sockets: the `@connections` calls of the API's callback address. */
export function connectionsService(
  template: LocalTemplate,
  sockets: () => SocketApi | undefined,
): AwsService {
  const resources = socketResources(template);
  const { region, accountId } = template.world;
  const called = (path: string) => {
    const [, stage, connectionId] = /^\/([^/]+)\/(?:@|%40)connections\/([^/]+)$/.exec(path) ?? [];
    if (!resources || stage !== resources.stage || connectionId === undefined) {
      throw new UnknownCall(`execute-api ${path}`);
    }
    return { api: resources.api.ref, stage, connectionId: decodeURIComponent(connectionId) };
  };
  const gone = () => new AwsFailure('GoneException', 'Gone', 410);
  return {
    readsJson: false,
    actions: ({ method, path }) => {
      if (!['POST', 'GET', 'DELETE'].includes(method)) throw new UnknownCall(`execute-api ${method}`);
      const { api, stage, connectionId } = called(path);
      const resource = `arn:aws:execute-api:${region}:${accountId}:${api}/${stage}/${method}/@connections/${connectionId}`;
      return [{ action: 'execute-api:ManageConnections', resource }];
    },
    answer: ({ method, path, payload }) => {
      const { connectionId } = called(path);
      const api = sockets();
      if (method === 'GET') {
        const found = api?.find(connectionId);
        if (!found) throw gone();
        return {
          connectedAt: found.connectedAt.toISOString(),
          identity: { sourceIp: found.sourceIp, userAgent: found.userAgent },
          lastActiveAt: found.lastActiveAt.toISOString(),
        };
      }
      if (method === 'DELETE') {
        if (!api?.disconnect(connectionId)) throw gone();
        return undefined;
      }
      if (api && payload.length > api.limits.messageBytes) {
        throw new AwsFailure('PayloadTooLargeException', 'Message too long', 413);
      }
      if (!api?.post(connectionId, payload)) throw gone();
      return undefined;
    },
  };
}
