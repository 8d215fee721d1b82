import { describe, expect, expectTypeOf, it } from 'vitest';
import { inSpeech } from '../../services/core/speech.ts';
import { acceptedTags, directionOf, formatLocaleOf, preferredLanguage } from '../../shared/core/languages.ts';
import type { TagsIn, ValuesIn } from '../../shared/core/message-syntax.ts';
import { labels, listed, t, tParts } from '../../shared/core/translate.ts';

const german = {
  language: 'de',
  locale: 'de-CH',
  catalog: {
    Save: 'Speichern',
    '{count, plural, one {# task} other {# tasks}}': '{count, plural, one {# Aufgabe} other {# Aufgaben}}',
    'verb|Open': 'Öffnen',
    'Read the <terms>terms</terms>.': 'Lesen Sie die <terms>Bedingungen</terms>.',
  },
} as const;

describe('a text', () => {
  it('is said in English where there is no catalog, with what is put in, and never with its context', () => {
    expect(t('Save')).toBe('Save');
    expect(t('{count, plural, one {# task} other {# tasks}}', { count: 1 })).toBe('1 task');
    expect(t('{count, plural, one {# task} other {# tasks}}', { count: 1200 })).toBe('1,200 tasks');
    expect(t('{name} said: don’t', { name: 'Ada {x} <b>' })).toBe('Ada {x} <b> said: don’t');
    expect(t('verb|Open')).toBe('Open');
  });

  it('is said in the language of its reader, whose habits numbers follow, and in English where none is there', () => {
    const said = inSpeech(german, () => [
      t('Save'),
      t('{count, plural, one {# task} other {# tasks}}', { count: 1200 }),
      t('verb|Open'),
      t('Nobody translated this'),
      listed(['a', 'b', 'c']),
    ]);
    expect(said).toEqual(['Speichern', "1'200 Aufgaben", 'Öffnen', 'Nobody translated this', 'a, b und c']);
    expect(t('Save')).toBe('Save');
  });

  it('keeps its parts apart where it has tags', () => {
    const link = (inside: string) => ({ inside });
    expect(tParts('Read the <terms>terms</terms>.', { terms: link })).toEqual([
      'Read the ',
      { inside: 'terms' },
      '.',
    ]);
    expect(
      inSpeech(german, () => tParts('Read the <terms>terms</terms>.', { terms: link }).slice(0, 2)),
    ).toEqual(['Lesen Sie die ', { inside: 'Bedingungen' }]);
  });

  it('of a constant is translated when it is read', () => {
    const named = labels({ save: () => t('Save') });
    expect(named.save).toBe('Save');
    expect(inSpeech(german, () => ({ ...named }))).toEqual({ save: 'Speichern' });
  });

  it('is said in the language of its request, however many there are at the same time', async () => {
    const later = async () => {
      await Promise.resolve();
      return t('Save');
    };
    expect(await Promise.all([inSpeech(german, later), later(), inSpeech(german, later)])).toEqual([
      'Speichern',
      'Save',
      'Speichern',
    ]);
  });

  it('asks for what it puts in, by name and kind', () => {
    expectTypeOf<ValuesIn<'Save'>>().toEqualTypeOf<Record<never, never>>();
    expectTypeOf<ValuesIn<'{name} has {n, number} of {at}'>>().toEqualTypeOf<{
      name: string;
      n: number;
      at: string;
    }>();
    expectTypeOf<
      ValuesIn<'{n, plural, =0 {none of {whole}} one {{first}} other {# of {whole}}} by {who, select, me {me} other {{name}}}'>
    >().toEqualTypeOf<{ n: number; whole: string; first: string; who: string | boolean; name: string }>();
    expectTypeOf<TagsIn<'<a>one</a> and <b>two</b>'>>().toEqualTypeOf<'a' | 'b'>();
    // @ts-expect-error nothing to put in
    t('Save', { count: 1 });
    // @ts-expect-error a number is asked for
    expect(() => t('{count, plural, other {#}}', { count: '1' })).toThrow();
    // @ts-expect-error a text with tags is no string
    t('<b>Save</b>', { b: String });
    // @ts-expect-error a text that is put together is in no catalog
    t('Save' as string);
  });
});

describe('a language', () => {
  it('is the first that a reader prefers and we have', () => {
    expect(preferredLanguage(['fr-CH', 'de-CH', 'en'])).toBe('de');
    expect(preferredLanguage(['fr'])).toBe('en');
    expect(acceptedTags('fr;q=0.3, de-CH, en;q=0.9, *;q=0.1, xx;q=0, "')).toEqual(['de-CH', 'en', 'fr']);
    expect(acceptedTags(undefined)).toEqual([]);
  });

  it('writes numbers and days as they are written where the reader is', () => {
    expect(formatLocaleOf('de', ['en-US', 'de-CH'])).toBe('de-CH');
    expect(formatLocaleOf('en', ['de-DE', 'de'])).toBe('en-DE');
    expect(formatLocaleOf('de', [])).toBe('de');
    expect(new Intl.NumberFormat(formatLocaleOf('ar-XB', ['en-US'])).format(12)).toBe('١٢');
    expect([directionOf('de'), directionOf('ar-XB')]).toEqual(['ltr', 'rtl']);
  });
});
