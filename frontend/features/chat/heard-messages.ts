import type { Message } from '../../../shared/chat/contract.ts';

/** What was heard of a chat over the socket, from this page, or from the log: an answer of the server may be older. */
export interface Heard {
  /** Messages as they were sent, by id. */
  readonly messages: ReadonlyMap<string, Message>;
  /** Ids of deleted ones. */
  readonly deleted: ReadonlySet<string>;
}

/** So many of each; a request is on its way for as long as a few of them take. */
const most = 500;

const chats = new Map<string, { messages: Map<string, Message>; deleted: Set<string> }>();

const chatOf = (organizationId: string) => {
  const chat = chats.get(organizationId) ?? { messages: new Map(), deleted: new Set() };
  chats.set(organizationId, chat);
  return chat;
};

const forgetOldest = (kept: Map<string, unknown> | Set<string>): void => {
  if (kept.size > most) for (const oldest of [...kept.keys()].slice(0, most / 2)) kept.delete(oldest);
};

export const heardOf = (organizationId: string): Heard => chatOf(organizationId);

export const noteDeleted = (organizationId: string, id: string): void => {
  const { deleted } = chatOf(organizationId);
  deleted.add(id);
  forgetOldest(deleted);
};

/** Notes a message that was sent or deleted. */
export const noteHeard = (organizationId: string, message: Message): void => {
  if (message.isDeleted) {
    noteDeleted(organizationId, message.id);
    return;
  }
  const { messages } = chatOf(organizationId);
  messages.set(message.id, message);
  forgetOldest(messages);
};
