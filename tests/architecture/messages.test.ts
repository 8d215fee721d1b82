import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import german from '../../locales/de.ts';
import {
  compiledText,
  keyOf,
  messagesInCode,
  type TextInCode,
  textsInCode,
} from '../../locales/messages-in-code.ts';
import { testLanguageOf } from '../../locales/test-languages.ts';
import { withoutContext } from '../../shared/core/message-syntax.ts';
import { t } from '../../shared/core/translate.ts';

const root = path.resolve(import.meta.dirname, '../..');
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'shared', 'services', 'frontend'],
  { cwd: root },
)
  .toString()
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file));
const sources = files.map((file) => ({ file, code: readFileSync(path.join(root, file), 'utf8') }));
const found = sources.map(({ file, code }) => ({ file, ...messagesInCode(file, code) }));
const texts = [...new Set(found.flatMap(({ messages }) => messages.map(({ text }) => text)))];

/** Read by nobody, or in English by decision: what builds the website, its static pages, and names. */
const english = /^frontend\/([\w-]+\.ts$|site\/|core\/antd-theme\.ts$)/;

/** Expressions of DynamoDB and CSS, and HTML around what is said. */
const technical =
  /(^|[\s(])[#:][a-z]|attribute_|\b(SET|ADD|REMOVE) |^export |color-mix\(|:is\(|<!doctype|<p style|^(Failure|LateFailure|Guildhall|Google|English|Deutsch|By|At)$|^(American Express|Cartes Bancaires|Diners Club|Discover|Mastercard|Visa|Link)$/;
/** What docs/openapi.json says, which is English. */
const documented = ({ name }: TextInCode, file: string): boolean =>
  /(\/contract|core\/record|core\/text)\.ts$/.test(file) &&
  /^(summary|title|description|listed|noun)$/.test(name ?? '');
/** Words for the code itself, such as `already a member`: what people read of a service is a sentence or a title. */
const internal = ({ text }: TextInCode, file: string): boolean =>
  /^(services|shared)\//.test(file) && !/^\P{L}*\p{Lu}|[.?!]$/u.test(text);

/** What is put into a message: names, each with its kind; a tag has the kind `tag`. */
const argumentsOf = (part: unknown): string[] => {
  if (!Array.isArray(part)) return [];
  const [name, kind, choices] = part as [unknown, unknown, object];
  if (typeof name !== 'string' || part.length < 1) return part.flatMap(argumentsOf);
  if (part.length === 1) return [`${name} text`];
  if (typeof kind !== 'number' || kind === 0) return [`${name} tag`, ...part.slice(1).flatMap(argumentsOf)];
  const inside = kind <= 3 ? Object.values(choices).flatMap(branchArguments) : [];
  return [`${name} ${kind === 3 ? 2 : kind}`, ...inside];
};
const branchArguments = (branch: unknown): string[] =>
  Array.isArray(branch) ? branch.flatMap(argumentsOf) : [];
const given = (text: string): string[] => {
  const compiled = compiledText(text);
  return [...new Set(Array.isArray(compiled) ? compiled.flatMap(argumentsOf) : [])].sort();
};

/** The branches of each plural of a message. */
const pluralsOf = (part: unknown): string[][] => {
  if (!Array.isArray(part)) return [];
  const [, kind, choices] = part as [unknown, unknown, object];
  const inside = typeof choices === 'object' && choices ? Object.values(choices).flatMap(pluralsOf) : [];
  return [...(kind === 2 ? [Object.keys(choices)] : []), ...inside, ...part.flatMap(pluralsOf)];
};

describe('what people read', () => {
  it('is in the catalog, all of it', () => {
    const left = sources
      .filter(({ file }) => !english.test(file))
      .flatMap(({ file, code }) =>
        textsInCode(file, code)
          .filter((one) => !technical.test(one.text) && !documented(one, file) && !internal(one, file))
          .map(({ line, text }) => `${file}:${line} ${text}`),
      );
    expect(left).toEqual([]);
  });

  it('is found wherever it stands: in markup, in attributes, under names, in sentences; not what is for the code', () => {
    const code = `
      import { t } from './translate.ts';
      const kind = { look: 'primary', title: 'Tasks', label: \`\${name} left\`, message: t('Said') };
      const Page = () => <p className="soft line" title="Close">Two words <b>{'one more'}</b>{t('Said')}</p>;
      if (kind === 'two words') throw new Error('Nobody reads this.');
    `;
    expect(textsInCode('a.tsx', code).map(({ text }) => text)).toEqual([
      'Tasks',
      '{} left',
      'Close',
      'Two words',
      'one more',
    ]);
  });

  it('is said when somebody reads it, not when a file loads, and never put together', () => {
    expect(
      found.flatMap(({ file, misuses }) => misuses.map(({ line, what }) => `${file}:${line} ${what}`)),
    ).toEqual([]);
    const code = `import { t } from './translate.ts';
      const a = t('A');
      const b = () => t(c ? 'B' : 'C');
      const d = () => t('D' + e);`;
    expect(messagesInCode('a.ts', code)).toMatchObject({
      messages: [{ text: 'A' }, { text: 'B' }, { text: 'C' }],
      misuses: [{ line: 2 }, { line: 4 }],
    });
  });
});

describe('the German catalog', () => {
  it('has every message, and no other', () => {
    expect(texts.length).toBeGreaterThan(200);
    expect(texts.filter((text) => !Object.hasOwn(german, text))).toEqual([]);
    expect(Object.keys(german).filter((text) => !texts.includes(text))).toEqual([]);
  });

  it('is sorted, so that two people who add to it meet only where they mean the same', () => {
    const keys = Object.keys(german);
    expect(keys).toEqual([...keys].sort());
  });

  it('puts into each message what its English does, and has each form of its plurals', () => {
    const forms = new Intl.PluralRules('de').resolvedOptions().pluralCategories;
    for (const [text, translation] of Object.entries(german)) {
      expect(given(translation), text).toEqual(given(text));
      for (const branches of pluralsOf(compiledText(translation)))
        expect(branches, text).toEqual(expect.arrayContaining(forms));
    }
  });

  it('is German in its marks: quotes, and Sie', () => {
    const wrong = Object.values(german).filter((text) =>
      /“[^„]*”|\.\.\.|\b([Dd]u|[Dd]ein\w*|[Dd]ich|[Dd]ir)\b/.test(text),
    );
    expect(wrong).toEqual([]);
  });
});

describe('a message', () => {
  it('has a key of its own where it is compiled', () => {
    expect(new Set(texts.map(keyOf)).size).toBe(texts.length);
  });

  it('is said in the test languages with all that is put in', () => {
    for (const language of ['en-XA', 'ar-XB'])
      for (const text of texts) {
        const compiled = testLanguageOf(language)?.(compiledText(text));
        const words = Array.isArray(compiled) ? compiled.flatMap(argumentsOf) : [];
        expect([...new Set(words)].sort(), text).toEqual(given(text));
        expect(compiled).not.toEqual(compiledText(withoutContext(text)));
      }
    expect(testLanguageOf('en-XA')?.('Save')).toMatch(/^⟦Šávé .+⟧$/);
  });

  it('of more than one line or with a stray blank has none of either', () => {
    expect(texts.filter((text) => /^\s|\s$|\n| {2}/.test(text))).toEqual([]);
    expect(t('Save {amount}', { amount: '17%' })).toBe('Save 17%');
  });
});
