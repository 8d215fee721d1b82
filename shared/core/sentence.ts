import type { FieldChange } from './change.ts';
import { t } from './translate.ts';

/** An event of the organization's log, as far as its sentence needs it. */
export interface SentenceEvent {
  readonly type: string;
  readonly id: string;
  /** What the record was called then. */
  readonly title: string;
  /** Who did it; null: no person did. */
  readonly by: string | null;
  readonly changes: readonly FieldChange[];
}

/** A piece of a sentence; the names of who did it and of the record are apart, so that a screen can stress, link or leave them out. */
export type Part = string | { readonly person: string } | { readonly record: string };

/** What somebody did: `Ada completed the task “X”`. */
export type Sentence = readonly Part[];

/**
 * What every sentence has put in. Where `who` is `unnamed`, the sentence leaves out who did it, for a list of what one person did:
 * `Completed the task “X”`.
 */
export interface Told {
  readonly who: 'named' | 'unnamed';
  readonly name: string;
  readonly title: string;
  readonly person: (inside: string) => { readonly person: string };
  readonly record: (inside: string) => { readonly record: string };
}

/** What an event's sentence has put in. @param name of who did it; undefined: to be left out */
export const toldOf = ({ title }: Pick<SentenceEvent, 'title'>, name: string | undefined): Told => ({
  who: name === undefined ? 'unnamed' : 'named',
  name: name ?? '',
  title,
  person: (inside) => ({ person: inside }),
  record: (inside) => ({ record: inside }),
});

/** The sentences of one module, by the type of the event. */
export type Sentences = Readonly<Record<string, (event: SentenceEvent, told: Told) => Sentence>>;

export const quoted = (value: unknown): string => t('“{text}”', { text: String(value ?? '') });

/** The change of one field, if the event has it. */
export const changeOf = (
  { changes }: Pick<SentenceEvent, 'changes'>,
  field: string,
): FieldChange | undefined => changes.find((change) => change.field === field);
