import { useMemo } from 'react';
import { cutTo } from '../../../shared/core/characters.ts';
import { piecesOf } from '../../../shared/core/words.ts';
import type { Priority, Task, TaskStatus } from '../../../shared/tasks/contract.ts';
import { priorityLabels, taskMatches, taskStatusLabels } from '../../../shared/tasks/rules.ts';
import { keyOf, useAddress } from '../../core/address.ts';
import { useToday } from '../../core/clock.ts';

/** Which tasks are shown. All of it stands in the address, so that a view can be reloaded, shared and gone back to. */
export interface TaskFilters {
  status?: TaskStatus;
  priority?: Priority;
  /** Trimmed; empty when nothing is searched for. */
  search: string;
  /** Only tasks due on this calendar date or earlier. */
  dueBy?: string;
}

export const isFiltered = ({ status, priority, search, dueBy }: TaskFilters): boolean =>
  Boolean(status || priority || search || dueBy);

/** Whether a task belongs in a list with these filters: the server's rule, for tasks that change on this screen. */
export const fits = (task: Task, { status, priority, search, dueBy }: TaskFilters): boolean =>
  (!status || task.status === status) &&
  (!priority || task.priority === priority) &&
  (!dueBy || (task.deadline !== null && task.deadline <= dueBy)) &&
  (!search || taskMatches(task, piecesOf(search)));

/** `filter=today` with `sort=priority` comes from "View All" of the dashboard and presets high (S2 §2.2). */
const filtersOf = (address: URLSearchParams, today: string): TaskFilters => {
  const dueToday = address.get('filter') === 'today';
  const preset =
    dueToday && address.get('sort') === 'priority' && !address.has('priority') ? 'high' : undefined;
  const status = keyOf(taskStatusLabels, address.get('status'));
  const priority = keyOf(priorityLabels, address.get('priority')) ?? preset;
  return {
    ...(status && { status }),
    ...(priority && { priority }),
    search: cutTo((address.get('search') ?? '').trim(), 200),
    ...(dueToday && { dueBy: today }),
  };
};

type Change = Partial<Record<'status' | 'priority' | 'search' | 'filter' | 'sort', string | undefined>>;

/** The filters of the address, and a way to change some of them (undefined removes). */
export const useTaskFilters = (timeZone: string): [TaskFilters, (change: Change) => void] => {
  const [address, change] = useAddress();
  const today = useToday(timeZone);
  const text = address.toString();
  const filters = useMemo(() => filtersOf(new URLSearchParams(text), today), [text, today]);
  return [filters, change];
};
