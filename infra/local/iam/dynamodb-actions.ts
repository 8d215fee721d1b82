import type { ActionRequest } from './iam-policy.ts';

/** A call that we cannot judge, since we don't know which action on which resource it is. */
export class UnknownCall extends Error {
  override name = 'UnknownCall';
}

type Input = Record<string, unknown>;
type ArnOf = (tableName: string) => string;

const onTable =
  (action: string) =>
  (input: Input, arnOf: ArnOf): ActionRequest[] => [
    { action: `dynamodb:${action}`, resource: arnOf(String(input.TableName)) },
  ];

const onTableOrIndex =
  (action: string) =>
  (input: Input, arnOf: ArnOf): ActionRequest[] => {
    const table = arnOf(String(input.TableName));
    const resource = input.IndexName === undefined ? table : `${table}/index/${input.IndexName}`;
    return [{ action: `dynamodb:${action}`, resource }];
  };

const onEachTable =
  (action: string) =>
  (input: Input, arnOf: ArnOf): ActionRequest[] =>
    Object.keys((input.RequestItems ?? {}) as Input).map((name) => ({
      action: `dynamodb:${action}`,
      resource: arnOf(name),
    }));

/** A transaction needs the rights of the single calls that it is made of. */
const transactionActions: Record<string, string> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

const onEachPart = (input: Input, arnOf: ArnOf): ActionRequest[] =>
  ((input.TransactItems ?? []) as Record<string, { TableName?: string }>[]).flatMap((item) =>
    Object.entries(item).flatMap(([kind, part]) => {
      const action = transactionActions[kind];
      if (action === undefined) throw new UnknownCall(`a transaction with ${kind}`);
      return [{ action: `dynamodb:${action}`, resource: arnOf(String(part.TableName)) }];
    }),
  );

const operations: Record<string, (input: Input, arnOf: ArnOf) => ActionRequest[]> = {
  GetItem: onTable('GetItem'),
  PutItem: onTable('PutItem'),
  UpdateItem: onTable('UpdateItem'),
  DeleteItem: onTable('DeleteItem'),
  DescribeTable: onTable('DescribeTable'),
  Query: onTableOrIndex('Query'),
  Scan: onTableOrIndex('Scan'),
  BatchGetItem: onEachTable('BatchGetItem'),
  BatchWriteItem: onEachTable('BatchWriteItem'),
  TransactGetItems: onEachPart,
  TransactWriteItems: onEachPart,
};

/**
 * The actions and resources that IAM looks at for one DynamoDB call.
 * Source: Service Authorization Reference, "Actions, resources, and condition keys for Amazon DynamoDB".
 * @param operation what stands behind the dot of X-Amz-Target.
 * @param arnOf turns a table name, as the caller wrote it, into its ARN (an ARN stays what it is).
 * @throws UnknownCall for an operation that no function of ours is meant to make.
 */
export function dynamodbActions(operation: string, input: Input, arnOf: ArnOf): ActionRequest[] {
  const describe = operations[operation];
  if (!describe) throw new UnknownCall(`DynamoDB's ${operation}`);
  return describe(input, arnOf);
}
