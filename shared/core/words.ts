import { fold } from './folding.ts';

/** A record's words beyond these are not found; a title of 200 letters rarely has as many. */
export const mostWords = 40;

/** Pieces of a search beyond these narrow nothing down. */
const mostPieces = 20;

/** Letters of a word beyond these are not told apart. */
const longestWord = 24;

const letter = '[\\p{L}\\p{N}]';
// Written without spaces: where a word begins can't be seen.
const unspaced = `(?=${letter})[${['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'].map((script) => `\\p{Script=${script}}`).join('')}]`;
const spaced = `(?!${unspaced})${letter}`;
/** Letters in a row, each with its marks, written either with spaces or without. */
const runs = new RegExp(`(?:${unspaced}[\\p{M}ー]*)+|(?:${spaced}\\p{M}*)+`, 'gu');
const beginsUnspaced = new RegExp(`^${unspaced}`, 'u');
const mark = /^\p{M}/u;

const cut = (letters: readonly string[]): string => letters.slice(0, longestWord).join('');

/** A run of letters that are written without spaces, from each of its letters on; any other run is one word. */
const wordsIn = (run: string): string[] => {
  const letters = [...run];
  return beginsUnspaced.test(run)
    ? letters.flatMap((letter, at) => (mark.test(letter) ? [] : [cut(letters.slice(at))]))
    : [cut(letters)];
};

/** What was typed into a search, as the beginnings of words that a record must all have. */
export const termsOf = (typed: string): string[] => [
  ...new Set((fold(typed).match(runs) ?? []).map((run) => cut([...run]))),
];

/**
 * What was typed into the search of a list, as pieces that an entry must contain (folding.ts): what the header's search finds
 * by the beginnings of words is found by them, too. Where nothing of it is a letter or a digit, it is one piece as it is.
 */
export const piecesOf = (typed: string): string[] => {
  const terms = termsOf(typed).slice(0, mostPieces);
  const whole = fold(typed).trim();
  return terms.length > 0 || whole === '' ? terms : [whole];
};

/** The words under which a record is found: those of its title and names, each once, at most {@link mostWords}. */
export const wordsOf = (...texts: readonly string[]): string[] =>
  [...new Set(texts.flatMap((text) => (fold(text).match(runs) ?? []).flatMap(wordsIn)))].slice(0, mostWords);

/** Whether texts have words beginning with each of the terms (as `termsOf` makes them). */
export const haveWords = (terms: readonly string[], ...texts: readonly string[]): boolean => {
  const words = wordsOf(...texts);
  return terms.every((term) => words.some((word) => word.startsWith(term)));
};

/** A stretch of a text, and whether it is what was looked for. */
export interface Marked {
  text: string;
  matched: boolean;
}

/** A text, taken apart where a word in it begins with one of the terms (as `termsOf` makes them). */
export const marked = (text: string, terms: readonly string[]): Marked[] => {
  const letters = [...text];
  // For each letter of the folded text, the one that it comes from.
  const origins: number[] = [];
  let plainText = '';
  for (const [at, one] of letters.entries()) {
    const part = fold(one);
    for (let n = 0; n < part.length; n += 1) origins.push(at);
    plainText += part;
  }
  const hit = new Set<number>();
  for (const { 0: run, index } of plainText.matchAll(runs)) {
    const starts = beginsUnspaced.test(run) ? Array.from({ length: run.length }, (_, n) => n) : [0];
    for (const start of starts)
      for (const term of terms)
        if (run.startsWith(term, start))
          for (let n = 0; n < term.length; n += 1) hit.add(origins[index + start + n] as number);
  }
  const parts: Marked[] = [];
  for (const [at, one] of letters.entries()) {
    const last = parts.at(-1);
    // An accent on its own belongs to the letter before it.
    const matched = hit.has(at) || (mark.test(one) && last?.matched === true);
    if (last?.matched === matched) last.text += one;
    else parts.push({ text: one, matched });
  }
  return parts;
};
