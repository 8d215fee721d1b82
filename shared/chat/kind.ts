import type { Kind } from '../core/kind.ts';
import { toMessageEvent } from './events.ts';
import { messageSentences } from './sentences.ts';

/** A message of the chat, which is shown by the chat alone: no query has to be asked again. */
export const messageKind = { toEvent: toMessageEvent, sentences: messageSentences } satisfies Kind;
