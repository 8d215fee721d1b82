import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isFailure } from '../core/failure.ts';
import { notifyFailure } from './notify-failure.ts';
import { type Edit, editRecord, RecordConflict } from './record-changes.ts';
import type { AnyRecords, RecordIn } from './records.ts';

/** Saves an edit that needs no form, and says if it could not be saved. */
export type QuickEdit<K extends AnyRecords> = (
  record: RecordIn<K>,
  edit: Edit<K>,
  failure?: string,
) => Promise<boolean>;

/**
 * Edits that need no form: shown at once, saved one after the other.
 * @param onConflict is asked when somebody else has changed the same field
 */
export const useQuickEdit = <K extends AnyRecords>(
  records: K,
  onConflict: (conflict: RecordConflict<K>) => void,
): QuickEdit<K> => {
  const queryClient = useQueryClient();
  return useMemo(
    () =>
      async (record, edit, failure = records.words().saveFailed) => {
        try {
          await editRecord(queryClient, records, record, edit);
          return true;
        } catch (error) {
          // Asked about in a dialog of its own, which keeps what was wanted.
          if (error instanceof RecordConflict) onConflict(error as RecordConflict<K>);
          else if (isFailure(error, 'not_found'))
            notifyFailure(failure, error, records.words().deletedMeanwhile);
          else notifyFailure(failure, error);
          return error instanceof RecordConflict;
        }
      },
    [queryClient, records, onConflict],
  );
};
