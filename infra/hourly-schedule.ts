import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { ModuleFunction } from './module-function.ts';
import type { Stage } from './stage.ts';

interface HourlyScheduleProps {
  readonly stage: Stage;
  readonly name: string;
  readonly target: ModuleFunction;
}

/**
 * Calls a function each hour. A rule of EventBridge: it needs no role of its own, only the function's permission to be called by
 * exactly this rule. Lambda repeats a run that failed twice.
 */
export class HourlySchedule extends Construct {
  constructor(scope: Construct, id: string, { stage, name, target }: HourlyScheduleProps) {
    super(scope, id);
    new Rule(this, 'Rule', {
      ruleName: `guildhall-${stage.name}-${name}`,
      description: `Runs ${name} each hour`,
      schedule: Schedule.rate(Duration.hours(1)),
      targets: [new LambdaFunction(target.function)],
    });
  }
}
