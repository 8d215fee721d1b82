import { AsyncLocalStorage } from 'node:async_hooks';
import germanSchemas from 'zod/v4/locales/de.js';
import german from '../../locales/de.ts';
import {
  acceptedTags,
  formatLocaleOf,
  isLanguage,
  type Language,
  preferredLanguage,
} from '../../shared/core/languages.ts';
import { type Catalog, type Speech, speakAs } from '../../shared/core/translate.ts';

const catalogs: Readonly<Record<Language, Catalog | undefined>> = { en: undefined, de: german };

/** How things are said in a language: to somebody of whom is known, at best, which locales they prefer. */
const speechIn = (language: Language, tags: readonly string[] = []): Speech => ({
  language,
  locale: tags.length > 0 ? formatLocaleOf(language, tags) : language,
  catalog: catalogs[language],
});

const speeches = new AsyncLocalStorage<Speech>();
const unasked = speechIn('en');
speakAs(() => speeches.getStore() ?? unasked);

/** Does something in whose course things are said in one language. */
export const inSpeech = <T>(speech: Speech, work: () => T): T => speeches.run(speech, work);

/** The language that a request asks for in `Accept-Language`: the page sends its person's. */
export const speechOfRequest = (acceptLanguage: string | undefined): Speech => {
  const tags = acceptedTags(acceptLanguage);
  return speechIn(preferredLanguage(tags), tags);
};

/** The language of the request that is answered now. */
export const spokenLanguage = (): Language => {
  const { language } = speeches.getStore() ?? unasked;
  return isLanguage(language) ? language : 'en';
};

/** Says something to a person: in their own language where it is known, else in that of whoever causes it. */
export const inLanguageOf = <T>(person: object, say: () => T): T => {
  const language = 'language' in person ? person.language : undefined;
  return isLanguage(language) ? inSpeech(speechIn(language), say) : say();
};

/** What zod says by itself of a value, such as that it is no number, in the language of the request. */
export const schemaMessages = () =>
  spokenLanguage() === 'de' ? { error: germanSchemas().localeError } : undefined;
