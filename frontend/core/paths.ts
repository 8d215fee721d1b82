/** Every address of the website. */
export const paths = {
  home: '/',
  login: '/login',
  signup: '/signup',
  signingIn: '/signing-in',
  welcome: '/welcome',
  payment: '/payment',
  deleteAccount: '/account/delete',
  dashboard: '/dashboard',
  tasks: '/dashboard/tasks',
  /** The list, and beside it the page of one of them. */
  task: '/dashboard/tasks/:recordId?',
  deletedTasks: '/dashboard/tasks/deleted',
  team: '/dashboard/team',
  member: '/dashboard/team/:userId',
  settings: '/dashboard/settings',
  terms: '/terms',
  privacy: '/privacy',
} as const;

/** Lists beside which the page of one of their records opens. */
export const recordLists: readonly string[] = [paths.tasks];

/** The sign-up that the link of an invitation's mail leads to. */
export const invitationPath = (link: string): string =>
  `${paths.signup}?${new URLSearchParams({ invitation: link })}`;

/** The form for a new task, over the list. */
export const newTaskPath = '/dashboard/tasks?record=new';

/** The tasks whose title or description contains a text. */
export const tasksFoundPath = (search: string): string => `${paths.tasks}?${new URLSearchParams({ search })}`;

/** The members whose name or address contains a text. */
export const membersFoundPath = (search: string): string =>
  `${paths.team}?${new URLSearchParams({ search })}`;

/** What a member has made and nobody has completed. */
export const openTasksPath = (userId: string): string =>
  `${paths.tasks}?${new URLSearchParams({ createdBy: userId, open: 'true' })}`;

/** The rows of the directory that have a status. */
export const membersPath = (status?: 'active' | 'pending'): string =>
  status ? `${paths.team}?${new URLSearchParams({ status })}` : paths.team;

/** The team's chat. */
export const chatPath = `${paths.team}?tab=chat`;

/** A tab of the settings. */
export const settingsPath = (tab: string): string => `${paths.settings}?${new URLSearchParams({ tab })}`;

/** The codes and members of the group, in the settings. */
export const groupSettingsPath = settingsPath('group');

/** A path inside the dashboard that was asked for, or null: never another origin, whatever the address bar says. */
export const ownPath = (wanted: string | null): string | null => {
  if (!wanted?.startsWith(paths.dashboard)) return null;
  const url = new URL(wanted, location.origin);
  const inside = url.pathname === paths.dashboard || url.pathname.startsWith(`${paths.dashboard}/`);
  return url.origin === location.origin && inside ? url.pathname + url.search : null;
};
