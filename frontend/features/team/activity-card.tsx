import { useInfiniteQuery } from '@tanstack/react-query';
import { activityQuery } from '../../core/activity.ts';
import { explain } from '../../core/failure.ts';
import { useMember } from '../../core/session.ts';
import { ActivityList, ActivitySkeleton } from '../../ui/activity-list.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './activity-card.module.css';
import { TeamCard } from './team-card.tsx';

const atOnce = 8;

/** What the members of the group did, newest first. */
export const ActivityCard = () => {
  const { organization } = useMember().membership;
  const activity = useInfiniteQuery(activityQuery(organization.id, atOnce));
  const events = activity.data?.pages.flatMap(({ items }) => items);
  return (
    <TeamCard title="Recent activity">
      {activity.isPending && <ActivitySkeleton />}
      {events?.length === 0 && <p className={styles.none}>No recent activity</p>}
      {events && events.length > 0 && <ActivityList label="Recent activity" events={events} />}
      {activity.error && (
        <Notice
          kind="error"
          actions={
            <Button
              busy={activity.isFetching}
              onClick={() => void (events ? activity.fetchNextPage() : activity.refetch())}
            >
              Try again
            </Button>
          }
        >
          Failed to load recent activity. {explain(activity.error)}
        </Notice>
      )}
      {activity.hasNextPage && !activity.error && (
        <Button
          className={styles.more}
          busy={activity.isFetchingNextPage}
          busyText="Loading..."
          onClick={() => void activity.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </TeamCard>
  );
};
