import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { ModuleFunction } from './module-function.ts';
import type { TableAction } from './module-needs.ts';
import type { Stage } from './stage.ts';

/**
 * Generic indexes: what they answer is decided by each module's keys (docs/data-model.md). They are sorted by the table's own sort
 * key, so that a row does not carry the same id three times; a question that needs another order gets an index of its own.
 */
const indexNames = ['gsi1', 'gsi2', 'gsi3'] as const;

const string = (name: string) => ({ name, type: AttributeType.STRING });

/** The one table, in which every module keeps its records. */
export class Table extends Construct {
  private readonly table: TableV2;

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id);
    this.table = new TableV2(this, 'Table', {
      partitionKey: string('pk'),
      sortKey: string('sk'),
      globalSecondaryIndexes: indexNames.map((indexName) => ({
        indexName,
        partitionKey: string(`${indexName}pk`),
        sortKey: string('sk'),
        projectionType: ProjectionType.ALL,
      })),
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      timeToLiveAttribute: 'ttl',
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: stage.keepsRecords,
      removalPolicy: stage.removalPolicy,
    });
  }

  /** The stream of its changes. */
  get streamArn(): string {
    const { tableStreamArn } = this.table;
    if (tableStreamArn === undefined) throw new Error('The table has no stream.');
    return tableStreamArn;
  }

  /** Lets a function do exactly these things with the table, and tells it the table's name. */
  grantTo(fn: ModuleFunction, actions: readonly TableAction[]): void {
    fn.allow(
      new PolicyStatement({
        actions: actions.filter((action) => action !== 'QueryIndex').map((action) => `dynamodb:${action}`),
        resources: [this.table.tableArn],
      }),
    );
    if (actions.includes('Query') || actions.includes('QueryIndex')) {
      fn.allow(
        new PolicyStatement({
          actions: ['dynamodb:Query'],
          // Each by its name: no wildcard, and an index can only be read.
          resources: indexNames.map((indexName) => `${this.table.tableArn}/index/${indexName}`),
        }),
      );
    }
    fn.tell('TABLE_NAME', this.table.tableName);
  }
}
