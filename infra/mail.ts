import { Aws, Validations } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import {
  ConfigurationSet,
  ConfigurationSetEventDestination,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { type Alarms, alarmPeriod } from './alarms.ts';
import type { DnsRecord } from './dns-record.ts';
import type { ModuleFunction } from './module-function.ts';
import type { Stage } from './stage.ts';
import { type StageSettings, zoneOf } from './stage-settings.ts';

/** The sender of mails, in the words of SES. */
const senderOf = ({ mailDomain, mailFrom }: StageSettings) => ({
  address: mailFrom ?? `hello@${mailDomain}`,
  /** What SES is asked to verify: the whole domain, or this one address. */
  identity: mailDomain ?? mailFrom ?? '',
});

interface MailProps {
  readonly stage: Stage;
  readonly alarms: Alarms;
  readonly settings: StageSettings;
}

/** Our identity at SES. Who did not get a mail, or complained of it, gets no further one, and the operator is told. */
export class Mail extends Construct {
  /**
   * What the mail domain's DNS has to say: DKIM proves the mail ours, SPF names SES as who sends it, DMARC tells others
   * what to do with the rest. None for a single address, whose owner gets a mail to confirm, none where the identity
   * exists already, and none that Route 53 gets from here.
   */
  readonly dnsRecords: readonly DnsRecord[];
  private readonly from: string;
  private readonly rules: string;
  /** Of which identities of SES a function may make use. */
  private readonly identities: string;
  private readonly resources: string[];

  constructor(scope: Construct, id: string, { stage, alarms, settings }: MailProps) {
    super(scope, id);
    this.rules = `guildhall-${stage.name}`;
    const configurationSet = new ConfigurationSet(this, 'Rules', {
      configurationSetName: this.rules,
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    // Lets SES into the topic, too.
    new ConfigurationSetEventDestination(this, 'Undelivered', {
      configurationSet,
      destination: EventDestination.snsTopic(alarms.topic),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT, EmailSendingEvent.REJECT],
    });
    alarms.add(this, 'Bounces', {
      name: 'mail-bounces',
      impact:
        'So many mails bounce that AWS may stop all mail: invitations and reminders would no longer arrive.',
      runbook: 'mail-bounces',
      // Of all mail of the account in this region. AWS looks closer at 5 %, and stops an account at 10 %.
      metric: new Metric({
        namespace: 'AWS/SES',
        metricName: 'Reputation.BounceRate',
        period: alarmPeriod,
        statistic: 'Maximum',
      }),
      threshold: 0.04,
    });

    const { address, identity } = senderOf(settings);
    this.dnsRecords = settings.mailIdentity === 'existing' ? [] : this.makeIdentity(settings);
    this.from = `Guildhall <${address}>`;
    const arn = (resource: string) => `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`;
    // In SES's sandbox, where a stage for trying mostly stays, a mail needs the permission for its recipient's identity too.
    this.identities = stage.keepsRecords ? identity : '*';
    // Each mail names the rules of its own stage: SES asks for both.
    this.resources = [arn(`identity/${this.identities}`), arn(`configuration-set/${this.rules}`)];
  }

  /** SES knows an identity once per account and region: of two stages, the second one can't make it again. */
  private makeIdentity(settings: StageSettings): DnsRecord[] {
    const { mailDomain, dmarc, hostedZone } = settings;
    if (mailDomain === undefined) {
      new EmailIdentity(this, 'Identity', { identity: Identity.email(senderOf(settings).address) });
      return [];
    }
    // Bounces come back to a name of its own, so that the domain's own SPF record, if it has one, stays as it is.
    const mailFromDomain = `bounce.${mailDomain}`;
    const made = new EmailIdentity(this, 'Identity', {
      identity: Identity.domain(mailDomain),
      mailFromDomain,
    });
    const records: DnsRecord[] = [
      ...made.dkimRecords.map(({ name, value }) => ({ type: 'CNAME' as const, name, value })),
      { type: 'MX', name: mailFromDomain, value: `10 feedback-smtp.${Aws.REGION}.amazonses.com` },
      { type: 'TXT', name: mailFromDomain, value: '"v=spf1 include:amazonses.com ~all"' },
      ...(dmarc === 'new'
        ? [{ type: 'TXT' as const, name: `_dmarc.${mailDomain}`, value: '"v=DMARC1; p=quarantine"' }]
        : []),
    ];
    if (!hostedZone || !zoneOf(settings, mailDomain)) return records;
    records.forEach(({ type, name, value }, index) => {
      new CfnRecordSet(this, `Record${index + 1}`, {
        hostedZoneId: hostedZone.id,
        type,
        name,
        ttl: '1800',
        resourceRecords: [value],
      });
    });
    return [];
  }

  /** Lets a function send mail as us, and tells it who we are. */
  grantTo(fn: ModuleFunction): void {
    fn.allow(new PolicyStatement({ actions: ['ses:SendEmail'], resources: this.resources }));
    if (this.identities === '*') {
      Validations.of(fn).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]',
        reason:
          "In SES's sandbox each mail needs the permission for its recipient, whom nobody knows beforehand.",
      });
    }
    fn.tell('MAIL_FROM', this.from);
    fn.tell('MAIL_RULES', this.rules);
  }
}
