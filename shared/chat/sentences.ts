import type { Sentences } from '../core/sentence.ts';

export const messageSentences: Sentences = {
  'message.sent': () => ['wrote in the chat'],
  'message.deleted': () => ['deleted a message in the chat'],
};
