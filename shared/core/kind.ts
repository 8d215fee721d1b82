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
import { type FieldTable, inSentence, sameValue, type ValuesOf } from './fields.ts';
import type { Searchable } from './searchable.ts';
import { listed, nameIn, quoted, type Sentence, type SentenceEvent, type Sentences } from './sentence.ts';

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
  readonly found?: Searchable & { readonly heading: string };
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

/** What changed in a field, behind its label: ` from … to …`, `: added …`, or nothing. */
const told = (fields: FieldTable, { field: name, before, after }: FieldChange): string => {
  const field = fields[name];
  return field ? field.told(before ?? field.empty, after ?? field.empty) : '';
};

const labelOf = (fields: FieldTable, { field }: FieldChange): string => fields[field]?.label ?? field;

/** What became of one field, on its own: `Status changed from Pending to Completed`, `Tags: added “site”`. */
export const fieldSentence = (fields: FieldTable, change: FieldChange): string => {
  const words = told(fields, change);
  const label = labelOf(fields, change);
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}${words.startsWith(':') ? '' : ' changed'}${words}`;
};

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
  /** One of them, in a sentence. */
  readonly noun: string;
  readonly fields: F;
  /** The field by which people call it. */
  readonly title: keyof F & string;
  /** The field that tells apart two of the same title in the header's search. */
  readonly detail: keyof F & string;
  /** What the server keeps of it beside the fields that people write, and what stands for none of it. */
  readonly own: Own;
  /** Events of its own that a change of fields can be, each with its verb; `typeOf` says which. */
  readonly verbs?: Readonly<Record<string, string>>;
  readonly typeOf?: (before: ValuesOf<F> & Own, after: ValuesOf<F> & Own) => string | undefined;
  readonly counters?: Counters<ValuesOf<F> & Own & { createdAt: string }>;
  readonly heading: string;
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
  noun,
  fields,
  title,
  detail,
  own,
  verbs = {},
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

  const changed = (event: SentenceEvent): Sentence => {
    const [first, ...more] = event.changes;
    if (!first) return [`changed the ${noun} `, nameIn(event)];
    if (more.length > 0) {
      const labels = event.changes.map((change) => inSentence(labelOf(fields, change)));
      return [`changed the ${listed(labels)} of the ${noun} `, nameIn(event)];
    }
    if (first.field === title) return [`renamed the ${noun} ${quoted(first.before)} to `, nameIn(event)];
    const label = inSentence(labelOf(fields, first));
    return [`changed the ${label} of the ${noun} `, nameIn(event), told(fields, first)];
  };
  const sentences: Sentences = {
    ...Object.fromEntries(
      Object.entries({ created: 'created', deleted: 'deleted', restored: 'restored', ...verbs }).map(
        ([type, verb]) => [
          `${entity}.${type}`,
          (event: SentenceEvent): Sentence => [`${verb} the ${noun} `, nameIn(event)],
        ],
      ),
    ),
    [`${entity}.changed`]: changed,
  };

  const words = Object.keys(fields).filter((name) => fields[name]?.searched === 'everywhere');
  const found: Searchable & { heading: string } = {
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
