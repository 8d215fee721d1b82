/**
 * After a restore (docs/restoring.md): `AWS_REGION=eu-west-1 npx tsx scripts/delete-again.ts <old table> <restored table> <moment>`
 * deletes again, in the restored table, the accounts that were deleted since the moment.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openTable } from '../services/core/dynamodb-table.ts';
import { accountsDeletedSince, deleteAgain } from './deleted-accounts.ts';

const [old, restored, given = ''] = process.argv.slice(2);
const moment = new Date(given);
if (!old || !restored || Number.isNaN(moment.getTime())) {
  console.error('Usage: npx tsx scripts/delete-again.ts <old table> <restored table> 2026-11-28T09:00:00Z');
  process.exit(1);
}
const client = new DynamoDBClient({});
const userIds = await accountsDeletedSince(client, old, moment);
const refused = await deleteAgain(openTable(restored, client), userIds, new Date());
console.log(`${userIds.length - refused.length} accounts are deleted again; the hourly run does the rest.`);
for (const userId of refused)
  console.log(`${userId} holds the account of a group: hand it over first, then run this again.`);
