import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { may } from '../../../shared/core/access.ts';
import type { TaskInTrash } from '../../../shared/tasks/contract.ts';
import { useMember } from '../../core/session.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusFallback } from '../../ui/focus-fallback.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import styles from './deleted-tasks.module.css';
import { LoadMore } from './load-more.tsx';
import { TaskListSkeleton } from './task-list.tsx';
import { deletedTasksQuery } from './task-queries.ts';
import { type Deletion, useRestoreTask } from './task-restore.ts';

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

const DeletedCard = ({ task, onRestore }: { task: TaskInTrash; onRestore: (deletion: Deletion) => void }) => {
  const { user, membership } = useMember();
  const card = useRef<HTMLLIElement>(null);
  useFocusFallback(card);
  const own = task.deletedBy === user.id;
  return (
    <li ref={card} className={styles.card}>
      <div className={styles.words}>
        <p dir="auto" className={styles.title}>
          {task.title}
        </p>
        <p className={styles.facts}>
          Deleted by {own ? 'you' : <bdi>{task.deletedByName}</bdi>} on{' '}
          {when.format(new Date(task.deletedAt))}. Can be restored until{' '}
          {day.format(new Date(task.restorableUntil))}.
        </p>
      </div>
      {own || may(membership, 'trash.restore') ? (
        <Button icon={Undo2} aria-label={`Restore ${task.title}`} onClick={() => onRestore(task)}>
          Restore
        </Button>
      ) : (
        <p className={styles.facts}>An owner or manager can restore it.</p>
      )}
    </li>
  );
};

/** The tasks in Trash, and the way back: on a page of their own, and in the settings of the group. */
const DeletedTasks = () => {
  const { membership } = useMember();
  const queryClient = useQueryClient();
  const restore = useRestoreTask();
  const query = deletedTasksQuery(membership.organization.id);
  const list = useInfiniteQuery(query);
  const tasks = list.data?.pages.flatMap(({ items }) => items);
  return (
    <section aria-label="Deleted tasks" aria-busy={list.isPending} className={styles.section}>
      {list.isPending && <TaskListSkeleton />}
      {list.isError && !tasks && <LoadFailure query={list}>Failed to load tasks.</LoadFailure>}
      {tasks?.length === 0 && <p className={styles.empty}>No deleted tasks</p>}
      {tasks && tasks.length > 0 && (
        <ul aria-label="Deleted tasks" className={styles.list}>
          {tasks.map((task) => (
            <DeletedCard key={task.id} task={task} onRestore={restore} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <LoadMore
          busy={list.isFetchingNextPage}
          failure={list.isFetchNextPageError ? list.error : null}
          onLoad={() => void list.fetchNextPage()}
          onStartAgain={() => void queryClient.resetQueries({ queryKey: query.queryKey })}
        />
      )}
    </section>
  );
};

export default DeletedTasks;
