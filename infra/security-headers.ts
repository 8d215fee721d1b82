import { Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';

/** Of the website: nothing but ourselves, and no script or style that is not a file of ours. */
const pagePolicy = (connectsTo: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src ${["'self'", ...connectsTo].join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Of the API: its answers are never a page. */
const answerPolicy = "default-src 'none'; frame-ancestors 'none'";

interface SecurityHeadersProps {
  /** Origins, besides our own, that the website's scripts may connect to. */
  readonly connectsTo: readonly string[];
  /** Makes a name that is ours alone among all regions and stages of an account. */
  readonly edgeName: (what: string) => string;
}

/** What browsers are told about everything that comes from our address. */
export class SecurityHeaders extends Construct {
  readonly forPages: ResponseHeadersPolicy;
  readonly forAnswers: ResponseHeadersPolicy;

  private readonly edgeName: (what: string) => string;

  constructor(scope: Construct, id: string, { connectsTo, edgeName }: SecurityHeadersProps) {
    super(scope, id);
    this.edgeName = edgeName;
    this.forPages = this.policy('Pages', pagePolicy(connectsTo), {
      // Neither a page that opened us nor one that we open can reach into this one.
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    });
    // Answers are one person's own, also in the browser's own cache.
    this.forAnswers = this.policy('Answers', answerPolicy, { 'cache-control': 'no-store' });
  }

  private policy(id: string, contentSecurityPolicy: string, more: Record<string, string>) {
    const override = true;
    return new ResponseHeadersPolicy(this, id, {
      responseHeadersPolicyName: this.edgeName(id.toLowerCase()),
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override },
        contentTypeOptions: { override },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(730),
          // Names below a domain of the operator's are not ours to speak for.
          includeSubdomains: false,
          override,
        },
      },
      customHeadersBehavior: {
        customHeaders: Object.entries(more).map(([header, value]) => ({ header, value, override })),
      },
    });
  }
}
