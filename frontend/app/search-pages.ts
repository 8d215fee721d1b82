import type { Standing } from '../../shared/core/access.ts';
import { haveWords } from '../../shared/core/words.ts';
import { recordPath } from '../../shared/kinds.ts';
import { chatPath, newTask, paths, settingsPath } from '../core/paths.ts';
import { settingsLabels, settingsTabsOf } from '../features/settings/settings-tabs.ts';
import type { IconName } from '../ui/icon.tsx';

/** A place that the search leads to, other than a record. */
interface SearchPage {
  to: string;
  title: string;
  detail?: string;
  icon: IconName;
}

/** Where one can go before anything is typed. */
export const startPages: readonly SearchPage[] = [
  { to: recordPath('task', newTask), title: 'New Task', icon: 'add' },
  { to: paths.tasks, title: 'Tasks & Projects', icon: 'tasks' },
  { to: paths.team, title: 'Team Members', icon: 'team' },
  { to: chatPath, title: 'Team Chat', icon: 'chat' },
  { to: paths.settings, title: 'Settings', icon: 'settings' },
];

/** The pages whose name begins so, word by word. */
export const pagesFor = (terms: readonly string[], member: Standing): SearchPage[] =>
  terms.length === 0
    ? []
    : [
        ...startPages,
        { to: paths.deletedTasks, title: 'Deleted tasks', icon: 'trash' as const },
        ...settingsTabsOf(member).map((tab) => ({
          to: settingsPath(tab),
          title: settingsLabels[tab],
          detail: 'Settings',
          icon: 'settings' as const,
        })),
      ].filter(({ title, detail = '' }: SearchPage) => haveWords(terms, title, detail));
