import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containsAll, fold } from '../../shared/core/folding.ts';
import { haveWords, piecesOf, termsOf } from '../../shared/core/words.ts';

describe('the folding of every search', () => {
  it.each([
    ['accents and case', 'Crème BRÛLÉE', 'creme brulee'],
    ['the German ß, small and large', 'Straße STRAẞE', 'strasse strasse'],
    ['strokes', 'Łódź Ørsted Đoković', 'lodz orsted dokovic'],
    ['ligatures and full width', 'Æsir œuvre oﬃce ＡＢＣ１', 'aesir oeuvre office abc1'],
    ['the Turkish i, dotted and not, small and large', 'İIıi', 'iiii'],
    ['hamza and madda on their letters', 'أحمد إيمان آمال مؤمن رئيس ٱلله', 'احمد ايمان امال مومن رييس الله'],
    ['teh marbuta and alef maksura', 'شركة مصطفى', 'شركه مصطفي'],
    ['Arabic vowel points and stretched letters', 'مُحَمَّـــد', 'محمد'],
    ['letters of Persian keyboards', 'کتابی', 'كتابي'],
    ['Hebrew points', 'שָׁלוֹם', 'שלום'],
    ['the Russian ё and й', 'Ёлка Йод', 'елка иод'],
    ['the Greek sigma at the end, and accents', 'Οδυσσεύς', 'οδυσσευσ'],
    ['what cannot be seen', 'co\u00adop\u200d\u200b\u2060er\ufe0fate', 'cooperate'],
  ])('takes away %s', (_, text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('keeps the vowels of Indian scripts, Thai tones and the marks of Japanese, which are letters', () => {
    expect(fold('हिन्दी')).not.toBe(fold('हन्द'));
    expect(fold('ก้')).not.toBe(fold('ก'));
    expect(fold('が')).not.toBe(fold('か'));
  });

  it('is the same for composed and decomposed texts, and done twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});

describe('a search of a list', () => {
  it('finds whatever the header finds by the same words', () => {
    const texts = fc.array(
      fc.constantFrom(
        'Łódź',
        'e-mail',
        'E mail',
        'Straße',
        "O'Brien",
        '会议记录',
        'أحمد',
        '2026-03',
        'İş',
        '—',
        '€5',
      ),
      {
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(texts, texts, fc.nat(12), (title, typed, letters) => {
        const [text, search] = [title.join(' '), typed.join(' ').slice(0, letters)];
        if (termsOf(search).length > 0 && haveWords(termsOf(search), text))
          expect(containsAll(piecesOf(search), text)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes its words in any order, and what is no word as it is', () => {
    expect(containsAll(piecesOf('sign pai'), 'Paint the sign')).toBe(true);
    expect(containsAll(piecesOf('aint'), 'Paint the sign')).toBe(true);
    expect(containsAll(piecesOf('🎉'), 'Party 🎉')).toBe(true);
    expect(containsAll(piecesOf('🎉'), 'Party')).toBe(false);
    expect(containsAll(piecesOf('sign fence'), 'Paint the sign')).toBe(false);
  });
});
