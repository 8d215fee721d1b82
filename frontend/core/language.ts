import { useSyncExternalStore } from 'react';
import {
  type AnyLanguage,
  directionOf,
  formatLocaleOf,
  isLanguage,
  isTestLanguage,
  preferredLanguage,
} from '../../shared/core/languages.ts';
import { type Catalog, currentLanguage, type Speech, speakAs } from '../../shared/core/translate.ts';
import { recall, remember } from './device-store.ts';

/** What this browser's settings say; nothing where it does not tell. */
const preferredTags = (): readonly string[] => navigator.languages ?? [];

/** Where this browser keeps the language of its last reader, so that the next page is theirs from the beginning. */
const languageKey = 'gh-language';

const catalogs: Readonly<Record<Exclude<AnyLanguage, 'en'>, () => Promise<{ default: Catalog }>>> = {
  de: () => import('../../locales/de.ts'),
  'en-XA': () => import('../../locales/en-XA.ts'),
  'ar-XB': () => import('../../locales/ar-XB.ts'),
};
const listeners = new Set<() => void>();
/** What the page speaks, or will as soon as its texts are here: its first request does not wait for them. */
let wanted: AnyLanguage | undefined;

const speechIn = async (language: AnyLanguage): Promise<Speech> => ({
  language,
  locale: formatLocaleOf(language, preferredTags()),
  catalog: language === 'en' ? undefined : (await catalogs[language]()).default,
});

/**
 * Says everything in a language from now on, in this browser. Where its catalog can't be fetched, the page stays in the language
 * that it speaks, and the next visit tries again.
 * @throws when the catalog can't be fetched
 */
export const speak = async (language: AnyLanguage): Promise<void> => {
  remember(languageKey, language);
  wanted = language;
  const speech = await speechIn(language);
  speakAs(() => speech);
  document.documentElement.lang = isTestLanguage(language) ? language : speech.locale;
  document.documentElement.dir = directionOf(language);
  for (const listener of listeners) listener();
};

/** The language to begin with: of this browser's last reader, else the first that its settings name and we have. */
export const firstLanguage = (): AnyLanguage => {
  const kept = recall(languageKey);
  return isLanguage(kept) || isTestLanguage(kept) ? kept : preferredLanguage(preferredTags());
};

/** Fetches what the first screen needs in its reader's language. Never rejects: without it, the page speaks English. */
export const speakAtFirst = async (): Promise<void> => {
  try {
    const before = recall(languageKey);
    await speak(firstLanguage());
    // What only the browser's settings say is not kept: they may change.
    remember(languageKey, before);
  } catch (error) {
    console.warn('The texts of this language could not be fetched', error);
  }
};

/** Follows the language that a person has chosen; one of those for tests stays. */
export const followLanguage = async (language: AnyLanguage | null): Promise<void> => {
  if (language === null || isTestLanguage(currentLanguage())) return;
  if (language === currentLanguage()) {
    remember(languageKey, language);
    return;
  }
  try {
    await speak(language);
  } catch (error) {
    console.warn('The texts of this language could not be fetched', error);
  }
};

/** What a request says of its reader: the language, and how numbers and days are written in it. */
export const spokenTags = (): string => {
  const language = wanted ?? firstLanguage();
  return isTestLanguage(language) ? 'en' : [formatLocaleOf(language, preferredTags()), language].join(', ');
};

/** The language of the page, followed as it changes. */
export const useLanguage = (): AnyLanguage =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentLanguage);
