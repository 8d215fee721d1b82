import { writtenDate } from './calendar.ts';
import { canonical, type ValuesKept } from './change.ts';
import { quoted } from './sentence.ts';
import { type Text, t } from './translate.ts';

/** How a field changed: from one value to another, by what was done to its items, or, of what would be too long, nothing more. */
export type Told = { readonly from: string; readonly to: string } | { readonly items: string } | undefined;

/**
 * One field of a kind of record, in one place: what forms, conflicts, history and search have to know of it. Without zod, so that a
 * screen that only shows records does not load it; what may be written into a field says the kind's contract.
 */
export interface Field<T> {
  /** As a form calls it, in the reader's language. */
  readonly label: string;
  /** What stands for no value, and what a new form begins with. A row does not store it. */
  readonly empty: T;
  /** A row stores `empty` too, since lists are filtered by it. */
  readonly alwaysStored?: true;
  /** What the log keeps of its values, where they would be long. Without it, both whole values. */
  readonly logged?: ValuesKept;
  /** Its words find the record: in the header's search, and in the search of its own list, or there alone. */
  readonly searched?: 'everywhere' | 'in its list';
  /** The value in words, for somebody who has to choose between two. */
  readonly show: (value: T) => string;
  readonly told: (before: T, after: T) => Told;
  /** Both sides of a change in one value; undefined when a person has to choose. Without it, two different values always conflict. */
  readonly merge?: (base: T, mine: T, theirs: T) => T | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: a table has fields of every type
export type FieldTable = Readonly<Record<string, Field<any>>>;

/** The values of a table's fields. */
export type ValuesOf<F extends FieldTable> = {
  -readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

const fromTo =
  <T>(show: (value: T) => string) =>
  (before: T, after: T): Told => ({ from: show(before), to: show(after) });

/** A field with a label that is said when it is read. */
export const labelled = <T>(label: Text, field: Omit<Field<T>, 'label'>): Field<T> =>
  Object.defineProperties(field as Field<T>, { label: { enumerable: true, get: label } });

type Search = Pick<Field<string>, 'searched'>;

/** One line. */
export const lineField = (label: Text, search: Search = {}): Field<string> =>
  labelled(label, { empty: '', ...search, show: (value) => value, told: fromTo(quoted) });

/** Text of many lines. @param none what is said where there is none */
export const textField = (label: Text, none: Text, search: Search = {}): Field<string> =>
  labelled(label, {
    empty: '',
    logged: 'none',
    ...search,
    show: (value) => value || none(),
    told: () => undefined,
  });

/** One of a few, each with what it is called. */
export const choiceField = <T extends string>(
  label: Text,
  choices: Readonly<Record<T, string>>,
  empty: NoInfer<T>,
): Field<T> => {
  const show = (value: T): string => choices[value] ?? value;
  return labelled(label, { empty, alwaysStored: true, show, told: fromTo(show) });
};

/** A calendar date, or none. @param none what is said where there is none */
export const dateField = (label: Text, none: Text): Field<string | null> =>
  labelled<string | null>(label, {
    empty: null,
    show: (value) => (value === null ? none() : writtenDate(value)),
    told: fromTo((value) => (typeof value === 'string' ? writtenDate(value) : t('none'))),
  });

/** The value of a field in words. */
export const shown = <F extends FieldTable>(
  fields: F,
  field: keyof F & string,
  values: ValuesOf<F>,
): string => (fields[field] as Field<unknown>).show(values[field]);

/** Whether two values of a field are the same; the order of attributes in an object means nothing. */
export const sameValue = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** The fields whose values differ between two states of a record. */
export const differingFields = <F extends FieldTable>(
  fields: F,
  from: ValuesOf<F>,
  to: ValuesOf<F>,
): (keyof F & string)[] =>
  Object.keys(fields).filter((field) => !sameValue(from[field as keyof F], to[field as keyof F]));

/** The values of a table's fields out of something that has more. */
export const valuesIn = <F extends FieldTable>(fields: F, record: ValuesOf<F>): ValuesOf<F> =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, record[field as keyof F]])) as ValuesOf<F>;

/** What no field has a value for. */
export const emptyValues = <F extends FieldTable>(fields: F): ValuesOf<F> =>
  Object.fromEntries(Object.entries(fields).map(([field, { empty }]) => [field, empty])) as ValuesOf<F>;

/** Two changes of one record, put together. */
export interface Merge<F extends FieldTable> {
  /** Both sides together; where they conflict, mine. */
  values: ValuesOf<F>;
  /** Fields that both sides changed differently: a person has to choose. */
  conflicts: (keyof F & string)[];
}

/** Three-way merge: `base` is what both sides started from. A field that one side changed takes that side. */
export const mergeValues = <F extends FieldTable>(
  fields: F,
  base: ValuesOf<F>,
  mine: ValuesOf<F>,
  theirs: ValuesOf<F>,
): Merge<F> => {
  const values = { ...mine };
  const conflicts: (keyof F & string)[] = [];
  for (const [name, { merge }] of Object.entries(fields)) {
    const field = name as keyof F & string;
    const [before, my, their] = [base[field], mine[field], theirs[field]];
    if (sameValue(before, my)) values[field] = their;
    else if (sameValue(before, their) || sameValue(my, their)) continue;
    else {
      const merged = merge?.(before, my, their);
      if (merged === undefined) conflicts.push(field);
      else values[field] = merged;
    }
  }
  return { values, conflicts };
};
