import { createHash } from 'node:crypto';

/**
 * What this machine makes of each resource type of the template. A type or a property that stands nowhere here stops the
 * start: whoever adds it to the CDK app decides here what it means locally.
 */

/** Where the stack pretends to be. */
export interface World {
  readonly region: string;
  readonly accountId: string;
  readonly stackName: string;
}

/**
 * What is understood of a property:
 * `used` – it is looked at; a sentence – it means nothing here, because …; a list – only these values are understood;
 * an object – the same one level deeper (lists are looked through).
 */
export type Understanding =
  | typeof used
  | string
  | readonly unknown[]
  | { readonly [property: string]: Understanding };
export const used = true;

/** A resource while its names are made: `property` resolves one of its properties. */
export interface NamedResource {
  readonly logicalId: string;
  property(name: string): unknown;
}

export interface ResourceType {
  readonly properties: Readonly<Record<string, Understanding>>;
  /** What `Ref` gives. */
  readonly ref: (resource: NamedResource, world: World) => string;
  /** What `Fn::GetAtt` gives, by attribute. */
  readonly attributes?: Readonly<Record<string, (resource: NamedResource, world: World) => string>>;
}

/** Letters and digits that stay the same for one stack and resource, as the ids that AWS hands out look. */
const idOf = (
  resource: NamedResource,
  world: World,
  length: number,
  alphabet: 'hex' | 'upper' = 'hex',
): string => {
  const hash = createHash('sha256').update(`${world.stackName}/${resource.logicalId}`).digest('hex');
  const id = hash.slice(0, length);
  return alphabet === 'upper' ? id.toUpperCase() : id;
};

const nameOr =
  (property: string) =>
  (resource: NamedResource, world: World): string =>
    String(resource.property(property) ?? `${world.stackName}-${resource.logicalId}`);

const arn = (service: string, world: World, rest: string): string =>
  `arn:aws:${service}:${world.region}:${world.accountId}:${rest}`;

const label = 'labels are for bills and lists';
const oneMachine = 'there is one machine';
const noPasswords = 'nobody has a password, a telephone or a mail of ours to sign in with';

const tableName = nameOr('TableName');
const queueName = nameOr('QueueName');
const functionName = nameOr('FunctionName');
const roleName = nameOr('RoleName');
const bucketName = (resource: NamedResource, world: World) =>
  nameOr('BucketName')(resource, world).toLowerCase();
const apiId = (resource: NamedResource, world: World) => idOf(resource, world, 10);
const userPoolId = (resource: NamedResource, world: World) => `${world.region}_${idOf(resource, world, 9)}`;
const clientId = (resource: NamedResource, world: World) => idOf(resource, world, 26);
const plainId = (resource: NamedResource, world: World) => idOf(resource, world, 10);
const edgeFunctionArn = (resource: NamedResource, world: World) =>
  `arn:aws:cloudfront::${world.accountId}:function/${resource.property('Name')}`;

/** The managed cache policies that we act by. The first also lets CloudFront compress; nothing is cached here. */
export const cachingOptimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';

const behavior: Understanding = {
  AllowedMethods: used,
  CachePolicyId: [cachingOptimized, cachingDisabled],
  CachedMethods: 'nothing is cached here',
  Compress: used,
  FunctionAssociations: { EventType: ['viewer-request'], FunctionARN: used },
  // AllViewerExceptHostHeader is the one that we act by.
  OriginRequestPolicyId: ['b689b0a8-53d0-40ab-baf2-68738e2966ac'],
  PathPattern: used,
  ResponseHeadersPolicyId: used,
  TargetOriginId: used,
  ViewerProtocolPolicy: 'this machine speaks http with itself',
};

export const understoodTypes: Readonly<Record<string, ResourceType>> = {
  'AWS::DynamoDB::GlobalTable': {
    properties: {
      TableName: used,
      KeySchema: used,
      AttributeDefinitions: used,
      GlobalSecondaryIndexes: { IndexName: used, KeySchema: used, Projection: used },
      StreamSpecification: { StreamViewType: used },
      TimeToLiveSpecification: { AttributeName: used, Enabled: used },
      BillingMode: ['PAY_PER_REQUEST'],
      SSESpecification: 'the data lies on your own disk',
      Replicas: {
        Region: oneMachine,
        DeletionProtectionEnabled: '--fresh has to be able to delete it',
        PointInTimeRecoverySpecification: 'the data folder can be copied',
        GlobalSecondaryIndexes: 'the indexes are those of the table',
        ContributorInsightsSpecification: 'nothing is metered here',
        Tags: label,
      },
    },
    ref: tableName,
    attributes: {
      Arn: (resource, world) => arn('dynamodb', world, `table/${tableName(resource, world)}`),
      StreamArn: (resource, world) =>
        arn('dynamodb', world, `table/${tableName(resource, world)}/stream/2026-01-01T00:00:00.000`),
    },
  },
  'AWS::Lambda::Function': {
    properties: {
      FunctionName: used,
      Code: { S3Bucket: 'the code is taken from the assembly', S3Key: used },
      Handler: used,
      Role: used,
      Timeout: used,
      MemorySize: used,
      Environment: { Variables: used },
      Runtime: ['nodejs20.x', 'nodejs22.x', 'nodejs24.x'],
      Architectures: 'JavaScript runs on any',
      LoggingConfig: 'what a function prints is shown on /_local',
      Description: label,
      Tags: label,
    },
    ref: functionName,
    attributes: {
      Arn: (resource, world) => arn('lambda', world, `function:${functionName(resource, world)}`),
    },
  },
  'AWS::Lambda::Permission': {
    properties: {
      Action: ['lambda:InvokeFunction'],
      FunctionName: used,
      Principal: used,
      SourceArn: used,
      SourceAccount: 'there is one account',
    },
    ref: plainId,
  },
  'AWS::Events::Rule': {
    properties: {
      Name: used,
      Description: label,
      ScheduleExpression: used,
      State: ['ENABLED'],
      Targets: { Arn: used, Id: label },
      Tags: label,
    },
    ref: nameOr('Name'),
    attributes: { Arn: (resource, world) => arn('events', world, `rule/${nameOr('Name')(resource, world)}`) },
  },
  'AWS::SES::EmailIdentity': {
    properties: {
      EmailIdentity: used,
      ConfigurationSetAttributes: { ConfigurationSetName: used },
      MailFromAttributes: 'no mail leaves this machine',
      DkimAttributes: 'no mail leaves this machine',
      FeedbackAttributes: 'no mail leaves this machine',
      Tags: label,
    },
    ref: (resource) => String(resource.property('EmailIdentity')),
  },
  'AWS::SES::ConfigurationSet': {
    properties: {
      Name: used,
      ReputationOptions: 'nothing is metered here',
      SuppressionOptions: 'no mail leaves this machine, so none comes back',
      Tags: label,
    },
    ref: nameOr('Name'),
  },
  'AWS::IAM::Role': {
    properties: {
      RoleName: used,
      AssumeRolePolicyDocument: used,
      Policies: { PolicyName: label, PolicyDocument: used },
      Description: label,
      Path: label,
      Tags: label,
    },
    ref: roleName,
    attributes: {
      Arn: (resource, world) => `arn:aws:iam::${world.accountId}:role/${roleName(resource, world)}`,
    },
  },
  'AWS::IAM::Policy': {
    properties: { PolicyName: label, PolicyDocument: used, Roles: used },
    ref: plainId,
  },
  'AWS::ApiGatewayV2::Api': {
    properties: {
      Name: label,
      Description: label,
      ProtocolType: ['HTTP', 'WEBSOCKET'],
      // Only WebSocket APIs have one. It chooses among routes of one's own, and $default is the only one understood.
      RouteSelectionExpression: used,
      Tags: label,
    },
    ref: apiId,
    attributes: {
      ApiId: apiId,
      ApiEndpoint: (resource, world) =>
        `${resource.property('ProtocolType') === 'WEBSOCKET' ? 'wss' : 'https'}://${apiId(resource, world)}.execute-api.${world.region}.amazonaws.com`,
    },
  },
  'AWS::ApiGatewayV2::Stage': {
    properties: {
      ApiId: used,
      StageName: used,
      AutoDeploy: [true],
      AccessLogSettings: 'requests are shown on /_local',
      DefaultRouteSettings: {
        ThrottlingBurstLimit: 'there is one caller, and tests may hurry',
        ThrottlingRateLimit: 'there is one caller, and tests may hurry',
        DetailedMetricsEnabled: 'nothing is metered here',
      },
      Tags: label,
    },
    ref: (resource) => String(resource.property('StageName')),
  },
  'AWS::ApiGatewayV2::Integration': {
    properties: {
      ApiId: used,
      IntegrationType: ['AWS_PROXY'],
      IntegrationUri: used,
      PayloadFormatVersion: ['2.0'],
    },
    ref: plainId,
  },
  'AWS::ApiGatewayV2::RouteResponse': {
    properties: { ApiId: used, RouteId: used, RouteResponseKey: ['$default'] },
    ref: plainId,
  },
  'AWS::ApiGatewayV2::IntegrationResponse': {
    properties: { ApiId: used, IntegrationId: used, IntegrationResponseKey: ['$default'] },
    ref: plainId,
  },
  'AWS::Lambda::EventSourceMapping': {
    properties: {
      EventSourceArn: used,
      FunctionName: used,
      StartingPosition: ['TRIM_HORIZON'],
      BatchSize: used,
      MaximumBatchingWindowInSeconds: [0],
      BisectBatchOnFunctionError: used,
      FunctionResponseTypes: [['ReportBatchItemFailures']],
      MaximumRetryAttempts: used,
      MaximumRecordAgeInSeconds: used,
      ParallelizationFactor: [1],
      DestinationConfig: { OnFailure: { Destination: used } },
      FilterCriteria: { Filters: { Pattern: used } },
      Enabled: [true],
      Tags: label,
    },
    ref: plainId,
  },
  'AWS::SQS::Queue': {
    properties: {
      QueueName: used,
      MessageRetentionPeriod: 'messages are kept until --fresh',
      SqsManagedSseEnabled: 'the data lies on your own disk',
      Tags: label,
    },
    ref: (resource, world) =>
      `https://sqs.${world.region}.amazonaws.com/${world.accountId}/${queueName(resource, world)}`,
    attributes: {
      Arn: (resource, world) => arn('sqs', world, queueName(resource, world)),
      QueueName: (resource, world) => queueName(resource, world),
    },
  },
  'AWS::ApiGatewayV2::Route': {
    properties: {
      ApiId: used,
      RouteKey: used,
      Target: used,
      AuthorizationType: ['JWT', 'NONE'],
      AuthorizerId: used,
      AuthorizationScopes: used,
      RouteResponseSelectionExpression: ['$default'],
      OperationName: label,
    },
    ref: plainId,
  },
  'AWS::ApiGatewayV2::Authorizer': {
    properties: {
      ApiId: used,
      AuthorizerType: ['JWT'],
      IdentitySource: used,
      JwtConfiguration: { Audience: used, Issuer: used },
      Name: label,
    },
    ref: plainId,
  },
  'AWS::Cognito::UserPool': {
    properties: {
      AdminCreateUserConfig:
        'whoever the provider vouches for gets in, as on AWS; no other sign-up exists here',
      UserPoolName: label,
      UserPoolTags: label,
      UserPoolTier:
        'the tier decides what AWS offers and asks for; what the client uses of it is checked there',
      DeletionProtection: '--fresh has to be able to delete it',
      Policies: noPasswords,
      AccountRecoverySetting: noPasswords,
      EmailVerificationMessage: noPasswords,
      EmailVerificationSubject: noPasswords,
      SmsVerificationMessage: noPasswords,
      VerificationMessageTemplate: noPasswords,
    },
    ref: userPoolId,
    attributes: {
      Arn: (resource, world) => arn('cognito-idp', world, `userpool/${userPoolId(resource, world)}`),
      UserPoolId: userPoolId,
      ProviderName: (resource, world) =>
        `cognito-idp.${world.region}.amazonaws.com/${userPoolId(resource, world)}`,
      ProviderURL: (resource, world) =>
        `https://cognito-idp.${world.region}.amazonaws.com/${userPoolId(resource, world)}`,
    },
  },
  'AWS::Cognito::UserPoolIdentityProvider': {
    properties: {
      UserPoolId: used,
      ProviderName: ['Google'],
      ProviderType: ['Google'],
      AttributeMapping: used,
      ProviderDetails: 'the page for choosing a person stands in for Google; its secrets are never looked up',
    },
    ref: (resource) => String(resource.property('ProviderName')),
  },
  'AWS::Cognito::UserPoolResourceServer': {
    properties: {
      UserPoolId: used,
      Identifier: used,
      Name: label,
      Scopes: { ScopeName: used, ScopeDescription: label },
    },
    ref: (resource) => String(resource.property('Identifier')),
  },
  'AWS::Cognito::UserPoolDomain': {
    properties: {
      UserPoolId: used,
      Domain: used,
      ManagedLoginVersion: 'the page for choosing a person looks as it looks',
    },
    ref: (resource) => String(resource.property('Domain')),
  },
  'AWS::Cognito::UserPoolClient': {
    properties: {
      UserPoolId: used,
      ClientName: label,
      SupportedIdentityProviders: [['Google']],
      AllowedOAuthFlowsUserPoolClient: [true],
      AllowedOAuthFlows: [['code']],
      AllowedOAuthScopes: used,
      CallbackURLs: used,
      LogoutURLs: used,
      ExplicitAuthFlows: used,
      GenerateSecret: [false],
      AccessTokenValidity: used,
      IdTokenValidity: used,
      RefreshTokenValidity: used,
      TokenValidityUnits: used,
      RefreshTokenRotation: { Feature: used, RetryGracePeriodSeconds: used },
      EnableTokenRevocation: used,
      ReadAttributes: used,
      WriteAttributes: 'tokens of this client lack the scope with which a person could write attributes',
      PreventUserExistenceErrors: noPasswords,
    },
    ref: clientId,
    attributes: { ClientId: clientId },
  },
  'AWS::S3::Bucket': {
    properties: {
      BucketName: used,
      BucketEncryption: 'the data lies on your own disk',
      OwnershipControls: 'there is one owner',
      PublicAccessBlockConfiguration: 'only this machine reaches it',
      Tags: label,
    },
    ref: bucketName,
    attributes: {
      Arn: (resource, world) => `arn:aws:s3:::${bucketName(resource, world)}`,
      RegionalDomainName: (resource, world) =>
        `${bucketName(resource, world)}.s3.${world.region}.amazonaws.com`,
    },
  },
  'AWS::CloudFront::Distribution': {
    properties: {
      Tags: label,
      DistributionConfig: {
        DefaultCacheBehavior: behavior,
        CacheBehaviors: behavior,
        DefaultRootObject: used,
        CustomErrorResponses: { ErrorCode: used, ErrorCachingMinTTL: used },
        Origins: {
          Id: used,
          DomainName: used,
          OriginPath: [''],
          S3OriginConfig: { OriginAccessIdentity: [''] },
          OriginAccessControlId: 'the website is read from its folder',
          CustomOriginConfig: 'functions are called directly',
        },
        Enabled: [true],
        Comment: label,
        HttpVersion: 'browsers speak HTTP/1.1 without TLS',
        IPV6Enabled: 'this machine is reached by its own name',
        PriceClass: oneMachine,
      },
    },
    ref: (resource, world) => `E${idOf(resource, world, 13, 'upper')}`,
    attributes: {
      Id: (resource, world) => `E${idOf(resource, world, 13, 'upper')}`,
      DomainName: (resource, world) => `d${idOf(resource, world, 13)}.cloudfront.net`,
    },
  },
  'AWS::CloudFront::Function': {
    properties: {
      Name: used,
      FunctionCode: used,
      AutoPublish: [true],
      FunctionConfig: { Runtime: ['cloudfront-js-2.0'], Comment: label },
      Tags: label,
    },
    ref: edgeFunctionArn,
    attributes: { FunctionARN: edgeFunctionArn },
  },
  'AWS::CloudFront::ResponseHeadersPolicy': {
    properties: {
      ResponseHeadersPolicyConfig: {
        Name: label,
        Comment: label,
        CustomHeadersConfig: { Items: { Header: used, Value: used, Override: used } },
        SecurityHeadersConfig: {
          ContentSecurityPolicy: { ContentSecurityPolicy: used, Override: used },
          ContentTypeOptions: { Override: used },
          FrameOptions: { FrameOption: used, Override: used },
          ReferrerPolicy: { ReferrerPolicy: used, Override: used },
          StrictTransportSecurity: 'this machine speaks http with itself',
        },
      },
    },
    ref: plainId,
    attributes: { Id: plainId },
  },
};

/** Types without a counterpart on this machine, each with its reason. Their properties are not looked at. */
export const typesWithoutCounterpart: Readonly<Record<string, string>> = {
  'AWS::CDK::Metadata': 'tells AWS which constructs were used',
  'AWS::CloudFront::OriginAccessControl': 'the website is read from its folder',
  'AWS::CloudWatch::Alarm': 'failures are shown on /_local',
  'AWS::Lambda::LayerVersion':
    'only CDK’s own deployment function has one; a function of ours that names one is refused',
  'AWS::Logs::LogGroup': 'what a function prints is shown on /_local',
  'AWS::Logs::MetricFilter': 'nothing is metered here; what a function prints is shown on /_local',
  'AWS::SES::ConfigurationSetEventDestination': 'no mail leaves this machine, so none comes back',
  'AWS::S3::BucketPolicy': 'only this machine reaches the bucket',
  'AWS::SQS::QueuePolicy': 'only this machine reaches the queue',
  'AWS::SNS::Subscription': 'there are no alarms here that would be told',
  'AWS::SNS::Topic': 'there are no alarms here that would be told',
  'AWS::SNS::TopicPolicy': 'there are no alarms here that would be told',
  'Custom::S3AutoDeleteObjects': 'the website is read from its folder; there is no bucket to be emptied',
  'Custom::CDKBucketDeployment':
    'the website is read from its folder, config.json from the output WebsiteConfig',
};

/** CDK's own helpers for deploying: logical ids that begin so stand for no part of the system. */
export const deploymentHelpers: Readonly<Record<string, string>> = {
  CustomCDKBucketDeployment: 'copies the website into its bucket',
  CustomS3AutoDeleteObjects: 'empties the bucket of a stage that is taken down',
};
