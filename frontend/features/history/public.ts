// What other features may use of this one: what happened, and how it is shown.
export { ActivityList, ActivitySkeleton, TimeAgo } from './activity-list.tsx';
export { activityQuery, latestActivityQuery } from './history-queries.ts';
export { RecordHistory } from './record-history.tsx';
