import { fieldSentence } from './core/kind.ts';
import { type Sentence, type SentenceEvent, type Sentences, toldOf } from './core/sentence.ts';
import { t, tParts } from './core/translate.ts';
import type { HistoryEvent } from './history/contract.ts';
import { kinds } from './kinds.ts';

const sentences: Sentences = Object.assign({}, ...Object.values(kinds).map((kind) => kind.sentences));

/** Whether there is a sentence of its own for a type of event. */
export const hasSentence = (type: string): boolean => Object.hasOwn(sentences, type);

/**
 * What somebody did. A type that is newer than this page has no sentence here: then only that something changed.
 * @param name of who did it; without one, the sentence leaves it out
 */
export const sentenceOf = (event: SentenceEvent, name?: string): Sentence => {
  const told = toldOf(event, name);
  if (hasSentence(event.type)) return sentences[event.type]?.(event, told) ?? [];
  return event.title === ''
    ? tParts('{who, select, unnamed {Made} other {<person>{name}</person> made}} a change', told)
    : tParts(
        '{who, select, unnamed {Changed} other {<person>{name}</person> changed}} <record>“{title}”</record>',
        told,
      );
};

/** Who did it. */
export const personIn = ({ by, byName }: Pick<HistoryEvent, 'by' | 'byName'>): string =>
  byName ?? (by === null ? 'Guildhall' : t('A former member'));

/** A sentence as text. */
export const textOf = (sentence: Sentence): string =>
  sentence
    .map((part) => (typeof part === 'string' ? part : 'record' in part ? part.record : part.person))
    .join('');

/** What became of each field of a record, in words; nothing where the sentence says it all. */
export const detailsOf = ({ entity, changes }: Pick<HistoryEvent, 'entity' | 'changes'>): string[] =>
  changes.flatMap((change) => {
    const { fields } = kinds[entity];
    return fields ? [fieldSentence(fields, change)] : [];
  });
