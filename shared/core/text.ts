import * as z from 'zod';

// Control characters, lone surrogates, invisible marks and bidirectional overrides: a name with them can pose as another one.
const deceptive = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u200b\u2028\u2029\u2060\ufeff]/gu;
// In longer text, line breaks and tabs mean something.
const deceptiveInText = /[^\n\t\P{Cc}]|[\p{Cs}\p{Bidi_Control}\ufeff]/gu;

// Something that leaves ink: a name of nothing but fillers and joiners could be neither read nor clicked.
const visible = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/u;

/** A line without deceptive characters, composed and trimmed; empty when nothing of it could be seen. */
export const cleanLine = (text: string): string => {
  const line = text.replace(deceptive, '').normalize('NFC').trim();
  return visible.test(line) ? line : '';
};

/** {@link visible} in words that regular expressions of every language know: general categories, and the four letters without ink. */
const visiblePattern = '(?![\\u115F\\u1160\\u3164\\uFFA0])[\\p{L}\\p{N}\\p{P}\\p{S}]';

/**
 * What a document says of a line that is cleaned before it is measured: a schema sees what was sent. What cleaning takes
 * away does not count, so a longer one may pass; none that is within this is refused.
 */
export const lineMeta = (max: number) => ({
  minLength: 1,
  maxLength: max,
  pattern: visiblePattern,
  description: 'Counted without blanks around it and without characters that are never seen',
});

/** One line a person typed as a name or title: stripped of deceptive characters, trimmed, never empty. */
export const nameOf = (label: string, max = 200) =>
  z
    .string()
    .transform(cleanLine)
    .pipe(z.string().min(1, `${label} is required`).max(max, `${label} must be at most ${max} characters`))
    .meta(lineMeta(max));

/** Longer text (a description, notes): line breaks stay, may be empty. */
export const textOf = (label: string, max = 10_000) =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').replace(deceptiveInText, '').normalize('NFC'))
    .pipe(z.string().max(max, `${label} must be at most ${max.toLocaleString('en')} characters`))
    .meta({ maxLength: max });
