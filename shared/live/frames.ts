import type { Message } from '../chat/contract.ts';
import type { HistoryEvent } from '../history/contract.ts';

/** An event as it is announced; whoever wants to know more asks `GET /api/history`. */
export type Announcement = Pick<HistoryEvent, 'seq' | 'type' | 'entity' | 'id' | 'by'>;

/** What comes over a socket. Every kind may come twice, late or never: what counts is what HTTP answers. */
export type Frame =
  /** One batch of the group's log, in its order. */
  | { events: Announcement[] }
  /** Where the log ends: the answer to `ping`, and in place of a batch that is too large for a frame. */
  | { seq: number }
  /** A message that was sent or deleted. */
  | { message: Message }
  /** Everybody who has a socket open, as known at a moment (milliseconds since 1970): an older list changes nothing. */
  | Presence
  /** The answer to `hello`. */
  | ({ seq: number } & Presence);

export interface Presence {
  online: string[];
  at: number;
}

/** What a browser sends: all else is HTTP. */
export type Signal = { action: 'hello' } | { action: 'ping' };
