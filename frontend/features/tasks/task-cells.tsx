import { useQuery } from '@tanstack/react-query';
import { Calendar, CalendarClock, CalendarX2 } from 'lucide-react';
import { writtenDate } from '../../../shared/core/calendar.ts';
import { t } from '../../../shared/core/translate.ts';
import type { Task } from '../../../shared/tasks/contract.ts';
import { useMinute } from '../../core/clock.ts';
import { exactMoment, relativeTime } from '../../core/relative-time.ts';
import { rich } from '../../core/rich.ts';
import type { Column } from '../../records/columns.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { membersQuery } from '../team/public.ts';
import { urgencyLabels, urgencyOf } from './deadline.ts';
import { PriorityBadge, StatusBadge } from './task-badges.tsx';
import styles from './task-cells.module.css';
import { subtaskWords } from './task-words.ts';

/** Told apart without colour, too. */
const urgencyIcons = { overdue: CalendarX2, today: CalendarClock, tomorrow: CalendarClock } as const;

const Deadline = ({ task, today }: { task: Task; today: string }) => {
  if (task.deadline === null) return <span className={styles.fact}>{t('No deadline')}</span>;
  const urgency = urgencyOf(task, today);
  return (
    <span
      className={classNames(styles.fact, urgency && styles[urgency])}
      data-tooltip={urgency ? urgencyLabels[urgency] : undefined}
    >
      <Icon of={urgency ? urgencyIcons[urgency] : Calendar} size={14} />
      <time dateTime={task.deadline}>{writtenDate(task.deadline)}</time>
      {urgency && <span className="visually-hidden">{urgencyLabels[urgency]}</span>}
    </span>
  );
};

const Progress = ({ subtasks }: Pick<Task, 'subtasks'>) => {
  const done = subtasks.filter(({ completed }) => completed).length;
  const words = subtaskWords().progress(done, subtasks.length);
  return (
    <span className={styles.fact} data-tooltip={words}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.done} style={{ width: `${(100 * done) / subtasks.length}%` }} />
      </span>
      <span aria-hidden="true">
        {done}/{subtasks.length}
      </span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
};

const Tags = ({ tags }: Pick<Task, 'tags'>) => (
  <ul className={styles.tags}>
    {tags.map((tag) => (
      <li key={tag}>
        <span className="visually-hidden">{t('Tag:')} </span>
        <bdi>{tag}</bdi>
      </li>
    ))}
  </ul>
);

/** Who made a task, as the group calls them. */
export const Creator = ({ userId, named = false }: { userId: string; named?: boolean }) => {
  const members = useQuery(membersQuery);
  const member = members.data?.items.find((one) => one.userId === userId);
  const name = member?.name ?? (members.data ? t('A former member') : '');
  return (
    <span className={styles.fact} data-tooltip={named ? undefined : name}>
      <Avatar person={{ id: userId, name, email: member?.email }} size="small" />
      <span className={named ? styles.person : 'visually-hidden'}>
        {rich('<hidden>Created by</hidden> <person>{name}</person>', {
          name,
          hidden: (inside) => <span className={named ? undefined : 'visually-hidden'}>{inside}</span>,
          person: (inside) => <bdi>{inside}</bdi>,
        })}
      </span>
    </span>
  );
};

const Ago = ({ at, what }: { at: string; what: string }) => {
  const moment = Date.parse(at);
  return (
    <span className={styles.fact}>
      <span className="visually-hidden">{what} </span>
      <time dateTime={at} data-tooltip={exactMoment(moment)}>
        {relativeTime(moment, useMinute(), { daysAtMost: 7 })}
      </time>
    </span>
  );
};

/** The columns of the list, from left to right. */
export const taskColumns: readonly Column<Task>[] = [
  {
    id: 'tags',
    label: () => t('Tags'),
    width: 'minmax(0, 1fr)',
    initially: true,
    cell: ({ tags }) => tags.length > 0 && <Tags tags={tags} />,
  },
  {
    id: 'subtasks',
    label: () => t('Sub-tasks'),
    width: '76px',
    initially: true,
    cell: ({ subtasks }) => subtasks.length > 0 && <Progress subtasks={subtasks} />,
  },
  {
    id: 'deadline',
    label: () => t('Deadline'),
    width: '112px',
    initially: true,
    cell: (task, today) => <Deadline task={task} today={today} />,
  },
  {
    id: 'priority',
    label: () => t('Priority'),
    width: '86px',
    initially: true,
    cell: ({ priority }) => <PriorityBadge priority={priority} />,
  },
  {
    id: 'status',
    label: () => t('Status'),
    width: '124px',
    initially: true,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'creator',
    label: () => t('Created by'),
    width: '76px',
    initially: false,
    cell: ({ createdBy }) => <Creator userId={createdBy} />,
  },
  {
    id: 'created',
    label: () => t('moment|Created'),
    width: '92px',
    initially: false,
    cell: ({ createdAt }) => <Ago at={createdAt} what={t('moment|Created')} />,
  },
  {
    id: 'updated',
    label: () => t('moment|Updated'),
    width: '92px',
    initially: false,
    cell: ({ updatedAt }) => <Ago at={updatedAt} what={t('moment|Updated')} />,
  },
];

/** Ticks a task as completed, or opens it again. */
export const CompletedTick = ({ task, onToggle }: { task: Task; onToggle: () => void }) => (
  <label className={styles.check}>
    <input type="checkbox" checked={task.status === 'completed'} onChange={onToggle} />
    <span className="visually-hidden">{t('Completed: {title}', { title: task.title })}</span>
  </label>
);
