import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { normalizePath, type Plugin } from 'vite';
import { compiledText, keyOf, messagesInCode, withCompiledMessages } from '../locales/messages-in-code.ts';
import { testLanguageOf } from '../locales/test-languages.ts';

const root = normalizePath(fileURLToPath(new URL('..', import.meta.url)));

/** The messages that the website can show, which is more than each of its chunks says and less than there are. */
const messagesOfWebsite = (): Set<string> => {
  const files = execFileSync('find', ['shared', 'frontend', '-name', '*.ts', '-o', '-name', '*.tsx'], {
    cwd: root,
  })
    .toString()
    .trim()
    .split('\n');
  return new Set(
    files.flatMap((file) =>
      messagesInCode(file, readFileSync(root + file, 'utf8')).messages.map(({ text }) => text),
    ),
  );
};

const catalogModule = (translations: readonly (readonly [text: string, compiled: unknown])[]): string =>
  `export default ${JSON.stringify(Object.fromEntries(translations.map(([text, compiled]) => [keyOf(text), compiled])))};`;

/**
 * Compiles the messages of the website and its catalogs, so that it carries no compiler (decision 44).
 * @param withTestLanguages longer English with accents, and English from right to left, made by rule
 */
export const compiledMessages = (withTestLanguages: boolean): Plugin => ({
  name: 'guildhall-compiled-messages',
  enforce: 'pre',
  load(id) {
    const [, language] = /\/locales\/(de|en-XA|ar-XB)\.ts$/.exec(id) ?? [];
    if (language === undefined) return null;
    const used = messagesOfWebsite();
    const testLanguage = testLanguageOf(language);
    if (testLanguage)
      return catalogModule(
        withTestLanguages ? [...used].map((text) => [text, testLanguage(compiledText(text))]) : [],
      );
    const translations: Record<string, string> = JSON.parse(
      readFileSync(`${root}locales/${language}.json`, 'utf8'),
    );
    return catalogModule(
      Object.entries(translations).flatMap(([text, translation]) =>
        used.has(text) ? [[text, compiledText(translation)] as const] : [],
      ),
    );
  },
  transform(code, id) {
    if (!/\/(shared|frontend)\/[^?]*\.tsx?$/.test(id) || !/\/(translate|rich)\.ts'/.test(code)) return null;
    return { code: withCompiledMessages(id, code), map: null };
  },
});
