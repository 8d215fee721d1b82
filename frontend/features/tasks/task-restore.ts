import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DeletedTask } from '../../../shared/tasks/contract.ts';
import { api } from '../../core/api.ts';
import { routeTable } from '../../core/route-table.ts';
import { toast } from '../../ui/toast-store.ts';
import { notifyFailure } from './task-notifications.ts';
import { refreshTasks } from './task-queries.ts';

/** Brings a task back from Trash and says so. */
export const useRestoreTask = (): ((deleted: DeletedTask) => void) => {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ id, version }: DeletedTask) =>
      api(routeTable.tasks.restore, { params: { taskId: id }, body: { version } }),
    onSuccess: () => toast({ kind: 'success', title: 'Task restored' }),
    onError: (error) => notifyFailure('Failed to restore task', error),
    onSettled: () => refreshTasks(queryClient),
  });
  return mutate;
};
