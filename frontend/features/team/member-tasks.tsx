import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { writtenDate } from '../../../shared/core/calendar.ts';
import { t } from '../../../shared/core/translate.ts';
import { recordPath } from '../../../shared/kinds.ts';
import { taskStatusLabels } from '../../../shared/tasks/rules.ts';
import type { Member } from '../../../shared/team/contract.ts';
import { api } from '../../core/api.ts';
import { useToday } from '../../core/clock.ts';
import { openTasksPath, paths } from '../../core/paths.ts';
import { routeTable } from '../../core/route-table.ts';
import { useMember } from '../../core/session.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageEnd } from '../../ui/page-end.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import styles from './member-page.module.css';

/** What somebody has made and nobody has completed, newest first. */
const openTasksQuery = (organizationId: string, userId: string) =>
  infiniteQueryOptions({
    queryKey: ['tasks', 'open-of', organizationId, userId],
    queryFn: ({ pageParam, signal }) =>
      api(routeTable.tasks.list, {
        query: { createdBy: userId, open: 'true', limit: 10, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** The open tasks that a member has created. */
export const MemberTasks = ({ member }: { member: Member }) => {
  const { user, membership } = useMember();
  const { organization } = membership;
  const tasks = useInfiniteQuery(openTasksQuery(organization.id, member.userId));
  const items = tasks.data?.pages.flatMap((page) => page.items);
  const today = useToday(organization.timeZone);
  return (
    <Card
      title={member.userId === user.id ? t('Open tasks you created') : t('Open tasks they created')}
      action={
        items &&
        items.length > 0 && (
          <Link to={openTasksPath(member.userId)} className={styles.all}>
            {t('View all')}
          </Link>
        )
      }
    >
      {tasks.isPending && (
        <div role="status" className={styles.loading}>
          <span className="visually-hidden">{t('Loading tasks...')}</span>
          <SkeletonBar width="64%" />
          <SkeletonBar width="48%" />
        </div>
      )}
      {items?.length === 0 && !tasks.hasNextPage && (
        <EmptyState
          compact
          picture="list"
          title={t('No open tasks')}
          text={
            member.userId === user.id ? t('Nothing of yours is waiting.') : t('Nothing of theirs is waiting.')
          }
          action={<Link to={paths.tasks}>{t('Go to tasks')}</Link>}
        />
      )}
      {items && items.length > 0 && (
        <ul aria-label={t('Open tasks')} className={styles.tasks}>
          {items.map(({ id, title, status, deadline }) => {
            const overdue = deadline !== null && deadline < today;
            return (
              <li key={id}>
                <Link to={recordPath('task', id)} dir="auto" className={styles.task}>
                  {title}
                </Link>
                <span className={styles.taskFacts}>
                  {taskStatusLabels[status]}
                  {deadline && (
                    <span className={classNames(overdue && styles.overdue)}>
                      {' · '}
                      {overdue
                        ? t('Overdue since {date}', { date: writtenDate(deadline) })
                        : t('Due {date}', { date: writtenDate(deadline) })}
                    </span>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <PageEnd
        list={tasks}
        failure={t('Failed to load tasks.')}
        more={t('Show more')}
        className={styles.more}
      />
    </Card>
  );
};
