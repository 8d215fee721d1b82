import { randomBytes } from 'node:crypto';
import { live, ticketSeconds } from '../../shared/live/contract.ts';
import { createHandler } from '../core/create-handler.ts';
import { openTable } from '../core/dynamodb-table.ts';
import { environment } from '../core/environment.ts';
import { ticketStore } from './ticket-store.ts';

const table = openTable(environment('TABLE_NAME'));
const store = ticketStore(table);

export const handler = createHandler(live, {
  table,
  clock: () => new Date(),
  handlers: {
    async createTicket(_, member) {
      const { actor, authTime, now } = member;
      const answer = {
        ticket: randomBytes(32).toString('base64url'),
        expiresAt: new Date(now.getTime() + ticketSeconds * 1000).toISOString(),
      };
      const holder = { userId: actor.userId, organizationId: actor.organizationId, authTime };
      return (await store.create(answer.ticket, holder, member, answer)).answer;
    },
  },
});
