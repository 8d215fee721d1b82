import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ChatState, Message } from '../../../shared/chat/contract.ts';
import { api } from '../../core/api.ts';
import { routeTable } from '../../core/route-table.ts';
import { heardOf } from './heard-messages.ts';
import { joined, lastNumber, type MessageList, withHeard } from './message-list.ts';
import { tellOtherTabs } from './other-tabs.ts';

const page = 100;
/** Whoever is further behind begins at the newest messages again. */
const mostPagesBehind = 3;

/** How far the chat goes, and how far I have read. */
export const chatStateQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['chat', 'state', organizationId],
    queryFn: ({ signal }) => api(routeTable.chat.getState, { signal }),
  });

const messagesKey = (organizationId: string) => ['chat', 'messages', organizationId] as const;

const newest = async (signal: AbortSignal): Promise<MessageList> =>
  api(routeTable.chat.listMessages, { query: { limit: page }, signal });

/** What follows on a number; null when that is too much. */
const since = async (number: number, signal: AbortSignal): Promise<MessageList | null> => {
  const items: Message[] = [];
  for (let pages = 0; pages < mostPagesBehind; pages += 1) {
    const after = items.at(-1)?.number ?? number;
    const answer = await api(routeTable.chat.listMessages, { query: { after, limit: page }, signal });
    items.push(...answer.items);
    if (answer.items.length < page) return { items, hasOlder: true };
  }
  return null;
};

/** The messages that are loaded: at first the newest hundred. Read again, it adds what has come since. */
export const messagesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: messagesKey(organizationId),
    queryFn: async ({ client, signal }): Promise<MessageList> => {
      const key = messagesKey(organizationId);
      const last = lastNumber(client.getQueryData<MessageList>(key));
      const more = last > 0 ? await since(last, signal) : null;
      const list = more ?? (await newest(signal));
      // Meanwhile others may have come over the socket, and found no list to be put into.
      const held = more || last === 0 ? joined(client.getQueryData<MessageList>(key), list) : list;
      return withHeard(held, heardOf(organizationId));
    },
  });

/** Edits the messages that are loaded, if any are. */
export const editMessages = (
  queryClient: QueryClient,
  organizationId: string,
  edit: (list: MessageList) => MessageList,
): void => {
  queryClient.setQueryData<MessageList>(messagesKey(organizationId), (list) => list && edit(list));
};

/** Adds the hundred messages before those that are loaded. @throws Failure */
export const loadOlder = async (queryClient: QueryClient, organizationId: string): Promise<void> => {
  const first = queryClient.getQueryData<MessageList>(messagesKey(organizationId))?.items[0];
  if (!first) return;
  const older = await api(routeTable.chat.listMessages, { query: { before: first.number, limit: page } });
  editMessages(queryClient, organizationId, (list) =>
    withHeard(joined(list, older), heardOf(organizationId)),
  );
};

/** Takes over how far was read in another tab, unless more has come here since. */
export const takeState = (queryClient: QueryClient, organizationId: string, state: ChatState): void => {
  queryClient.setQueryData(chatStateQuery(organizationId).queryKey, (held) =>
    held && held.latest > state.latest ? held : state,
  );
};

/** Notes that everything up to a number is read; the server never goes back. @throws Failure */
export const markReadUpTo = async (
  queryClient: QueryClient,
  organizationId: string,
  upTo: number,
): Promise<void> => {
  const { queryKey } = chatStateQuery(organizationId);
  const answer = await api(routeTable.chat.markRead, { body: { upTo } });
  // Of what came while it was on its way, only the server can say whether it is read.
  if ((queryClient.getQueryData<ChatState>(queryKey)?.latest ?? 0) > answer.latest)
    await queryClient.invalidateQueries({ queryKey });
  else queryClient.setQueryData(queryKey, answer);
  tellOtherTabs({ organizationId, state: answer });
};
