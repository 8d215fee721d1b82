import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledText, keyOf, messagesInCode } from './messages-in-code.ts';
import { testLanguageOf } from './test-languages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The messages that the code of some folders can say. */
const messagesOf = (folders: readonly string[]): Set<string> =>
  new Set(
    folders
      .flatMap((folder) =>
        (readdirSync(path.join(root, folder), { recursive: true }) as string[]).map((file) =>
          path.join(root, folder, file),
        ),
      )
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => messagesInCode(file, readFileSync(file, 'utf8')).messages.map(({ text }) => text)),
  );

const moduleOf = (translations: readonly (readonly [text: string, compiled: unknown])[]): string =>
  `export default ${JSON.stringify(Object.fromEntries(translations.map(([text, compiled]) => [keyOf(text), compiled])))};`;

/** The catalogs that a build can replace by compiled ones; the file's name says the language. */
export const catalogFile = /[/\\]locales[/\\](de|en-XA|ar-XB)\.ts$/;

/**
 * A catalog as a module, compiled, with those messages alone that the code of some folders can say.
 * @param withTestLanguages makes those of English by rule; else they are empty
 */
export const compiledCatalog = (
  language: string,
  folders: readonly string[],
  withTestLanguages = false,
): string => {
  const used = messagesOf(folders);
  const testLanguage = testLanguageOf(language);
  if (testLanguage)
    return moduleOf(
      withTestLanguages ? [...used].map((text) => [text, testLanguage(compiledText(text))]) : [],
    );
  const translations: Record<string, string> = JSON.parse(
    readFileSync(path.join(root, `locales/${language}.json`), 'utf8'),
  );
  return moduleOf(
    Object.entries(translations).flatMap(([text, translation]) =>
      used.has(text) ? [[text, compiledText(translation)] as const] : [],
    ),
  );
};
