// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of a template.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { onTestFinished } from 'vitest';
import {
  type LocalCloud,
  type LocalCloudOptions,
  startLocalCloud,
} from '../../infra/local/runner/local-cloud.ts';
import { spaRouting } from '../../infra/spa-routing.ts';

/** A resource as it stands in a template. */
export interface FixtureResource {
  Type: string;
  Properties?: Record<string, unknown>;
  Condition?: string;
}
export type FixtureResources = Record<string, FixtureResource>;

const ref = (Ref: string) => ({ Ref });
const attribute = (id: string, name: string) => ({ 'Fn::GetAtt': [id, name] });

const trust = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } }],
};

const functionResources = (name: string, asset: string, actions: string[]): FixtureResources => ({
  [`${name}Role`]: { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: trust } },
  [`${name}Policy`]: {
    Type: 'AWS::IAM::Policy',
    Properties: {
      PolicyName: name,
      Roles: [ref(`${name}Role`)],
      PolicyDocument: {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: actions, Resource: attribute('Table', 'Arn') }],
      },
    },
  },
  [name]: {
    Type: 'AWS::Lambda::Function',
    Properties: {
      FunctionName: name,
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      Timeout: 1,
      MemorySize: 256,
      Role: attribute(`${name}Role`, 'Arn'),
      Code: { S3Bucket: 'assets', S3Key: `${asset}.zip` },
      Environment: {
        Variables: {
          TABLE_NAME: ref('Table'),
          ...(name === 'writer'
            ? {
                SOCKET_ENDPOINT: {
                  'Fn::Sub': 'https://${SocketApi}.execute-api.${AWS::Region}.amazonaws.com/live',
                },
              }
            : {}),
          SITE: { 'Fn::Join': ['', ['https://', attribute('Site', 'DomainName')]] },
        },
      },
    },
  },
  [`${name}Integration`]: {
    Type: 'AWS::ApiGatewayV2::Integration',
    Properties: {
      ApiId: ref('Api'),
      IntegrationType: 'AWS_PROXY',
      PayloadFormatVersion: '2.0',
      IntegrationUri: attribute(name, 'Arn'),
    },
  },
  [`${name}Permission`]: {
    Type: 'AWS::Lambda::Permission',
    Properties: {
      Action: 'lambda:InvokeFunction',
      Principal: 'apigateway.amazonaws.com',
      FunctionName: attribute(name, 'Arn'),
      SourceArn: {
        'Fn::Sub': 'arn:aws:execute-api:${AWS::Region}:${AWS::AccountId}:${Api}/*/*/*',
      },
    },
  },
});

const route = (key: string, target: string, protection?: { scopes: string[] }): FixtureResource => ({
  Type: 'AWS::ApiGatewayV2::Route',
  Properties: {
    ApiId: ref('Api'),
    RouteKey: key,
    Target: { 'Fn::Join': ['/', ['integrations', ref(`${target}Integration`)]] },
    AuthorizationType: protection ? 'JWT' : 'NONE',
    ...(protection ? { AuthorizerId: ref('Authorizer'), AuthorizationScopes: protection.scopes } : {}),
  },
});

const signInResources: FixtureResources = {
  Pool: { Type: 'AWS::Cognito::UserPool', Properties: { UserPoolName: 'fixture' } },
  Google: {
    Type: 'AWS::Cognito::UserPoolIdentityProvider',
    Properties: {
      UserPoolId: ref('Pool'),
      ProviderName: 'Google',
      ProviderType: 'Google',
      AttributeMapping: { email: 'email', email_verified: 'email_verified', name: 'name' },
      ProviderDetails: { client_secret: '{{resolve:secretsmanager:google:SecretString:secret::}}' },
    },
  },
  Server: {
    Type: 'AWS::Cognito::UserPoolResourceServer',
    Properties: {
      UserPoolId: ref('Pool'),
      Identifier: 'fixture',
      Scopes: [{ ScopeName: 'app', ScopeDescription: '' }],
    },
  },
  Domain: {
    Type: 'AWS::Cognito::UserPoolDomain',
    Properties: { UserPoolId: ref('Pool'), Domain: 'fixture' },
  },
  Client: {
    Type: 'AWS::Cognito::UserPoolClient',
    Properties: {
      UserPoolId: ref('Pool'),
      SupportedIdentityProviders: ['Google'],
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'profile', 'fixture/app'],
      CallbackURLs: [{ 'Fn::Join': ['', ['https://', attribute('Site', 'DomainName'), '/signing-in']] }],
      LogoutURLs: [{ 'Fn::Join': ['', ['https://', attribute('Site', 'DomainName'), '/login']] }],
      ExplicitAuthFlows: ['ALLOW_CUSTOM_AUTH'],
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 0 },
      EnableTokenRevocation: true,
    },
  },
};

const websiteResources: FixtureResources = {
  Bucket: { Type: 'AWS::S3::Bucket' },
  Routing: {
    Type: 'AWS::CloudFront::Function',
    Properties: {
      Name: 'routing',
      AutoPublish: true,
      FunctionConfig: { Runtime: 'cloudfront-js-2.0', Comment: '' },
      FunctionCode: spaRouting,
    },
  },
  Headers: {
    Type: 'AWS::CloudFront::ResponseHeadersPolicy',
    Properties: {
      ResponseHeadersPolicyConfig: {
        Name: 'headers',
        CustomHeadersConfig: { Items: [{ Header: 'Cache-Control', Value: 'private', Override: false }] },
        SecurityHeadersConfig: {
          ContentSecurityPolicy: {
            ContentSecurityPolicy: {
              'Fn::Sub':
                "connect-src 'self' https://fixture.auth.eu-central-1.amazoncognito.com wss://${SocketApi}.execute-api.eu-central-1.amazonaws.com",
            },
            Override: true,
          },
          ContentTypeOptions: { Override: true },
        },
      },
    },
  },
  Site: {
    Type: 'AWS::CloudFront::Distribution',
    Properties: {
      DistributionConfig: {
        Enabled: true,
        DefaultRootObject: 'index.html',
        DefaultCacheBehavior: {
          TargetOriginId: 'files',
          CachePolicyId: '658327ea-f89d-4fab-a63d-7e88639e58f6',
          Compress: true,
          ResponseHeadersPolicyId: ref('Headers'),
          FunctionAssociations: [
            { EventType: 'viewer-request', FunctionARN: attribute('Routing', 'FunctionARN') },
          ],
          ViewerProtocolPolicy: 'redirect-to-https',
        },
        CacheBehaviors: [
          {
            PathPattern: '/api/*',
            TargetOriginId: 'api',
            CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
            AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
            ViewerProtocolPolicy: 'https-only',
          },
        ],
        Origins: [
          {
            Id: 'files',
            DomainName: attribute('Bucket', 'RegionalDomainName'),
            S3OriginConfig: { OriginAccessIdentity: '' },
          },
          {
            Id: 'api',
            DomainName: { 'Fn::Sub': '${Api}.execute-api.${AWS::Region}.amazonaws.com' },
            CustomOriginConfig: { OriginProtocolPolicy: 'https-only' },
          },
        ],
      },
    },
  },
};

const plainFunction = (name: string, statements: object[]): FixtureResources => {
  const made = functionResources(name, name, ['dynamodb:PutItem']);
  const policy = made[`${name}Policy`]?.Properties?.PolicyDocument as { Statement: object[] };
  policy.Statement.push(...statements);
  const keep = [`${name}Role`, `${name}Policy`, name];
  return Object.fromEntries(Object.entries(made).filter(([id]) => keep.includes(id)));
};

const socketRoute = (key: string): FixtureResource => ({
  Type: 'AWS::ApiGatewayV2::Route',
  Properties: {
    ApiId: ref('SocketApi'),
    RouteKey: key,
    AuthorizationType: 'NONE',
    Target: { 'Fn::Join': ['/', ['integrations', ref('socketIntegration')]] },
  },
});

/** What is told at once: a WebSocket API, and a function that follows the table's stream. */
const liveResources: FixtureResources = {
  SocketApi: {
    Type: 'AWS::ApiGatewayV2::Api',
    Properties: {
      Name: 'sockets',
      ProtocolType: 'WEBSOCKET',
      RouteSelectionExpression: '$request.body.action',
    },
  },
  SocketStage: {
    Type: 'AWS::ApiGatewayV2::Stage',
    Properties: { ApiId: ref('SocketApi'), StageName: 'live', AutoDeploy: true },
  },
  ...plainFunction('socket', []),
  socketIntegration: {
    Type: 'AWS::ApiGatewayV2::Integration',
    Properties: {
      ApiId: ref('SocketApi'),
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: {
        'Fn::Sub':
          'arn:aws:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${socket.Arn}/invocations',
      },
    },
  },
  socketPermission: {
    Type: 'AWS::Lambda::Permission',
    Properties: {
      Action: 'lambda:InvokeFunction',
      Principal: 'apigateway.amazonaws.com',
      FunctionName: attribute('socket', 'Arn'),
      SourceArn: { 'Fn::Sub': 'arn:aws:execute-api:${AWS::Region}:${AWS::AccountId}:${SocketApi}/*' },
    },
  },
  ConnectRoute: socketRoute('$connect'),
  LeaveRoute: socketRoute('$disconnect'),
  SendRoute: {
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: { ...socketRoute('$default').Properties, RouteResponseSelectionExpression: '$default' },
  },
  SendAnswer: {
    Type: 'AWS::ApiGatewayV2::RouteResponse',
    Properties: { ApiId: ref('SocketApi'), RouteId: ref('SendRoute'), RouteResponseKey: '$default' },
  },
  ...plainFunction('follower', [
    {
      Effect: 'Allow',
      Action: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      Resource: attribute('Table', 'StreamArn'),
    },
    { Effect: 'Allow', Action: 'dynamodb:ListStreams', Resource: '*' },
    { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: attribute('Failed', 'Arn') },
  ]),
  Failed: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'failed' } },
  Changes: {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      EventSourceArn: attribute('Table', 'StreamArn'),
      FunctionName: ref('follower'),
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 10,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 2,
      MaximumRecordAgeInSeconds: 21_600,
      DestinationConfig: { OnFailure: { Destination: attribute('Failed', 'Arn') } },
      FilterCriteria: {
        Filters: [
          {
            Pattern:
              '{"eventName":["INSERT","MODIFY"],"dynamodb":{"NewImage":{"entity":{"S":[{"exists":true}]}}}}',
          },
        ],
      },
    },
  },
};

/** A small system that has one of everything: what the runner does with it is what it does with ours. */
const resources: FixtureResources = {
  Table: {
    Type: 'AWS::DynamoDB::GlobalTable',
    Properties: {
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'gsi1pk'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'gsi1',
          KeySchema: [
            { AttributeName: 'gsi1pk', KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      Replicas: [{ Region: ref('AWS::Region') }],
    },
  },
  ...functionResources('echo', 'echo', ['dynamodb:GetItem']),
  ...functionResources('writer', 'writer', ['dynamodb:GetItem', 'dynamodb:PutItem']),
  writerSockets: {
    Type: 'AWS::IAM::Policy',
    Properties: {
      PolicyName: 'sockets',
      Roles: [ref('writerRole')],
      PolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Action: 'execute-api:ManageConnections',
            Resource: {
              'Fn::Sub':
                'arn:aws:execute-api:${AWS::Region}:${AWS::AccountId}:${SocketApi}/live/*/@connections/*',
            },
          },
        ],
      },
    },
  },
  Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'fixture', ProtocolType: 'HTTP' } },
  Stage: {
    Type: 'AWS::ApiGatewayV2::Stage',
    Properties: { ApiId: ref('Api'), StageName: '$default', AutoDeploy: true },
  },
  Authorizer: {
    Type: 'AWS::ApiGatewayV2::Authorizer',
    Properties: {
      ApiId: ref('Api'),
      AuthorizerType: 'JWT',
      IdentitySource: ['$request.header.Authorization'],
      JwtConfiguration: { Audience: [ref('Client')], Issuer: attribute('Pool', 'ProviderURL') },
    },
  },
  PublicRoute: route('POST /api/public/{name}', 'echo'),
  PrivateRoute: route('GET /api/private', 'echo', { scopes: ['fixture/app'] }),
  WriteRoute: route('POST /api/write', 'writer'),
  ...signInResources,
  ...websiteResources,
  ...liveResources,
};

/** A copy of it, to be changed at will. */
export const fixtureResources = (): FixtureResources => structuredClone(resources);

/** Answers with the event and what else it sees; asked for trouble, it makes it. */
const echo = `
export const handler = async (event, context) => {
  console.log('seen ' + event.rawPath);
  switch (event.pathParameters?.name) {
    case 'throw': throw new TypeError('asked to');
    case 'exit': process.exit(3);
    case 'hang': return new Promise(() => {});
    case 'cookies': return { statusCode: 201, cookies: ['a=1', 'b=2'], headers: { 'X-Made-By': 'echo' }, body: 'aGk=', isBase64Encoded: true };
    case 'plain': return { just: 'this' };
    case 'broken': return { statusCode: 200, body: { not: 'a text' } };
  }
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ event, env: process.env, context, remaining: context.getRemainingTimeInMillis() }) };
};`;

/** Makes the SDK call that the request's body describes and answers with its outcome. */
const writer = `
import { DynamoDBClient, PutItemCommand, DeleteItemCommand, TransactWriteItemsCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
class Sha256 extends Hash { constructor(secret) { super('sha256', secret); } }
const callSocket = async (method, connectionId, body) => {
  const base = new URL(process.env.SOCKET_ENDPOINT);
  const credentials = { accessKeyId: process.env.AWS_ACCESS_KEY_ID, secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY, sessionToken: process.env.AWS_SESSION_TOKEN };
  const signer = new SignatureV4({ service: 'execute-api', region: process.env.AWS_REGION, credentials, sha256: Sha256 });
  const path = base.pathname + '/@connections/' + encodeURIComponent(connectionId);
  const { headers: { host, ...headers } } = await signer.sign({ method, protocol: base.protocol, hostname: base.hostname, path, headers: { host: base.host }, body });
  const response = await fetch(new URL(path, base), { method, headers, body });
  return { status: response.status, type: response.headers.get('x-amzn-errortype'), text: await response.text() };
};
const client = new DynamoDBClient({});
const commands = { PutItem: PutItemCommand, DeleteItem: DeleteItemCommand, TransactWriteItems: TransactWriteItemsCommand, Query: QueryCommand };
const named = (input) => JSON.parse(JSON.stringify(input).replaceAll('"@table"', JSON.stringify(process.env.TABLE_NAME)));
export const handler = async (event) => {
  const { command, input } = JSON.parse(event.body);
  if (command === 'Socket') return callSocket(input.method, input.connectionId, input.message);
  try {
    await client.send(new commands[command](named(input)));
    return { outcome: 'done' };
  } catch (error) {
    return { outcome: error.name, message: error.message };
  }
};`;

/** Prints what it is told; asked for trouble, it makes it. */
const socket = `
export const handler = async (event) => {
  console.log(JSON.stringify(event));
  const { routeKey } = event.requestContext;
  const asked = event.queryStringParameters?.ask ?? event.body;
  if (asked === 'throw') throw new TypeError('asked to');
  if (asked === 'slow') await new Promise((done) => setTimeout(done, 100));
  if (routeKey === '$connect') return { statusCode: asked === 'refuse' ? 401 : 200 };
  return { statusCode: 200, body: 'heard ' + event.body };
};`;

/** Prints the events; fails for what is named so. */
const follower = `
export const handler = async (event) => {
  console.log(JSON.stringify(event));
  const named = (name) => event.Records.filter(({ dynamodb }) => dynamodb.NewImage.entity.S === name);
  if (named('throw').length > 0) throw new TypeError('asked to');
  return { batchItemFailures: named('report').map(({ dynamodb }) => ({ itemIdentifier: dynamodb.SequenceNumber })) };
};`;

const code = { echo, writer, socket, follower };

export const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'guildhall-local-'));
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** An empty folder that goes when the test is over. */
export function temporaryFolder(): string {
  const folder = makeFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** Writes a cloud assembly with these resources, as `cdk synth` would, but without the functions' code. */
export function writeAssembly(folder: string, resources: FixtureResources): string {
  const write = (name: string, content: unknown) =>
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  write('manifest.json', {
    artifacts: {
      fixture: { type: 'aws:cloudformation:stack', properties: { templateFile: 'fixture.template.json' } },
    },
  });
  const assets = Object.keys(code);
  write('fixture.assets.json', {
    files: Object.fromEntries(
      assets.map((name) => [
        name,
        { source: { path: `asset.${name}` }, destinations: { here: { objectKey: `${name}.zip` } } },
      ]),
    ),
  });
  const config = {
    'Fn::Join': [
      '',
      [
        '{"userPoolId":"',
        ref('Pool'),
        '","userPoolClientId":"',
        ref('Client'),
        '","socketUrl":"wss://',
        ref('SocketApi'),
        '.execute-api.eu-central-1.amazonaws.com/live"}',
      ],
    ],
  };
  write('fixture.template.json', { Resources: resources, Outputs: { WebsiteConfig: { Value: config } } });
  return folder;
}

/** Bundles the functions of the fixture into the assets of an assembly. */
export function writeCode(folder: string): string {
  for (const [name, source] of Object.entries(code)) {
    mkdirSync(join(folder, `asset.${name}`), { recursive: true });
    buildSync({
      stdin: { contents: source, resolveDir: process.cwd() },
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      banner: {
        js: "import{createRequire as createRequireOfBundle}from'node:module';const require=createRequireOfBundle(import.meta.url);",
      },
      outfile: join(folder, `asset.${name}/index.mjs`),
    });
  }
  return folder;
}

/** Files of a small website. */
export function writeWebsite(folder: string): string {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  // The landing page, and the one in which all screens are (infra/spa-routing.ts).
  for (const page of ['index.html', 'app.html']) {
    writeFileSync(join(folder, page), `<!doctype html><title>Fixture</title>${'<p>text</p>'.repeat(200)}`);
  }
  writeFileSync(join(folder, 'assets/app-1a2b.js'), 'export const answer = 42;');
  return folder;
}

/** Runs the fixture until the caller stops it. */
export async function startFixture(
  folder: string,
  options: Partial<LocalCloudOptions> = {},
): Promise<LocalCloud> {
  return startLocalCloud({
    dataDir: join(folder, 'data'),
    port: 0,
    templateDir: writeCode(writeAssembly(folder, fixtureResources())),
    ...options,
  });
}
