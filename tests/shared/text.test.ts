import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameOf, textOf } from '../../shared/core/text.ts';

const Title = nameOf(() => 'Title');
const Description = textOf(() => 'Description');

describe('a name', () => {
  it.each([
    ['is trimmed', '  Paint the sign  ', 'Paint the sign'],
    ['loses bidirectional overrides that could disguise it', 'invoice\u202egpj.exe', 'invoicegpj.exe'],
    ['loses control characters and zero-width spaces', 'a\u0000b\u0007c\u200bd\ufeff', 'abcd'],
    ['keeps a joined emoji whole', '👩‍🎨 Design', '👩‍🎨 Design'],
    ['keeps letters of every script', 'Отчёт 報告 تقرير', 'Отчёт 報告 تقرير'],
    ['is composed, so that equal names are equal', 'Cafe\u0301', 'Café'],
    ['loses a lone surrogate, which no UTF-8 can hold', 'a\ud800b', 'ab'],
    [
      'loses marks that cannot be seen',
      'A\u00add\u034fa\u2063 \u2800L\u{1d159}ove\u3164lace',
      'Ada Lovelace',
    ],
    [
      'loses joiners and selectors where they join and select nothing',
      'A\u200dd\ufe0fa\u200c 1\ufe0f',
      'Ada 1',
    ],
    ['loses tags that spell nothing', 'Ada\u{e0041}\u{e0064}', 'Ada'],
    ['keeps a flag that is spelt in tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Signs', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Signs'],
    ['keeps a keycap and a coloured heart', '1️⃣ ❤️', '1️⃣ ❤️'],
    [
      'keeps the joiners of Persian and Sinhala',
      'می\u200cخواهم ශ\u0dca\u200dරී',
      'می\u200cخواهم ශ\u0dca\u200dරී',
    ],
    ['keeps the form of a Japanese name', '葛\u{e0100}城', '葛\u{e0100}城'],
  ])('%s', (_, given, expected) => {
    expect(Title.parse(given)).toBe(expected);
  });

  it.each([
    ['empty', '', 'Title is required'],
    ['nothing but invisible characters', ' \u200b\u202e ', 'Title is required'],
    ['nothing but fillers that leave no ink', '\u3164\u00ad\u200d\u2800\u{1d159}', 'Title is required'],
    ['201 characters', 'x'.repeat(201), 'Title must be at most 200 characters'],
  ])('is refused when %s', (_, given, message) => {
    expect(Title.safeParse(given).error?.issues[0]?.message).toBe(message);
  });

  it('holds 200 characters', () => {
    expect(Title.parse('x'.repeat(200))).toHaveLength(200);
  });

  it('never lets an invisible or overriding character through, and does not change what it let through once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (given) => {
        const { data } = Title.safeParse(given);
        if (data === undefined) return;
        expect(data).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2060-\u2064\u00ad\u2800]/u);
        expect(Title.parse(data)).toBe(data);
      }),
    );
  });
});

describe('a longer text', () => {
  it('keeps line breaks and tabs, in one form', () => {
    expect(Description.parse('one\r\ntwo\rthree\n\tfour')).toBe('one\ntwo\nthree\n\tfour');
  });

  it('may be empty, and holds 10,000 characters but not one more', () => {
    expect(Description.parse('')).toBe('');
    expect(Description.parse('x'.repeat(10_000))).toHaveLength(10_000);
    expect(Description.safeParse('x'.repeat(10_001)).error?.issues[0]?.message).toBe(
      'Description must be at most 10,000 characters',
    );
  });
});
