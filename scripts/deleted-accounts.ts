import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { accountDeletionStore } from '../services/access/account-deletion-store.ts';
import { readProfile } from '../services/access/profile-store.ts';
import type { Table } from '../services/core/table.ts';

/** The ids of those whose accounts were deleted after a moment, as their tombstones in a table say. Reads the whole table. */
export const accountsDeletedSince = async (
  client: DynamoDBClient,
  tableName: string,
  moment: Date,
): Promise<string[]> => {
  const pages = paginateScan(
    { client: DynamoDBDocumentClient.from(client) },
    {
      TableName: tableName,
      FilterExpression: 'entity = :member AND deletedAt > :moment',
      ExpressionAttributeValues: { ':member': 'member', ':moment': moment.toISOString() },
      ProjectionExpression: 'userId',
    },
  );
  const userIds: string[] = [];
  for await (const { Items = [] } of pages) userIds.push(...Items.map(({ userId }) => userId as string));
  return userIds;
};

/**
 * Deletes accounts once more, in a table that was restored to a moment before they were deleted: puts the tombstone, and leaves
 * the rest to the hourly run. Their sign-ins are gone already.
 * @returns those that hold the account of their group in that table, which has to be handed over first
 */
export const deleteAgain = async (table: Table, userIds: readonly string[], now: Date): Promise<string[]> => {
  const refused: string[] = [];
  for (const userId of userIds) {
    const profile = await readProfile(table, userId);
    // Who has no address is a tombstone already, or came after the moment.
    if (profile?.email === undefined) continue;
    if (!(await accountDeletionStore(table).begin(profile, userId, now))) refused.push(userId);
  }
  return refused;
};
