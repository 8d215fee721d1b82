import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  domain,
  hostedZone,
  ownDomain,
  spoken,
  synthesize,
  type Template,
  unusual,
} from '../support/template.ts';

/** What a deployment has to bear: the first one, the next one, one in another region, and the end. */
let dev: Template;
let prod: Template;

beforeAll(async () => {
  dev = await synthesize('dev');
  prod = await synthesize('prod');
});

const named =
  (name: string) =>
  (_id: string, { Properties }: { Properties: Record<string, unknown> }) =>
    [Properties.FunctionName, Properties.AlarmName].includes(name);

describe('a second deployment', () => {
  // CloudFormation takes a new logical id for a new thing: prod would get an empty table, and its records stay in one
  // that nobody reads. Whoever has to change one of these plans how what is in it gets to the new one.
  it.each(['dev', 'prod'] as const)(
    'finds what must not be replaced under the same logical ids (%s)',
    (stage) => {
      const template = { dev, prod }[stage];
      const ids = (type: string) => template.all(type).map(([id]) => id);
      expect({
        table: ids('AWS::DynamoDB::GlobalTable'),
        userPool: ids('AWS::Cognito::UserPool'),
        client: ids('AWS::Cognito::UserPoolClient'),
        signInDomain: ids('AWS::Cognito::UserPoolDomain'),
        resourceServer: ids('AWS::Cognito::UserPoolResourceServer'),
        google: ids('AWS::Cognito::UserPoolIdentityProvider'),
        buckets: ids('AWS::S3::Bucket'),
        distribution: ids('AWS::CloudFront::Distribution'),
        apis: ids('AWS::ApiGatewayV2::Api').sort(),
        failedChanges: ids('AWS::SQS::Queue'),
        mailIdentity: ids('AWS::SES::EmailIdentity'),
      }).toEqual({
        table: ['RecordsTableC9B7A30B'],
        userPool: ['SignInUserPoolA2C003D1'],
        client: ['SignInWebsiteB08DC750'],
        signInDomain: ['SignInDomain555ACBE4'],
        resourceServer: ['SignInResourceServer811C7F0A'],
        google: ['SignInGoogle4DD63AEB'],
        buckets: ['WebsiteBucket4326D7C2'],
        distribution: ['WebsiteDistribution0C86AB5B'],
        apis: ['HttpApi4E1D4184', 'SocketsApi04DF8096'],
        failedChanges: ['changefeedStreamFailed52343F8C'],
        mailIdentity: ['MailIdentity4EC7C521'],
      });
    },
  );

  it('updates the user pool: a pool that names standard attributes never can be', () => {
    for (const template of [dev, prod]) {
      expect(template.only('AWS::Cognito::UserPool').Properties.Schema).toBeUndefined();
    }
  });

  it('puts new pages where people see them after the routes and functions that they call', () => {
    const pages = dev.only(
      'Custom::CDKBucketDeployment',
      (_, { Properties }) => Properties.DestinationBucketKeyPrefix === undefined,
    );
    const before = [
      'AWS::ApiGatewayV2::Route',
      'AWS::ApiGatewayV2::Stage',
      'AWS::Lambda::Permission',
      'AWS::Lambda::EventSourceMapping',
    ].flatMap((type) => dev.all(type).map(([id]) => id));
    const functions = dev
      .all('AWS::Lambda::Function')
      .filter(([, { Properties }]) => String(Properties.FunctionName).startsWith('guildhall-'))
      .map(([id]) => id);
    expect(functions.length).toBeGreaterThan(10);
    expect(pages.DependsOn).toEqual(expect.arrayContaining([...before, ...functions]));
  });
});

describe('the end of a stage', () => {
  it('is refused where people have records, until somebody says so', () => {
    expect(prod.terminationProtection).toBe(true);
    expect(dev.terminationProtection).toBe(false);
  });

  it('empties the bucket of a stage that may go, and of no other', () => {
    const emptied = (template: Template) =>
      template.all('Custom::S3AutoDeleteObjects').map(([, { Properties }]) => Properties.BucketName);
    expect(emptied(dev)).toEqual([{ Ref: dev.only('AWS::S3::Bucket').id }]);
    expect(emptied(prod)).toEqual([]);
  });

  it('is not begun by a file deployment that has got another name', () => {
    for (const [, { Properties }] of [
      ...dev.all('Custom::CDKBucketDeployment'),
      ...prod.all('Custom::CDKBucketDeployment'),
    ]) {
      expect(Properties.RetainOnDelete ?? true).toBe(true);
    }
  });
});

describe('a second region of the account', () => {
  it('meets no name that CloudFront has already: each carries stage and region', () => {
    const names = [
      ...dev.all('AWS::CloudFront::Function').map(([, { Properties }]) => Properties.Name),
      ...dev
        .all('AWS::CloudFront::ResponseHeadersPolicy')
        .map(([, { Properties }]) => Properties.ResponseHeadersPolicyConfig.Name),
      ...dev
        .all('AWS::CloudFront::OriginAccessControl')
        .map(([, { Properties }]) => Properties.OriginAccessControlConfig.Name),
      ...dev
        .all('AWS::CloudFront::CachePolicy')
        .map(([, { Properties }]) => Properties.CachePolicyConfig.Name),
      ...dev
        .all('AWS::CloudFront::OriginRequestPolicy')
        .map(([, { Properties }]) => Properties.OriginRequestPolicyConfig.Name),
    ].map(spoken);
    expect(names.length).toBeGreaterThanOrEqual(4);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) {
      expect(name).toMatch(/^guildhall-dev-<AWS::Region>-/);
      // The longest region has 14 characters, and CloudFront takes 64.
      expect(name.replace('<AWS::Region>', 'ap-southeast-2').length).toBeLessThanOrEqual(64);
    }
  });
});

describe("the sockets' alarm", () => {
  it('counts calls of the function that failed, not tickets that it refused', () => {
    const alarm = dev.only('AWS::CloudWatch::Alarm', named('guildhall-dev-sockets-execution-errors'));
    expect(alarm.Properties.MetricName).toBe('ExecutionError');
    const watched = dev.all('AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties.MetricName);
    expect(watched).not.toContain('IntegrationError');
  });
});

/** On whose behalf functions may send mail. */
const identities = (template: Template) => [
  ...new Set(
    template
      .all('AWS::IAM::Policy')
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
      .filter(({ Action }) => Action === 'ses:SendEmail')
      .flatMap(({ Resource }) => Resource.map(spoken))
      .filter((resource) => resource.includes(':identity/'))
      .map((resource) => resource.split(':').at(-1)),
  ),
];

describe('mail', () => {
  it("may go to verified people in SES's sandbox, where a stage for trying is; in production it needs the sender alone", () => {
    expect(identities(dev)).toEqual(['identity/*']);
    expect(identities(prod)).toEqual(['identity/example.com']);
  });

  it('comes with the records that prove it ours: DKIM, SPF and DMARC, printed for the DNS of the domain', () => {
    const { Properties } = dev.only('AWS::SES::EmailIdentity');
    expect(Properties.EmailIdentity).toBe('example.com');
    expect(Properties.MailFromAttributes).toEqual({ MailFromDomain: 'bounce.example.com' });
    const printed = spoken(dev.outputs.DnsRecords?.Value);
    expect(printed.match(/"type":"CNAME"/g)).toHaveLength(3);
    expect(printed).toContain(
      '{"type":"MX","name":"bounce.example.com","value":"10 feedback-smtp.<AWS::Region>.amazonses.com"}',
    );
    expect(printed).toContain(
      '"name":"bounce.example.com","value":"\\"v=spf1 include:amazonses.com ~all\\""',
    );
    expect(printed).toContain('"name":"_dmarc.example.com","value":"\\"v=DMARC1; p=quarantine\\""');
    expect(dev.all('AWS::Route53::RecordSet')).toEqual([]);
  });

  it('comes from one address where nobody has a domain, and prints nothing then', async () => {
    const single = await synthesize('dev', { settings: unusual });
    expect(single.only('AWS::SES::EmailIdentity').Properties.EmailIdentity).toBe('ada@example.com');
    expect(single.outputs.DnsRecords).toBeUndefined();
  });
});

describe('a domain of our own', () => {
  let own: Template;
  beforeAll(async () => {
    own = await synthesize('prod', { settings: ownDomain });
  });

  it('is an alias of the distribution, with the certificate that was named', () => {
    const { Aliases, ViewerCertificate } = own.only('AWS::CloudFront::Distribution').Properties
      .DistributionConfig;
    expect(Aliases).toEqual(['app.example.com']);
    expect(ViewerCertificate).toMatchObject({
      AcmCertificateArn: domain.certificateArn,
      MinimumProtocolVersion: 'TLSv1.2_2021',
    });
  });

  it('is the one address that people, mails, sign-in and Stripe are given', () => {
    expect(own.outputs.WebsiteUrl?.Value).toBe('https://app.example.com');
    expect(own.outputs.StripeWebhookUrl?.Value).toBe('https://app.example.com/api/stripe/webhook');
    const { CallbackURLs, LogoutURLs } = own.only('AWS::Cognito::UserPoolClient').Properties;
    expect([CallbackURLs, LogoutURLs]).toEqual([
      ['https://app.example.com/signing-in'],
      ['https://app.example.com/login'],
    ]);
    const told = own
      .all('AWS::Lambda::Function')
      .flatMap(([, { Properties }]) => Properties.Environment?.Variables?.WEBSITE_URL ?? []);
    expect(told.length).toBeGreaterThan(2);
    expect(new Set(told)).toEqual(new Set(['https://app.example.com']));
    // Nothing but its own DNS records and policies speaks of the address below cloudfront.net.
    const speaking = Object.keys(JSON.parse(own.text).Resources).filter(
      (id) =>
        JSON.stringify(JSON.parse(own.text).Resources[id]).includes('DomainName"]') &&
        !id.startsWith('Website'),
    );
    expect(speaking).toEqual([]);
  });

  it('gets its DNS records from us where the zone is ours, the mail too', () => {
    const distribution = own.only('AWS::CloudFront::Distribution').id;
    const records = own.all('AWS::Route53::RecordSet').map(([, { Properties }]) => Properties);
    expect(records.every(({ HostedZoneId }) => HostedZoneId === hostedZone.id)).toBe(true);
    const lines = records.map(
      ({ Type, Name, AliasTarget, ResourceRecords }) =>
        `${Type} ${spoken(Name)} ${AliasTarget ? spoken(AliasTarget.DNSName) : ResourceRecords.map(spoken).join()}`,
    );
    expect(lines).toEqual(
      expect.arrayContaining([
        `A app.example.com <${distribution}.DomainName>`,
        `AAAA app.example.com <${distribution}.DomainName>`,
        'TXT bounce.example.com "v=spf1 include:amazonses.com ~all"',
        'TXT _dmarc.example.com "v=DMARC1; p=quarantine"',
      ]),
    );
    expect(lines.filter((line) => line.startsWith('CNAME'))).toHaveLength(3);
    expect(own.outputs.DnsRecords).toBeUndefined();
  });

  it('says what to enter where the zone is elsewhere', async () => {
    const elsewhere = await synthesize('prod', { settings: { domain, dmarc: 'existing' } });
    const printed = spoken(elsewhere.outputs.DnsRecords?.Value);
    const distribution = elsewhere.only('AWS::CloudFront::Distribution').id;
    expect(printed).toContain(
      `{"type":"CNAME","name":"app.example.com","value":"<${distribution}.DomainName>"}`,
    );
    expect(printed).not.toContain('_dmarc');
    expect(elsewhere.all('AWS::Route53::RecordSet')).toEqual([]);
  });
});

it('a stage that nobody uses costs what docs/deploying.md says: its alarms and its secrets', () => {
  // An alarm is paid for by the metrics that it looks at: $0.10 each; a secret is $0.40.
  const metrics = prod
    .all('AWS::CloudWatch::Alarm')
    .flatMap(([, { Properties }]) =>
      Properties.Metrics ? Properties.Metrics.filter((one: object) => 'MetricStat' in one) : [1],
    ).length;
  const secrets = new Set(
    prod.text.match(/guildhall\/prod\/\w+(?=[:\-"])/g)?.filter((name) => /google|stripe$/.test(name)),
  );
  const dollars = (metrics * 0.1 + secrets.size * 0.4).toFixed(2);
  expect(secrets.size).toBe(2);
  expect(readFileSync('docs/deploying.md', 'utf8')).toContain(`about $${dollars} a month`);
  expect(readFileSync('docs/deploying.md', 'utf8')).toContain(`the ${metrics} alarms`);
});
