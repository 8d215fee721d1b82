// Numbers as people type and read them. Digits stay text and integers: nothing here is floating point.

import { formatLocale } from './translate.ts';

/** How a locale writes a number: its marks, and how many digits stand before a fraction or between two marks. */
interface NumberMarks {
  decimal: string;
  group: string;
}

const known = new Map<string, NumberMarks>();

/** The marks of a locale. */
const marksOf = (locale: string): NumberMarks => {
  const kept = known.get(locale);
  if (kept) return kept;
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(12_345_678);
  const mark = (type: 'decimal' | 'group'): string =>
    plainMarks(parts.find((part) => part.type === type)?.value ?? '');
  const found = { decimal: mark('decimal'), group: mark('group') };
  known.set(locale, found);
  return found;
};

/** The value of a digit of any script: the digits of each stand in a row, zero first. */
const digitValue = (digit: string): string => {
  const point = digit.codePointAt(0) as number;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value);
};

/** A text with one sign for each kind of mark: a blank, an apostrophe, a comma, a point, and the Arabic two. */
const plainMarks = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}]/gu, '')
    .replace(/\s/g, ' ')
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replace(/[\u060c\u3001]/g, ',')
    .replace(/\u3002/g, '.');

const decimals = ['.', ',', '٫'];
const groups = [',', '.', ' ', "'", '٬'];
const escaped = (mark: string): string => (mark === '.' ? '\\.' : mark);

/**
 * A text read with one mark before the fraction and one between groups: its digits, or undefined when it is not written so.
 * Groups are of three, or, as in India, of three at the end and two before.
 */
const readWith = (text: string, decimal: string, group: string) => {
  const mark = escaped(group);
  const whole = `(?:\\d*|[1-9]\\d{0,2}(?:${mark}\\d{3})+|[1-9]\\d?(?:${mark}\\d{2})*${mark}\\d{3})`;
  const match = new RegExp(`^(${whole})(?:${escaped(decimal)}(\\d*))?$`).exec(text);
  if (!match || !/\d/.test(text)) return undefined;
  const [, before = '', fraction = ''] = match;
  return { whole: before.replaceAll(group, '').replace(/^0+(?=\d)/, '') || '0', fraction };
};

interface NumberOptions {
  /** Digits after the decimal mark; what is read is counted in the smallest of them. */
  decimals: number;
  /** Undefined: the reader's. */
  locale?: string | undefined;
  /** What may stand before or behind the number, such as `€` and `EUR`. */
  units?: readonly string[];
}

/**
 * The number that a person has typed, in units of its last decimal: `1500,50` is 150050n with two decimals.
 * The reader's own marks come first. What is not written so is read by the other habit (`1500,50` beside `1500.50`, blanks,
 * apostrophes, the groups of India) where that allows one number only: `1.500` of somebody who writes `1,500.00` could be
 * one and a half, or a thousand times that, and is refused.
 * @returns null for what is no number, can be read in two ways, or has more decimals
 */
export const readNumber = (
  typed: string,
  { decimals: most, locale, units = [] }: NumberOptions,
): bigint | null => {
  let text = plainMarks(typed)
    .replace(/\p{Nd}/gu, digitValue)
    .trim();
  for (const unit of units.map(plainMarks)) {
    if (text.toLowerCase().startsWith(unit.toLowerCase())) text = text.slice(unit.length).trim();
    if (text.toLowerCase().endsWith(unit.toLowerCase())) text = text.slice(0, -unit.length).trim();
  }
  const own = marksOf(locale ?? formatLocale());
  const readings = [own.group, ' ', "'"]
    .flatMap((group) => readWith(text, own.decimal, group) ?? [])
    .slice(0, 1);
  if (readings.length === 0)
    for (const decimal of decimals)
      for (const group of groups) {
        const reading = group === decimal ? undefined : readWith(text, decimal, group);
        if (
          reading &&
          !readings.some(({ whole, fraction }) => whole === reading.whole && fraction === reading.fraction)
        )
          readings.push(reading);
      }
  const [reading, another] = readings;
  if (!reading || another || reading.fraction.length > most) return null;
  return BigInt(reading.whole + reading.fraction.padEnd(most, '0'));
};

/** A number as its reader writes it, from units of its last decimal; {@link readNumber} reads it back. */
export const writeNumber = (
  units: bigint | number,
  { decimals: most, locale }: Omit<NumberOptions, 'units'>,
): string => {
  const digits = String(units).padStart(most + 1, '0');
  const at = digits.length - most;
  return new Intl.NumberFormat(locale ?? formatLocale(), {
    minimumFractionDigits: most,
    maximumFractionDigits: most,
  }).format(`${digits.slice(0, at)}.${digits.slice(at)}0` as `${number}`);
};
