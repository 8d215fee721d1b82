import {
  type Change,
  type CounterDelta,
  changedFields,
  type EventMapper,
  type FieldChange,
  type Image,
  text,
  type ValuesKept,
} from './change.ts';
import { type FieldTable, type Told as FieldTold, sameValue, type ValuesOf } from './fields.ts';
import type { Searchable } from './searchable.ts';
import type { Sentence, SentenceEvent, Sentences, Told } from './sentence.ts';
import { listed, type Text, t } from './translate.ts';

/**
 * All that the rest of the product has to know of one kind of record: how its changes become events, how these are told, how it is
 * found, where it is opened, and what shows it. Whatever runs over all kinds is a loop over shared/kinds.ts.
 */
export interface Kind {
  /** Of its fields, what history tells. */
  readonly fields?: FieldTable;
  readonly toEvent: EventMapper;
  readonly sentences: Sentences;
  /** Present: the header's search finds it, under this heading. */
  readonly found?: Searchable & { readonly heading: Text };
  /** Its icon's name (frontend/app/kind-icons.ts). */
  readonly icon?: string;
  /** Where one of them is opened; absent where nothing shows a single one. */
  readonly pathOf?: (id: string) => string;
  /** Events after which there is nothing left to open. */
  readonly goneAfter?: readonly string[];
  /** Queries that show it, as the website's cache names them: an event makes them stale. */
  readonly shownBy?: (id: string, userId: string) => readonly (readonly string[])[];
  /** Kept by the record store (services/core/record-store.ts): its fields, each with the value that a row leaves out. */
  readonly stored?: { readonly empty: Readonly<Record<string, unknown>> };
}

const told = (fields: FieldTable, { field: name, before, after }: FieldChange): FieldTold => {
  const field = fields[name];
  return field?.told(before ?? field.empty, after ?? field.empty);
};

/** What became of one field, on its own: `Status changed from Pending to Completed`, `Tags: added “site”`. */
export const fieldSentence = (fields: FieldTable, change: FieldChange): string => {
  const how = told(fields, change);
  const label = fields[change.field]?.label ?? change.field;
  if (!how) return t('{label} changed', { label });
  return 'items' in how
    ? t('{label}: {items}', { label, items: how.items })
    : t('{label} changed from {from} to {to}', { label, ...how });
};

/** How fields of a record changed, for its sentence: of several only which they were. */
export interface HowChanged {
  /** What was changed, as it stands in the sentence: `title, status and tags`. */
  fields: string;
  how: 'values' | 'items' | 'only';
  from: string;
  to: string;
  items: string;
}

/** What is said of a kind of record, each in a sentence of its own: no language puts them together as another one does. */
export interface RecordSentences<F extends FieldTable> {
  /** What each field is called where something was done to it: `the status` in "changed the status". */
  readonly changedField: Readonly<Record<keyof F, Text>>;
  readonly created: (told: Told) => Sentence;
  readonly deleted: (told: Told) => Sentence;
  readonly restored: (told: Told) => Sentence;
  readonly changed: (told: Told & HowChanged) => Sentence;
  readonly renamed: (told: Told & { before: string }) => Sentence;
  /** Events of its own that a change of fields can be; `typeOf` says which. */
  readonly own?: Readonly<Record<string, (told: Told) => Sentence>>;
}

/** What a record counts for, in the organization's totals and on the days and months of its moments. */
export interface Counters<R> {
  /** Once, when it is made. */
  readonly created?: (record: R) => readonly CounterDelta[];
  /** While it is there, and not in Trash. */
  readonly standing?: (record: R) => readonly CounterDelta[];
  /** From its present state; stays when the record is deleted. */
  readonly reached?: (record: R) => readonly CounterDelta[];
}

interface RecordKindOptions<F extends FieldTable, Own extends Record<string, unknown>> {
  readonly entity: string;
  readonly sentences: RecordSentences<F>;
  readonly fields: F;
  /** The field by which people call it. */
  readonly title: keyof F & string;
  /** The field that tells apart two of the same title in the header's search. */
  readonly detail: keyof F & string;
  /** What the server keeps of it beside the fields that people write, and what stands for none of it. */
  readonly own: Own;
  /** Which event of its own a change of fields is; undefined: it was changed. */
  readonly typeOf?: (before: ValuesOf<F> & Own, after: ValuesOf<F> & Own) => string | undefined;
  readonly counters?: Counters<ValuesOf<F> & Own & { createdAt: string }>;
  readonly heading: Text;
  readonly icon: string;
  readonly pathOf: (id: string) => string;
  readonly shownBy: (id: string, userId: string) => readonly (readonly string[])[];
}

/** Of each field, the value that a row leaves out; undefined where it leaves out none. */
const unstoredValues = (fields: FieldTable): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { empty, alwaysStored }]) => [name, alwaysStored ? undefined : empty]),
  );

const taken = (deltas: readonly CounterDelta[]): CounterDelta[] =>
  deltas.map((delta) => ({ ...delta, by: -delta.by }));

/** From one state's counters to the other's; nothing where they are the same. */
const moved = (before: readonly CounterDelta[], after: readonly CounterDelta[]): CounterDelta[] =>
  sameValue(before, after) ? [] : [...taken(before), ...after];

/**
 * A kind of record that is created, changed, deleted and restored (`defineRecordRoutes`): all that follows from its table of fields.
 * What it maps to events are whole records, as the record store reads its rows.
 */
export const recordKind = <F extends FieldTable, Own extends Record<string, unknown>>({
  entity,
  sentences: say,
  fields,
  title,
  detail,
  own,
  typeOf,
  counters = {},
  heading,
  icon,
  pathOf,
  shownBy,
}: RecordKindOptions<F, Own>) => {
  type State = ValuesOf<F> & Own & { createdAt: string };
  const kept = Object.fromEntries(
    Object.entries(fields).flatMap(([name, { logged }]) => (logged ? [[name, logged]] : [])),
  ) as Readonly<Record<string, ValuesKept>>;
  const { created = () => [], standing = () => [], reached = () => [] } = counters;

  const toEvent: EventMapper = (change: Change) => {
    const [before, after] = [change.before, change.after] as unknown as [State | undefined, State];
    const { id, version, deletedAt } = change.after;
    const event = { id: text(id), title: text(after[title]), changes: [] };
    // Moved to Trash and back, it is another row each time, whose fields have not changed.
    if (!before && deletedAt !== undefined)
      return { ...event, type: `${entity}.deleted`, deltas: taken(standing(after)) };
    if (!before && Number(version) > 1)
      return { ...event, type: `${entity}.restored`, deltas: [...standing(after)] };
    if (!before)
      return {
        ...event,
        type: `${entity}.created`,
        deltas: [...created(after), ...standing(after), ...reached(after)],
      };
    const changes = changedFields(change, Object.keys(fields), kept);
    if (changes.length === 0) return null;
    return {
      ...event,
      type: `${entity}.${typeOf?.(before, after) ?? 'changed'}`,
      changes,
      deltas: [...moved(standing(before), standing(after)), ...moved(reached(before), reached(after))],
    };
  };

  const changed = (event: SentenceEvent, by: Told): Sentence => {
    const [first, ...more] = event.changes;
    const called = event.changes.map(({ field }) => say.changedField[field]?.() ?? field);
    const whole: HowChanged = { fields: listed(called), how: 'only', from: '', to: '', items: '' };
    if (!first) return say.changed({ ...by, ...whole, fields: t('details of a record|details') });
    if (more.length > 0) return say.changed({ ...by, ...whole });
    if (first.field === title) return say.renamed({ ...by, before: text(first.before) });
    const how = told(fields, first);
    return say.changed({ ...by, ...whole, ...how, ...(how && { how: 'items' in how ? 'items' : 'values' }) });
  };
  const { created: createdSaid, deleted, restored, own: ownSaid } = say;
  const sentences: Sentences = {
    ...Object.fromEntries(
      Object.entries({ created: createdSaid, deleted, restored, ...ownSaid }).map(([type, sentence]) => [
        `${entity}.${type}`,
        (_: SentenceEvent, by: Told): Sentence => sentence(by),
      ]),
    ),
    [`${entity}.changed`]: changed,
  };

  const words = Object.keys(fields).filter((name) => fields[name]?.searched === 'everywhere');
  const found: Searchable & { heading: Text } = {
    heading,
    idOf: ({ id }: Image) => text(id),
    orderOf: ({ version }: Image) => Number(version),
    entryOf: (record: Image) =>
      record.deletedAt === undefined
        ? {
            title: text(record[title]),
            detail: text(record[detail]),
            texts: words.map((name) => text(record[name])),
          }
        : null,
  };

  return {
    fields,
    toEvent,
    sentences,
    found,
    icon,
    pathOf,
    goneAfter: [`${entity}.deleted`],
    shownBy,
    stored: { empty: { ...unstoredValues(fields), ...own } },
  } satisfies Kind;
};
