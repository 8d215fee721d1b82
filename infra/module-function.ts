import { Duration } from 'aws-cdk-lib';
import { type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type Alarms, alarmPeriod, type RunbookPage } from './alarms.ts';
import { functionBundle } from './function-bundles.ts';
import type { FunctionName } from './module-needs.ts';
import type { Stage } from './stage.ts';

interface ModuleFunctionProps {
  readonly stage: Stage;
  readonly name: FunctionName;
  readonly alarms: Alarms;
  /** What is broken for whom when this function is: the sentence that its alarms say. */
  readonly impact: string;
  /** Which page of the runbook to open when it fails. */
  readonly runbook?: RunbookPage;
  /** How long one call may take. */
  readonly timeoutSeconds?: number;
}

/** One function with every default of the house. It may do nothing but log until something is granted. */
export class ModuleFunction extends Construct {
  readonly function: LambdaFunction;
  readonly logGroup: LogGroup;
  private readonly role: Role;

  constructor(
    scope: Construct,
    id: string,
    { stage, name, alarms, impact, runbook = 'function-errors', timeoutSeconds = 10 }: ModuleFunctionProps,
  ) {
    super(scope, id);
    this.logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/guildhall/${stage.name}/${name}`,
      retention: stage.logRetention,
      removalPolicy: stage.removalPolicy,
    });
    // A role of our own: the one that CDK makes may write to every log group of the account.
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.logGroup.grantWrite(this.role);

    this.function = new LambdaFunction(this, 'Function', {
      functionName: `guildhall-${stage.name}-${name}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(functionBundle(name)),
      role: this.role,
      logGroup: this.logGroup,
      // CPU comes with memory, and a cold start is nearly all CPU.
      memorySize: 1024,
      timeout: Duration.seconds(timeoutSeconds),
    });

    alarms.add(this, 'Errors', {
      name: `${name}-errors`,
      impact,
      runbook,
      metric: this.function.metricErrors({ period: alarmPeriod }),
      threshold: 1,
    });
    alarms.add(this, 'Throttled', {
      name: `${name}-throttled`,
      impact,
      runbook: 'function-throttled',
      metric: this.function.metricThrottles({ period: alarmPeriod }),
      threshold: 1,
    });
  }

  /** Adds to what the function may do. */
  allow(statement: PolicyStatement): void {
    this.role.addToPolicy(statement);
  }

  /** Sets an environment variable. */
  tell(name: string, value: string): void {
    this.function.addEnvironment(name, value);
  }
}
