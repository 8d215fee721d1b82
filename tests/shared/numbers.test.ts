import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNumber, writeNumber } from '../../shared/core/numbers.ts';

/** Readers with every kind of mark, group and digit. */
const locales = [
  'en-US',
  'de-DE',
  'de-CH',
  'de-AT',
  'fr-FR',
  'es-ES',
  'pl-PL',
  'pt-PT',
  'sv-SE',
  'en-IN',
  'hi-IN-u-nu-deva',
  'mr-IN',
  'bn-BD',
  'ar-EG',
  'ar-AE',
  'fa-IR',
  'he-IL',
  'ja-JP',
  'my-MM',
  'en-ZA',
];
const two = (typed: string, locale: string) =>
  readNumber(typed, { decimals: 2, locale, units: ['EUR', '€'] });

describe('numbers that people type', () => {
  it('reads back what it writes, in the notation of each reader, with and without decimals', () => {
    fc.assert(
      fc.property(
        fc.maxSafeNat(),
        fc.constantFrom(...locales),
        fc.constantFrom(0, 2),
        (units, locale, decimals) => {
          expect(readNumber(writeNumber(units, { decimals, locale }), { decimals, locale })).toBe(
            BigInt(units),
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('reads with one notation exactly what another one writes with decimals', () => {
    const locale = fc.constantFrom(...locales);
    fc.assert(
      fc.property(fc.maxSafeNat(), locale, locale, (units, writer, reader) => {
        expect(two(writeNumber(units, { decimals: 2, locale: writer }), reader)).toBe(BigInt(units));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['1500,50', 'en-US', 150_050n],
    ['1500.50', 'de-DE', 150_050n],
    ['1.500,50', 'en-US', 150_050n],
    ['1,500.50', 'de-DE', 150_050n],
    ['1,500', 'en-US', 150_000n],
    ['1.500', 'de-DE', 150_000n],
    ["1'500.5", 'de-DE', 150_050n],
    ['1 500,5', 'en-US', 150_050n],
    ['1\u202f500,50', 'fr-FR', 150_050n],
    ['1.500.000', 'en-US', 150_000_000n],
    ['1,50,000', 'de-DE', 15_000_000n],
    ['12,50,000.25', 'en-IN', 125_000_025n],
    ['١٬٥٠٠٫٥٠', 'en-US', 150_050n],
    ['١٥٠٠٫٥', 'ar-EG', 150_050n],
    ['१,५००.५०', 'en-US', 150_050n],
    ['１５００．５０', 'ja-JP', 150_050n],
    ['1500。5', 'ja-JP', 150_050n],
    ['€ 1.500,50', 'de-DE', 150_050n],
    ['1500,50 eur', 'en-US', 150_050n],
    ['0,5', 'en-US', 50n],
    [',5', 'de-DE', 50n],
    ['12.', 'en-US', 1_200n],
    ['007', 'en-US', 700n],
  ])('reads %s, typed by a reader of %s', (typed, locale, expected) => {
    expect(two(typed, locale)).toBe(expected);
  });

  it.each([
    // A thousand times the one or the other.
    ['1.500', 'en-US'],
    ['1,500', 'de-DE'],
    ['1.500', 'fr-FR'],
    ['1,500', 'de-CH'],
    // More than there is.
    ['0.125', 'en-US'],
    ['1500.505', 'en-US'],
    // No number.
    ['', 'en-US'],
    ['.', 'en-US'],
    ['-5', 'en-US'],
    ['1e3', 'en-US'],
    ['ten', 'en-US'],
    ['$5', 'en-US'],
    ['1.2.3', 'en-US'],
    ['1,2,3', 'en-US'],
    ['12 50', 'en-US'],
    ['1,500.50,5', 'en-US'],
  ])('refuses %s of a reader of %s', (typed, locale) => {
    expect(two(typed, locale)).toBeNull();
  });

  it('takes no fraction where whole numbers are asked for', () => {
    const whole = (typed: string) => readNumber(typed, { decimals: 0, locale: 'en-US' });
    expect([whole('12'), whole('1,200'), whole('1.5'), whole('2.000'), whole('1 200')]).toEqual([
      12n,
      1200n,
      null,
      null,
      1200n,
    ]);
  });
});
