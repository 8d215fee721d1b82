import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChatState, Message } from '../../../shared/chat/contract.ts';
import type { LiveEvent } from '../../core/live-events.ts';
import { onNews } from '../../core/live-news.ts';
import { onConnected } from '../../core/live-status.ts';
import type { Member } from '../../core/session.ts';
import { chatStateQuery, editMessages, messagesQuery, takeState } from './chat-queries.ts';
import { stateAfter } from './chat-state.ts';
import { isWatching } from './chat-view.ts';
import { heardOf, noteDeleted, noteHeard } from './heard-messages.ts';
import { connects, type MessageList, withDeleted, withMessage } from './message-list.ts';
import { onReadInOtherTab } from './other-tabs.ts';
import { outboxOf } from './outbox.ts';

interface Chat {
  queryClient: QueryClient;
  userId: string;
  organizationId: string;
}

/** Asks the server for what is missing, though nobody looks at the chat: its list must not have a gap later. */
const readMessages = ({ queryClient, organizationId }: Chat): void =>
  void queryClient.invalidateQueries({
    queryKey: messagesQuery(organizationId).queryKey,
    refetchType: 'all',
  });

const readState = ({ queryClient, organizationId }: Chat): void =>
  void queryClient.invalidateQueries({ queryKey: chatStateQuery(organizationId).queryKey });

/** Shows a message as it was sent or deleted, wherever it is shown. */
export const takeMessage = (chat: Chat, message: Message): void => {
  const { queryClient, userId, organizationId } = chat;
  noteHeard(organizationId, message);
  const list = queryClient.getQueryData<MessageList>(messagesQuery(organizationId).queryKey);
  if (list && !connects(list, message)) readMessages(chat);
  else editMessages(queryClient, organizationId, (held) => withMessage(held, message));
  const { queryKey } = chatStateQuery(organizationId);
  const state = queryClient.getQueryData<ChatState>(queryKey);
  if (!state) return;
  const after = stateAfter(state, message, { userId, seen: isWatching() });
  if (after) queryClient.setQueryData(queryKey, after);
  else readState(chat);
};

/** The log tells of a message. Mostly it came over the socket before. */
const takeEvent = (chat: Chat, { type, id }: LiveEvent): void => {
  const isDeleted = type === 'message.deleted';
  const { queryClient, organizationId } = chat;
  const { messages, deleted } = heardOf(organizationId);
  if (isDeleted ? deleted.has(id) : messages.has(id)) return;
  if (isDeleted) noteDeleted(organizationId, id);
  const list = queryClient.getQueryData<MessageList>(messagesQuery(organizationId).queryKey);
  if (isDeleted) editMessages(queryClient, organizationId, (held) => withDeleted(held, id));
  else if (list?.items.some((message) => message.id === id)) return;
  else readMessages(chat);
  readState(chat);
};

/** Keeps the chat and its count as they are on the server, whichever screen is open. */
export const useChatFeed = ({ user, membership }: Member): void => {
  const queryClient = useQueryClient();
  const userId = user.id;
  const organizationId = membership.organization.id;
  useEffect(() => {
    const chat = { queryClient, userId, organizationId };
    const endReading = onReadInOtherTab((read) => {
      if (read.organizationId === organizationId) takeState(queryClient, organizationId, read.state);
    });
    const endNews = onNews((news) => {
      if (news.kind === 'message') takeMessage(chat, news.message);
      else if (news.kind === 'reload')
        void queryClient.resetQueries({ queryKey: messagesQuery(organizationId).queryKey });
      else if (news.kind === 'event' && news.event.entity === 'message') takeEvent(chat, news.event);
    });
    const { resume } = outboxOf(userId, organizationId);
    const endResuming = onConnected(resume);
    window.addEventListener('online', resume);
    return () => {
      endReading();
      endResuming();
      window.removeEventListener('online', resume);
      endNews();
    };
  }, [queryClient, userId, organizationId]);
};
