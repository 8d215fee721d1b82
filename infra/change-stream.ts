import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type Alarms, alarmPeriod } from './alarms.ts';
import type { ModuleFunction } from './module-function.ts';
import type { Stage } from './stage.ts';
import type { Table } from './table.ts';

interface ChangeStreamProps {
  readonly stage: Stage;
  readonly alarms: Alarms;
  readonly table: Table;
  readonly target: ModuleFunction;
}

/**
 * Calls a function with the changes of records, in their order. A change that it can't take is tried again, alone in the
 * end, and then put aside in a queue, so that the others go on.
 */
export class ChangeStream extends Construct {
  constructor(scope: Construct, id: string, { stage, alarms, table, target }: ChangeStreamProps) {
    super(scope, id);
    const failed = new Queue(this, 'Failed', {
      queueName: `guildhall-${stage.name}-failed-changes`,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(failed).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is itself the queue for what failed; nothing reads it but a person.',
    });
    target.allow(
      new PolicyStatement({
        actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        resources: [table.streamArn],
      }),
    );
    target.allow(new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }));
    Validations.of(target).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'ListStreams, which Lambda asks for, can be permitted for all tables only; it tells names.',
    });
    target.allow(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [failed.queueArn] }));
    target.function.addEventSourceMapping('Changes', {
      eventSourceArn: table.streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      // Changes that have piled up share transactions within a batch. Lambda does not wait for one to be full.
      batchSize: 500,
      parallelizationFactor: 1,
      // Only records are named `entity`; indexes, markers and what follows from a record are not. Removals are told by
      // the record that is written with them.
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.or('INSERT', 'MODIFY'),
          dynamodb: { NewImage: { entity: { S: FilterRule.exists() } } },
        }),
      ],
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      retryAttempts: 5,
      // A function that fails for all changes uses up its five attempts within a minute or so; what ends the waiting here
      // is one that is throttled. Six hours are time to repair it, and leave 18 of the stream's 24 to replay what was put aside.
      maxRecordAge: Duration.hours(6),
      // Not SqsDestination, which permits more than to send.
      onFailure: { bind: () => ({ destination: failed.queueArn }) },
    });

    alarms.add(this, 'FailedChanges', {
      name: 'failed-changes',
      impact: 'A change was saved, but nobody was told of it, and the history lacks it.',
      runbook: 'changes-fail',
      metric: failed.metricApproximateNumberOfMessagesVisible({ period: alarmPeriod, statistic: 'Maximum' }),
      threshold: 1,
    });
    alarms.add(this, 'Lag', {
      name: 'changes-lag',
      impact: "Members see each other's changes late, or not at all until they load the page again.",
      runbook: 'changes-lag',
      metric: target.function.metric('IteratorAge', { period: alarmPeriod, statistic: 'Maximum' }),
      threshold: Duration.seconds(60).toMilliseconds(),
    });
  }
}
