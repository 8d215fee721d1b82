import type { FieldChange } from './change.ts';

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

/** A piece of a sentence; the name of the record is apart, so that a screen can link it or leave it out. */
export type Part = string | { readonly record: string };

/** What somebody did, without who they are: `completed the task “X”`. */
export type Sentence = readonly Part[];

/** The sentences of one module, by the type of the event. */
export type Sentences = Readonly<Record<string, (event: SentenceEvent) => Sentence>>;

export const quoted = (value: unknown): string => `“${String(value ?? '')}”`;

/** The name of an event's record, in quotes. */
export const nameIn = ({ title }: Pick<SentenceEvent, 'title'>): Part => ({ record: quoted(title) });

/** `a`, `a and b`, `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** The change of one field, if the event has it. */
export const changeOf = (
  { changes }: Pick<SentenceEvent, 'changes'>,
  field: string,
): FieldChange | undefined => changes.find((change) => change.field === field);
