import { useMemo } from 'react';
import { cutTo } from '../../../shared/core/characters.ts';
import { piecesOf } from '../../../shared/core/words.ts';
import type { Priority, Task, TaskOrder, TaskStatus } from '../../../shared/tasks/contract.ts';
import {
  priorityLabels,
  priorityRanks,
  taskMatches,
  taskOrderLabels,
  taskStatusLabels,
} from '../../../shared/tasks/rules.ts';
import { useToday } from '../../core/clock.ts';
import { keyOf, useUrlQuery } from '../../core/url-state.ts';

/** Which tasks are shown, and in which order. All of it stands in the URL, so that a view can be reloaded, shared and gone back to. */
export interface TaskFilters {
  status?: TaskStatus;
  priority?: Priority;
  /** Trimmed; empty when nothing is searched for. */
  search: string;
  /** Only tasks due on this calendar date or earlier. */
  dueBy?: string;
  /** Only tasks that this member made. */
  createdBy?: string;
  /** Only tasks that are not completed. */
  open?: 'true';
  /** Unless it is `newest`. */
  sort?: TaskOrder;
}

export const isFiltered = ({ status, priority, search, dueBy, createdBy, open }: TaskFilters): boolean =>
  Boolean(status || priority || search || dueBy || createdBy || open);

/** Whether a task belongs in a list with these filters: the server's rule, for tasks that change on this screen. */
export const fits = (
  task: Task,
  { status, priority, search, dueBy, createdBy, open }: TaskFilters,
): boolean =>
  (!status || task.status === status) &&
  (!priority || task.priority === priority) &&
  (!dueBy || (task.deadline !== null && task.deadline <= dueBy)) &&
  (!createdBy || task.createdBy === createdBy) &&
  (!open || task.status !== 'completed') &&
  (!search || taskMatches(task, piecesOf(search)));

/** Whether the first of two tasks stands before the other: the server's orders, for tasks that change on this screen. */
export const standsBefore = (
  one: Pick<Task, 'id' | 'priority'>,
  other: Pick<Task, 'id' | 'priority'>,
  sort: TaskOrder = 'newest',
): boolean => {
  const higher = priorityRanks[one.priority] - priorityRanks[other.priority];
  if (sort === 'priority' && higher !== 0) return higher > 0;
  return one.id > other.id;
};

/** Says in the URL that no priority is chosen, where the dashboard's link would preset one. */
const anyPriority = 'all';

/**
 * `filter=today` with `sort=priority` comes from "View All" of the dashboard and presets high (S2 §2.2). What is completed
 * is not due, unless that status is asked for.
 */
const filtersOf = (query: URLSearchParams, today: string): TaskFilters => {
  const dueToday = query.get('filter') === 'today';
  const sort = keyOf(taskOrderLabels, query.get('sort'));
  const preset = dueToday && sort === 'priority' && !query.has('priority') ? 'high' : undefined;
  const status = keyOf(taskStatusLabels, query.get('status'));
  const priority = keyOf(priorityLabels, query.get('priority')) ?? preset;
  const createdBy = query.get('createdBy');
  const open = !status && (dueToday || query.get('open') === 'true');
  return {
    ...(status && { status }),
    ...(priority && { priority }),
    search: cutTo((query.get('search') ?? '').trim(), 200),
    ...(dueToday && { dueBy: today }),
    ...(createdBy && { createdBy: createdBy.slice(0, 128) }),
    ...(open && { open: 'true' as const }),
    ...(sort && sort !== 'newest' && { sort }),
  };
};

type Change = Partial<
  Record<'status' | 'priority' | 'search' | 'filter' | 'sort' | 'createdBy' | 'open', string | undefined>
>;

/** The filters of the URL, and a way to change some of them (undefined removes). */
export const useTaskFilters = (timeZone: string): [TaskFilters, (change: Change) => void] => {
  const [query, change] = useUrlQuery();
  const today = useToday(timeZone);
  const text = query.toString();
  const filters = useMemo(() => filtersOf(new URLSearchParams(text), today), [text, today]);
  const changeFilters = (wanted: Change): void => {
    // What was preset ends with the first choice of the person's own, and stays when what preset it goes.
    const due = filters.dueBy !== undefined && !('filter' in wanted);
    const chosen = 'priority' in wanted ? wanted.priority : filters.priority;
    const priority = chosen || (due ? anyPriority : undefined);
    const touchesPreset = 'priority' in wanted || 'filter' in wanted || 'sort' in wanted;
    change(touchesPreset ? { ...wanted, priority } : wanted);
  };
  return [filters, changeFilters];
};
