import type { Message } from '../../shared/chat/contract.ts';
import type { LiveEvent } from './live-events.ts';

/** What features hear of live updates, besides that their queries are stale. */
export type LiveNews =
  | { kind: 'message'; message: Message }
  /** Each event of the log since the page was opened: once, in order. */
  | { kind: 'event'; event: LiveEvent }
  /** An event that a person is told of, in full, after it was news: in each tab, once. */
  | { kind: 'told'; event: LiveEvent }
  /** Events were left out. */
  | { kind: 'reload' };

const listeners = new Set<(news: LiveNews) => void>();

export const tellNews = (news: LiveNews): void => {
  for (const listener of listeners) listener(news);
};

export const onNews = (listener: (news: LiveNews) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
