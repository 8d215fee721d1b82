import { useQueryClient } from '@tanstack/react-query';
import type { DeletedTask } from '../../../shared/tasks/contract.ts';
import { api } from '../../core/api.ts';
import { explain, isFailure, outcomeUnknown } from '../../core/failure.ts';
import { routeTable } from '../../core/route-table.ts';
import { useSubmission } from '../../core/submission.ts';
import { toast } from '../../ui/toast-store.ts';
import { notifyFailure } from './task-notifications.ts';
import { refreshTasks } from './task-queries.ts';

/** Which task, and the version in which it was deleted. */
export type Deletion = Pick<DeletedTask, 'id' | 'version'>;

const whyNot = (error: unknown): string | undefined => {
  if (isFailure(error, 'version.conflict')) return 'It was restored and deleted again in the meantime.';
  if (isFailure(error, 'not_found')) return 'It is no longer among the deleted tasks.';
  return undefined;
};

/** Brings a task back from Trash and says so. */
export const useRestoreTask = (): ((deletion: Deletion) => void) => {
  const queryClient = useQueryClient();
  const { submit } = useSubmission({
    send: ({ id, version }: Deletion) =>
      api(routeTable.tasks.restore, { params: { taskId: id }, body: { version } }),
    subjectOf: ({ id, version }) => `${id} ${version}`,
    onSuccess: () => toast({ kind: 'success', title: 'Task restored' }),
    onError: (error, deletion) => {
      // It may be restored already, and then its row is gone: what can still be pressed is here.
      if (outcomeUnknown(error))
        toast({
          kind: 'error',
          title: 'Failed to restore task',
          detail: explain(error),
          action: { label: 'Try again', run: () => submit(deletion) },
        });
      else notifyFailure('Failed to restore task', error, whyNot(error));
    },
    onSettled: () => refreshTasks(queryClient),
  });
  return submit;
};
