import type { Sentences } from '../core/sentence.ts';

export const chatSentences: Sentences = {
  'message.sent': () => ['wrote in the chat'],
  'message.deleted': () => ['deleted a message in the chat'],
};
