/** A record's words beyond these are not found; a title of 200 letters rarely has as many. */
export const mostWords = 40;

/** Letters of a word beyond these are not told apart. */
const longestWord = 24;

// Letters that people type without their stroke or otherwise, and that Unicode does not take apart.
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  // How σ is written at the end of a word, which a beginning is not.
  ς: 'σ',
};
const written = new RegExp(`[${Object.keys(plain).join('')}]`, 'g');

/** Without case, accents and typographic forms, so that "Cafe" finds "CAFÉ". */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(written, (letter) => plain[letter] ?? letter);

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
  ...new Set((folded(typed).match(runs) ?? []).map((run) => cut([...run]))),
];

/** The words under which a record is found: those of its title and names, each once, at most {@link mostWords}. */
export const wordsOf = (...texts: readonly string[]): string[] =>
  [...new Set(texts.flatMap((text) => (folded(text).match(runs) ?? []).flatMap(wordsIn)))].slice(
    0,
    mostWords,
  );

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
    const part = folded(one);
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
