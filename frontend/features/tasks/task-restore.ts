import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../core/api.ts';
import { routeTable } from '../../core/route-table.ts';
import { toast } from '../../ui/toast-store.ts';
import { notifyFailure } from './task-notifications.ts';
import { refreshTasks } from './task-queries.ts';

/** Brings a task back from Trash and says so. */
export const useRestoreTask = (): ((taskId: string) => void) => {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (taskId: string) => api(routeTable.tasks.restore, { params: { taskId } }),
    onSuccess: () => toast({ kind: 'success', title: 'Task restored' }),
    onError: (error) => notifyFailure('Failed to restore task', error),
    onSettled: () => refreshTasks(queryClient),
  });
  return mutate;
};
