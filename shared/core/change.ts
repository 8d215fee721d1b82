/** The kinds of record whose changes become events of the group's log. */
export const entities = ['task', 'member', 'group', 'invitation', 'code', 'message'] as const;
export type Entity = (typeof entities)[number];

/** Those that the header's search finds, in the order in which it shows them (PRODUCT §3). */
export const foundEntities = ['task', 'member'] as const satisfies readonly Entity[];
export type FoundEntity = (typeof foundEntities)[number];

/** Whether something names a kind of record that the header's search finds. */
export const isFound = (value: unknown): value is FoundEntity => foundEntities.includes(value as FoundEntity);

/** A row as the table's stream shows it. */
export type Image = Readonly<Record<string, unknown>>;

/** A record before and after one change; `before` is undefined when it is new. */
export interface Change {
  readonly before: Image | undefined;
  readonly after: Image;
}

export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Moves a counter of the group: of the day and the month of a moment, or, without one, the running total. */
export interface Move {
  readonly counter: string;
  readonly by: number;
  /** A moment; its day is that of the group's time zone. */
  readonly at?: string;
  /** A day: it moves only if the moment is not after it. */
  readonly until?: string;
}

/** What a change means, before it has a number. */
export interface MappedEvent {
  /** Such as `task.completed`. */
  readonly type: string;
  readonly id: string;
  /** What people call the record. */
  readonly title: string;
  /** Only what changed, of the fields that may be told to every member. */
  readonly changes: readonly FieldChange[];
  /** Tells screens to refresh, but is no news: it does not stand in "Recent Activity". */
  readonly quiet?: true;
  readonly moves?: readonly Move[];
}

/** What changes of one kind of record mean: a pure function. Null: nothing that anybody has to know. */
export type EventMapper = (change: Change) => MappedEvent | null;

/** The same text for the same value: a map has no order of its own. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

const same = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** Of the fields named, those that differ. A field that is absent counts as null. */
export const changedFields = ({ before, after }: Change, fields: readonly string[]): FieldChange[] =>
  fields.flatMap((field) => {
    const [was, is] = [before?.[field] ?? null, after[field] ?? null];
    return same(was, is) ? [] : [{ field, before: was, after: is }];
  });

/** A field as text; empty when it is none. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
