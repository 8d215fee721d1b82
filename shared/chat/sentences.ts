import type { Sentences } from '../core/sentence.ts';
import { tParts } from '../core/translate.ts';

export const messageSentences: Sentences = {
  'message.sent': (_, told) =>
    tParts('{who, select, unnamed {Wrote} other {<person>{name}</person> wrote}} in the chat', told),
  'message.deleted': (_, told) =>
    tParts(
      '{who, select, unnamed {Deleted} other {<person>{name}</person> deleted}} a message in the chat',
      told,
    ),
};
