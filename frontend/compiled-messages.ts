import type { Plugin } from 'vite';
import { catalogFile, compiledCatalog } from '../locales/compiled-catalog.ts';
import { saysMessages, withCompiledMessages } from '../locales/messages-in-code.ts';

/**
 * Compiles the messages of the website and its catalogs, so that it carries no compiler (decision 44).
 * @param withTestLanguages longer English with accents, and English from right to left, made by rule
 */
export const compiledMessages = (withTestLanguages: boolean): Plugin => ({
  name: 'guildhall-compiled-messages',
  enforce: 'pre',
  load(id) {
    const [, language] = catalogFile.exec(id) ?? [];
    return language === undefined
      ? null
      : compiledCatalog(language, ['shared', 'frontend'], withTestLanguages);
  },
  transform(code, id) {
    if (!/\/(shared|frontend)\/[^?]*\.tsx?$/.test(id) || !saysMessages(code)) return null;
    return { code: withCompiledMessages(id, code), map: null };
  },
});
