/** Every address of the website. */
export const paths = {
  home: '/',
  login: '/login',
  signup: '/signup',
  signingIn: '/signing-in',
  welcome: '/welcome',
  payment: '/payment',
  dashboard: '/dashboard',
  tasks: '/dashboard/tasks',
  deletedTasks: '/dashboard/tasks/deleted',
  team: '/dashboard/team',
  member: '/dashboard/team/:userId',
  settings: '/dashboard/settings',
  terms: '/terms',
  privacy: '/privacy',
} as const;

/** The page of a member. */
export const memberPath = (userId: string): string => `${paths.team}/${encodeURIComponent(userId)}`;

/** A task, opened. */
export const taskPath = (taskId: string): string => `${paths.tasks}?${new URLSearchParams({ task: taskId })}`;

/** The codes and members of the group, in the settings. */
export const groupSettingsPath = `${paths.settings}?tab=group`;

/** A path inside the dashboard that was asked for, or null: never another origin, whatever the address bar says. */
export const ownPath = (wanted: string | null): string | null => {
  if (!wanted?.startsWith(paths.dashboard)) return null;
  const url = new URL(wanted, location.origin);
  const inside = url.pathname === paths.dashboard || url.pathname.startsWith(`${paths.dashboard}/`);
  return url.origin === location.origin && inside ? url.pathname + url.search : null;
};
