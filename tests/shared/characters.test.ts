import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MessageText } from '../../shared/chat/contract.ts';
import {
  countGraphemes,
  cutTo,
  excerptOf,
  firstGrapheme,
  fits,
  lengthProblem,
  oneLine,
} from '../../shared/core/characters.ts';
import { nameOf, textOf } from '../../shared/core/text.ts';

const family = '👨‍👩‍👧‍👦';
const encoder = new TextEncoder();

describe('characters', () => {
  it('are counted as people count them', () => {
    expect(['', 'abc', '👍', '👍🏽', family, '🇨🇭', 'é', 'e\u0301', '한', '各各'].map(countGraphemes)).toEqual(
      [0, 3, 1, 1, 1, 1, 1, 1, 1, 2],
    );
  });

  it('are counted alike where no segmenter is needed', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const unit = fc.oneof(
      fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
      fc.integer({ min: 0x0a, max: 0xd7ff }).map((code) => String.fromCharCode(code)),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 20 }), (units) => {
        const text = units.join('');
        expect(countGraphemes(text)).toBe([...segmenter.segment(text)].length);
      }),
      { numRuns: 5_000 },
    );
  });

  it('are never cut in two, and what is cut fits', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', 'e\u0301', '👍🏽', family, '🇨🇭', 'नि', '\u0301'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, fc.nat(50), (given, most) => {
        const cut = cutTo(given, most);
        expect(given.startsWith(cut)).toBe(true);
        expect(fits(cut, most)).toBe(true);
        expect(countGraphemes(cut) + countGraphemes(given.slice(cut.length))).toBe(countGraphemes(given));
        if (fits(given, most)) expect(cut).toBe(given);
      }),
    );
    expect(excerptOf('👍'.repeat(50), 40)).toBe(`${'👍'.repeat(39)}…`);
    expect(excerptOf('👍'.repeat(40), 40)).toBe('👍'.repeat(40));
    expect(cutTo(`${family}${family}a`, 2)).toBe(family + family);
    expect(firstGrapheme(`${family}x`)).toBe(family);
  });

  it('are 2,000 in a message, emoji or not, for the screen as for the server', () => {
    expect(MessageText.safeParse('👍'.repeat(1_001)).success).toBe(true);
    expect(MessageText.safeParse('👍🏽'.repeat(2_000)).success).toBe(true);
    for (const [text, message] of [
      ['👍'.repeat(2_001), 'Message must be at most 2,000 characters'],
      [family.repeat(1_000), 'Message has characters that are made of too many signs'],
    ] as const) {
      expect(MessageText.safeParse(text).error?.issues[0]?.message).toBe(message);
      expect(lengthProblem('Message', text.normalize(), 2_000)).toBe(message);
    }
  });

  it('are bounded in bytes too, however many signs one of them is made of', () => {
    for (const most of [1, 50, 200, 10_000]) {
      const room = Math.max(256, 8 * most);
      const joined = '👩‍'.repeat(50_000);
      expect(encoder.encode(cutTo(joined, most)).length).toBeLessThanOrEqual(room);
      expect(textOf(() => 'Text', most).safeParse(joined).success).toBe(false);
    }
  });

  it('lose marks that no writing has, before they take seconds to be put in order', () => {
    const wild = `e${'\u0302\u0323'.repeat(60_000)} fine`;
    expect(textOf(() => 'Text').parse(wild)).toBe(`e${'\u0302\u0323'.repeat(15)} fine`.normalize('NFC'));
    expect(nameOf(() => 'Title').parse(wild)).toBe(textOf(() => 'Text').parse(wild));
  });

  it('of texts as people write them in India, Burma, Thailand and Korea have room', () => {
    for (const text of [
      'हिन्दी में लिखा हुआ क्षत्रियों का इतिहास। ',
      'မြန်မာနိုင်ငံ၏ သမိုင်း ',
      'รายงานการประชุมประจำเดือน ',
      '한국어 보고서 ',
    ])
      expect(fits(text.repeat(Math.floor(2_000 / countGraphemes(text))), 2_000), text).toBe(true);
  });
});

describe('one line', () => {
  it('has blanks for tabs and line breaks, on the screen and on the server', () => {
    expect(oneLine('one\r\ntwo\tthree\u2028four')).toBe('one two three four');
    expect(nameOf(() => 'Title').parse('one\r\ntwo\tthree\n')).toBe('one two three');
  });
});
