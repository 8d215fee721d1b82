import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../shared/core/translate.ts';
import { explain, isFailure, outcomeUnknown } from '../core/failure.ts';
import { useSubmission } from '../core/submission.ts';
import { toast } from '../ui/toast-store.ts';
import { notifyFailure } from './notify-failure.ts';
import { refreshRecords } from './record-queries.ts';
import type { AnyRecords, Deletion } from './records.ts';

const whyNot = (error: unknown, { words }: AnyRecords): string | undefined => {
  if (isFailure(error, 'version.conflict')) return t('It was restored and deleted again in the meantime.');
  if (isFailure(error, 'not_found')) return words().notInTrash;
  return undefined;
};

/** Brings a record back from Trash and says so. */
export const useRestore = (records: AnyRecords): ((deletion: Deletion) => void) => {
  const queryClient = useQueryClient();
  const { restored, restoreFailed } = records.words();
  const { submit } = useSubmission({
    send: ({ id, version }: Deletion) => records.api.restore(id, version),
    subjectOf: ({ id, version }) => `${id} ${version}`,
    onSuccess: () => toast({ kind: 'success', title: restored }),
    onError: (error, deletion) => {
      // It may be restored already, and then its row is gone: what can still be pressed is here.
      if (outcomeUnknown(error))
        toast({
          kind: 'error',
          title: restoreFailed,
          detail: explain(error),
          action: { label: t('Try again'), run: () => submit(deletion) },
        });
      else notifyFailure(restoreFailed, error, whyNot(error, records));
    },
    onSettled: () => refreshRecords(queryClient, records),
  });
  return submit;
};
