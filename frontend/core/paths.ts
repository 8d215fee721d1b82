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
  settings: '/dashboard/settings',
  terms: '/terms',
  privacy: '/privacy',
} as const;

/** A path inside the dashboard that was asked for, or null: never another origin, whatever the address bar says. */
export const ownPath = (wanted: string | null): string | null => {
  if (!wanted?.startsWith(paths.dashboard)) return null;
  const url = new URL(wanted, location.origin);
  const inside = url.pathname === paths.dashboard || url.pathname.startsWith(`${paths.dashboard}/`);
  return url.origin === location.origin && inside ? url.pathname + url.search : null;
};
