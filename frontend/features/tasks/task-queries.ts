import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { Page } from '../../../shared/core/page.ts';
import type { Task } from '../../../shared/tasks/contract.ts';
import { api } from '../../core/api.ts';
import { routeTable } from '../../core/route-table.ts';
import { fits, standsBefore, type TaskFilters } from './task-filters.ts';

const lists = ['tasks', 'list'] as const;
const firstPage = null as string | null;

/** The tasks of a group, page by page. */
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

type TaskPages = InfiniteData<Page<Task>, string | null>;

/** Applies a function to every loaded task list, together with the filters that the list stands for. */
const editLists = (
  queryClient: QueryClient,
  edit: (list: TaskPages, filters: TaskFilters) => TaskPages,
): void => {
  for (const [queryKey, list] of queryClient.getQueriesData<TaskPages>({ queryKey: lists }))
    if (list) queryClient.setQueryData(queryKey, edit(list, queryKey[3] as TaskFilters));
};

const onEachPage = (list: TaskPages, edit: (tasks: Task[]) => Task[]): TaskPages => ({
  ...list,
  pages: list.pages.map((page) => {
    const items = edit(page.items);
    return items === page.items ? page : { ...page, items };
  }),
});

const without = (list: TaskPages, id: string): TaskPages =>
  onEachPage(list, (tasks) =>
    tasks.some((task) => task.id === id) ? tasks.filter((task) => task.id !== id) : tasks,
  );

/** The list with a task at its place, which may be beyond the last page that is loaded. */
const withTask = (list: TaskPages, task: Task, { sort }: TaskFilters): TaskPages => {
  const pages = without(list, task.id).pages;
  const found = pages.findIndex(({ items }) => items.some((one) => standsBefore(task, one, sort)));
  const at = found >= 0 ? found : pages.at(-1)?.nextCursor === null ? pages.length - 1 : undefined;
  return {
    ...list,
    pages: pages.map((page, index) => {
      if (index !== at) return page;
      const before = page.items.filter((one) => !standsBefore(task, one, sort));
      return { ...page, items: [...before, task, ...page.items.slice(before.length)] };
    }),
  };
};

// A list that is not on the screen may miss a task that fits it now: it is read again at the next visit.
const readAgainLater = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: lists, refetchType: 'none' });

/** Shows a task as it is now in every list: at its place, or gone where it no longer fits. */
export const showTask = (queryClient: QueryClient, task: Task): void => {
  editLists(queryClient, (list, filters) => {
    const shown = list.pages.some(({ items }) => items.some(({ id }) => id === task.id));
    if (!shown) return list;
    return fits(task, filters) ? withTask(list, task, filters) : without(list, task.id);
  });
  readAgainLater(queryClient);
};

/** Puts a new task into the lists that it fits. */
export const addTask = (queryClient: QueryClient, task: Task): void => {
  editLists(queryClient, (list, filters) =>
    fits(task, filters) ? withTask(list, task, filters) : without(list, task.id),
  );
  readAgainLater(queryClient);
};

/** Takes a deleted task out of every list. */
export const dropTask = (queryClient: QueryClient, id: string): void => {
  editLists(queryClient, (list) => without(list, id));
  void queryClient.invalidateQueries({ queryKey: ['tasks', 'deleted'] });
};

/** Asks the server again: now for what is on the screen, at the next visit for the rest. */
export const refreshTasks = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['tasks'] });
