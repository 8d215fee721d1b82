import type { Stack } from 'aws-cdk-lib';
import { CfnTopic } from 'aws-cdk-lib/aws-sns';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownDomain, spoken, synthesize, type Template } from '../support/template.ts';

/** Both stages, with CloudFormation's rules and AwsSolutions as errors: a finding fails here, by its name. */
let dev: Template;
let prod: Template;

beforeAll(async () => {
  dev = await synthesize('dev', { validated: true });
  prod = await synthesize('prod', { validated: true });
});

describe('the template', () => {
  it('needs neither an account nor the network', () => {
    expect([...dev.lookUps, ...prod.lookUps]).toEqual([]);
  });

  it('refuses a stage that does not exist', async () => {
    await expect(synthesize('test')).rejects.toThrow('There is no stage "test"');
  });

  it.each([
    ['with a domain of its own', { settings: ownDomain }],
    ['without the settings of a stage', { settings: 'none' as const }],
  ])('passes the rules %s, too', async (_, options) => {
    expect((await synthesize('prod', { ...options, validated: true })).text).toBe(
      (await synthesize('prod', options)).text,
    );
  });

  it('is refused when CloudFormation or AwsSolutions would find something', async () => {
    const spoil = (stack: Stack) => {
      new CfnTopic(stack, 'Spoilt').addPropertyOverride('Nonsense', true);
    };
    const refused = expect(synthesize('dev', { validated: true, spoil })).rejects;
    await refused.toThrow("'Nonsense' was unexpected");
    await refused.toThrow('AwsSolutions-SNS3');
  });

  it('has no resource that waits for itself, which CloudFormation would refuse at the deployment', () => {
    const { Resources } = JSON.parse(prod.text) as { Resources: Record<string, object> };
    const referred = (text: string): string[] =>
      [/"Ref":"(\w+)"/g, /"Fn::GetAtt":\["(\w+)"/g, /\$\{(\w+)[.}]/g].flatMap((reference) =>
        [...text.matchAll(reference)].map(([, id]) => String(id)),
      );
    const needs = new Map(
      Object.entries(Resources).map(([id, resource]) => {
        const { DependsOn = [] } = resource as { DependsOn?: string | string[] };
        return [id, [...referred(JSON.stringify(resource)), ...[DependsOn].flat()]];
      }),
    );
    const settled = new Set<string>();
    const waitsForItself = (id: string, path: readonly string[]): string[] | undefined => {
      if (path.includes(id)) return [...path, id];
      if (settled.has(id)) return undefined;
      for (const other of needs.get(id) ?? []) {
        const found = waitsForItself(other, [...path, id]);
        if (found) return found;
      }
      settled.add(id);
      return undefined;
    };
    expect([...needs.values()].flat().length).toBeGreaterThan(500);
    expect(Object.keys(Resources).flatMap((id) => waitsForItself(id, []) ?? [])).toEqual([]);
  });

  it('names secrets and holds none', () => {
    const google = prod.only('AWS::Cognito::UserPoolIdentityProvider').Properties.ProviderDetails;
    expect(google.client_secret).toBe(
      '{{resolve:secretsmanager:guildhall/prod/google:SecretString:clientSecret::}}',
    );
    expect(google.client_id).toMatch(/^{{resolve:secretsmanager:/);
    expect(prod.text).not.toMatch(/sk_(test|live)_|whsec_|price_/);
  });

  it('tells the website where to sign in, and its operator where it is', () => {
    expect(Object.keys(dev.outputs).sort()).toEqual([
      'DnsRecords',
      'GoogleRedirectUri',
      'StripeWebhookUrl',
      'WebsiteConfig',
      'WebsiteUrl',
    ]);
  });
});

describe('the sender of mails', () => {
  it('may be known to SES already, from another stage: it is used, with the rules of this stage, and not made', async () => {
    const second = await synthesize('prod', { validated: true, settings: { mailIdentity: 'existing' } });
    expect(second.all('AWS::SES::EmailIdentity')).toEqual([]);
    expect(Object.keys(second.outputs)).not.toContain('DnsRecords');
    expect(second.only('AWS::SES::ConfigurationSet').Properties.Name).toBe('guildhall-prod');
    const { Properties: sends } = second.only(
      'AWS::Lambda::Function',
      (_, { Properties }) => Properties.FunctionName === 'guildhall-prod-trial-reminders',
    );
    expect(sends.Environment.Variables).toMatchObject({
      MAIL_FROM: 'Guildhall <hello@example.com>',
      MAIL_RULES: 'guildhall-prod',
    });
    const may = second
      .all('AWS::IAM::Policy')
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
      .filter(({ Action }) => Action === 'ses:SendEmail')
      .flatMap(({ Resource }) => Resource.map(spoken));
    expect([...new Set(may.map((on) => on.split(':').at(-1)))].sort()).toEqual([
      'configuration-set/guildhall-prod',
      'identity/example.com',
    ]);
  });
});

describe('the table', () => {
  it.each(['dev', 'prod'] as const)(
    'keeps changes and earlier states, and forgets what is over (%s)',
    (stage) => {
      const { Properties: table } = { dev, prod }[stage].only('AWS::DynamoDB::GlobalTable');
      expect(table.BillingMode).toBe('PAY_PER_REQUEST');
      expect(table.StreamSpecification).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
      expect(table.TimeToLiveSpecification).toEqual({ AttributeName: 'ttl', Enabled: true });
      expect(table.Replicas).toHaveLength(1);
      expect(table.Replicas[0].PointInTimeRecoverySpecification).toEqual({
        PointInTimeRecoveryEnabled: true,
      });
      expect(table.GlobalSecondaryIndexes).toEqual(
        ['gsi1', 'gsi2', 'gsi3'].map((IndexName) => ({
          IndexName,
          KeySchema: [
            { AttributeName: `${IndexName}pk`, KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        })),
      );
    },
  );
});

describe('what people entered', () => {
  it('outlives the stack in production', () => {
    for (const type of ['AWS::DynamoDB::GlobalTable', 'AWS::Cognito::UserPool']) {
      expect(prod.only(type).DeletionPolicy, type).toBe('RetainExceptOnCreate');
      expect(dev.only(type).DeletionPolicy, type).toBe('Delete');
    }
  });

  it('can be deleted in production only by someone who says so twice', () => {
    const table = (template: Template) => template.only('AWS::DynamoDB::GlobalTable').Properties.Replicas[0];
    expect(table(prod).DeletionProtectionEnabled).toBe(true);
    expect(table(dev).DeletionProtectionEnabled).toBe(false);
    expect(prod.only('AWS::Cognito::UserPool').Properties.DeletionProtection).toBe('ACTIVE');
  });

  it('stays in logs for a stated time only', () => {
    for (const [template, days] of [
      [dev, 7],
      [prod, 90],
    ] as const) {
      for (const [id, group] of template.all('AWS::Logs::LogGroup')) {
        expect(group.Properties.RetentionInDays, id).toBe(days);
      }
    }
  });
});

describe('signing in', () => {
  it('is possible with Google alone', () => {
    const { Properties: client } = dev.only('AWS::Cognito::UserPoolClient');
    expect(client.SupportedIdentityProviders).toEqual(['Google']);
    expect(client.AllowedOAuthFlows).toEqual(['code']);
    // Absent or empty would mean SRP passwords; custom needs triggers, of which there are none.
    expect(client.ExplicitAuthFlows).toEqual(['ALLOW_CUSTOM_AUTH']);
    const { Properties: pool } = dev.only('AWS::Cognito::UserPool');
    expect(pool.LambdaConfig).toBeUndefined();
    expect(pool.AdminCreateUserConfig.AllowAdminCreateUserOnly).toBe(true);
  });

  it('gives a token that cannot change who one is', () => {
    const { Properties: client } = dev.only('AWS::Cognito::UserPoolClient');
    expect(client.AllowedOAuthScopes).toEqual(['openid', 'email', 'profile', 'guildhall/app']);
    expect(client.WriteAttributes).toEqual(['email', 'name']);
    expect(dev.text).not.toContain('custom:');
  });

  it('can be taken back: tokens rotate and are revocable', () => {
    const { Properties: client } = dev.only('AWS::Cognito::UserPoolClient');
    expect(client.RefreshTokenRotation.Feature).toBe('ENABLED');
    expect(client.EnableTokenRevocation).toBe(true);
    expect(client.PreventUserExistenceErrors).toBe('ENABLED');
  });

  it('hands on what Google says about the e-mail, verified or not', () => {
    const { AttributeMapping } = dev.only('AWS::Cognito::UserPoolIdentityProvider').Properties;
    expect(AttributeMapping).toEqual({ email: 'email', email_verified: 'email_verified', name: 'name' });
    expect(dev.only('AWS::Cognito::UserPoolClient').Properties.ReadAttributes).toEqual([
      'email',
      'email_verified',
      'name',
    ]);
  });
});
