import type { Message } from '../../../shared/chat/contract.ts';
import { dateIn } from '../../../shared/core/calendar.ts';

/** A message as the screen has it: one that is not sent yet has no number. */
export type ShownMessage = Pick<Message, 'id' | 'senderId' | 'senderName' | 'text' | 'sentAt'> & {
  number: number | null;
};

export type ChatRow =
  | { kind: 'day'; key: string; date: string }
  | { kind: 'new'; key: string }
  /** `leads`: it shows whose it is; those that follow soon after from the same person do not. */
  | { kind: 'message'; key: string; message: ShownMessage; leads: boolean };

/** Milliseconds within which messages of one person stand together. */
const together = 5 * 60_000;

/** Numbers of messages that were unread: those after one, up to another. */
export interface UnreadRange {
  after: number;
  upTo: number;
}

interface RowOptions {
  timeZone: string;
  userId: string;
  /** What was unread when the person came; null: nothing is marked as new. */
  unread: UnreadRange | null;
  /** Whether the list begins with the first message of the chat. */
  fromStart: boolean;
}

/** The number before which "New messages" stands: the first one of others that was unread, if what is before it is loaded. */
const firstNew = (
  messages: readonly ShownMessage[],
  { userId, unread, fromStart }: RowOptions,
): number | null => {
  if (!unread || !(fromStart || (messages[0]?.number ?? 0) <= unread.after)) return null;
  const found = messages.find(
    ({ number, senderId }) =>
      number !== null && number > unread.after && number <= unread.upTo && senderId !== userId,
  );
  return found?.number ?? null;
};

/** Messages with what stands between them: days, and where the person left off. */
export const chatRows = (messages: readonly ShownMessage[], options: RowOptions): ChatRow[] => {
  const newFrom = firstNew(messages, options);
  let before: ShownMessage | undefined;
  let day = '';
  return messages.flatMap((message) => {
    const rows: ChatRow[] = [];
    const date = dateIn(options.timeZone, new Date(message.sentAt));
    if (date !== day) rows.push({ kind: 'day', key: `day ${date} ${message.id}`, date });
    if (newFrom !== null && message.number === newFrom) rows.push({ kind: 'new', key: 'new' });
    const leads =
      rows.length > 0 ||
      before?.senderId !== message.senderId ||
      Date.parse(message.sentAt) - Date.parse(before.sentAt) > together;
    rows.push({ kind: 'message', key: message.id, message, leads });
    before = message;
    day = date;
    return rows;
  });
};
