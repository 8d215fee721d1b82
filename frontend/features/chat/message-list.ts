import type { Message } from '../../../shared/chat/contract.ts';
import type { Heard } from './heard-messages.ts';

/** The part of the chat that is loaded: messages in their order without a gap, deleted ones too. */
export interface MessageList {
  readonly items: readonly Message[];
  /** Whether there are messages before the first of these. */
  readonly hasOlder: boolean;
}

/** Deleted is deleted: an answer that was made before must not bring a text back. */
const later = (one: Message | undefined, other: Message): Message =>
  one?.isDeleted && !other.isDeleted ? one : other;

/** What hangs together up to the newest message. */
const withoutGap = (items: readonly Message[]): readonly Message[] => {
  let first = items.length - 1;
  while (first > 0 && items[first - 1]?.number === (items[first]?.number ?? 0) - 1) first -= 1;
  return items.slice(Math.max(first, 0));
};

/** Two parts of the chat as one, by number. Where messages between them are missing, the newer part. */
export const joined = (list: MessageList | undefined, more: MessageList): MessageList => {
  if (!list || list.items.length === 0) return more;
  if (more.items.length === 0) return list;
  const byNumber = new Map(list.items.map((message) => [message.number, message]));
  for (const message of more.items)
    byNumber.set(message.number, later(byNumber.get(message.number), message));
  const items = withoutGap([...byNumber.values()].sort((one, other) => one.number - other.number));
  const [first] = items;
  const origin = [list, more].find((part) => part.items[0]?.number === first?.number);
  return { items, hasOlder: origin?.hasOlder ?? true };
};

export const lastNumber = (list: MessageList | undefined): number => list?.items.at(-1)?.number ?? 0;

/** Whether a message, as it is, can be put into a list without leaving a gap, or is older than what is loaded. */
export const connects = (list: MessageList, { number }: Message): boolean => number <= lastNumber(list) + 1;

/** A list with one message sent or deleted. What is older than the list stays out of it. */
export const withMessage = (list: MessageList, message: Message): MessageList => {
  const first = list.items[0]?.number ?? 1;
  return message.number < first
    ? list
    : joined(list, { items: [message], hasOlder: list.items.length === 0 && message.number > 1 });
};

/** What the server answered, with what was heard while the answer was on its way: it may have been read before that. */
export const withHeard = (list: MessageList, { messages, deleted }: Heard): MessageList => {
  const grown = [...messages.values()]
    .filter(({ number }) => number > lastNumber(list))
    .sort((one, other) => one.number - other.number)
    .reduce((held, message) => (connects(held, message) ? withMessage(held, message) : held), list);
  return grown.items
    .filter(({ id }) => deleted.has(id))
    .reduce((held, { id }) => withDeleted(held, id), grown);
};

/** A list in which a message is deleted. */
export const withDeleted = (list: MessageList, id: string): MessageList =>
  list.items.some((message) => message.id === id && !message.isDeleted)
    ? {
        ...list,
        items: list.items.map((message) =>
          message.id === id ? { ...message, text: '', isDeleted: true } : message,
        ),
      }
    : list;
