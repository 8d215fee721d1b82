import { Aws, Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Stage } from './stage.ts';

/** Alarms look at sums over this period: short enough to be told soon, long enough to see a pattern. */
export const alarmPeriod = Duration.minutes(5);

/** A section of docs/runbook.md: meaning, where to look, repair. */
export type RunbookPage =
  | 'api-answers-5xx'
  | 'function-errors'
  | 'function-throttled'
  | 'webhook-fails'
  | 'subscription-surplus'
  | 'rates-are-stale'
  | 'mail-bounces'
  | 'changes-fail'
  | 'changes-lag'
  | 'sockets-fail'
  | 'deletions-fail'
  | 'codes-are-guessed';

interface AlarmProps {
  /** What stands behind the stage in the alarm's name, e.g. `tasks-errors`. */
  readonly name: string;
  /** One sentence for the person who is woken up: what is broken for whom. */
  readonly impact: string;
  readonly runbook: RunbookPage;
  /** Mostly a sum over {@link alarmPeriod}. */
  readonly metric: IMetric;
  /** Raised from this value on. */
  readonly threshold: number;
}

/** Whom alarms tell, and how they are worded. */
export class Alarms extends Construct {
  private readonly stage: Stage;
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { stage, email }: { stage: Stage; email?: string }) {
    super(scope, id);
    this.stage = stage;
    this.topic = new Topic(this, 'Topic', { displayName: `Guildhall ${stage.name}`, enforceSSL: true });
    // A topic with a policy of its own (enforceSSL) no longer lets the account's alarms in by default.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );
    if (email) this.topic.addSubscription(new EmailSubscription(email));
  }

  /** Adds an alarm that tells the topic when it starts and when it ends. */
  add(scope: Construct, id: string, { name, impact, runbook, metric, threshold }: AlarmProps): void {
    const alarm = new Alarm(scope, id, {
      alarmName: `guildhall-${this.stage.name}-${name}`,
      alarmDescription: `${impact} See docs/runbook.md#${runbook}`,
      metric,
      threshold,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    const tell = new SnsAction(this.topic);
    alarm.addAlarmAction(tell);
    alarm.addOkAction(tell);
  }
}
