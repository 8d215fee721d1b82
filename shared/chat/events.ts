import { type Change, type MappedEvent, text } from '../core/change.ts';

/** The event that a change of a chat message is. What it said is in the chat alone: a deleted message must be gone. */
export const toMessageEvent = ({ before, after }: Change): MappedEvent | null => {
  const record = { id: text(after.id), title: '', changes: [], quiet: true as const };
  if (!before)
    return {
      ...record,
      type: 'message.sent',
      deltas: [{ counter: 'messagesSent', by: 1, at: text(after.sentAt) }],
    };
  return before.isDeleted !== true && after.isDeleted === true
    ? { ...record, type: 'message.deleted' }
    : null;
};
