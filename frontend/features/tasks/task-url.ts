import { useEffect, useEffectEvent, useState } from 'react';
import type { Task } from '../../../shared/tasks/contract.ts';
import { api } from '../../core/api.ts';
import { isFailure } from '../../core/failure.ts';
import { newTask } from '../../core/paths.ts';
import { routeTable } from '../../core/route-table.ts';
import { keyOf, useOpening } from '../../core/url-state.ts';
import { toast } from '../../ui/toast-store.ts';
import { notifyFailure } from './task-notifications.ts';

/** The questions about a task, beside its form. */
const questions = { status: true, delete: true } as const;
type Question = keyof typeof questions;

/** What is open over the list; a form without a task is that of a new one. */
export type OpenTask = { kind: 'form'; task: Task | null } | { kind: Question; task: Task };

/** The task that the URL names (`?task=`), in its form or in a question about it (`&ask=`): other screens link to it so. */
export const useOpenTask = () => {
  const { opened, open, close } = useOpening(['task', 'ask']);
  const taskId = opened.task;
  /** As the list handed it over, or as it was fetched. */
  const [known, setKnown] = useState<Task | null>(null);

  const arrive = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    if (taskId === null || taskId === newTask) {
      setKnown(null);
      return;
    }
    if (known?.id === taskId) return;
    try {
      setKnown(await api(routeTable.tasks.get, { params: { taskId }, signal }));
    } catch (error) {
      if (signal.aborted) return;
      close();
      if (isFailure(error, 'not_found'))
        toast({ kind: 'info', title: 'This task no longer exists', detail: 'It may have been deleted.' });
      else notifyFailure('Failed to open the task', error);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another task is another arrival.
  useEffect(() => {
    const leaving = new AbortController();
    void arrive(leaving.signal);
    return () => leaving.abort();
  }, [taskId]);

  const shown = (): OpenTask | null => {
    if (taskId === newTask) return { kind: 'form', task: null };
    if (taskId === null || known?.id !== taskId) return null;
    return { kind: keyOf(questions, opened.ask) ?? 'form', task: known };
  };
  return {
    shown: shown(),
    open: ({ kind, task }: OpenTask): void => {
      setKnown(task);
      open({ task: task?.id ?? newTask, ...(kind !== 'form' && { ask: kind }) });
    },
    close,
  };
};
