import { useEffect, useRef } from 'react';
import type { Task } from '../../../shared/tasks/contract.ts';
import { useAddress } from '../../core/address.ts';
import { api } from '../../core/api.ts';
import { isFailure } from '../../core/failure.ts';
import { newTask } from '../../core/paths.ts';
import { routeTable } from '../../core/route-table.ts';
import { toast } from '../../ui/toast-store.ts';
import { notifyFailure } from './task-notifications.ts';

/**
 * Opens the task that the address names (`?task=`), or the form for a new one: other screens link to them so.
 * @returns takes the task out of the address, once it is closed
 */
export const useAddressedTask = (onOpen: (task: Task | null) => void): (() => void) => {
  const [address, change] = useAddress();
  const taskId = address.get('task');
  const forget = (): void => {
    if (taskId !== null) change({ task: undefined });
  };
  const arrived = useRef({ onOpen, forget });
  useEffect(() => {
    arrived.current = { onOpen, forget };
  });
  useEffect(() => {
    if (taskId === null) return;
    if (taskId === newTask) {
      arrived.current.onOpen(null);
      return;
    }
    const leaving = new AbortController();
    const open = async (): Promise<void> => {
      try {
        const task = await api(routeTable.tasks.get, { params: { taskId }, signal: leaving.signal });
        arrived.current.onOpen(task);
      } catch (error) {
        if (leaving.signal.aborted) return;
        arrived.current.forget();
        if (isFailure(error, 'not_found'))
          toast({ kind: 'info', title: 'This task no longer exists', detail: 'It may have been deleted.' });
        else notifyFailure('Failed to open the task', error);
      }
    };
    void open();
    return () => leaving.abort();
  }, [taskId]);
  return forget;
};
