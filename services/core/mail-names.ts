import { excerptOf } from '../../shared/core/characters.ts';
import { cleanLine } from '../../shared/core/text.ts';
import { t } from '../../shared/core/translate.ts';

const longest = 60;

// What browsers and mail programs take for a dot, a slash or an at sign: full-width and look-alike ones, too.
const dots = '.\u3002\uff0e\uff61\u2024\ufe52\u06d4';
const slashes = '/\\\\\u2044\u2215\u29f8\uff0f\uff3c';
const ats = '@\uff20\ufe6b';
const colons = ':\uff1a\ufe55\u2236';

/** A word that could be taken for an address: `name.tld`, `192.0.2.1`, `a@b`, `x://y`, `mailto:`, `www.` */
const address = new RegExp(
  `[\\p{L}\\p{N}_)-][${dots}]+[\\p{L}_-][\\p{L}\\p{N}_-]|\\d[${dots}]\\d+[${dots}]\\d|[^\\s][${ats}][^\\s]|[${colons}][${slashes}]|^[${slashes}]|[${slashes}]{2}|^(mailto|tel|sms|https?|localhost)([${colons}]|$)|^www[${dots}]`,
  'iu',
);
const marks = new RegExp(`[${dots}${slashes}${ats}${colons}?#&=%_~+]+`, 'gu');
const parted = (word: string): string =>
  word
    .replace(marks, ' ')
    .replace(/\bwww\b/gi, '')
    .trim();

/**
 * A name that somebody chose, as it may stand in a mail of ours: short, and with nothing in it that a mail program would make a link
 * of, or that a person would type into a browser. A word that looks like an address loses the marks that make it one
 * (`evil-bank.test/login` is told as `evil-bank test login`); "St. Gallen Design", "A/B Studio" and "Dr. No & Co." stay as they are.
 */
export const nameInMail = (name: string): string => {
  const harmless = cleanLine(name)
    .split(/\s+/)
    .map((word) => (address.test(word) ? parted(word) : word))
    .filter((word) => word !== '')
    .join(' ');
  return excerptOf(harmless, longest) || t('Somebody');
};
