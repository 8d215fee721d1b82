import type { AnyLanguage } from '../../shared/core/languages.ts';

// Not from antd itself: this file is in front of the dashboard too.
type AntdLocale = typeof import('antd/es/locale/de_DE')['default'] | undefined;

/** What antd's own parts say, and the calendars' names, weeks and months; English is built in. */
const locales: Readonly<Record<Exclude<AnyLanguage, 'en' | 'en-XA'>, () => Promise<AntdLocale>>> = {
  de: async () => (await Promise.all([import('antd/es/locale/de_DE'), import('dayjs/locale/de')]))[0].default,
  'ar-XB': async () =>
    (await Promise.all([import('antd/es/locale/ar_EG'), import('dayjs/locale/ar')]))[0].default,
};

const here = new Map<AnyLanguage, AntdLocale>();

/** antd's texts in a language, if they have been fetched. */
export const antdLocale = (language: AnyLanguage): AntdLocale => here.get(language);

/** Fetches antd's texts. Never rejects: without them, antd's few own texts are English. */
export const loadAntdLocale = async (language: AnyLanguage): Promise<void> => {
  if (language === 'en' || language === 'en-XA' || here.has(language)) return;
  try {
    here.set(language, await locales[language]());
  } catch (error) {
    console.warn('The texts of antd could not be fetched', error);
  }
};
