// Pure: the page needs it before anything else.

/** The languages that people can choose; each but English has a catalog in locales/. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** What each language calls itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** English in longer words with accents, and English that runs from right to left: for development and tests (decision 44). */
export const testLanguages = ['en-XA', 'ar-XB'] as const;
export type AnyLanguage = Language | (typeof testLanguages)[number];

export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);
export const isTestLanguage = (value: unknown): value is (typeof testLanguages)[number] =>
  testLanguages.includes(value as never);

/** The first of the tags that a reader prefers (`de-CH`, `en-GB`) of which we have the language; else English. */
export const preferredLanguage = (tags: readonly string[]): Language => {
  for (const tag of tags) {
    const [language] = tag.toLowerCase().split('-');
    if (isLanguage(language)) return language;
  }
  return 'en';
};

/** The tags of a header `Accept-Language`, the most wanted first. `*`, and what is not wanted, is left out. */
export const acceptedTags = (header: string | undefined): string[] =>
  (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(tag) && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);

/** The direction in which a language is written. */
export const directionOf = (language: AnyLanguage): 'ltr' | 'rtl' => (language === 'ar-XB' ? 'rtl' : 'ltr');

/**
 * The locale by which numbers, days and times are written: the language in which a page speaks, with the habits of the place that
 * the browser names. German read in Switzerland is `de-CH`; English on a German's computer is `en-DE`, which has a decimal comma.
 */
export const formatLocaleOf = (language: AnyLanguage, tags: readonly string[]): string => {
  if (language === 'ar-XB') return 'ar-EG-u-nu-arab';
  const spoken = language === 'en-XA' ? 'en' : language;
  const own = tags.find((tag) => tag.toLowerCase().split('-')[0] === spoken);
  if (own) return own;
  for (const tag of tags) {
    try {
      const { region } = new Intl.Locale(tag).maximize();
      if (region) return `${spoken}-${region}`;
    } catch {
      // A browser may name what is no tag.
    }
  }
  return spoken;
};
