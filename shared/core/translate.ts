import format, { type CompiledMessage } from 'icu-minify/format';
import { compiledMessage } from '#compiled-message';
import type { AnyLanguage } from './languages.ts';
import type { TagsIn, ValuesIn } from './message-syntax.ts';

/**
 * What is said to people, in their language (decision 44). The English text is written where it is used, in ICU MessageFormat, and
 * is the key under which locales/ has its translations.
 */

/** Translations by their English text; at build, by a short key (frontend/compiled-messages.ts). */
export type Catalog = Readonly<Record<string, CompiledMessage>>;

/** In which language something is said, and how numbers and days are written in it. */
export interface Speech {
  readonly language: AnyLanguage;
  /** For `Intl`: `de-CH`. */
  readonly locale: string;
  /** Absent in English. */
  readonly catalog?: Catalog | undefined;
}

const english: Speech = { language: 'en', locale: 'en' };
let speech: () => Speech = () => english;

/** Says from where it is known in which language to say something: of a page always the same, of a server that of its request. */
export const speakAs = (source: () => Speech): void => {
  speech = source;
};

/** The language in which things are said now. */
export const currentLanguage = (): AnyLanguage => speech().language;

/** The locale by which `Intl` writes numbers and days for the reader. */
export const formatLocale = (): string => speech().locale;

/** A text that is said when it is shown: what a module's constants hold, which are made before anybody reads them. */
export type Text = () => string;

/** A literal: what is put together is in no catalog. */
export type Literal<S extends string> = string extends S ? never : S;

/** A message as it is at run time: its English text, or, compiled at build, its key and that text. */
type Written = string | readonly [key: string, english: CompiledMessage];

const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.PluralRules>();
/** One formatter per locale and options: making one costs a hundred times as much as using it. */
const kept = <F extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.PluralRules>(
  kind: string,
  make: (...of: [locale?: never, options?: never]) => F,
  ...of: readonly unknown[]
): F => {
  const key = `${kind} ${JSON.stringify(of)}`;
  const found = formatters.get(key) ?? make(...(of as [never?, never?]));
  formatters.set(key, found);
  return found as F;
};

/** Writes moments as the reader does. */
export const dateFormat = (how: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  kept('d', (...of) => new Intl.DateTimeFormat(...of), formatLocale(), how);

/** A whole number as the reader writes it: `1,200`, `1.200`, `١٬٢٠٠`; of a counter, without marks in between. */
export const writtenNumber = (value: number, { useGrouping = true } = {}): string =>
  kept('n', (...of) => new Intl.NumberFormat(...of), formatLocale(), { useGrouping }).format(value);

const options = {
  formatters: {
    getNumberFormat: (...of: unknown[]) => kept('n', (...to) => new Intl.NumberFormat(...to), ...of),
    getDateTimeFormat: (...of: unknown[]) => kept('d', (...to) => new Intl.DateTimeFormat(...to), ...of),
    getPluralRules: (...of: unknown[]) => kept('p', (...to) => new Intl.PluralRules(...to), ...of),
  },
} as const;

const said = (text: unknown, given: object = {}): unknown => {
  const [key, own] = typeof text === 'string' ? [text, text] : (text as Exclude<Written, string>);
  const { catalog, locale } = speech();
  const compiled = compiledMessage(catalog?.[key] ?? own);
  return typeof compiled === 'string' ? compiled : format(compiled, locale, given as never, options);
};

type Given<V> = keyof V extends never ? [] : [values: V];
/** What one of a message's tags becomes, from what stands between. */
export type Handlers<T extends string, X> = { [N in T]: (inside: string) => X };

type Translate = <const S extends string>(
  text: TagsIn<S> extends never ? Literal<S> : never,
  ...values: Given<ValuesIn<S>>
) => string;

/** A text in the reader's language: `t('{count, plural, one {# task} other {# tasks}}', { count })`. */
export const t: Translate = (text: unknown, given?: object): string => said(text, given) as string;

type TranslateParts = <const S extends string, X>(
  text: Literal<S>,
  values: ValuesIn<S> & Handlers<TagsIn<S>, X>,
) => (string | X)[];

/** A text with tags, in its pieces: what stands within a tag becomes what the tag's function makes of it. */
export const tParts: TranslateParts = (text: unknown, given: object): never[] => {
  const handlers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'function' ? (inside: unknown[]) => value(inside.join('')) : value,
    ]),
  );
  const parts = said(text, handlers);
  return (Array.isArray(parts) ? parts : [parts]) as never[];
};

/**
 * Texts that are said when they are read: labels of choices, by their key.
 * @__NO_SIDE_EFFECTS__
 */
export const labels = <K extends string>(of: Readonly<Record<K, Text>>): Readonly<Record<K, string>> =>
  Object.defineProperties(
    {},
    Object.fromEntries(Object.keys(of).map((key) => [key, { enumerable: true, get: of[key as K] }])),
  ) as Record<K, string>;

/** `a`, `a and b`, `a, b and c`, as the reader's language joins them. */
export const listed = (words: readonly string[]): string =>
  new Intl.ListFormat(formatLocale(), { type: 'conjunction' }).format(words);
