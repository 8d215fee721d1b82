// What every search of this product does to both sides before it compares them: there is no other place.

/** Letters that people type without their stroke or otherwise, and that Unicode does not take apart. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  þ: 'th',
  // Turkish has two letters of which others know one.
  ı: 'i',
  // How σ is written at the end of a word, which a beginning is not.
  ς: 'σ',
  // Arabic: the forms that are left when hamza and madda are gone, and the letters of Persian and Urdu keyboards.
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ے: 'ي',
  ک: 'ك',
  ة: 'ه',
  ە: 'ه',
  ہ: 'ه',
};
const written = new RegExp(`[${Object.keys(plain).join('')}]`, 'g');

// Accents of Latin, Greek and Cyrillic; vowel points of Hebrew and Arabic, with hamza and madda above or below. The signs of
// Indian and other scripts are vowels, and stay.
const marks =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]/g;
// Soft hyphens, joiners, directional marks, variants of an emoji.
const unseen = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * A text as every search compares it: without case, accents, strokes, vowel points, typographic forms and what cannot be seen,
 * so that "lodz" finds "Łódź", "strasse" finds "STRAẞE", and "احمد" finds "أحمد". Of each letter alone: the fold of two texts
 * in a row is both folds in a row.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(marks, '')
    .replace(unseen, '')
    .replace(written, (letter) => plain[letter] ?? letter);

/** What was typed, folded, in pieces between blanks: where signs count (`C$`, `UTC+1`), which words (words.ts) leave out. */
export const literalPieces = (typed: string): string[] =>
  fold(typed)
    .split(/\s+/)
    .filter((piece) => piece !== '');

/** Whether each of some folded pieces stands somewhere in one of the texts. */
export const containsAll = (pieces: readonly string[], ...texts: readonly string[]): boolean => {
  const folded = texts.map(fold);
  return pieces.every((piece) => folded.some((text) => text.includes(piece)));
};
