import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { differingFields, valuesIn } from '../../shared/core/fields.ts';
import { t } from '../../shared/core/translate.ts';
import { explain, Failure } from '../core/failure.ts';
import { toast } from '../ui/toast-store.ts';
import { type Edit, editRecord } from './record-changes.ts';
import { picked } from './record-form.ts';
import { dropRecord, refreshRecords } from './record-queries.ts';
import type { AnyRecords, Deletion, RecordIn, ValuesIn } from './records.ts';

/** Requests at the same time: enough for an answer soon, few enough to leave the service to others. */
const atOnce = 4;

interface Outcome<T, D> {
  done: D[];
  failed: T[];
  /** Why the first of them failed. */
  error: unknown;
}

const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Once more after the pause that the server asks for, when it was too much in a minute. */
const withPatience = async <D>(run: () => Promise<D>): Promise<D> => {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Failure) || error.retryAfterSeconds === undefined) throw error;
    await pause(error.retryAfterSeconds);
    return run();
  }
};

/** Does something to each, some at a time. Never throws: what failed is in the outcome. */
export const forEachOf = async <T, D>(
  all: readonly T[],
  run: (one: T) => Promise<D>,
): Promise<Outcome<T, D>> => {
  const waiting = [...all];
  const outcome: Outcome<T, D> = { done: [], failed: [], error: undefined };
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const taken = one;
      try {
        outcome.done.push(await withPatience(() => run(taken)));
      } catch (error) {
        outcome.error ??= error;
        outcome.failed.push(taken);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcome;
};

interface Changed<K extends AnyRecords> {
  before: RecordIn<K>;
  after: RecordIn<K>;
}

const changeEach = <K extends AnyRecords>(
  queryClient: QueryClient,
  records: K,
  all: readonly RecordIn<K>[],
  edit: Edit<K>,
): Promise<Outcome<RecordIn<K>, Changed<K>>> =>
  forEachOf(all, async (before) => ({
    before,
    after: await editRecord(queryClient, records, before, edit),
  }));

/** What is done to all records that are selected; each is said once, and taken back with one Undo. */
export const useBulk = <K extends AnyRecords>(records: K) => {
  const queryClient = useQueryClient();
  const { bulk } = records.words();

  const undoChanges = async (changes: readonly Changed<K>[]): Promise<void> => {
    const { failed, error } = await forEachOf(changes, ({ before, after }) => {
      const { fields } = records;
      const changed = differingFields(fields, valuesIn(fields, before), valuesIn(fields, after));
      return editRecord(
        queryClient,
        records,
        after,
        () => picked(before as object, changed) as Partial<ValuesIn<K>>,
      );
    });
    if (failed.length > 0)
      toast({ kind: 'error', title: bulk.changeFailed(failed.length), detail: explain(error) });
  };

  const change = async (all: readonly RecordIn<K>[], edit: Edit<K>): Promise<void> => {
    const { done, failed, error } = await changeEach(queryClient, records, all, edit);
    const changes = done.filter(({ before, after }) => before.version !== after.version);
    if (changes.length > 0)
      toast({
        kind: 'success',
        title: bulk.changed(changes.length),
        action: { label: t('Undo'), run: () => void undoChanges(changes) },
      });
    if (failed.length > 0)
      toast({
        kind: 'error',
        title: bulk.changeFailed(failed.length),
        detail: explain(error),
        action: { label: t('Try again'), run: () => void change(failed, edit) },
      });
  };

  const restoreAll = async (deletions: readonly Deletion[]): Promise<void> => {
    const { failed, error } = await forEachOf(deletions, ({ id, version }) =>
      records.api.restore(id, version),
    );
    void refreshRecords(queryClient, records);
    if (failed.length > 0)
      toast({ kind: 'error', title: records.words().restoreFailed, detail: explain(error) });
  };

  const remove = async (all: readonly RecordIn<K>[]): Promise<void> => {
    const { done, failed, error } = await forEachOf(all, async ({ id, version }): Promise<Deletion> => {
      const deletion = await records.api.remove(id, version);
      dropRecord(queryClient, records, id);
      return deletion;
    });
    if (done.length > 0)
      toast({
        kind: 'success',
        title: bulk.deleted(done.length),
        action: { label: t('Undo'), run: () => void restoreAll(done) },
      });
    if (failed.length > 0)
      toast({ kind: 'error', title: bulk.deleteFailed(failed.length), detail: explain(error) });
  };

  return { change, remove };
};
