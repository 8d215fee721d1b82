import { chat } from '../../shared/chat/contract.ts';
import { createHandler } from '../core/create-handler.ts';
import { environment } from '../core/environment.ts';
import { openTable } from '../core/table.ts';

export const handler = createHandler(chat, {
  table: openTable(environment('TABLE_NAME')),
  clock: () => new Date(),
  handlers: { placeholderchat: async () => ({}) },
});
