import type { CompiledMessage } from 'icu-minify/format';

type Rule = (text: string) => string;

const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aáeéiíoóuúyýcçdđgğhĥjĵkķlĺnñrŕsštţwŵzžAÁEÉIÍOÓUÚYÝCÇDĐGĞHĤJĴKĶLĹNÑRŔSŠTŢWŴZŽ']
    .join('')
    .match(/../gu)!
    .map((pair) => [...pair]),
);
/** `Save` becomes `⟦Šávé áá⟧`: accents above and below, 40 % longer, as German or Finnish can be; the brackets show where a text is cut. */
const accented: Rule = (text) => {
  const long = [...text].map((letter) => accents[letter] ?? letter).join('');
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const more = Math.ceil(letters * 0.4);
  // In words, so that it wraps as text does.
  if (letters === 0) return text;
  const [, words = '', after = ''] = /^(.*?)(\s*)$/s.exec(long) ?? [];
  const tail = 'áéíóúý '
    .repeat(Math.ceil(more / 6))
    .slice(0, more)
    .trim();
  return `${words} ${tail}${after}`;
};

const arabic = [...'ابتثجحخدذرزسشصضطظعغفقكلمنهوي'];
/** Each letter becomes an Arabic one, which is read from right to left. It means nothing. */
const rightToLeft: Rule = (text) =>
  text.replace(/[a-z]/gi, (letter) => arabic[letter.toLowerCase().charCodeAt(0) - 97] as string);

type Part = string | number | readonly unknown[];

/** Changes the words of a compiled message; what is put in stays. A node is `[name]`, `[name, number, …]`, or a tag: `[name, …parts]`. */
const inPart = (part: Part, rule: Rule): unknown => {
  if (typeof part === 'string') return rule(part);
  if (typeof part === 'number' || part.length === 1) return part;
  const [name, kind, choices, ...rest] = part;
  if (typeof kind === 'number' && kind > 0)
    return kind <= 3
      ? [
          name,
          kind,
          Object.fromEntries(
            Object.entries(choices as Record<string, Part | readonly Part[]>).map(([choice, parts]) => [
              choice,
              Array.isArray(parts)
                ? parts.map((one: Part) => inPart(one, rule))
                : inPart(parts as Part, rule),
            ]),
          ),
          ...rest,
        ]
      : part;
  return [name, ...part.slice(1).map((one) => inPart(one as Part, rule))];
};

const changed =
  (rule: Rule, around: readonly [string, string]) =>
  (message: CompiledMessage): CompiledMessage => {
    const parts = typeof message === 'string' ? [message] : message;
    const words = parts.map((part) => inPart(part as Part, rule));
    const whole = [around[0], ...words, around[1]];
    return (typeof message === 'string' ? whole.join('') : whole) as CompiledMessage;
  };

const testLanguages: Readonly<Record<string, (message: CompiledMessage) => CompiledMessage>> = {
  'en-XA': changed(accented, ['⟦', '⟧']),
  'ar-XB': changed(rightToLeft, ['', '']),
};

/** How a message is said in a language that is made of English by rule; undefined of a language that people speak. */
export const testLanguageOf = (
  language: string,
): ((message: CompiledMessage) => CompiledMessage) | undefined => testLanguages[language];
