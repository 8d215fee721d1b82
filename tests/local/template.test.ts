import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LocalTemplate, TemplateError } from '../../infra/local/runner/template.ts';
import {
  type FixtureResources,
  fixtureResources,
  temporaryFolder,
  writeAssembly,
} from './assembly-fixture.ts';

const place = { region: 'eu-central-1', accountId: '000000000000' };

const read = (change: (resources: FixtureResources) => void): LocalTemplate => {
  const resources = fixtureResources();
  change(resources);
  return new LocalTemplate(writeAssembly(temporaryFolder(), resources), place);
};

const properties = (resources: FixtureResources, id: string): Record<string, unknown> => {
  const resource = resources[id];
  if (!resource) throw new Error(`the fixture has no ${id}`);
  resource.Properties ??= {};
  return resource.Properties;
};

test('resolves references as AWS would name things', () => {
  const template = read(() => {});
  const [echo] = template.all('AWS::Lambda::Function');
  expect(echo?.properties.Role).toBe('arn:aws:iam::000000000000:role/fixture-echoRole');
  expect(echo?.properties.Environment).toEqual({
    Variables: {
      TABLE_NAME: 'fixture-Table',
      SITE: expect.stringMatching(/^https:\/\/d[0-9a-f]{13}\.cloudfront\.net$/),
    },
  });
  expect(template.only('AWS::Cognito::UserPool').ref).toMatch(/^eu-central-1_[0-9a-f]{9}$/);
  expect(JSON.parse(template.output('WebsiteConfig'))).toEqual({
    userPoolId: template.only('AWS::Cognito::UserPool').ref,
    userPoolClientId: template.only('AWS::Cognito::UserPoolClient').ref,
    socketUrl: expect.stringMatching(
      /^wss:\/\/[0-9a-f]{10}\.execute-api\.eu-central-1\.amazonaws\.com\/live$/,
    ),
  });
});

test('finds the folder of an asset', () => {
  const template = read(() => {});
  expect(template.assetPath('echo.zip')).toMatch(/asset\.echo$/);
  expect(() => template.assetPath('other.zip')).toThrow(/no asset other\.zip/);
});

test('leaves a secret unresolved', () => {
  const google = read(() => {}).only('AWS::Cognito::UserPoolIdentityProvider');
  expect(google.properties.ProviderDetails).toEqual({
    client_secret: '{{resolve:secretsmanager:google:SecretString:secret::}}',
  });
});

test.each<[string, (resources: FixtureResources) => void, RegExp]>([
  [
    'a resource type',
    (resources) => {
      resources.Stream = { Type: 'AWS::Kinesis::Stream' };
    },
    /Stream: the resource type AWS::Kinesis::Stream is not understood/,
  ],
  [
    'a property',
    (resources) => {
      properties(resources, 'echo').TracingConfig = { Mode: 'Active' };
    },
    /echo \(AWS::Lambda::Function\): property TracingConfig is not understood/,
  ],
  [
    'a property deep within',
    (resources) => {
      const site = properties(resources, 'Site').DistributionConfig as {
        CacheBehaviors: Record<string, unknown>[];
      };
      Object.assign(site.CacheBehaviors[0] ?? {}, { RealtimeLogConfigArn: 'x' });
    },
    /Site \(AWS::CloudFront::Distribution\): property DistributionConfig\.CacheBehaviors\.RealtimeLogConfigArn/,
  ],
  [
    'a value',
    (resources) => {
      properties(resources, 'Api').ProtocolType = 'MQTT';
    },
    /Api .*ProtocolType: the value "MQTT" is not understood/,
  ],
  [
    'a runtime that is not Node',
    (resources) => {
      properties(resources, 'echo').Runtime = 'python3.13';
    },
    /python3\.13/,
  ],
  [
    'an intrinsic',
    (resources) => {
      properties(resources, 'Table').TableName = { 'Fn::ImportValue': 'x' };
    },
    /Fn::ImportValue is not understood/,
  ],
  [
    'an attribute',
    (resources) => {
      properties(resources, 'echo').FunctionName = { 'Fn::GetAtt': ['Table', 'TableId'] };
    },
    /the attribute TableId of Table/,
  ],
  [
    'a reference to nothing',
    (resources) => {
      properties(resources, 'echo').Role = { Ref: 'Nobody' };
    },
    /refers to Nobody/,
  ],
  [
    'a condition, which would decide whether a resource exists',
    (resources) => {
      resources.Bucket = { Type: 'AWS::S3::Bucket', Condition: 'OnMondays' };
    },
    /Bucket .*Condition is not understood/,
  ],
])('stops at %s, naming it', (_name, change, message) => {
  expect(() => read(change)).toThrow(TemplateError);
  expect(() => read(change)).toThrow(message);
});

test('passes over what has no counterpart here, whatever its properties are', () => {
  const template = read((resources) => {
    resources.Bell = { Type: 'AWS::CloudWatch::Alarm', Properties: { Whatever: { 'Fn::If': [] } } };
    resources.CustomCDKBucketDeployment1 = {
      Type: 'AWS::Lambda::Function',
      Properties: { Runtime: 'python3.13' },
    };
    properties(resources, 'echo').LoggingConfig = { LogGroup: { Ref: 'Logs' } };
    resources.Logs = { Type: 'AWS::Logs::LogGroup' };
  });
  expect(template.all('AWS::Lambda::Function').map((one) => one.logicalId)).toEqual([
    'echo',
    'writer',
    'socket',
    'follower',
  ]);
});

test('an assembly without a stack says so', () => {
  const folder = temporaryFolder();
  expect(() => new LocalTemplate(join(folder, 'nothing'), place)).toThrow(/manifest\.json/);
});
