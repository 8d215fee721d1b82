import type { ChatState, Message } from '../../../shared/chat/contract.ts';

/** Counted exactly up to here (shared/chat/contract.ts). */
const mostCounted = 100;

/**
 * Where a person is in the chat after a message was sent or deleted.
 * @param seen whether they are looking at the newest message right now
 * @returns null when only the server can tell
 */
export const stateAfter = (
  state: ChatState,
  { number, senderId, isDeleted }: Message,
  { userId, seen }: { userId: string; seen: boolean },
): ChatState | null => {
  if (isDeleted) return number > state.readUpTo && senderId !== userId && state.unread > 0 ? null : state;
  if (number <= state.latest) return state;
  if (number > state.latest + 1) return null;
  const counts = senderId !== userId && !seen;
  return {
    ...state,
    latest: number,
    unread: counts ? Math.min(state.unread + 1, mostCounted) : state.unread,
  };
};
