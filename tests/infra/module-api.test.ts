import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { moduleNeeds } from '../../infra/module-needs.ts';
import { routePath } from '../../shared/core/contract.ts';
import { moduleNames, modules } from '../../shared/modules.ts';
import { spoken, synthesize, type Template } from '../support/template.ts';

let template: Template;

beforeAll(async () => {
  template = await synthesize('dev');
});

const declared = Object.values(modules).flatMap(({ module, routes }) =>
  Object.values(routes).map((route) => ({ module, route, key: `${route.method} ${routePath(route)}` })),
);

/** The module's function, by what its bundle's alarm and logs are named after. */
const functionOf = (module: string) =>
  template.only(
    'AWS::Lambda::Function',
    (_, { Properties }) => Properties.FunctionName === `guildhall-dev-${module}`,
  );

/** What the function may do: `action on resource`, with the names that the template uses. */
const mayDo = (module: string) => {
  const role = functionOf(module).Properties.Role['Fn::GetAtt'][0];
  const { Properties: own } = template.only('AWS::IAM::Role', (id) => id === role);
  expect(own.ManagedPolicyArns, 'no policy but its own').toBeUndefined();
  return template
    .all('AWS::IAM::Policy')
    .filter(([, policy]) => policy.Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === role))
    .flatMap(([, policy]) => policy.Properties.PolicyDocument.Statement)
    .flatMap(({ Effect, Action, Resource, ...rest }) => {
      expect([Effect, rest]).toEqual(['Allow', {}]);
      return [Action].flat().flatMap((action) => [Resource].flat().map((on) => `${action} on ${spoken(on)}`));
    });
};

describe('routes', () => {
  it('are those of the contracts, and no other', () => {
    const routes = template.all('AWS::ApiGatewayV2::Route').map(([, route]) => route.Properties.RouteKey);
    expect(routes.sort()).toEqual(declared.map(({ key }) => key).sort());
  });

  it.each(declared)('$key takes only the access tokens of this client', ({ route, key }) => {
    const { Properties } = template.only('AWS::ApiGatewayV2::Route', (_, r) => r.Properties.RouteKey === key);
    if (route.access === ('public' as typeof route.access)) {
      expect(Properties.AuthorizationType).toBe('NONE');
      return;
    }
    const authorizer = template.only('AWS::ApiGatewayV2::Authorizer');
    expect(Properties.AuthorizationType).toBe('JWT');
    expect(Properties.AuthorizerId).toEqual({ Ref: authorizer.id });
    // An ID token has no scope.
    expect(Properties.AuthorizationScopes).toEqual(['guildhall/app']);
    const { Audience, Issuer } = authorizer.Properties.JwtConfiguration;
    expect(Audience).toEqual([{ Ref: template.only('AWS::Cognito::UserPoolClient').id }]);
    expect(spoken(Issuer)).toBe(`<${template.only('AWS::Cognito::UserPool').id}.ProviderURL>`);
  });

  it.each(declared)('$key is answered by the function of its module', ({ module, key }) => {
    const { Properties } = template.only('AWS::ApiGatewayV2::Route', (_, r) => r.Properties.RouteKey === key);
    const integration = spoken(Properties.Target).replace(/^integrations\/<(.*)>$/, '$1');
    const { IntegrationUri } = template.only(
      'AWS::ApiGatewayV2::Integration',
      (id) => id === integration,
    ).Properties;
    expect(spoken(IntegrationUri)).toBe(`<${functionOf(module).id}.Arn>`);
  });

  it('cost one integration and one permission per module', () => {
    expect(template.all('AWS::ApiGatewayV2::Integration')).toHaveLength(moduleNames.length);
    expect(template.all('AWS::Lambda::Permission')).toHaveLength(moduleNames.length);
  });

  it('are throttled and logged, without anything that names a person', () => {
    const { Properties: stage } = template.only('AWS::ApiGatewayV2::Stage');
    expect(stage.DefaultRouteSettings.ThrottlingRateLimit).toBeGreaterThan(0);
    const { Format } = stage.AccessLogSettings;
    expect(Object.keys(JSON.parse(Format))).toContain('requestId');
    expect(Format).not.toMatch(/sourceIp|userAgent|claims|identity/);
  });
});

describe.each(moduleNames)('the function of %s', (module) => {
  it('may touch exactly what its module needs', () => {
    const table = `<${template.only('AWS::DynamoDB::GlobalTable').id}.Arn>`;
    const logs = spoken(functionOf(module).Properties.LoggingConfig.LogGroup).replace('>', '.Arn>');
    const needs = moduleNeeds[module].table;
    expect(mayDo(module).sort()).toEqual(
      [
        `logs:CreateLogStream on ${logs}`,
        `logs:PutLogEvents on ${logs}`,
        ...needs.map((action) => `dynamodb:${action} on ${table}`),
        ...(needs.includes('Query')
          ? ['gsi1', 'gsi2'].map((index) => `dynamodb:Query on ${table}/index/${index}`)
          : []),
      ].sort(),
    );
  });

  it('is told nothing that it does not need', () => {
    const { Variables } = functionOf(module).Properties.Environment;
    const expected = ['TABLE_NAME', ...(moduleNeeds[module].userInfo ? ['USER_INFO_URL'] : [])];
    expect(Object.keys(Variables).sort()).toEqual(expected.sort());
  });

  it('runs where it was bundled for', () => {
    const { Runtime, Architectures, Handler } = functionOf(module).Properties;
    expect([Runtime, Architectures, Handler]).toEqual(['nodejs24.x', ['arm64'], 'index.handler']);
  });

  it('has an alarm for failing and one for being throttled', () => {
    const { id } = functionOf(module);
    const watched = template
      .all('AWS::CloudWatch::Alarm')
      .filter(([, { Properties }]) =>
        Properties.Dimensions.some((d: { Value: unknown }) => spoken(d.Value) === `<${id}>`),
      )
      .map(([, { Properties }]) => Properties.MetricName);
    expect(watched.sort()).toEqual(['Errors', 'Throttles']);
  });
});

describe('alarms', () => {
  it('say what is broken for whom, name a page of the runbook, and reach somebody', () => {
    const headings = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (.+)$/gm)];
    const pages = headings.map(([, heading]) => heading?.toLowerCase().replaceAll(' ', '-'));
    const topic = template.only('AWS::SNS::Topic').id;
    expect(template.only('AWS::SNS::Subscription').Properties.TopicArn).toEqual({ Ref: topic });
    for (const [id, { Properties }] of template.all('AWS::CloudWatch::Alarm')) {
      const [, impact, page] = /^(.+\.) See docs\/runbook\.md#(.+)$/.exec(Properties.AlarmDescription) ?? [];
      expect(impact?.split(' ').length, id).toBeGreaterThan(4);
      expect(pages, id).toContain(page);
      expect(Properties.AlarmActions, id).toEqual([{ Ref: topic }]);
    }
  });

  it('are let into their topic', () => {
    const { Statement } = template.only('AWS::SNS::TopicPolicy').Properties.PolicyDocument;
    expect(Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
      }),
    );
  });
});
