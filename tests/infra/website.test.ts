import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { rootFiles, spaRouting } from '../../infra/spa-routing.ts';
import { spoken, synthesize, type Template } from '../support/template.ts';

let template: Template;

beforeAll(async () => {
  template = await synthesize('dev');
});

const distribution = () => template.only('AWS::CloudFront::Distribution').Properties.DistributionConfig;
const headersOf = (behaviour: { ResponseHeadersPolicyId: { Ref: string } }) =>
  template.only(
    'AWS::CloudFront::ResponseHeadersPolicy',
    (id) => id === behaviour.ResponseHeadersPolicyId.Ref,
  ).Properties.ResponseHeadersPolicyConfig;

describe('the bucket', () => {
  it('is private, and read by CloudFront alone', () => {
    const { id, Properties: bucket } = template.only('AWS::S3::Bucket');
    expect(bucket.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(bucket.WebsiteConfiguration).toBeUndefined();
    const { Bucket, PolicyDocument } = template.only('AWS::S3::BucketPolicy').Properties;
    expect(Bucket).toEqual({ Ref: id });
    const emptier = template.only('AWS::IAM::Role', (logicalId) =>
      logicalId.startsWith('CustomS3AutoDeleteObjects'),
    );
    const allowed = PolicyDocument.Statement.filter(
      ({ Effect }: { Effect: string }) => Effect === 'Allow',
    ).filter(
      ({ Principal }: { Principal: { AWS?: unknown } }) =>
        !Principal.AWS || spoken(Principal.AWS) !== `<${emptier.id}.Arn>`,
    );
    expect(allowed).toHaveLength(1);
    expect(allowed[0].Action).toBe('s3:GetObject');
    expect(allowed[0].Principal).toEqual({ Service: 'cloudfront.amazonaws.com' });
    expect(spoken(allowed[0].Condition.StringEquals['AWS:SourceArn'])).toContain(
      `distribution/<${template.only('AWS::CloudFront::Distribution').id}>`,
    );
  });

  it('is reached with signed requests (origin access control)', () => {
    const control = template.only('AWS::CloudFront::OriginAccessControl');
    expect(control.Properties.OriginAccessControlConfig.SigningBehavior).toBe('always');
    const { TargetOriginId } = distribution().DefaultCacheBehavior;
    const origin = distribution().Origins.find(({ Id }: { Id: string }) => Id === TargetOriginId);
    expect(spoken(origin.OriginAccessControlId)).toBe(`<${control.id}.Id>`);
  });
});

describe('the API under the website', () => {
  it('answers itself: nothing is cached, replaced or rerouted', () => {
    const { CacheBehaviors, CustomErrorResponses } = distribution();
    // Errors neither: each status of which CloudFront lets one say it, for no time at all, and its own answer.
    expect(CustomErrorResponses).toEqual(
      [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((ErrorCode) => ({
        ErrorCode,
        ErrorCachingMinTTL: 0,
      })),
    );
    expect(CacheBehaviors).toHaveLength(1);
    const [api] = CacheBehaviors;
    expect(api.PathPattern).toBe('/api/*');
    // AWS's managed policies: CachingDisabled and AllViewerExceptHostHeader.
    expect(api.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
    expect(api.OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac');
    expect(api.FunctionAssociations).toBeUndefined();
    expect(headersOf(api).CustomHeadersConfig.Items).toContainEqual({
      Header: 'cache-control',
      Value: 'no-store',
      Override: true,
    });
  });
});

describe('security headers', () => {
  it('let in no script but our files', () => {
    const { ContentSecurityPolicy } = headersOf(distribution().DefaultCacheBehavior).SecurityHeadersConfig;
    const directives: Record<string, string[]> = Object.fromEntries(
      spoken(ContentSecurityPolicy.ContentSecurityPolicy)
        .split('; ')
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
    );
    const pool = template.only('AWS::Cognito::UserPoolDomain').id;
    const sockets = template.only(
      'AWS::ApiGatewayV2::Api',
      (_, { Properties }) => Properties.ProtocolType === 'WEBSOCKET',
    ).id;
    expect(directives).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'connect-src': [
        "'self'",
        'https://cognito-idp.<AWS::Region>.amazonaws.com',
        `https://<${pool}>.auth.<AWS::Region>.amazoncognito.com`,
        `wss://<${sockets}>.execute-api.<AWS::Region>.amazonaws.com`,
      ],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    });
    const unsafe = Object.entries(directives).filter(([, sources]) =>
      sources.some((s) => s.startsWith("'unsafe")),
    );
    expect(unsafe).toEqual([]);
  });

  it('stand on pages and on answers', () => {
    const { DefaultCacheBehavior, CacheBehaviors } = distribution();
    for (const behaviour of [DefaultCacheBehavior, ...CacheBehaviors]) {
      const { SecurityHeadersConfig: headers } = headersOf(behaviour);
      expect(headers.StrictTransportSecurity.AccessControlMaxAgeSec).toBeGreaterThanOrEqual(31536000);
      expect(headers.FrameOptions.FrameOption).toBe('DENY');
      expect(headers.ContentTypeOptions.Override).toBe(true);
      expect(headers.ReferrerPolicy.ReferrerPolicy).toBe('strict-origin-when-cross-origin');
    }
  });
});

describe('files', () => {
  it('with a hash in their name are kept for good, the others asked for anew', () => {
    const deployments = template
      .all('Custom::CDKBucketDeployment')
      .map(([, { Properties }]) => [
        Properties.DestinationBucketKeyPrefix ?? '',
        Properties.SystemMetadata['cache-control'],
        Properties.Prune,
      ]);
    expect(deployments.sort()).toEqual([
      ['', 'no-cache', false],
      ['assets', 'public, max-age=31536000, immutable', false],
    ]);
  });
});

describe('SPA routing', () => {
  const handler = new Function(`${spaRouting}; return handler;`)() as (event: {
    request: { uri: string };
  }) => { uri: string };

  it('is what CloudFront runs, for the website only', () => {
    const fn = template.only('AWS::CloudFront::Function');
    expect(fn.Properties.FunctionCode).toBe(spaRouting);
    expect(distribution().DefaultCacheBehavior.FunctionAssociations).toEqual([
      { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': [fn.id, 'FunctionARN'] } },
    ]);
  });

  it('knows every file of the root', () => {
    const built = readdirSync('frontend/public').map((name) => `/${name}`);
    expect([...rootFiles].sort()).toEqual(
      [
        ...built,
        '/config.json',
        '/index.html',
        '/app.html',
        '/terms.html',
        '/privacy.html',
        '/third-party-licenses.txt',
      ].sort(),
    );
  });

  it.each([
    ['/', '/index.html'],
    ['/terms', '/terms.html'],
    ['/terms-and-conditions', '/terms.html'],
    ['/privacy/', '/privacy.html'],
    ['/constructor', '/app.html'],
    ['/login', '/app.html'],
    ['/dashboard/tasks', '/app.html'],
    ['/dashboard/tasks/', '/app.html'],
    ['/v1.2/notes', '/app.html'],
    ['/foo.bar', '/app.html'],
    ['/dashboard/report.pdf', '/app.html'],
    ['/nested/config.json', '/app.html'],
    ['/assetsy/main.js', '/app.html'],
    ['/index.html', '/index.html'],
    ['/config.json', '/config.json'],
    ['/assets/main-1a2b3c.js', '/assets/main-1a2b3c.js'],
    ['/favicon.svg', '/favicon.svg'],
  ])('%s is answered with %s', (asked, given) => {
    expect(handler({ request: { uri: asked } }).uri).toBe(given);
  });
});
