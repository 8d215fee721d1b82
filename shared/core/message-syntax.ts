// What messages are written in: ICU MessageFormat, as far as icu-minify knows it, with contexts. Days and times are put in as text
// (`dateFormat`), since each knows its time zone. Types and pure rules.

/** A text that means two things is told apart by a word in front: `verb|Open`. It is never shown. */
const context = /^[a-z][a-z ]*\|/;
export const withoutContext = (text: string): string => text.replace(context, '');

/** Whether a text is its own message: nothing is put in, nothing chosen, no context. */
export const isPlain = (text: string): boolean => !/[{}<]|''/.test(text) && !context.test(text);

interface Values {
  number: number;
  plural: number;
  selectordinal: number;
  select: string | boolean;
  text: string;
}
type Trimmed<S extends string> = S extends ` ${infer R}`
  ? Trimmed<R>
  : S extends `${infer R} `
    ? Trimmed<R>
    : S;
type KindOf<K extends string> = Trimmed<K> extends keyof Values ? Trimmed<K> : 'text';

// A message is read from brace to brace. In text, `{` begins an argument and `}` ends a branch; in the body of a plural or a
// select, `{` begins a branch and `}` ends the argument.
type InText<S extends string, F> = S extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? S extends `${string}}${infer R}`
      ? InBody<R, F>
      : F
    : InArgument<After, F>
  : S extends `${string}}${infer R}`
    ? InBody<R, F>
    : F;
type InBody<S extends string, F> = S extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? S extends `${string}}${infer R}`
      ? InText<R, F>
      : F
    : InText<After, F>
  : S extends `${string}}${infer R}`
    ? InText<R, F>
    : F;
type InArgument<S extends string, F> = S extends `${infer Head}}${infer R}`
  ? Head extends `${infer N},${infer K},${string}`
    ? KindOf<K> extends 'plural' | 'select' | 'selectordinal'
      ? S extends `${string},${string},${infer Body}`
        ? InBody<Body, F | [Trimmed<N>, KindOf<K>]>
        : F
      : InText<R, F | [Trimmed<N>, KindOf<K>]>
    : Head extends `${infer N},${infer K}`
      ? InText<R, F | [Trimmed<N>, KindOf<K>]>
      : InText<R, F | [Trimmed<Head>, 'text']>
  : F;

type Arguments<S extends string> = InText<S, never>;

/** What has to be put into a message, by name: `{count, plural, one {# task} other {# tasks}}` asks for a number named `count`. */
export type ValuesIn<S extends string> = {
  [A in Arguments<S> as A extends [infer N extends string, string] ? N : never]: A extends [
    string,
    infer K extends keyof Values,
  ]
    ? Values[K]
    : never;
};

/** The names of a message's tags: `Read the <terms>terms</terms>` has one. */
export type TagsIn<S extends string> = S extends `${string}</${infer N}>${infer R}` ? N | TagsIn<R> : never;
