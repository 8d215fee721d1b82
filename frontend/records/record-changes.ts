import type { QueryClient } from '@tanstack/react-query';
import { differingFields, type Merge, mergeValues, valuesIn } from '../../shared/core/fields.ts';
import { isFailure } from '../core/failure.ts';
import { refreshRecords, showRecord } from './record-queries.ts';
import type { AnyRecords, RecordIn, ValuesIn } from './records.ts';

/** Somebody else changed the same fields of a record: only the person can decide. */
export class RecordConflict<K extends AnyRecords = AnyRecords> extends Error {
  constructor(
    /** What the person wanted. */
    readonly mine: ValuesIn<K>,
    /** The record as it is now. */
    readonly current: RecordIn<K>,
    readonly merge: Merge<K['fields']>,
  ) {
    super('RecordConflict');
    this.name = 'RecordConflict';
  }
}

const attempts = 4;

/**
 * Saves what differs from `base`. If somebody changed other fields meanwhile, both changes are merged.
 * @throws RecordConflict when both changed the same field
 * @throws Failure
 */
export const changeRecord = async <K extends AnyRecords>(
  records: K,
  base: RecordIn<K>,
  wanted: ValuesIn<K>,
): Promise<RecordIn<K>> => {
  const { fields, api } = records;
  let from = base;
  let mine = wanted;
  for (let attempt = 1; ; attempt += 1) {
    const changed = differingFields(fields, valuesIn(fields, from), mine);
    if (changed.length === 0) return from;
    try {
      return await api.change(
        from.id,
        from.version,
        Object.fromEntries(changed.map((field) => [field, mine[field]])),
      );
    } catch (error) {
      if (!isFailure(error, 'version.conflict') || attempt === attempts) throw error;
      const current = error.current as RecordIn<K>;
      const merge = mergeValues(fields, valuesIn(fields, from), mine, valuesIn(fields, current));
      if (merge.conflicts.length > 0) throw new RecordConflict<K>(mine, current, merge as Merge<K['fields']>);
      from = current;
      mine = merge.values as ValuesIn<K>;
    }
  }
};

/** What an edit makes of a record: the fields that change, from the record as it is by then. */
export type Edit<K extends AnyRecords> = (record: RecordIn<K>) => Partial<ValuesIn<K>>;

interface Line<K extends AnyRecords> {
  /** The record as the server last said it. */
  truth: RecordIn<K>;
  /** Edits that the server has not answered yet. */
  waiting: Edit<K>[];
  last: Promise<unknown>;
}

const lines = new Map<string, Line<AnyRecords>>();

/**
 * Shows an edit of a record at once and saves it. Edits of one record are saved one after the other, each on top of what
 * the one before left; what the screen shows is always the server's record with the edits that are still on their way,
 * so that a failed one disappears by itself.
 * @throws RecordConflict
 * @throws Failure
 */
export const editRecord = <K extends AnyRecords>(
  queryClient: QueryClient,
  records: K,
  record: RecordIn<K>,
  edit: Edit<K>,
): Promise<RecordIn<K>> => {
  const key = `${records.name} ${record.id}`;
  const line = (lines.get(key) as Line<K> | undefined) ?? {
    truth: record,
    waiting: [],
    last: Promise.resolve(),
  };
  lines.set(key, line as unknown as Line<AnyRecords>);
  const show = (): void => {
    let shown = line.truth;
    for (const one of line.waiting) shown = { ...shown, ...one(shown) };
    showRecord(queryClient, records, shown);
  };
  line.waiting.push(edit);
  // An answer that is on its way does not know the edit. (Cancelling takes effect at once; nothing has to be awaited.)
  for (const asked of [['list'], ['one', record.id]])
    void queryClient.cancelQueries({ queryKey: [records.name, ...asked] });
  show();

  const save = async (): Promise<RecordIn<K>> => {
    try {
      const wanted = { ...valuesIn(records.fields, line.truth), ...edit(line.truth) } as ValuesIn<K>;
      line.truth = await changeRecord(records, line.truth, wanted);
      return line.truth;
    } catch (error) {
      if (error instanceof RecordConflict) line.truth = error.current as RecordIn<K>;
      // The edit may have taken the record out of a filtered list.
      void refreshRecords(queryClient, records);
      throw error;
    } finally {
      line.waiting.splice(line.waiting.indexOf(edit), 1);
      if (line.waiting.length === 0) lines.delete(key);
      show();
    }
  };
  const result = line.last.then(save, save);
  line.last = result;
  return result;
};
