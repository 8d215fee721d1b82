import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

const stageNames = ['dev', 'prod'] as const;

/** What differs between a stage that may be thrown away and the one that people work in. */
export interface Stage {
  readonly name: (typeof stageNames)[number];
  /** Whether what people entered outlives a deleted stack, and deleting it is refused. */
  readonly keepsRecords: boolean;
  /** For what holds records or tells what happened to them. A deployment that fails at creation leaves nothing behind. */
  readonly removalPolicy: RemovalPolicy;
  readonly logRetention: RetentionDays;
}

const stages: Record<Stage['name'], Omit<Stage, 'name'>> = {
  dev: { keepsRecords: false, removalPolicy: RemovalPolicy.DESTROY, logRetention: RetentionDays.ONE_WEEK },
  prod: {
    keepsRecords: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    logRetention: RetentionDays.THREE_MONTHS,
  },
};

/** The stage of that name. Throws for any other name. */
export const stageNamed = (name: unknown): Stage => {
  const known = stageNames.find((stageName) => stageName === name);
  if (!known)
    throw new Error(`There is no stage "${name}": say -c stage=${stageNames.join(' or -c stage=')}.`);
  return { name: known, ...stages[known] };
};
