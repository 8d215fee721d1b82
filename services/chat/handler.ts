import { chat } from '../../shared/chat/contract.ts';
import { createHandler } from '../core/create-handler.ts';
import { openTable } from '../core/dynamodb-table.ts';
import { environment } from '../core/environment.ts';
import { personNames } from '../core/person-names.ts';
import { openSockets } from '../core/sockets.ts';
import { type ChatDeps, getState, listMessages, markRead, removeMessage, sendMessage } from './chat.ts';
import { chatStore } from './chat-store.ts';

const clock = () => new Date();
const table = openTable(environment('TABLE_NAME'));
const deps: ChatDeps = {
  store: chatStore(table),
  names: personNames(table, clock),
  sockets: openSockets(table, environment('SOCKET_ENDPOINT')),
};

export const handler = createHandler(chat, {
  table,
  clock,
  handlers: {
    getState: (_, member) => getState(deps, member),
    listMessages: ({ query }, member) => listMessages(deps, member, query),
    sendMessage: ({ body }, member) => sendMessage(deps, member, body),
    removeMessage: ({ params }, member) => removeMessage(deps, member, params.messageId),
    markRead: ({ body }, member) => markRead(deps, member, body.upTo),
  },
});
