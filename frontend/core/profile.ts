import type { ProfileChange, Session } from '../../shared/access/contract.ts';
import type { Language } from '../../shared/core/languages.ts';
import { api } from './api.ts';
import { type Appearance, applyAppearance, markSaved, markUnsaved } from './appearance.ts';
import { speak } from './language.ts';
import { queryClient } from './query-client.ts';
import { routeTable } from './route-table.ts';
import { sessionQuery } from './session.ts';

/** Saves what a person changes of themselves; every screen shows it at once. */
export const changeProfile = async (body: ProfileChange): Promise<Session> => {
  const session = await api(routeTable.access.changeProfile, { body });
  queryClient.setQueryData(sessionQuery.queryKey, session);
  return session;
};

/**
 * Changes the theme or the accent: at once on the page and in this browser, then on the profile. What could not be saved is
 * saved with the next visit.
 * @throws Failure when the profile has not got it; the page keeps the choice
 */
export const changeAppearance = async (userId: string, change: Partial<Appearance>): Promise<void> => {
  applyAppearance(change);
  markUnsaved(userId);
  await changeProfile(change);
  markSaved(userId);
};

/**
 * Changes the language as {@link changeAppearance} does the theme; the page is shown anew in it.
 * @throws when its texts can't be fetched, or the profile has not got it
 */
export const changeLanguage = async (userId: string, language: Language): Promise<void> => {
  await speak(language);
  markUnsaved(userId);
  await changeProfile({ language });
  markSaved(userId);
};
