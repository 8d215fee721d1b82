import { Aws } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
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
import type { ModuleFunction } from './module-function.ts';
import type { Stage } from './stage.ts';

/** As whom we send mail. */
export interface MailSender {
  /** Address, such as `hello@example.com`. */
  readonly from: string;
  /** What SES is asked to verify: the domain, or this one address. */
  readonly identity: { readonly domain: string } | { readonly address: string };
  /** It is at SES already, made by another stage of this account or by hand: it is used, not made. */
  readonly identityExists: boolean;
}

/** Reads the context `mailFrom`, `mailDomain` and `mailIdentity`. Throws, saying what is missing or does not fit. */
export const mailSenderOf = (mailFrom: unknown, mailDomain: unknown, mailIdentity?: unknown): MailSender => {
  if (mailIdentity !== undefined && mailIdentity !== 'existing') {
    throw new Error(
      `"${mailIdentity}" says nothing of the sender: -c mailIdentity=existing, or leave it out.`,
    );
  }
  const identityExists = mailIdentity === 'existing';
  const from = mailFrom ?? (mailDomain === undefined ? undefined : `hello@${mailDomain}`);
  if (typeof from !== 'string' || !/^[^@\s<>]+@[^@\s<>]+$/.test(from)) {
    throw new Error(
      'Nobody is named as sender of mails: say -c mailDomain=example.com, or -c mailFrom=you@example.com.',
    );
  }
  if (mailDomain === undefined) return { from, identity: { address: from }, identityExists };
  if (!from.endsWith(`@${mailDomain}`)) throw new Error(`${from} is no address of the domain ${mailDomain}.`);
  return { from, identity: { domain: String(mailDomain) }, identityExists };
};

interface MailProps {
  readonly stage: Stage;
  readonly alarms: Alarms;
  readonly sender: MailSender;
}

/** Our identity at SES. Who did not get a mail, or complained of it, gets no further one, and the operator is told. */
export class Mail extends Construct {
  /**
   * CNAME records that prove the domain ours; none for a single address, whose owner gets a mail to confirm, and none
   * where the identity exists already.
   */
  readonly dnsRecords: readonly { readonly name: string; readonly value: string }[];
  private readonly from: string;
  private readonly rules: string;
  private readonly resources: string[];

  constructor(scope: Construct, id: string, { stage, alarms, sender }: MailProps) {
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

    const { identity, identityExists } = sender;
    // SES knows an identity once per account and region: of two stages, the second one can't make it again.
    const made = identityExists
      ? undefined
      : new EmailIdentity(this, 'Identity', {
          identity:
            'domain' in identity ? Identity.domain(identity.domain) : Identity.email(identity.address),
        });
    const name = 'domain' in identity ? identity.domain : identity.address;
    const arn = (resource: string) => `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`;
    this.dnsRecords = made && 'domain' in identity ? made.dkimRecords : [];
    this.from = `Guildhall <${sender.from}>`;
    // Each mail names the rules of its own stage: SES asks for both.
    this.resources = [arn(`identity/${name}`), arn(`configuration-set/${this.rules}`)];
  }

  /** Lets a function send mail as us, and tells it who we are. */
  grantTo(fn: ModuleFunction): void {
    fn.allow(new PolicyStatement({ actions: ['ses:SendEmail'], resources: this.resources }));
    fn.tell('MAIL_FROM', this.from);
    fn.tell('MAIL_RULES', this.rules);
  }
}
