import * as z from 'zod';
import { composed, lengthProblem, mostBytes, oneLine } from './characters.ts';

// Control characters, lone surrogates, invisible marks and bidirectional overrides: a name with them can pose as another one.
const deceptive = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u200b\u2028\u2029\u2060\ufeff]/gu;
// In longer text, line breaks and tabs mean something.
const deceptiveInText = /[^\n\t\P{Cc}]|[\p{Cs}\p{Bidi_Control}\ufeff]/gu;

// Something that leaves ink: a name of nothing but fillers and joiners could be neither read nor clicked.
const visible = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/u;

/** A line without deceptive characters, composed and trimmed; empty when nothing of it could be seen. */
export const cleanLine = (text: string): string => {
  const line = composed(oneLine(text).replace(deceptive, '')).trim();
  return visible.test(line) ? line : '';
};

/** A text of at most so many characters as people count them, and so many bytes (characters.ts). */
const limited = (label: string, most: number) =>
  z
    .string()
    .superRefine((text, context) => {
      const message = lengthProblem(label, text, most);
      if (message) context.addIssue({ code: 'custom', message });
    })
    // JSON Schema counts code points, of which a character may have many.
    .meta({
      maxLength: mostBytes(most),
      description: `At most ${most} characters as people count them (grapheme clusters), and ${mostBytes(most)} bytes of UTF-8`,
    });

/** One line a person typed as a name or title: stripped of deceptive characters, trimmed, never empty. */
export const nameOf = (label: string, max = 200) =>
  z
    .string()
    .transform(cleanLine)
    .pipe(limited(label, max).min(1, `${label} is required`));

/** Longer text (a description, notes): line breaks stay, may be empty. */
export const textOf = (label: string, max = 10_000) =>
  z
    .string()
    .transform((text) => composed(text.replace(/\r\n?/g, '\n').replace(deceptiveInText, '')))
    .pipe(limited(label, max));

/** What somebody looks for in a list. */
export const SearchText = z
  .string()
  .transform(cleanLine)
  .pipe(limited('Search', 200).min(1, 'Type what you are looking for.'));
