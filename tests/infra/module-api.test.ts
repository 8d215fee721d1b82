import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type FunctionName,
  type FunctionNeeds,
  moduleNeeds,
  otherFunction,
  otherFunctionNames,
} from '../../infra/module-needs.ts';
import { log } from '../../services/core/log.ts';
import { routePath } from '../../shared/core/contract.ts';
import { moduleNames, modules } from '../../shared/modules.ts';
import { spoken, synthesize, type Template, unusual } from '../support/template.ts';

let template: Template;

beforeAll(async () => {
  template = await synthesize('dev');
});

const declared = Object.values(modules).flatMap(({ module, routes }) =>
  Object.values(routes).map((route) => ({ module, route, key: `${route.method} ${routePath(route)}` })),
);

/** Beside the contracts': who calls it proves who they are to the function itself. */
const webhookRoute = 'POST /api/stripe/webhook';

const functionNames = [...moduleNames, ...otherFunctionNames];
const needsOf = (name: (typeof functionNames)[number]): FunctionNeeds =>
  moduleNames.find((module) => module === name)
    ? moduleNeeds[name as keyof typeof moduleNeeds]
    : otherFunction(name as (typeof otherFunctionNames)[number]);

/** A function, by what its bundle's alarm and logs are named after. */
const functionOf = (name: string) =>
  template.only(
    'AWS::Lambda::Function',
    (_, { Properties }) => Properties.FunctionName === `guildhall-dev-${name}`,
  );

const apiOf = (protocol: 'HTTP' | 'WEBSOCKET') =>
  template.only('AWS::ApiGatewayV2::Api', (_, { Properties }) => Properties.ProtocolType === protocol);
const routesOf = (protocol: 'HTTP' | 'WEBSOCKET') =>
  template
    .all('AWS::ApiGatewayV2::Route')
    .map(([, { Properties }]) => Properties)
    .filter(({ ApiId }) => ApiId.Ref === apiOf(protocol).id);
const httpRoutes = () => routesOf('HTTP');

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

/** CloudWatch's filter patterns for text: `"word"` has to be there, of several `?"word"` one. A field (`{ $.… }`) needs a line that is JSON from its first character on. */
const matchesWords = (pattern: string, line: string): boolean => {
  const terms = [...pattern.matchAll(/(\??)"([^"]+)"/g)].map(([, or, word]) => ({ or, word: String(word) }));
  if (terms.map(({ or, word }) => `${or}"${word}"`).join(' ') !== pattern) return false;
  const any = terms.filter(({ or }) => or);
  const all = terms.filter(({ or }) => !or);
  return (
    all.every(({ word }) => line.includes(word)) &&
    (any.length === 0 || any.some(({ word }) => line.includes(word)))
  );
};

describe('routes', () => {
  it("are those of the contracts and Stripe's webhook, and no other", () => {
    const routes = httpRoutes().map(({ RouteKey }) => RouteKey);
    expect(routes.sort()).toEqual([...declared.map(({ key }) => key), webhookRoute].sort());
  });

  it('are public only where nothing else is possible', () => {
    const open = httpRoutes()
      .filter(({ AuthorizationType }) => (AuthorizationType ?? 'NONE') === 'NONE')
      .map(({ RouteKey }) => RouteKey);
    expect(open.sort()).toEqual([
      'POST /api/invitation-codes/check',
      // Carries a secret that was mailed to the invited address.
      'POST /api/invitation-links/open',
      webhookRoute,
    ]);
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

  it('cost one integration and one permission per function', () => {
    const behindRoutes = moduleNames.length + 1;
    const api = apiOf('HTTP').id;
    const integrations = template
      .all('AWS::ApiGatewayV2::Integration')
      .filter(([, { Properties }]) => Properties.ApiId.Ref === api);
    expect(integrations).toHaveLength(behindRoutes);
    const permissions = template
      .all('AWS::Lambda::Permission')
      .filter(([, { Properties }]) => Properties.Principal === 'apigateway.amazonaws.com')
      .filter(([, { Properties }]) => spoken(Properties.SourceArn).includes(`<${api}>`));
    expect(permissions).toHaveLength(behindRoutes);
  });

  it('are throttled and logged, without anything that names a person', () => {
    const { Properties: stage } = template.only(
      'AWS::ApiGatewayV2::Stage',
      (_, { Properties }) => Properties.StageName === '$default',
    );
    expect(stage.DefaultRouteSettings.ThrottlingRateLimit).toBeGreaterThan(0);
    const { Format } = stage.AccessLogSettings;
    expect(Object.keys(JSON.parse(Format))).toContain('requestId');
    expect(Format).not.toMatch(/sourceIp|userAgent|claims|identity/);
  });
});

describe.each(functionNames)('the function of %s', (name) => {
  it('may touch exactly what it needs', () => {
    const table = `<${template.only('AWS::DynamoDB::GlobalTable').id}.Arn>`;
    const logs = spoken(functionOf(name).Properties.LoggingConfig.LogGroup).replace('>', '.Arn>');
    const { table: actions, mail, secret, sockets, signIns } = needsOf(name);
    const account = '<AWS::Region>:<AWS::AccountId>';
    expect(mayDo(name).sort()).toEqual(
      [
        `logs:CreateLogStream on ${logs}`,
        `logs:PutLogEvents on ${logs}`,
        ...actions
          .filter((action) => action !== 'QueryIndex')
          .map((action) => `dynamodb:${action} on ${table}`),
        ...(actions.includes('Query') || actions.includes('QueryIndex')
          ? ['gsi1', 'gsi2', 'gsi3'].map((index) => `dynamodb:Query on ${table}/index/${index}`)
          : []),
        ...(mail
          ? [
              `ses:SendEmail on arn:<AWS::Partition>:ses:${account}:identity/*`,
              `ses:SendEmail on arn:<AWS::Partition>:ses:${account}:configuration-set/guildhall-dev`,
            ]
          : []),
        ...(sockets
          ? [
              `execute-api:ManageConnections on arn:<AWS::Partition>:execute-api:${account}:<${apiOf('WEBSOCKET').id}>/live/*/@connections/*`,
            ]
          : []),
        ...(signIns
          ? [`cognito-idp:AdminDeleteUser on <${template.only('AWS::Cognito::UserPool').id}.Arn>`]
          : []),
        ...(name === 'change-feed'
          ? [
              ...['DescribeStream', 'GetRecords', 'GetShardIterator'].map(
                (action) => `dynamodb:${action} on ${table.replace('.Arn>', '.StreamArn>')}`,
              ),
              'dynamodb:ListStreams on *',
              `sqs:SendMessage on <${template.only('AWS::SQS::Queue').id}.Arn>`,
            ]
          : []),
        ...(secret
          ? [
              `secretsmanager:GetSecretValue on arn:<AWS::Partition>:secretsmanager:${account}:secret:guildhall/dev/${secret}-??????`,
            ]
          : []),
      ].sort(),
    );
  });

  it('is told nothing that it does not need', () => {
    const { Variables } = functionOf(name).Properties.Environment;
    const { userInfo, website, mail, secret, rates, sockets, signIns } = needsOf(name);
    const expected = [
      'TABLE_NAME',
      ...(userInfo ? ['USER_INFO_URL'] : []),
      ...(website ? ['WEBSITE_URL'] : []),
      ...(mail ? ['MAIL_FROM', 'MAIL_RULES'] : []),
      ...(secret ? ['STRIPE_SECRET', 'STRIPE_API'] : []),
      ...(rates ? ['RATES_URL'] : []),
      ...(sockets ? ['SOCKET_ENDPOINT'] : []),
      ...(signIns ? ['USER_POOL_ID'] : []),
      ...(name === 'change-feed' ? ['HISTORY_DAYS'] : []),
    ];
    expect(Object.keys(Variables).sort()).toEqual(expected.sort());
  });

  it('has ten seconds, unless it walks through all groups or five hundred changes, or tells a whole group by mail', () => {
    const takesLong = ['trial-reminders', 'finish-deletions', 'change-feed'].includes(name);
    expect(functionOf(name).Properties.Timeout).toBe(takesLong ? 60 : name === 'billing' ? 25 : 10);
  });

  it('runs where it was bundled for', () => {
    const { Runtime, Architectures, Handler } = functionOf(name).Properties;
    expect([Runtime, Architectures, Handler]).toEqual(['nodejs24.x', ['arm64'], 'index.handler']);
  });

  it('has an alarm for failing and one for being throttled', () => {
    const { id } = functionOf(name);
    const watched = template
      .all('AWS::CloudWatch::Alarm')
      .filter(([, { Properties }]) =>
        (Properties.Dimensions ?? []).some((d: { Value: unknown }) => spoken(d.Value) === `<${id}>`),
      )
      .map(([, { Properties }]) => Properties.MetricName);
    const more = name === 'change-feed' ? ['IteratorAge'] : [];
    expect(watched.sort()).toEqual(['Errors', ...more, 'Throttles']);
  });
});

describe('schedules', () => {
  it('call each its function, every hour, and nobody else may', () => {
    const scheduled = otherFunctionNames.filter((name) => 'schedule' in otherFunction(name).calledBy);
    const rules = template.all('AWS::Events::Rule');
    expect(rules.map(([, { Properties }]) => Properties.Name).sort()).toEqual(
      scheduled.map((name) => `guildhall-dev-${name}`).sort(),
    );
    for (const [id, { Properties }] of rules) {
      expect([Properties.ScheduleExpression, Properties.State]).toEqual(['rate(1 hour)', 'ENABLED']);
      const [target, ...others] = Properties.Targets;
      expect(others).toEqual([]);
      const permission = template.only(
        'AWS::Lambda::Permission',
        (_, { Properties: given }) => JSON.stringify(given.FunctionName) === JSON.stringify(target.Arn),
      );
      expect(permission.Properties.Principal).toBe('events.amazonaws.com');
      expect(spoken(permission.Properties.SourceArn)).toBe(`<${id}.Arn>`);
    }
  });
});

describe('changes of records', () => {
  const mapping = () => template.only('AWS::Lambda::EventSourceMapping').Properties;

  it('come to the change feed in their order, and to nobody else', () => {
    expect(spoken(mapping().FunctionName)).toBe(`<${functionOf('change-feed').id}>`);
    expect(spoken(mapping().EventSourceArn)).toBe(
      `<${template.only('AWS::DynamoDB::GlobalTable').id}.StreamArn>`,
    );
    expect(mapping()).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 500,
      ParallelizationFactor: 1,
    });
    expect(mapping().MaximumBatchingWindowInSeconds).toBeUndefined();
  });

  it('are those of records: what has an entity, and was written', () => {
    const [{ Pattern }, ...others] = mapping().FilterCriteria.Filters;
    expect(others).toEqual([]);
    expect(JSON.parse(Pattern)).toEqual({
      eventName: ['INSERT', 'MODIFY'],
      dynamodb: { NewImage: { entity: { S: [{ exists: true }] } } },
    });
  });

  it('that can not be taken are put aside after bounded attempts, and somebody is told', () => {
    const { id, Properties: queue } = template.only('AWS::SQS::Queue');
    expect(mapping()).toMatchObject({
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 5,
      MaximumRecordAgeInSeconds: 6 * 3600,
    });
    expect(spoken(mapping().DestinationConfig.OnFailure.Destination)).toBe(`<${id}.Arn>`);
    expect(queue).toMatchObject({ MessageRetentionPeriod: 14 * 24 * 3600, SqsManagedSseEnabled: true });
    const [statement] = template.only('AWS::SQS::QueuePolicy').Properties.PolicyDocument.Statement;
    expect(statement).toMatchObject({
      Effect: 'Deny',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    });
    const alarm = (name: string) =>
      template.only('AWS::CloudWatch::Alarm', (_, { Properties }) => Properties.AlarmName === name)
        .Properties;
    expect(alarm('guildhall-dev-failed-changes')).toMatchObject({
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Statistic: 'Maximum',
      Threshold: 1,
    });
    expect(alarm('guildhall-dev-changes-lag')).toMatchObject({
      MetricName: 'IteratorAge',
      Statistic: 'Maximum',
      Threshold: 60_000,
    });
  });

  it('are kept as history for 400 days, or as many as was said', async () => {
    const days = (given: Template) =>
      given.only(
        'AWS::Lambda::Function',
        (_, { Properties }) => Properties.FunctionName === 'guildhall-dev-change-feed',
      ).Properties.Environment.Variables.HISTORY_DAYS;
    expect(days(template)).toBe('400');
    expect(days(await synthesize('dev', { settings: unusual }))).toBe('30');
  });
});

describe('sockets', () => {
  it('are connected, heard and left through one function, which alone may be called', () => {
    const routes = routesOf('WEBSOCKET');
    expect(routes.map(({ RouteKey }) => RouteKey).sort()).toEqual(['$connect', '$default', '$disconnect']);
    const api = apiOf('WEBSOCKET').id;
    const { Properties: integration } = template.only(
      'AWS::ApiGatewayV2::Integration',
      (_, { Properties }) => Properties.ApiId.Ref === api,
    );
    expect(spoken(integration.IntegrationUri)).toContain(`functions/<${functionOf('socket').id}.Arn>/`);
    const permitted = template
      .all('AWS::Lambda::Permission')
      .filter(([, { Properties }]) => spoken(Properties.FunctionName) === `<${functionOf('socket').id}.Arn>`)
      .map(([, { Properties }]) => spoken(Properties.SourceArn).split(`<${api}>/`)[1]);
    expect(permitted.sort()).toEqual(['*$connect', '*$default', '*$disconnect']);
  });

  it('get an answer to what they send', () => {
    const { id } = template.only(
      'AWS::ApiGatewayV2::Route',
      (_, { Properties }) => Properties.RouteKey === '$default',
    );
    expect(template.only('AWS::ApiGatewayV2::RouteResponse').Properties.RouteId).toEqual({ Ref: id });
  });

  it('are throttled', () => {
    const { Properties: stage } = template.only(
      'AWS::ApiGatewayV2::Stage',
      (_, { Properties }) => Properties.StageName === 'live',
    );
    expect(stage.AutoDeploy).toBe(true);
    expect(stage.DefaultRouteSettings.ThrottlingRateLimit).toBe(500);
  });

  it('have an address that the website is told, and may connect to', () => {
    const host = `<${apiOf('WEBSOCKET').id}>.execute-api.<AWS::Region>.amazonaws.com`;
    expect(spoken(template.outputs.WebsiteConfig?.Value)).toContain(`"socketUrl":"wss://${host}/live"`);
    const { SOCKET_ENDPOINT } = functionOf('chat').Properties.Environment.Variables;
    expect(spoken(SOCKET_ENDPOINT)).toBe(`https://${host}/live`);
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

  it('also tell of money that was taken for nothing, of guessed codes, and of mail that comes back', () => {
    const names = template.all('AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties.AlarmName);
    expect(names).toContain('guildhall-dev-surplus-subscription');
    expect(names).toContain('guildhall-dev-mail-bounces');
    expect(names).toContain('guildhall-dev-stripe-event-not-applied');
    const counted = template
      .all('AWS::Logs::MetricFilter')
      .map(([, { Properties }]) => Properties.FilterPattern);
    // What the functions print: the words have to be the same.
    const printed = ['billing/stripe-webhook', 'billing/subscription-sync', 'team/joining']
      .map((file) => readFileSync(`services/${file}.ts`, 'utf8'))
      .join();
    const words = new Set(
      counted.flatMap((pattern) => [...pattern.matchAll(/"([\w-]+)"/g)].map(([, word]) => String(word))),
    );
    expect([...words].sort()).toEqual([
      'event-not-applied',
      'failed-code',
      'foreign-price',
      'surplus-subscription',
    ]);
    for (const word of words) expect(printed).toContain(`alarm: '${word}'`);
    const { EventDestination } = template.only('AWS::SES::ConfigurationSetEventDestination').Properties;
    expect(EventDestination.MatchingEventTypes).toEqual(['bounce', 'complaint', 'reject']);
  });

  it('find what functions print behind what Lambda writes before it', () => {
    const printed: string[] = [];
    const warn = vi.spyOn(console, 'warn').mockImplementation((line) => void printed.push(String(line)));
    for (const alarm of ['event-not-applied', 'surplus-subscription', 'foreign-price', 'none']) {
      log.warn('something happened', { organizationId: 'one', alarm });
    }
    warn.mockRestore();
    // Lambda's log format Text, which is the default and ours.
    const lines = printed.map(
      (line) => `2026-11-28T01:53:11.000Z\t8f507cfc-8a5c-4d5b-9d3b-000000000000\tWARN\t${line}`,
    );
    const countedIn = (name: FunctionName) =>
      template
        .all('AWS::Logs::MetricFilter')
        .filter(([, { Properties }]) => {
          const logs = functionOf(name).Properties.LoggingConfig.LogGroup;
          return spoken(Properties.LogGroupName) === spoken(logs);
        })
        .map(([, { Properties }]) => [
          Properties.MetricTransformations[0].MetricName,
          lines.map((line) => matchesWords(Properties.FilterPattern, line)),
        ]);
    const surplus = ['dev-surplus-subscriptions', [false, true, true, false]];
    expect(countedIn('billing')).toEqual([surplus]);
    expect(countedIn('stripe-webhook').sort()).toEqual(
      [['dev-stripe-events-not-applied', [true, false, false, false]], surplus].sort(),
    );
    expect(functionOf('billing').Properties.LoggingConfig.LogFormat).toBeUndefined();
    for (const name of ['dev-surplus-subscriptions', 'dev-stripe-events-not-applied']) {
      template.only('AWS::CloudWatch::Alarm', (_, { Properties }) => Properties.MetricName === name);
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
