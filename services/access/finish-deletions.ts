import { openTable } from '../core/dynamodb-table.ts';
import { environment } from '../core/environment.ts';
import { finishDeletions } from './account-deletion.ts';
import { accountDeletionDeps } from './account-deletion-deps.ts';

const deps = accountDeletionDeps(openTable(environment('TABLE_NAME')));

/** Runs each hour. */
export const handler = (): Promise<void> => finishDeletions(deps, new Date());
