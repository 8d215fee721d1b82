import type { LocalTemplate } from '../runner/template.ts';
import type { TableDefinition } from './dynamodb-table.ts';

/** The table that the template describes. */
export function localTable(template: LocalTemplate): TableDefinition {
  const table = template.only('AWS::DynamoDB::GlobalTable');
  const properties = table.properties as unknown as Omit<TableDefinition, 'StreamSpecification'> & {
    StreamSpecification?: { StreamViewType: string };
    TimeToLiveSpecification?: { AttributeName: string; Enabled: boolean };
  };
  const { StreamSpecification: stream, TimeToLiveSpecification: expiry } = properties;
  return {
    TableName: table.ref,
    KeySchema: properties.KeySchema,
    AttributeDefinitions: properties.AttributeDefinitions,
    GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes,
    StreamSpecification: stream && { StreamEnabled: true, ...stream },
    ttlAttribute: expiry?.Enabled ? expiry.AttributeName : undefined,
  };
}
