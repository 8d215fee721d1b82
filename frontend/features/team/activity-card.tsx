import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { t } from '../../../shared/core/translate.ts';
import { paths } from '../../core/paths.ts';
import { useMember } from '../../core/session.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageEnd } from '../../ui/page-end.tsx';
import { ActivityList, ActivitySkeleton, activityQuery } from '../history/public.ts';
import styles from './activity-card.module.css';

const atOnce = 8;

/** What the members of the group did, or one of them, newest first. */
export const ActivityCard = ({ by }: { by?: string }) => {
  const { organization } = useMember().membership;
  const activity = useInfiniteQuery(activityQuery(organization.id, atOnce, by));
  const events = activity.data?.pages.flatMap(({ items }) => items);
  return (
    <Card title={t('Recent activity')}>
      {activity.isPending && <ActivitySkeleton />}
      {events?.length === 0 && !activity.hasNextPage && (
        <EmptyState
          compact
          picture="activity"
          title={t('No recent activity')}
          text={t('What people do in tasks and in the team is shown here.')}
          action={<Link to={paths.tasks}>{t('Go to tasks')}</Link>}
        />
      )}
      {events && events.length > 0 && (
        <ActivityList label={t('Recent activity')} events={events} ofOnePerson={by !== undefined} />
      )}
      <PageEnd
        list={activity}
        failure={t('Failed to load recent activity.')}
        more={t('Show more')}
        className={styles.more}
      />
    </Card>
  );
};
