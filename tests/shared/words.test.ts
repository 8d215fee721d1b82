import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { haveWords, marked, mostWords, termsOf, wordsOf } from '../../shared/core/words.ts';

/** Whether what was typed finds a text. */
const finds = (typed: string, text: string): boolean => haveWords(termsOf(typed), text);

describe('a search by words', () => {
  it.each([
    ['the beginning of a word', 'pai', 'Paint the sign'],
    ['words in any order', 'sign pa', 'Paint the sign'],
    ['capitals', 'PAINT', 'paint the sign'],
    ['letters typed without accents', 'creme brulee', 'Crème brûlée'],
    ['accents where there are none', 'Crème', 'creme'],
    ['letters typed without their stroke', 'lodz strasse', 'Łódź, Straße 5'],
    ['the Turkish i, dotted and not', 'istanbul isik', 'İSTANBUL ışık'],
    ['a Greek name whose end was not typed', 'παπαδοπουλοσ παπαδοπ', 'Παπαδόπουλος'],
    ['ligatures and full-width letters', 'office ABC', 'oﬃce ＡＢＣ'],
    ['a name with an apostrophe', "o'brien", "Siobhán O'Brien"],
    ['an address and its parts', 'anna@shop.exa', 'anna@shop.example'],
    ['numbers', '2026-03', 'Invoice 2026-031'],
    ['Cyrillic, Greek, Arabic, Hindi', 'отч αν تق प्र', 'Отчёт Ανάλυση تقرير प्रबंधन'],
    ['a syllable of Korean that is still being typed', '하', '한글 보고서'],
    ['Chinese, from any character on', '记录', '会议记录2026年'],
    ['Chinese with a number', '记录 2026', '会议记录2026年'],
    ['Japanese and Thai, which have no spaces either', '食べ งาน', 'ラーメン食べる รายงาน'],
  ])('finds %s', (_, typed, text) => {
    expect(finds(typed, text)).toBe(true);
  });

  it.each([
    ['the middle of a word', 'aint', 'Paint the sign'],
    ['one of two words only', 'paint fence', 'Paint the sign'],
    ['another word', 'paints', 'Paint the sign'],
  ])('does not find %s', (_, typed, text) => {
    expect(finds(typed, text)).toBe(false);
  });

  it('has nothing to look for in signs and emoji', () => {
    expect(termsOf(' !? 👩‍🎨 — ')).toEqual([]);
  });

  it('holds a record under forty words at most, none longer than 24 letters, and none with a sign in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const words = wordsOf(text);
        expect(words.length).toBeLessThanOrEqual(mostWords);
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}\p{M}ー]{1,24}$/u);
      }),
    );
  });

  it('finds any text by any of its first forty words, however they were typed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...'aéßñ7Ωж한記あक'), minLength: 1, maxLength: 5 }), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.nat(),
        (parts, n) => {
          const part = parts[n % parts.length] as string;
          expect(finds(part, parts.join(' '))).toBe(true);
          expect(finds(part.toUpperCase(), parts.join(', '))).toBe(true);
        },
      ),
    );
  });
});

describe('what is marked', () => {
  it.each([
    ['the beginnings of words', 'pai si', 'Paint the sign', '[Pai]nt the [si]gn'],
    ['not their middle', 'ain', 'Paint', 'Paint'],
    [
      'letters with their accents, composed or not',
      'cre bru',
      'Crème bru\u0302le\u0301e',
      '[Crè]me [bru\u0302]lée',
    ],
    ['one letter that stands for two', 'stras', 'Straße', '[Straß]e'],
    ['a syllable of Korean that is still being typed', '하', '한글', '[한]글'],
    ['any part of what has no spaces', '记录', '会议记录', '会议[记录]'],
    ['nothing, for nothing', '', 'Paint', 'Paint'],
  ])('is %s', (_, typed, text, shown) => {
    const parts = marked(text, termsOf(typed));
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(
      parts
        .map((part) => (part.matched ? `[${part.text}]` : part.text))
        .join('')
        .normalize(),
    ).toBe(shown.normalize());
  });
});
