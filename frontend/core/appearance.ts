import { useSyncExternalStore } from 'react';
import { accents, themes } from '../../shared/access/choices.ts';
import type { ProfileChange, Session } from '../../shared/access/contract.ts';
import { isLanguage } from '../../shared/core/languages.ts';
import { currentLanguage } from '../../shared/core/translate.ts';
import { personalStore, remember } from './device-store.ts';
import { followLanguage } from './language.ts';

export type Theme = (typeof themes)[number];
export type Accent = (typeof accents)[number];

export interface Appearance {
  theme: Theme;
  accent: Accent;
}

// The keys that public/theme-boot.js reads before the first paint (S1 §4: one for each).
const keys = { theme: 'gh-theme', accent: 'gh-accent' } as const;
/** Kept while the profile has not got a person's choice yet: then the profile must not undo it. */
const unsavedMark = 'appearance-unsaved';
const listeners = new Set<() => void>();

const oneOf = <T extends string>(choices: readonly T[], value: string | undefined): T =>
  choices.find((choice) => choice === value) ?? (choices[0] as T);

// A snapshot for useSyncExternalStore must be a primitive to stay equal to itself.
const snapshot = (): string => {
  const { theme, accent } = document.documentElement.dataset;
  return `${oneOf(themes, theme)} ${oneOf(accents, accent)}`;
};

/** What the page looks like now. */
export const currentAppearance = (): Appearance => {
  const [theme, accent] = snapshot().split(' ');
  return { theme: theme as Theme, accent: accent as Accent };
};

/** Applies a theme or an accent at once and remembers it in this browser. */
export const applyAppearance = (change: Partial<Appearance>): void => {
  for (const name of ['theme', 'accent'] as const) {
    const value = change[name];
    if (value === undefined) continue;
    document.documentElement.dataset[name] = value;
    remember(keys[name], value);
  }
  // The frame around the page has the colour of its header (public/theme-boot.js does the same before the first paint).
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute(
      'content',
      getComputedStyle(document.documentElement).getPropertyValue('--gh-surface').trim(),
    );
  for (const listener of listeners) listener();
};

export const markUnsaved = (userId: string): void => personalStore(userId).remember(unsavedMark, 'yes');
export const markSaved = (userId: string): void => personalStore(userId).remember(unsavedMark, null);

/**
 * Makes the page look, and speak, as the profile says (S1 §4). A choice that this browser could not save yet stays.
 * @returns that choice, to be saved again; null when there is none
 */
export const followProfile = async ({
  id,
  theme,
  accent,
  language,
}: Session['user']): Promise<ProfileChange | null> => {
  if (personalStore(id).recall(unsavedMark) !== null) {
    const shown = currentLanguage();
    return { ...currentAppearance(), ...(isLanguage(shown) && { language: shown }) };
  }
  await followLanguage(language);
  const { theme: shownTheme, accent: shownAccent } = currentAppearance();
  if (theme !== shownTheme || accent !== shownAccent) applyAppearance({ theme, accent });
  return null;
};

/** The theme and accent of the page, followed as they change. */
export const useAppearance = (): Appearance => {
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, snapshot);
  return currentAppearance();
};
