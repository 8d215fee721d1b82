import type { JSONWebKeySet } from 'jose';
import type { LocalFunction } from '../lambda/functions.ts';
import type { LocalAddresses } from '../runner/local-addresses.ts';
import { type LocalResource, type LocalTemplate, TemplateError } from '../runner/template.ts';
import { type ApiRoute, type HttpApi, httpApi } from './http-api.ts';
import { type Authorize, jwtAuthorizer } from './jwt-authorizer.ts';

interface RouteProperties {
  RouteKey: string;
  Target: string;
  AuthorizationType?: 'JWT' | 'NONE';
  AuthorizerId?: string;
  AuthorizationScopes?: string[];
}

interface PermissionProperties {
  FunctionName: string;
  Principal: string;
  SourceArn?: string;
}

const authorizers = (
  template: LocalTemplate,
  addresses: LocalAddresses,
  keys: JSONWebKeySet,
): Map<string, Authorize> =>
  new Map(
    template.all('AWS::ApiGatewayV2::Authorizer').map((authorizer) => {
      const { IdentitySource: sources, JwtConfiguration: jwt } = authorizer.properties as {
        IdentitySource: string[];
        JwtConfiguration: { Audience: string[]; Issuer: string };
      };
      if (sources.join() !== '$request.header.Authorization') {
        throw new TemplateError(`${authorizer.logicalId}: the identity source ${sources} is not understood`);
      }
      const { Issuer: issuer, Audience: audience } = addresses.localize(jwt);
      return [authorizer.ref, jwtAuthorizer({ issuer, audience }, keys)];
    }),
  );

/**
 * Whether a resource policy of the function lets an API call it for a route.
 * @param route with API and stage, such as `a1b2c3/$default/GET/api/tasks` or `a1b2c3/live/$connect`
 */
export const mayInvoke = (template: LocalTemplate, functionArn: string, route: string): boolean => {
  const { region, accountId } = template.world;
  const source = `arn:aws:execute-api:${region}:${accountId}:${route}`;
  return template.all('AWS::Lambda::Permission').some((permission) => {
    const { FunctionName, Principal, SourceArn } = permission.properties as unknown as PermissionProperties;
    if (FunctionName !== functionArn || Principal !== 'apigateway.amazonaws.com') return false;
    const pattern = (SourceArn ?? '*').replace(/[.+?^$(){}|[\]\\]/g, '\\$&').replaceAll('*', '.*');
    return new RegExp(`^${pattern}$`).test(source);
  });
};

/**
 * The one HTTP API of the template; a WebSocket API may stand beside it.
 * @throws TemplateError when there is none, or more than one
 */
export const httpApiResource = (template: LocalTemplate): LocalResource => {
  const [api, ...others] = template
    .all('AWS::ApiGatewayV2::Api')
    .filter(({ properties }) => properties.ProtocolType === 'HTTP');
  if (!api || others.length > 0) throw new TemplateError('the template must have one HTTP API');
  return api;
};

/**
 * The HTTP API of the template over its functions.
 * @param functions by ARN.
 * @param keys of the pool whose tokens the authorizer takes.
 * @throws TemplateError naming a route whose target or authorizer does not exist.
 */
export function localApi(
  template: LocalTemplate,
  addresses: LocalAddresses,
  functions: ReadonlyMap<string, LocalFunction>,
  keys: JSONWebKeySet,
  onProblem: (line: string) => void,
): HttpApi & { domainName: string } {
  const api = httpApiResource(template);
  const ofApi = (type: string) => template.all(type).filter(({ properties }) => properties.ApiId === api.ref);
  if (
    ofApi('AWS::ApiGatewayV2::Stage')
      .map(({ ref }) => ref)
      .join() !== '$default'
  ) {
    throw new TemplateError(`${api.logicalId} must have one stage, $default`);
  }
  const authorizerOf = authorizers(template, addresses, keys);
  const integrations = new Map(
    ofApi('AWS::ApiGatewayV2::Integration').map((integration) => [
      `integrations/${integration.ref}`,
      String(integration.properties.IntegrationUri),
    ]),
  );
  const routes = ofApi('AWS::ApiGatewayV2::Route').map((route): ApiRoute => {
    const properties = route.properties as unknown as RouteProperties;
    const functionArn = integrations.get(properties.Target) ?? '';
    const target = functions.get(functionArn);
    if (!target)
      throw new TemplateError(`${route.logicalId}: there is no function behind ${properties.Target}`);
    const [method, path] = properties.RouteKey.split(' ');
    const isPublic = (properties.AuthorizationType ?? 'NONE') === 'NONE';
    const authorize = authorizerOf.get(properties.AuthorizerId ?? '');
    if (!isPublic && !authorize) throw new TemplateError(`${route.logicalId}: there is no such authorizer`);
    return {
      key: properties.RouteKey,
      function: target,
      mayInvoke: mayInvoke(template, functionArn, `${api.ref}/$default/${method}${path}`),
      authorization:
        isPublic || !authorize ? undefined : { authorize, scopes: properties.AuthorizationScopes ?? [] },
    };
  });
  const domainName = new URL(api.attribute('ApiEndpoint')).host;
  const definition = { accountId: template.world.accountId, apiId: api.ref, domainName, routes };
  return { ...httpApi(definition, onProblem), domainName };
}
