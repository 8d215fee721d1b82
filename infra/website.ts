import { Aws, Duration, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { apiPrefix } from '../shared/core/contract.ts';
import type { DnsRecord } from './dns-record.ts';
import { SecurityHeaders } from './security-headers.ts';
import { spaRouting } from './spa-routing.ts';
import type { Stage } from './stage.ts';
import { type StageSettings, zoneOf } from './stage-settings.ts';

/** Every status of which CloudFront lets one say how long it keeps it. */
const errorStatuses = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

interface WebsiteProps {
  readonly stage: Stage;
  /** Host of the HTTP API, which appears under `/api`. */
  readonly apiDomain: string;
  readonly settings: StageSettings;
  /** Where else the website's scripts may connect to: origins such as `https://example.com`. */
  readonly connectsTo: readonly string[];
}

/** The website and the one address of everything: files from a private bucket, `/api` from the HTTP API. */
export class Website extends Construct {
  readonly url: string;
  readonly bucket: Bucket;
  /** What the DNS of a domain of our own has to say; none where Route 53 gets it from here. */
  readonly dnsRecords: readonly DnsRecord[];

  constructor(scope: Construct, id: string, { stage, apiDomain, settings, connectsTo }: WebsiteProps) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: stage.removalPolicy,
      // A bucket that holds something can't be deleted.
      autoDeleteObjects: !stage.keepsRecords,
    });
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Only CloudFront reads it, and only public files are in it; access logs would hold addresses of people.',
    });

    const { domain } = settings;
    // CloudFront is one for all regions of an account, and keeps these names once.
    const edgeName = (what: string) => `guildhall-${stage.name}-${Aws.REGION}-${what}`;
    const headers = new SecurityHeaders(this, 'Headers', { connectsTo, edgeName });
    const spaFunction = new EdgeFunction(this, 'SpaRouting', {
      functionName: edgeName('spa-routing'),
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(spaRouting),
      comment: 'An address that is no file is a page or a screen of app.html',
    });
    const distribution = new Distribution(this, 'Distribution', {
      comment: `Guildhall ${stage.name}`,
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(domain && {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      // By itself CloudFront keeps errors for ten seconds by their path alone, whatever `Cache-Control` says and though nothing else
      // is cached there: one person's 404 or 503 would be everybody's.
      errorResponses: errorStatuses.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(this.bucket, {
          originAccessControl: new S3OriginAccessControl(this, 'BucketAccess', {
            originAccessControlName: edgeName('website'),
          }),
        }),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: headers.forPages,
        functionAssociations: [{ function: spaFunction, eventType: FunctionEventType.VIEWER_REQUEST }],
      },
      additionalBehaviors: {
        [`${apiPrefix}/*`]: {
          origin: new HttpOrigin(apiDomain),
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          responseHeadersPolicy: headers.forAnswers,
        },
      },
    });
    Validations.of(distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'Guildhall is for businesses of every country.' },
      {
        id: 'AwsSolutions-CFR2',
        reason: 'The API is throttled and needs a token; a firewall costs more than the rest.',
      },
      {
        id: 'AwsSolutions-CFR3',
        reason: 'The API logs its requests; logs of file requests would hold addresses of people.',
      },
      {
        id: 'AwsSolutions-CFR4',
        reason: "CloudFront's own domain fixes the oldest protocol that it accepts.",
      },
    );
    this.url = `https://${domain?.name ?? distribution.distributionDomainName}`;
    this.dnsRecords = domain ? this.pointTo(distribution, domain.name, zoneOf(settings, domain.name)) : [];
  }

  /** Makes a name of our own lead here, or says what to enter where its zone is not ours to write. */
  private pointTo(distribution: Distribution, name: string, zone: StageSettings['hostedZone']): DnsRecord[] {
    if (!zone) return [{ type: 'CNAME', name, value: distribution.distributionDomainName }];
    for (const type of ['A', 'AAAA']) {
      new CfnRecordSet(this, `Alias${type}`, {
        hostedZoneId: zone.id,
        type,
        name,
        aliasTarget: {
          dnsName: distribution.distributionDomainName,
          hostedZoneId: CloudFrontTarget.CLOUDFRONT_ZONE_ID,
        },
      });
    }
    return [];
  }
}
