import type { ChatState, chat, Message } from '../../shared/chat/contract.ts';
import { messagesShown, sendingLimit } from '../../shared/chat/rules.ts';
import type { MemberContext } from '../core/caller.ts';
import { auditStamp } from '../core/event-log.ts';
import { Failure } from '../core/failure.ts';
import { log } from '../core/log.ts';
import type { PersonNames } from '../core/person-names.ts';
import { retryWhenChanged } from '../core/retry-when-changed.ts';
import type { Sockets } from '../core/sockets.ts';
import type { ChatStore, StoredMessage } from './chat-store.ts';

export interface ChatDeps {
  store: ChatStore;
  names: PersonNames;
  sockets: Sockets;
}

const failure = (code: keyof (typeof chat)['errors'], details?: Failure['details']) =>
  new Failure(code, details);

/** How often the end of the chat is looked for anew when others are faster. */
const mostAttempts = 20;

const named = async (
  { names }: ChatDeps,
  organizationId: string,
  messages: readonly StoredMessage[],
): Promise<Message[]> => {
  const nameOf = await names(
    organizationId,
    messages.map(({ senderId }) => senderId),
  );
  return messages.map((message) => ({ ...message, senderName: nameOf(message.senderId) }));
};

/**
 * Shows a message, sent or deleted, to everybody who is there. Who is not reached finds it by its number, so that it is
 * never more than late: the message stands, and its sender must not be told otherwise.
 */
const show = async ({ sockets }: ChatDeps, organizationId: string, message: Message, now: Date) => {
  try {
    const { authorized } = await sockets.store.audience(organizationId, now);
    await sockets.send(authorized, { message });
  } catch (error) {
    log.error('a message could not be shown at once', error, { organizationId });
  }
};

/** What was sent after `latest` was read is not counted: whoever hears of it by its number would count it again. */
const stateFrom = async (
  { store }: ChatDeps,
  { actor }: MemberContext,
  latest: number,
  hasReadUpTo: number | undefined,
): Promise<ChatState> => {
  const { organizationId, userId } = actor;
  const readUpTo = Math.min(hasReadUpTo ?? 0, latest);
  if (readUpTo === latest) return { latest, readUpTo, unread: 0 };
  if (hasReadUpTo !== undefined)
    return {
      latest,
      readUpTo,
      unread: await store.unread(organizationId, userId, { after: readUpTo, upTo: latest }, messagesShown),
    };
  // Who has never looked and joined lately has the last ones to read, not the first.
  const [since, { items }] = await Promise.all([
    store.joinedAt(userId),
    store.before(organizationId, undefined, messagesShown),
  ]);
  const unread = items.filter(
    ({ number, senderId, isDeleted, sentAt }) =>
      number <= latest && senderId !== userId && !isDeleted && sentAt >= since,
  ).length;
  return { latest, readUpTo, unread };
};

const latestAndMarker = ({ store }: ChatDeps, { actor }: MemberContext) =>
  Promise.all([store.latest(actor.organizationId), store.readMarker(actor.organizationId, actor.userId)]);

/** Where the caller is in the chat. */
export const getState = async (deps: ChatDeps, member: MemberContext): Promise<ChatState> => {
  const [latest, { readUpTo }] = await latestAndMarker(deps, member);
  return stateFrom(deps, member, latest, readUpTo);
};

/** The newest messages, those before one, or those after one; always in their order. */
export const listMessages = async (
  deps: ChatDeps,
  { actor }: MemberContext,
  { before, after, limit }: { before?: number; after?: number; limit: number },
) => {
  const { organizationId } = actor;
  const [latest, page] = await Promise.all([
    deps.store.latest(organizationId),
    after === undefined
      ? deps.store.before(organizationId, before, limit)
      : deps.store.after(organizationId, after, limit).then((items) => ({ items, hasOlder: after > 0 })),
  ]);
  return { items: await named(deps, actor.organizationId, page.items), hasOlder: page.hasOlder, latest };
};

/**
 * Sends a message. Sent again with the same id, it is the same message.
 * @throws Failure `chat.too_fast` · `message.id_taken`
 */
export const sendMessage = (
  deps: ChatDeps,
  member: MemberContext,
  { id, text }: { id: string; text: string },
): Promise<Message> => {
  const { actor, now } = member;
  const { organizationId, userId } = actor;
  const attempt = async (): Promise<Message | 'changed'> => {
    const [latest, marker, earlier] = await Promise.all([
      deps.store.latest(organizationId),
      deps.store.readMarker(organizationId, userId),
      deps.store.byId(organizationId, id),
    ]);
    if (earlier) {
      if (earlier.senderId !== userId || (earlier.text !== text && !earlier.isDeleted))
        throw failure('message.id_taken');
      return { ...earlier, senderName: actor.name };
    }
    const recent = marker.sends.filter((sent) => sent > now.getTime() - sendingLimit.withinMs);
    if (recent.length >= sendingLimit.most) {
      const left = (recent[0] as number) + sendingLimit.withinMs - now.getTime();
      throw failure('chat.too_fast', { retryAfterSeconds: Math.ceil(left / 1000) });
    }
    const message: Message = {
      id,
      number: latest + 1,
      senderId: userId,
      senderName: actor.name,
      text,
      sentAt: now.toISOString(),
      isDeleted: false,
    };
    const { senderName: _, ...stored } = message;
    const sends = [...recent, now.getTime()];
    const sent = await deps.store.append(organizationId, stored, marker, sends, member, message);
    if (sent === 'changed') return sent;
    if (!sent.isReplay) await show(deps, organizationId, message, now);
    return sent.answer;
  };
  return retryWhenChanged(attempt, { attempts: mostAttempts });
};

/** @throws Failure `not_found` · `message.not_own` */
export const removeMessage = async (
  deps: ChatDeps,
  { actor, now, commit }: MemberContext,
  messageId: string,
): Promise<undefined> => {
  const { organizationId, userId, name } = actor;
  const message = await deps.store.byId(organizationId, messageId);
  if (!message) throw new Failure('not_found');
  if (message.senderId !== userId) throw failure('message.not_own');
  if (await deps.store.remove(organizationId, message, auditStamp(userId, now), commit))
    await show(deps, organizationId, { ...message, senderName: name, text: '', isDeleted: true }, now);
};

/** Notes how far the caller has read; never less than before, and never more than there is. */
export const markRead = async (deps: ChatDeps, member: MemberContext, upTo: number): Promise<ChatState> => {
  const { actor, commit } = member;
  const [latest, marker] = await latestAndMarker(deps, member);
  const readUpTo = Math.max(Math.min(upTo, latest), marker.readUpTo ?? 0);
  const answer = await stateFrom(deps, member, latest, readUpTo);
  return (await deps.store.markRead(actor.organizationId, actor.userId, readUpTo, commit, answer)).answer;
};
