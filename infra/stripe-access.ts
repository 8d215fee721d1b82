import { Aws } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { type Alarms, alarmPeriod } from './alarms.ts';
import type { ModuleFunction } from './module-function.ts';
import type { Stage } from './stage.ts';

/** How functions reach Stripe. What Stripe gave us is one secret, made by the operator and only named here (docs/deploying.md). */
export class StripeAccess {
  private readonly stage: Stage;
  private readonly secretName: string;

  constructor({ stage }: { stage: Stage }) {
    this.stage = stage;
    this.secretName = `guildhall/${stage.name}/stripe`;
  }

  /** Lets a function read this one secret. Secrets Manager puts six characters of its own behind the name. */
  grantTo(fn: ModuleFunction): void {
    fn.allow(
      new PolicyStatement({
        actions: ['secretsmanager:GetSecretValue'],
        resources: [
          `arn:${Aws.PARTITION}:secretsmanager:${Aws.REGION}:${Aws.ACCOUNT_ID}:secret:${this.secretName}-??????`,
        ],
      }),
    );
    fn.tell('STRIPE_SECRET', this.secretName);
    fn.tell('STRIPE_API', 'https://api.stripe.com');
  }

  /**
   * Tells the operator of what nobody else notices: events that don't arrive, money taken for nothing or twice.
   * The filters look for words: Lambda writes time, request and level before our JSON, so that no filter on its fields
   * would ever match.
   * @param callers all functions that write what Stripe says
   */
  watch(webhook: ModuleFunction, callers: readonly ModuleFunction[], alarms: Alarms): void {
    // It answers 500, so that Stripe comes again; to Lambda that is a success.
    const failed = new MetricFilter(webhook, 'FailedEvents', {
      logGroup: webhook.logGroup,
      filterPattern: FilterPattern.allTerms('event-not-applied'),
      metricNamespace: 'Guildhall',
      metricName: `${this.stage.name}-stripe-events-not-applied`,
    });
    alarms.add(webhook, 'Failed', {
      name: 'stripe-event-not-applied',
      impact: 'What happened at Stripe has not reached us: somebody who paid may be locked out.',
      runbook: 'webhook-fails',
      metric: failed.metric({ period: alarmPeriod, statistic: 'Sum' }),
      threshold: 1,
    });
    const surplus = {
      metricNamespace: 'Guildhall',
      metricName: `${this.stage.name}-surplus-subscriptions`,
    };
    for (const caller of callers) {
      new MetricFilter(caller, 'SurplusSubscriptions', {
        logGroup: caller.logGroup,
        filterPattern: FilterPattern.anyTerm('surplus-subscription', 'foreign-price'),
        ...surplus,
      });
    }
    alarms.add(webhook, 'Surplus', {
      name: 'surplus-subscription',
      impact:
        'A group has paid twice, or pays for something that is not sold: somebody has to give the money back.',
      runbook: 'subscription-surplus',
      metric: new Metric({
        namespace: surplus.metricNamespace,
        metricName: surplus.metricName,
        period: alarmPeriod,
        statistic: 'Sum',
      }),
      threshold: 1,
    });
  }
}
