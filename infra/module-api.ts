import { Aws, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  HttpMethod,
  type HttpRoute,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type Route, routePath } from '../shared/core/contract.ts';
import { type ModuleName, modules } from '../shared/modules.ts';
import { type Alarms, alarmPeriod } from './alarms.ts';
import type { ModuleFunction } from './module-function.ts';
import { apiScope } from './sign-in.ts';
import type { Stage } from './stage.ts';

/** What is logged of each request, function reached or not. No address, no person. */
const accessLog = {
  requestId: '$context.requestId',
  route: '$context.routeKey',
  status: '$context.status',
  durationMs: '$context.responseLatency',
  functionMs: '$context.integrationLatency',
  refused: '$context.authorizer.error',
  failed: '$context.integrationErrorMessage',
};

/** The HTTP API: every route of every contract, and those that other systems call. */
export class ModuleApi extends Construct {
  /** Host of the API's own address; people reach it under the website's. */
  readonly domain: string;
  private readonly api: HttpApi;

  constructor(scope: Construct, id: string, { stage, alarms }: { stage: Stage; alarms: Alarms }) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', {
      apiName: `guildhall-${stage.name}`,
      createDefaultStage: false,
    });
    this.domain = `${this.api.apiId}.execute-api.${Aws.REGION}.amazonaws.com`;
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      // Shared by all: far above what one person gets answered (services/core/request-limit.ts), far below what a flood would cost.
      throttle: { rateLimit: 2000, burstLimit: 4000 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(
          new LogGroup(this, 'AccessLog', {
            // API Gateway may write under this prefix without a resource policy of ours.
            logGroupName: `/aws/vendedlogs/guildhall/${stage.name}/api`,
            retention: stage.logRetention,
            removalPolicy: stage.removalPolicy,
          }),
        ),
        format: AccessLogFormat.custom(JSON.stringify(accessLog)),
      },
    });
    alarms.add(this, 'ServerErrors', {
      name: 'api-5xx',
      impact: 'People see "Something went wrong on our side" in place of what they asked for.',
      runbook: 'api-answers-5xx',
      metric: this.api.metricServerError({ period: alarmPeriod, statistic: 'Sum' }),
      threshold: 5,
    });
  }

  /** Opens the contracts' routes: public ones to everyone, all others to access tokens of this client. */
  addRoutes(
    functions: Readonly<Record<ModuleName, ModuleFunction>>,
    tokens: { readonly issuer: string; readonly clientId: string },
  ): void {
    const signedIn = {
      authorizer: new HttpJwtAuthorizer('SignedIn', tokens.issuer, { jwtAudience: [tokens.clientId] }),
      authorizationScopes: [apiScope],
    };
    for (const { module, routes } of Object.values(modules)) {
      const integration = new HttpLambdaIntegration(module, functions[module].function, {
        scopePermissionToRoute: false,
      });
      for (const route of Object.values<Route>(routes)) {
        const made = this.api.addRoutes({
          path: routePath(route),
          methods: [HttpMethod[route.method]],
          integration,
          ...(route.access === 'public' ? {} : signedIn),
        });
        if (route.access === 'public') acknowledgePublic(made, 'The contract declares it public.');
      }
    }
  }

  /** Opens a route to everyone: whoever calls it proves who they are to the function itself. */
  addPublicRoute(route: string, target: ModuleFunction): void {
    const [method, path] = route.split(' ') as [keyof typeof HttpMethod, string];
    const integration = new HttpLambdaIntegration(target.node.id, target.function, {
      scopePermissionToRoute: false,
    });
    const made = this.api.addRoutes({ path, methods: [HttpMethod[method]], integration });
    acknowledgePublic(made, 'The function checks the signature that the caller puts on every request.');
  }
}

const acknowledgePublic = (routes: readonly HttpRoute[], reason: string): void => {
  for (const route of routes) Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason });
};
