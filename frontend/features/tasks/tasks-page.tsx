import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Task, TaskStatus } from '../../../shared/tasks/contract.ts';
import { useToday } from '../../core/clock.ts';
import { isFailure } from '../../core/failure.ts';
import { Link } from '../../core/navigation.tsx';
import { paths } from '../../core/paths.ts';
import { useMember } from '../../core/session.ts';
import { useTypedSearch } from '../../core/typed-search.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { DeleteTaskDialog } from './delete-task-dialog.tsx';
import { conflictDialog } from './lazy-parts.ts';
import { LoadMore } from './load-more.tsx';
import { StatusDialog } from './status-dialog.tsx';
import type { TaskCardActions } from './task-card.tsx';
import { editTask, TaskConflict } from './task-changes.ts';
import { fits, isFiltered, useTaskFilters } from './task-filters.ts';
import { EmptyTaskList, TaskList, TaskListSkeleton } from './task-list.tsx';
import type { TaskFields } from './task-merge.ts';
import { notifyFailure, notifyStatus } from './task-notifications.ts';
import { taskListQuery } from './task-queries.ts';
import { TaskToolbar } from './task-toolbar.tsx';
import { type OpenTask, useOpenTask } from './task-url.ts';
import styles from './tasks-page.module.css';

const taskDialog = lazyPart(() => import('./task-dialog.tsx'));

/** Dialogs come while nobody waits for anything: then they open even when the network has gone. */
const preloadAfter = 1_000;

/** Edits that need no form, and what they say. */
const useQuickEdits = (onConflict: (conflict: TaskConflict) => void) => {
  const queryClient = useQueryClient();
  return useMemo(() => {
    const quickly = async (
      task: Task,
      edit: (task: Task) => Partial<TaskFields>,
      failureText: string,
    ): Promise<boolean> => {
      try {
        await editTask(queryClient, task, edit);
        return true;
      } catch (error) {
        if (error instanceof TaskConflict) onConflict(error);
        else if (isFailure(error, 'not_found'))
          notifyFailure(failureText, error, 'This task was deleted in the meantime.');
        else notifyFailure(failureText, error);
        return false;
      }
    };
    return {
      setStatus: async (task: Task, status: TaskStatus): Promise<void> => {
        if (await quickly(task, () => ({ status }), 'Failed to update task status')) notifyStatus(status);
      },
      toggleSubtask: async (task: Task, subtaskId: string): Promise<void> => {
        const completed = !task.subtasks.find(({ id }) => id === subtaskId)?.completed;
        const edit = ({ subtasks }: Task) => ({
          subtasks: subtasks.map((one) => (one.id === subtaskId ? { ...one, completed } : one)),
        });
        await quickly(task, edit, 'Failed to save task. Please try again.');
      },
    };
  }, [queryClient, onConflict]);
};

/** Tasks & Projects (S2 §2.2). */
const TasksPage = () => {
  const { membership } = useMember();
  const { id: organizationId, timeZone } = membership.organization;
  const queryClient = useQueryClient();
  const [filters, changeFilters] = useTaskFilters(timeZone);
  const { typed, setTyped, settled } = useTypedSearch(filters.search, (search) => changeFilters({ search }));
  const opening = useOpenTask();
  const open = (dialog: OpenTask): void => {
    // The entry that closing goes back to has what is typed, too.
    if (!settled) changeFilters({ search: typed.trim() });
    opening.open(dialog);
  };
  const [conflict, setConflict] = useState<TaskConflict | null>(null);
  const closeConflict = (): void => setConflict(null);
  const today = useToday(timeZone);

  const list = useInfiniteQuery({
    ...taskListQuery(organizationId, filters),
    // Until the server answers, the loaded tasks that fit are shown.
    placeholderData: (previous) =>
      queryClient.getQueryData(taskListQuery(organizationId, { ...filters, search: '' }).queryKey) ??
      previous,
  });

  const search = useDeferredValue(typed.trim());
  const tasks = useMemo(
    () => list.data?.pages.flatMap(({ items }) => items).filter((task) => fits(task, { ...filters, search })),
    [list.data, filters, search],
  );

  const quick = useQuickEdits(setConflict);
  const latestOpen = useRef(open);
  useEffect(() => {
    latestOpen.current = open;
  });
  const actions = useMemo<TaskCardActions>(
    () => ({
      ...quick,
      edit: (task) => latestOpen.current({ kind: 'form', task }),
      chooseStatus: (task) => latestOpen.current({ kind: 'status', task }),
      remove: (task) => latestOpen.current({ kind: 'delete', task }),
    }),
    [quick],
  );

  const listed = list.isSuccess;
  useEffect(() => {
    if (!listed) return;
    const timer = setTimeout(() => {
      taskDialog.preload();
      conflictDialog.preload();
    }, preloadAfter);
    return () => clearTimeout(timer);
  }, [listed]);

  const { shown } = opening;
  const answered = settled && !list.isPlaceholderData && !list.isPending;
  return (
    <>
      <div className={styles.top}>
        <PageHeading
          className={styles.heading}
          subtitle="Manage your tasks and track project progress"
        >{`Tasks & Projects`}</PageHeading>
        <Link to={paths.deletedTasks} className={styles.deleted}>
          <Icon of={Trash2} />
          Show deleted
        </Link>
        <Button
          look="primary"
          icon={Plus}
          className={styles.create}
          onPointerEnter={taskDialog.preload}
          onFocus={taskDialog.preload}
          onClick={() => open({ kind: 'form', task: null })}
        >
          New Task
        </Button>
      </div>
      <TaskToolbar typed={typed} onType={setTyped} filters={filters} onFilter={changeFilters} />

      <p role="status" className="visually-hidden">
        {answered && tasks && `${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'} shown`}
      </p>
      <section aria-label="Task list" aria-busy={!answered} className={styles.list}>
        {list.isError && !list.data && <LoadFailure query={list}>Failed to load tasks.</LoadFailure>}
        {tasks && tasks.length > 0 && <TaskList tasks={tasks} today={today} actions={actions} />}
        {/* A rare word may need several requests through older tasks: until the last, nothing is known to be missing. */}
        {!list.isError && tasks?.length === 0 && answered && !list.hasNextPage && (
          <EmptyTaskList filtered={isFiltered(filters)} />
        )}
        {!list.isError && !tasks?.length && !answered && <TaskListSkeleton />}
        {answered && list.hasNextPage && (
          <LoadMore
            busy={list.isFetchingNextPage}
            failure={list.isFetchNextPageError ? list.error : null}
            onLoad={() => void list.fetchNextPage()}
            onStartAgain={() => void queryClient.resetQueries({ queryKey: ['tasks', 'list'] })}
          />
        )}
      </section>

      {shown?.kind === 'form' && (
        <LazyDialog part={taskDialog} onClose={opening.close}>
          {(TaskDialog) => (
            <TaskDialog
              key={shown.task?.id}
              task={shown.task}
              onClose={opening.close}
              onReopen={(task) => latestOpen.current({ kind: 'form', task })}
            />
          )}
        </LazyDialog>
      )}
      {shown?.kind === 'status' && (
        <StatusDialog task={shown.task} onClose={opening.close} onChoose={quick.setStatus} />
      )}
      {shown?.kind === 'delete' && <DeleteTaskDialog task={shown.task} onClose={opening.close} />}
      {conflict && (
        <LazyDialog part={conflictDialog} onClose={closeConflict}>
          {(ConflictDialog) => (
            <ConflictDialog conflict={conflict} onClose={closeConflict} onSaved={closeConflict} />
          )}
        </LazyDialog>
      )}
    </>
  );
};

export default TasksPage;
