/** A row as the table's stream shows it. */
export type Image = Readonly<Record<string, unknown>>;

/** A record before and after one change; `before` is undefined when it is new. */
export interface Change {
  readonly before: Image | undefined;
  readonly after: Image;
}

/** How one field of a record changed. */
export interface FieldChange {
  readonly field: string;
  /** Absent, as `after` is, for a long text: of those is known only that they changed. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Adds to a counter of the organization: of the day and the month of a moment, or, without one, the running total. */
export interface CounterDelta {
  readonly counter: string;
  readonly by: number;
  /** A moment; its day is that of the organization's time zone. */
  readonly at?: string;
  /** A day: it counts only if the moment is not after it. */
  readonly until?: string;
}

/** The event that a change of a record is, before it has a number. */
export interface MappedEvent {
  /** Such as `task.completed`. */
  readonly type: string;
  readonly id: string;
  /** What people call the record. */
  readonly title: string;
  /** Only what changed, of the fields that may be told to every member. */
  readonly changes: readonly FieldChange[];
  /** Screens refresh by it, but it does not stand in "Recent Activity". */
  readonly quiet?: true;
  readonly deltas?: readonly CounterDelta[];
}

/** Maps a change of one kind of record to its event: a pure function. Null: the change is no event. */
export type EventMapper = (change: Change) => MappedEvent | null;

/** The same text for the same value: a map has no order of its own. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

const same = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** What is kept of the values of a field that would be long to keep whole. */
export type ValuesKept =
  /** None: a text of many lines. */
  | 'none'
  /** Those items of a list that were added, removed or changed; each has an `id`. */
  | 'changed-items';

interface Item {
  readonly id: string;
}

/** The items of one list that are not the same in another. */
const itemsBeyond = (items: readonly Item[], others: readonly Item[]): Item[] => {
  const known = new Map(others.map((item) => [item.id, item]));
  return items.filter((item) => !same(item, known.get(item.id)));
};

/**
 * Of the fields named, those that differ. A field that is absent counts as null.
 * @param kept for fields of which not the whole values are to be told
 */
export const changedFields = (
  { before, after }: Change,
  fields: readonly string[],
  kept: Readonly<Record<string, ValuesKept>> = {},
): FieldChange[] =>
  fields.flatMap((field) => {
    const [was, is] = [before?.[field] ?? null, after[field] ?? null];
    if (same(was, is)) return [];
    if (kept[field] === 'none') return [{ field }];
    if (kept[field] === 'changed-items') {
      const [old, now] = [(was ?? []) as Item[], (is ?? []) as Item[]];
      return [{ field, before: itemsBeyond(old, now), after: itemsBeyond(now, old) }];
    }
    return [{ field, before: was, after: is }];
  });

/** A field as text; empty when it is none. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
