import { fieldSentence } from './core/kind.ts';
import { nameIn, type Sentence, type SentenceEvent, type Sentences } from './core/sentence.ts';
import type { HistoryEvent } from './history/contract.ts';
import { kinds } from './kinds.ts';

const sentences: Sentences = Object.assign({}, ...Object.values(kinds).map((kind) => kind.sentences));

/** Whether there is a sentence of its own for a type of event. */
export const hasSentence = (type: string): boolean => Object.hasOwn(sentences, type);

/** What somebody did. A type that is newer than this page has no sentence here: then only that something changed. */
export const sentenceOf = (event: SentenceEvent): Sentence =>
  hasSentence(event.type)
    ? (sentences[event.type]?.(event) ?? [])
    : event.title === ''
      ? ['made a change']
      : ['changed ', nameIn(event)];

/** Who did it. */
export const personIn = ({ by, byName }: Pick<HistoryEvent, 'by' | 'byName'>): string =>
  byName ?? (by === null ? 'Guildhall' : 'A former member');

/** A sentence as text. */
export const textOf = (sentence: Sentence): string =>
  sentence.map((part) => (typeof part === 'string' ? part : part.record)).join('');

/** What became of each field of a record, in words; nothing where the sentence says it all. */
export const detailsOf = ({ entity, changes }: Pick<HistoryEvent, 'entity' | 'changes'>): string[] =>
  changes.flatMap((change) => {
    const { fields } = kinds[entity];
    return fields ? [fieldSentence(fields, change)] : [];
  });
