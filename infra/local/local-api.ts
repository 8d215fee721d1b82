import type { JSONWebKeySet } from 'jose';
import type { LocalFunction } from './functions.ts';
import { type ApiRoute, type HttpApi, httpApi } from './http-api.ts';
import { type Authorize, jwtAuthorizer } from './jwt-authorizer.ts';
import type { LocalAddresses } from './local-addresses.ts';
import { type LocalTemplate, TemplateError } from './template.ts';

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

/** Whether a resource policy of the function lets this API call it for this route. */
const mayInvoke = (
  template: LocalTemplate,
  functionArn: string,
  apiId: string,
  routeKey: string,
): boolean => {
  const { region, accountId } = template.world;
  const [method, path] = routeKey.split(' ');
  const source = `arn:aws:execute-api:${region}:${accountId}:${apiId}/$default/${method}${path}`;
  return template.all('AWS::Lambda::Permission').some((permission) => {
    const { FunctionName, Principal, SourceArn } = permission.properties as unknown as PermissionProperties;
    if (FunctionName !== functionArn || Principal !== 'apigateway.amazonaws.com') return false;
    const pattern = (SourceArn ?? '*').replace(/[.+?^$(){}|[\]\\]/g, '\\$&').replaceAll('*', '.*');
    return new RegExp(`^${pattern}$`).test(source);
  });
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
  const api = template.only('AWS::ApiGatewayV2::Api');
  template.only('AWS::ApiGatewayV2::Stage');
  const authorizerOf = authorizers(template, addresses, keys);
  const integrations = new Map(
    template
      .all('AWS::ApiGatewayV2::Integration')
      .map((integration) => [
        `integrations/${integration.ref}`,
        String(integration.properties.IntegrationUri),
      ]),
  );
  const routes = template.all('AWS::ApiGatewayV2::Route').map((route): ApiRoute => {
    const properties = route.properties as unknown as RouteProperties;
    const functionArn = integrations.get(properties.Target) ?? '';
    const target = functions.get(functionArn);
    if (!target)
      throw new TemplateError(`${route.logicalId}: there is no function behind ${properties.Target}`);
    const isPublic = (properties.AuthorizationType ?? 'NONE') === 'NONE';
    const authorize = authorizerOf.get(properties.AuthorizerId ?? '');
    if (!isPublic && !authorize) throw new TemplateError(`${route.logicalId}: there is no such authorizer`);
    return {
      key: properties.RouteKey,
      function: target,
      mayInvoke: mayInvoke(template, functionArn, api.ref, properties.RouteKey),
      authorization:
        isPublic || !authorize ? undefined : { authorize, scopes: properties.AuthorizationScopes ?? [] },
    };
  });
  const domainName = new URL(api.attribute('ApiEndpoint')).host;
  const definition = { accountId: template.world.accountId, apiId: api.ref, domainName, routes };
  return { ...httpApi(definition, onProblem), domainName };
}
