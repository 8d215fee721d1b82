import { environment } from '../core/environment.ts';
import { openMailer } from '../core/mail.ts';
import { openSockets } from '../core/sockets.ts';
import type { Table } from '../core/table.ts';
import { forgetNamesInLog } from '../history/public.ts';
import type { AccountDeletionDeps } from './account-deletion.ts';
import { accountDeletionStore } from './account-deletion-store.ts';
import { openUserPool } from './user-pool.ts';

/** What deleting an account works with, as the function's surroundings say. */
export const accountDeletionDeps = (table: Table): AccountDeletionDeps => ({
  store: accountDeletionStore(table),
  userPool: openUserPool(environment('USER_POOL_ID')),
  mailer: openMailer(table, environment('MAIL_FROM')),
  sockets: openSockets(table, environment('SOCKET_ENDPOINT')),
  websiteUrl: environment('WEBSITE_URL'),
  forgetNamesInLog: (organizationId, record) => forgetNamesInLog(table, organizationId, record),
});
