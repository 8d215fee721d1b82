import {
  ListTodo,
  type LucideIcon,
  MessageSquare,
  Plus,
  SlidersHorizontal,
  Trash2,
  UsersRound,
} from 'lucide-react';
import type { Standing } from '../../shared/core/access.ts';
import { t } from '../../shared/core/translate.ts';
import { haveWords } from '../../shared/core/words.ts';
import { chatPath, newTaskPath, paths, settingsPath } from '../core/paths.ts';
import { settingsLabels, settingsTabsOf } from '../features/settings/settings-tabs.ts';

/** A place that the search leads to, other than a record. */
interface SearchPage {
  to: string;
  title: string;
  detail?: string;
  icon: LucideIcon;
}

/** Where one can go before anything is typed. */
export const startPages = (): readonly SearchPage[] => [
  { to: newTaskPath, title: t('New Task'), icon: Plus },
  { to: paths.tasks, title: t('Tasks & Projects'), icon: ListTodo },
  { to: paths.team, title: t('Team Members'), icon: UsersRound },
  { to: chatPath, title: t('Team Chat'), icon: MessageSquare },
  { to: paths.settings, title: t('Settings'), icon: SlidersHorizontal },
];

/** The pages whose name begins so, word by word. */
export const pagesFor = (terms: readonly string[], member: Standing): SearchPage[] =>
  terms.length === 0
    ? []
    : [
        ...startPages(),
        { to: paths.deletedTasks, title: t('Deleted tasks'), icon: Trash2 },
        ...settingsTabsOf(member).map((tab) => ({
          to: settingsPath(tab),
          title: settingsLabels[tab],
          detail: t('Settings'),
          icon: SlidersHorizontal,
        })),
      ].filter(({ title, detail = '' }: SearchPage) => haveWords(terms, title, detail));
