import { callEngine, EngineError } from './dynamodb-call.ts';

interface KeyElement {
  AttributeName: string;
  KeyType: string;
}

interface TableIndex {
  IndexName: string;
  KeySchema: KeyElement[];
  Projection: { ProjectionType: string; NonKeyAttributes?: string[] };
}

/** What the template says of a table, in the form that CreateTable takes. */
export interface TableDefinition {
  TableName: string;
  KeySchema: KeyElement[];
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
  GlobalSecondaryIndexes?: TableIndex[];
  StreamSpecification?: { StreamEnabled: true; StreamViewType: string };
  /** Attribute with the second at which an item expires; not part of CreateTable. */
  ttlAttribute?: string;
}

/** The table's data was made by a template that described it differently. */
export class TableChanged extends Error {
  override name = 'TableChanged';
}

const shapeOf = (table: Pick<TableDefinition, 'KeySchema' | 'GlobalSecondaryIndexes'>): string =>
  JSON.stringify([
    table.KeySchema.map(({ AttributeName, KeyType }) => [AttributeName, KeyType]),
    (table.GlobalSecondaryIndexes ?? [])
      .map((index) => [
        index.IndexName,
        index.KeySchema.map((key) => key.AttributeName),
        index.Projection.ProjectionType,
      ])
      .sort(),
  ]);

/**
 * Creates the table, or checks that the one from an earlier run has the same keys and indexes.
 * @throws TableChanged when it has others.
 */
export async function ensureTable(endpoint: string, definition: TableDefinition): Promise<void> {
  const { ttlAttribute: _, ...input } = definition;
  try {
    const { Table } = await callEngine<{ Table: TableDefinition }>(endpoint, 'DescribeTable', {
      TableName: definition.TableName,
    });
    if (shapeOf(Table) !== shapeOf(definition)) {
      throw new TableChanged(
        `The keys or indexes of ${definition.TableName} have changed since its data was written. ` +
          'Start with --fresh to begin anew.',
      );
    }
  } catch (error) {
    if (!(error instanceof EngineError && error.name === 'ResourceNotFoundException')) throw error;
    await callEngine(endpoint, 'CreateTable', { ...input, BillingMode: 'PAY_PER_REQUEST' });
  }
}

/** Removes a table and what is in it; it need not be there. */
export async function dropTable(endpoint: string, tableName: string): Promise<void> {
  try {
    await callEngine(endpoint, 'DeleteTable', { TableName: tableName });
  } catch (error) {
    if (!(error instanceof EngineError && error.name === 'ResourceNotFoundException')) throw error;
  }
}

type Item = Record<string, Record<string, unknown>>;

const fiveYears = 5 * 365 * 24 * 3600;

/** Removes expired items, which the engine never does by itself. */
export interface ExpirySweeper {
  /** Looks through the next page of the table. Returns how many items went, and whether the table's end was reached. */
  sweepPage(nowInSeconds: number): Promise<{ removed: number; finishedRound: boolean }>;
}

/**
 * A sweeper that goes through the table page by page (1 MB each), so that a big table is never read in one go.
 * AWS too removes items only some time after they expire, and leaves those alone that expired over five years ago.
 */
export function expirySweeper(endpoint: string, table: TableDefinition): ExpirySweeper {
  const attribute = table.ttlAttribute;
  const keyNames = table.KeySchema.map((key) => key.AttributeName);
  let position: Item | undefined;
  return {
    sweepPage: async (nowInSeconds) => {
      if (attribute === undefined) return { removed: 0, finishedRound: true };
      const expired = {
        ExpressionAttributeNames: { '#ttl': attribute },
        ExpressionAttributeValues: {
          ':now': { N: String(nowInSeconds) },
          ':oldest': { N: String(nowInSeconds - fiveYears) },
        },
      };
      const condition = '#ttl BETWEEN :oldest AND :now';
      const page = await callEngine<{ Items: Item[]; LastEvaluatedKey?: Item }>(endpoint, 'Scan', {
        TableName: table.TableName,
        FilterExpression: condition,
        ExclusiveStartKey: position,
        ...expired,
      });
      let removed = 0;
      for (const item of page.Items) {
        try {
          await callEngine(endpoint, 'DeleteItem', {
            TableName: table.TableName,
            Key: Object.fromEntries(keyNames.map((name) => [name, item[name]])),
            // It may have been prolonged since it was read.
            ConditionExpression: condition,
            ...expired,
          });
          removed += 1;
        } catch (error) {
          if (!(error instanceof EngineError && error.name === 'ConditionalCheckFailedException'))
            throw error;
        }
      }
      position = page.LastEvaluatedKey;
      return { removed, finishedRound: position === undefined };
    },
  };
}
