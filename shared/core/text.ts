import * as z from 'zod';
import { composed, lengthProblem, mostBytes, oneLine } from './characters.ts';
import { type Text, t } from './translate.ts';

// Control characters, lone surrogates, invisible marks and bidirectional overrides: a name with them can pose as another one.
const deceptive = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u200b\u2028\u2029\u2060\ufeff]/gu;
// In longer text, line breaks and tabs mean something.
const deceptiveInText = /[^\n\t\P{Cc}]|[\p{Cs}\p{Bidi_Control}\ufeff]/gu;

// Leaves no ink: what Unicode says may be ignored in display, annotation anchors, and letters and signs that are drawn as nothing.
const invisible =
  /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800\u{1d159}\u{13430}-\u{13442}\u{16fe4}]/u;

// Something that leaves ink: a name of nothing but fillers and joiners could be neither read nor clicked.
const visible = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/u;

/** Invisible signs that change how their neighbours look, and after what they do so. Elsewhere they only make two equal names differ. */
const meaningful: readonly { sign: RegExp; after: RegExp; before?: RegExp }[] = [
  // Joiners, within an emoji and in scripts that are written with them.
  {
    sign: /[\u200c\u200d]/u,
    after:
      /[\ufe0f\p{Extended_Pictographic}\p{Emoji_Modifier}\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u,
    before: /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/u,
  },
  // Which form of an emoji, of a Han character (Japanese names), or of a Mongolian letter is meant.
  { sign: /[\ufe0e\ufe0f]/u, after: /\p{Extended_Pictographic}/u },
  { sign: /\ufe0f/u, after: /[0-9#*]/u, before: /\u20e3/u },
  { sign: /[\ufe00-\ufe0d\u{e0100}-\u{e01ef}]/u, after: /\p{sc=Han}/u },
  { sign: /[\u180b-\u180d\u180f]/u, after: /\p{sc=Mong}/u },
  // The flags of England, Scotland and Wales are spelt in tags.
  { sign: /[\u{e0020}-\u{e007f}]/u, after: /[\u{1f3f4}\u{e0020}-\u{e007e}]/u },
];

/** Takes out the invisible signs that mean nothing where they stand. */
const withoutInvisible = (text: string): string => {
  const characters = [...text];
  const kept: string[] = [];
  characters.forEach((character, at) => {
    const [last = '', next = ''] = [kept.at(-1), characters[at + 1]];
    const means = meaningful.some(
      ({ sign, after, before }) => sign.test(character) && after.test(last) && (!before || before.test(next)),
    );
    if (means || !invisible.test(character)) kept.push(character);
  });
  return kept.join('');
};

/** A line without deceptive characters, composed and trimmed; empty when nothing of it could be seen. */
export const cleanLine = (text: string): string => {
  const line = composed(withoutInvisible(composed(oneLine(text).replace(deceptive, '')))).trim();
  return visible.test(line) ? line : '';
};

/** {@link visible} in words that regular expressions of every language know: general categories, and the four letters without ink. */
const visiblePattern = '(?![\\u115F\\u1160\\u3164\\uFFA0])[\\p{L}\\p{N}\\p{P}\\p{S}]';

/**
 * What a document says of a line that is sent: it is cleaned before it is measured, and JSON Schema counts code points, of
 * which a character may have many. So a longer one may pass; none that is within this is refused.
 */
export const lineMeta = (max: number) => ({
  minLength: 1,
  maxLength: max,
  pattern: visiblePattern,
  description: `At most ${max} characters as people count them, without blanks around them and without what is never seen`,
});

/** A text of at most so many characters as people count them, and so many bytes (characters.ts). */
const limited = (label: Text, most: number) =>
  z
    .string()
    .superRefine((text, context) => {
      const message = lengthProblem(label(), text, most);
      if (message) context.addIssue({ code: 'custom', message });
    })
    // JSON Schema counts code points, of which a character may have many.
    .meta({
      maxLength: mostBytes(most),
      description: `At most ${most} characters as people count them (grapheme clusters), and ${mostBytes(most)} bytes of UTF-8`,
    });

/** One line a person typed as a name or title: stripped of deceptive characters, trimmed, never empty. */
export const nameOf = (label: Text, max = 200) =>
  z
    .string()
    .meta(lineMeta(max))
    .transform(cleanLine)
    .pipe(limited(label, max).min(1, { error: () => t('{label} is required', { label: label() }) }));

/** Longer text (a description, notes): line breaks stay, may be empty. */
export const textOf = (label: Text, max = 10_000) =>
  z
    .string()
    .meta({ maxLength: max })
    .transform((text) => composed(text.replace(/\r\n?/g, '\n').replace(deceptiveInText, '')))
    .pipe(limited(label, max));

/** What somebody looks for in a list. */
export const SearchText = z
  .string()
  .meta(lineMeta(200))
  .transform(cleanLine)
  .pipe(limited(() => t('Search'), 200).min(1, { error: () => t('Type what you are looking for.') }));
