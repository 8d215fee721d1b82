import { Aws, Stack, Validations } from 'aws-cdk-lib';
import { type CfnStage, WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { type Alarms, alarmPeriod } from './alarms.ts';
import type { ModuleFunction } from './module-function.ts';
import type { Stage } from './stage.ts';

const stageName = 'live';

/** The WebSocket API, over which open pages are told that something has changed. */
export class SocketApi extends Construct {
  /** Where browsers connect to, such as `wss://abc.execute-api.eu-west-1.amazonaws.com/live`. */
  readonly url: string;
  /** The same without the stage: what the content security policy names. */
  readonly origin: string;
  private readonly api: WebSocketApi;
  private readonly host: string;

  constructor(scope: Construct, id: string, { stage, alarms }: { stage: Stage; alarms: Alarms }) {
    super(scope, id);
    this.api = new WebSocketApi(this, 'Api', {
      apiName: `guildhall-${stage.name}-sockets`,
      description: 'Tells open pages what has changed',
    });
    this.host = `${this.api.apiId}.execute-api.${Aws.REGION}.amazonaws.com`;
    this.origin = `wss://${this.host}`;
    this.url = `${this.origin}/${stageName}`;
    const live = new WebSocketStage(this, 'Stage', {
      webSocketApi: this.api,
      stageName,
      autoDeploy: true,
      // As the HTTP API: far above what groups of 25 need, far below what a flood would cost.
      throttle: { rateLimit: 500, burstLimit: 1000 },
    });
    Validations.of(live.node.defaultChild as CfnStage).acknowledge({
      id: 'AwsSolutions-APIG1',
      reason:
        'A WebSocket API may write logs only with a role that is set for the whole account and region, which is not ours to change. ' +
        'The function logs each connection, without addresses.',
    });
    // Not IntegrationError, which counts each refused ticket too: a page that comes back with an old one is no fault.
    alarms.add(this, 'ExecutionErrors', {
      name: 'sockets-execution-errors',
      impact: 'Pages cannot open their live connection; they show changes only when they are loaded again.',
      runbook: 'sockets-fail',
      metric: this.api.metric('ExecutionError', { period: alarmPeriod, statistic: 'Sum' }),
      threshold: 5,
    });
  }

  /** Makes a function the one that is called for all that browsers do: connect, send, and leave. */
  addRoutes(target: ModuleFunction): void {
    const integration = new WebSocketLambdaIntegration('Integration', target.function);
    const connect = this.api.addRoute('$connect', { integration });
    Validations.of(connect).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'The function itself takes the single-use ticket and registers the connection in one transaction, and answers 401 otherwise: ' +
        'an authorizer before it could only take the ticket, and a connection that fails after it would have lost it.',
    });
    const leave = this.api.addRoute('$disconnect', { integration });
    // Answered, so that a ping gets its pong.
    const send = this.api.addRoute('$default', { integration, returnResponse: true });
    for (const route of [leave, send]) {
      Validations.of(route).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason: 'A WebSocket API asks who somebody is when they connect, and never again.',
      });
    }
  }

  /** Lets a function post to open sockets and close them, and tells it where. */
  grantTo(fn: ModuleFunction): void {
    const connections = (
      api: string,
      account = Aws.ACCOUNT_ID,
      region = Aws.REGION,
      partition = Aws.PARTITION,
    ) => `arn:${partition}:execute-api:${region}:${account}:${api}/${stageName}/*/@connections/*`;
    fn.allow(
      new PolicyStatement({
        actions: ['execute-api:ManageConnections'],
        resources: [connections(this.api.apiId)],
      }),
    );
    const apiName = Stack.of(this).getLogicalId(this.api.node.defaultChild as never);
    const finding = connections(`<${apiName}>`, '<AWS::AccountId>', '<AWS::Region>', '<AWS::Partition>');
    Validations.of(fn).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${finding}]`,
      reason: 'The connections of this one API: their ids are made when somebody connects.',
    });
    fn.tell('SOCKET_ENDPOINT', `https://${this.host}/${stageName}`);
  }
}
