import { type Change, type Meaning, text } from '../core/change.ts';

/** What a change of a chat message means. What it said is in the chat alone: a deleted message must be gone. */
export const messageMeaning = ({ before, after }: Change): Meaning | null => {
  const record = { id: text(after.id), title: '', changes: [], quiet: true as const };
  if (!before)
    return {
      ...record,
      type: 'message.sent',
      moves: [{ counter: 'messagesSent', by: 1, at: text(after.sentAt) }],
    };
  return before.isDeleted !== true && after.isDeleted === true
    ? { ...record, type: 'message.deleted' }
    : null;
};
