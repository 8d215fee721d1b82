import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { Page } from '../../../shared/core/page.ts';
import type { Task } from '../../../shared/tasks/contract.ts';
import { api } from '../../core/api.ts';
import { routeTable } from '../../core/route-table.ts';
import { fits, type TaskFilters } from './task-filters.ts';

const lists = ['tasks', 'list'] as const;
const firstPage = null as string | null;

/** The tasks of a group, newest first, page by page. */
export const taskListQuery = (organizationId: string, filters: TaskFilters) =>
  infiniteQueryOptions({
    queryKey: [...lists, organizationId, filters] as const,
    queryFn: ({ pageParam, signal }) =>
      api(routeTable.tasks.list, {
        query: { ...filters, search: filters.search || undefined, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Deleted tasks that can still be restored, newest first. */
export const deletedTasksQuery = (organizationId: string) =>
  infiniteQueryOptions({
    queryKey: ['tasks', 'deleted', organizationId],
    queryFn: ({ pageParam, signal }) =>
      api(routeTable.tasks.listDeleted, { query: { cursor: pageParam ?? undefined }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Applies a function to every loaded task list, together with the filters that the list stands for. */
const editLists = (
  queryClient: QueryClient,
  edit: (tasks: Task[], filters: TaskFilters, firstPage: boolean) => Task[],
): void => {
  for (const [queryKey, data] of queryClient.getQueriesData<InfiniteData<Page<Task>>>({ queryKey: lists })) {
    if (!data) continue;
    const filters = queryKey[3] as TaskFilters;
    const pages = data.pages.map((page, index) => {
      const items = edit(page.items, filters, index === 0);
      return items === page.items ? page : { ...page, items };
    });
    queryClient.setQueryData(queryKey, { ...data, pages });
  }
};

const without = (tasks: Task[], id: string): Task[] =>
  tasks.some((task) => task.id === id) ? tasks.filter((task) => task.id !== id) : tasks;

// A list that is not on the screen may miss a task that fits it now: it is read again at the next visit.
const readAgainLater = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: lists, refetchType: 'none' });

/** Shows a task as it is now in every list: replaced, or gone where it no longer fits. */
export const showTask = (queryClient: QueryClient, task: Task): void => {
  editLists(queryClient, (tasks, filters) => {
    if (!tasks.some(({ id }) => id === task.id)) return tasks;
    return fits(task, filters)
      ? tasks.map((one) => (one.id === task.id ? task : one))
      : without(tasks, task.id);
  });
  readAgainLater(queryClient);
};

/** Puts a new task at the top of the lists that it fits. */
export const addTask = (queryClient: QueryClient, task: Task): void => {
  editLists(queryClient, (tasks, filters, firstPage) =>
    firstPage && fits(task, filters) ? [task, ...without(tasks, task.id)] : without(tasks, task.id),
  );
  readAgainLater(queryClient);
};

/** Takes a deleted task out of every list. */
export const dropTask = (queryClient: QueryClient, id: string): void => {
  editLists(queryClient, (tasks) => without(tasks, id));
  void queryClient.invalidateQueries({ queryKey: ['tasks', 'deleted'] });
};

/** Asks the server again: now for what is on the screen, at the next visit for the rest. */
export const refreshTasks = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['tasks'] });
