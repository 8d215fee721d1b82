import { wordsOf } from '../../shared/core/words.ts';
import { chatPath, newTask, paths, settingsPath, taskPath } from '../core/paths.ts';
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
  { to: taskPath(newTask), title: 'New Task', icon: 'add' },
  { to: paths.tasks, title: 'Tasks & Projects', icon: 'tasks' },
  { to: paths.team, title: 'Team Members', icon: 'team' },
  { to: chatPath, title: 'Team Chat', icon: 'chat' },
  { to: paths.settings, title: 'Settings', icon: 'settings' },
];

const setting = (tab: string, title: string): SearchPage => ({
  to: settingsPath(tab),
  title,
  detail: 'Settings',
  icon: 'settings',
});

const otherPages: readonly SearchPage[] = [
  { to: paths.deletedTasks, title: 'Deleted tasks', icon: 'trash' },
  setting('account', 'Account'),
  setting('currency', 'Currency'),
  setting('appearance', 'Appearance'),
  setting('billing', 'Billing'),
];

/** Only the account holder has it (S1 §2). */
const groupPage = setting('group', 'Group');

/** The pages whose name begins so, word by word. */
export const pagesFor = (terms: readonly string[], accountHolder: boolean): SearchPage[] =>
  terms.length === 0
    ? []
    : [...startPages, ...otherPages, ...(accountHolder ? [groupPage] : [])].filter(
        ({ title, detail = '' }) => {
          const words = wordsOf(title, detail);
          return terms.every((term) => words.some((word) => word.startsWith(term)));
        },
      );
