import { memo } from 'react';
import type { Task } from '../../../shared/tasks/contract.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { TaskCard, type TaskCardActions } from './task-card.tsx';
import styles from './task-list.module.css';

interface TaskListProps {
  tasks: readonly Task[];
  today: string;
  actions: TaskCardActions;
}

/** The cards. It renders again only when the tasks do, not with every letter typed above it. */
export const TaskList = memo(({ tasks, today, actions }: TaskListProps) => (
  <ul className={styles.list} aria-label="Tasks">
    {tasks.map((task) => (
      <TaskCard key={task.id} task={task} today={today} actions={actions} />
    ))}
  </ul>
));

const widths = ['46%', '62%', '38%', '54%', '44%'];

export const TaskListSkeleton = () => (
  <div role="status" className={styles.list}>
    <p className={styles.loadingText}>Loading tasks...</p>
    {widths.map((width) => (
      <div key={width} className={styles.loading} aria-hidden="true">
        <SkeletonBar width={width} />
        <SkeletonBar width="30%" />
      </div>
    ))}
  </div>
);

export const EmptyTaskList = ({ filtered }: { filtered: boolean }) => (
  <div className={styles.empty}>
    <EmptyState
      picture={
        <svg aria-hidden="true" width="72" height="60" viewBox="0 0 72 60">
          <rect x="10" y="4" width="52" height="14" rx="5" />
          <rect x="10" y="23" width="52" height="14" rx="5" />
          <rect x="10" y="42" width="52" height="14" rx="5" />
          <circle cx="18" cy="11" r="2.5" />
          <circle cx="18" cy="30" r="2.5" />
          <circle cx="18" cy="49" r="2.5" />
        </svg>
      }
      title="No tasks found"
      level={2}
      text={
        filtered ? 'Try adjusting your search or filter criteria' : 'Create your first task to get started'
      }
    />
  </div>
);
