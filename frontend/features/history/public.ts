// What other features may use of this one: what happened, and how it is shown.
export { ActivityList, ActivitySkeleton, TimeAgo } from './activity-list.tsx';
export { activityQuery, latestActivityQuery, recordHistoryQuery } from './history-queries.ts';
