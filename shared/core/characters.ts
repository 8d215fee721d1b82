// Pure, and apart from the schemas of text.ts: a screen that only counts or cuts does not load zod.

import { t } from './translate.ts';

/** Without it (browsers from before 2024) each code point counts as a character of its own. */
const segmenter =
  typeof Intl.Segmenter === 'function' ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : undefined;

/** The characters of a text as people count them: an emoji is one, however it is made, and so is a letter with its accents. */
const graphemesOf = function* (text: string): Generator<string> {
  if (!segmenter) yield* text;
  else for (const { segment } of segmenter.segment(text)) yield segment;
};

// One unit of a string, one character: letters of Latin, Greek, Cyrillic, Chinese, Japanese and Korean with nothing put on top of
// them. They need no segmenter, which is slow.
const plain =
  /^[\n\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u3001-\u3029\u3041-\u3096\u30a1-\u30ff\u4e00-\u9fff\uac00-\ud7a3]*$/;

/** How many characters a text has, as people count them. */
export const countGraphemes = (text: string): number => {
  if (plain.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemesOf(text)) count += 1;
  return count;
};

/** A character may consist of any number of code points, so each limit in characters is one in bytes of UTF-8 as well. */
const bytesPerGrapheme = 8;

/** The limit in bytes of UTF-8 that comes with one in characters; a short text has room for any few emoji. */
export const mostBytes = (most: number): number => Math.max(256, most * bytesPerGrapheme);

const encoder = new TextEncoder();

/** Whether a text keeps to a limit in characters, and so to the one in bytes that comes with it. */
export const fits = (text: string, most: number): boolean =>
  // A UTF-16 unit is never more than three bytes, nor more than one character.
  text.length <= most || (encoder.encode(text).length <= mostBytes(most) && countGraphemes(text) <= most);

/** What is wrong with the length of a text, in a sentence for a person; undefined when it {@link fits}. */
export const lengthProblem = (label: string, text: string, most: number): string | undefined => {
  if (fits(text, most)) return undefined;
  return countGraphemes(text) > most
    ? t('{label} must be at most {most, plural, one {# character} other {# characters}}', { label, most })
    : t('{label} has characters that are made of too many signs', { label });
};

/** The beginning of a text that {@link fits}, whole characters only. */
export const cutTo = (text: string, most: number): string => {
  if (plain.test(text)) return text.slice(0, most);
  let [length, count, bytes] = [0, 0, 0];
  for (const grapheme of graphemesOf(text)) {
    count += 1;
    bytes += encoder.encode(grapheme).length;
    if (count > most || bytes > mostBytes(most)) return text.slice(0, length);
    length += grapheme.length;
  }
  return text;
};

/** A text of at most so many characters, the last being three dots where it goes on. */
export const excerptOf = (text: string, most: number): string =>
  fits(text, most) ? text : `${cutTo(text, most - 1).trimEnd()}…`;

/** The first character of a text, whole; empty when there is none. */
export const firstGrapheme = (text: string): string => graphemesOf(text).next().value ?? '';

/** A text as one line: tabs and line breaks are blanks, so that what they parted stays apart. */
export const oneLine = (text: string): string => text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ');

/**
 * A text in its composed form, which equal texts have alike. More than 30 marks on one letter are no writing (Unicode's
 * Stream-Safe Text Format draws the line there) and would take seconds to put in order: they are left out.
 */
export const composed = (text: string): string => text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize('NFC');
