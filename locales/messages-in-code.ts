import { createHash } from 'node:crypto';
import compile from 'icu-minify/compile';
import { parseSync } from 'vite';
import { isPlain, withoutContext } from '../shared/core/message-syntax.ts';

/** A message of shared/core/translate.ts, as it stands in a file. */
interface MessageInCode {
  text: string;
  /** Where its literal begins and ends. */
  start: number;
  end: number;
}

/** A call that can't be what it is meant to be. */
interface Misuse {
  line: number;
  what: string;
}

/** A text in code that is no message. */
export interface TextInCode {
  line: number;
  text: string;
  /** Of the property or attribute that has it. */
  name: string | undefined;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [name: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] =>
  Object.entries(node).flatMap(([name, value]) =>
    name === 'parent' ? [] : Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

/** The string that a literal or a template without holes is. */
const stringOf = (node: Node): string | undefined => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  const [only, ...more] = node.quasis as { value: { cooked: string } }[];
  return more.length === 0 ? only?.value.cooked : undefined;
};

/** The literals that an expression can come to; undefined among them for anything else. */
const literalsOf = (node: Node): (Node | undefined)[] => {
  if (node.type === 'ConditionalExpression')
    return [...literalsOf(node.consequent as Node), ...literalsOf(node.alternate as Node)];
  return [stringOf(node) === undefined ? undefined : node];
};

const says = new Set(['t', 'tParts', 'rich', 'mailText']);
const isFunction = ({ type }: Node): boolean => /^(ArrowFunction|Function)/.test(type);

/** Reads a file, and visits all of it; `inside` is the way from the file to a part. */
const walk = (file: string, code: string, visit: (node: Node, inside: readonly Node[]) => void): void => {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} can't be read: ${errors[0]?.message}`);
  const go = (node: Node, inside: readonly Node[]): void => {
    visit(node, inside);
    const within = [...inside, node];
    for (const child of childrenOf(node)) go(child, within);
  };
  go(program as unknown as Node, []);
};

const lineAt = (code: string, at: number): number => code.slice(0, at).split('\n').length;

const calleeOf = (node: Node): string | undefined =>
  node.type === 'CallExpression' && (node.callee as Node).type === 'Identifier'
    ? ((node.callee as Node).name as string)
    : undefined;

/** The names of translate.ts, rich.ts and email-template.ts that a file imports. */
const taken = /import \{([^}]*)\} from '[^']*\/(?:translate|rich|email-template)\.ts'/g;
const namesTaken = (code: string): Set<string> =>
  new Set([...code.matchAll(taken)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim())));

/** Whether a file says anything. */
export const saysMessages = (code: string): boolean => namesTaken(code).size > 0;

/** The messages of a file, and the calls that name none or say one before anybody reads it. */
export const messagesInCode = (
  file: string,
  code: string,
): { messages: MessageInCode[]; misuses: Misuse[] } => {
  const messages: MessageInCode[] = [];
  const misuses: Misuse[] = [];
  const names = namesTaken(code);
  if (names.size === 0) return { messages, misuses };
  walk(file, code, (node, inside) => {
    const callee = calleeOf(node);
    if (callee === undefined || !says.has(callee) || !names.has(callee)) return;
    if (!inside.some(isFunction))
      misuses.push({ line: lineAt(code, node.start), what: `${callee}(…) is said when the file loads` });
    const [first] = node.arguments as Node[];
    for (const literal of first ? literalsOf(first) : [undefined]) {
      if (literal)
        messages.push({ text: stringOf(literal) as string, start: literal.start, end: literal.end });
      else misuses.push({ line: lineAt(code, node.start), what: `${callee}(…) without a literal` });
    }
  });
  return { messages, misuses };
};

/** The key of a message in compiled code: itself where nothing is put in, else something short. */
export const keyOf = (text: string): string =>
  isPlain(text) ? text : createHash('sha256').update(text).digest('base64url').slice(0, 7);

/** A message in the form that `icu-minify` formats. @throws what is wrong with its syntax */
export const compiledText = (text: string) => (isPlain(text) ? text : compile(withoutContext(text)));

/** Code whose messages are compiled: each that has something put in carries its key and its English. */
export const withCompiledMessages = (file: string, code: string): string => {
  let compiled = code;
  for (const { text, start, end } of messagesInCode(file, code).messages.toReversed())
    if (!isPlain(text))
      compiled =
        compiled.slice(0, start) + JSON.stringify([keyOf(text), compiledText(text)]) + compiled.slice(end);
  return compiled;
};

/** Names of attributes and properties whose text people read or hear. */
const spoken =
  /^(aria-(label|description|valuetext|roledescription)|title|alt|placeholder|label|text|hint|detail|heading|message|error|what|failure|more|legend|action|busyText|description|subject|required|because|summary|caption|okText|cancelText)$/;
/** Words: two letters next to each other are enough, of any language. */
const worded = /\p{L}{2}/u;
/** A sentence, or the beginning of one. */
const prose = /^[A-Z][a-z]+$|\p{L}[\p{L}’',.!?…:]*\s+\p{L}/u;

/** A text that begins like a sentence, and has more than one word. */
const phrase = /^\p{Lu}\p{L}*’?\p{L}*,? \p{L}/u;

/** Places where a text is for machines or engineers. */
const forNobody = (inside: readonly Node[], text: string): boolean =>
  inside.some((node, at) => {
    if (/^(TS|Import|ExportAll|ExportNamed)/.test(node.type) && node.type !== 'ExportNamedDeclaration')
      return !/^TS(As|Satisfies|NonNull)/.test(node.type);
    if (node.type === 'NewExpression')
      return /(Error|Unavailable|RegExp|Set|Map|URL\w*)$/.test((node.callee as Node).name as string);
    if (node.type === 'CallExpression') {
      const { callee } = node as unknown as { callee: Node };
      const name =
        callee.type === 'MemberExpression' ? ((callee.object as Node).name as string) : callee.name;
      const method = callee.type === 'MemberExpression' ? (callee.property as Node).name : undefined;
      if (/^(closest|matches|querySelector(All)?)$/.test(String(method))) return true;
      return /^(console|log|t|tParts|rich|mailText|matchMedia|require)$/.test(String(name));
    }
    if (node.type === 'BinaryExpression') return /^[!=]==?$/.test(node.operator as string);
    if (node.type === 'JSXAttribute') {
      const name = (node.name as Node).name;
      return typeof name === 'string' && !spoken.test(name) && !phrase.test(text) && inside.length - at < 4;
    }
    return node.type === 'SwitchCase' || node.type === 'MemberExpression';
  });

/** The name of the property or attribute that a value belongs to. */
const nameOf = (parent: Node | undefined): string | undefined => {
  const key =
    parent?.type === 'Property' ? parent.key : parent?.type === 'JSXAttribute' ? parent.name : undefined;
  const name = isNode(key) ? (key.name ?? key.value) : undefined;
  return typeof name === 'string' ? name : undefined;
};

/** The texts of a file that people would read and that are no message: in markup, under names such as `title`, and sentences anywhere. */
export const textsInCode = (file: string, code: string): TextInCode[] => {
  const found: TextInCode[] = [];
  walk(file, code, (node, inside) => {
    const parent = inside.at(-1);
    const name = nameOf(parent);
    const add = (text: string): void => {
      found.push({ line: lineAt(code, node.start), text: text.trim().replace(/\s+/g, ' '), name });
    };
    if (node.type === 'JSXText') {
      if (worded.test(node.value as string)) add(node.value as string);
      return;
    }
    const text =
      node.type === 'TemplateLiteral'
        ? (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}')
        : node.type === 'Literal' && typeof node.value === 'string'
          ? node.value
          : undefined;
    if (text === undefined || !worded.test(text) || forNobody(inside, text)) return;
    if (parent?.type === 'Property' && parent.key === node) return;
    if (prose.test(text) || (name !== undefined && spoken.test(name) && /^\p{Lu}|\{\}/u.test(text)))
      add(text);
  });
  return found;
};
