/** Whether an event passes; as the filter criteria of an event source mapping. */
export type EventFilter = (event: unknown) => boolean;

/** A pattern says something that is not understood here. Names it. */
export class FilterError extends Error {
  override name = 'FilterError';
}

type Rule = (value: unknown) => boolean;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const operators: Record<string, (operand: unknown, where: string) => Rule> = {
  exists: (operand) => (value) => (value !== undefined) === operand,
  prefix: (operand) => (value) => typeof value === 'string' && value.startsWith(String(operand)),
};

const ruleOf = (rule: unknown, where: string): Rule => {
  if (!isObject(rule)) return (value) => value === rule;
  const [[operator = '', operand] = [], ...others] = Object.entries(rule);
  const make = operators[operator];
  if (!make || others.length > 0) {
    throw new FilterError(`${where}: the filter ${JSON.stringify(rule)} is not understood`);
  }
  return make(operand, where);
};

const patternOf = (pattern: unknown, where: string): Rule => {
  if (Array.isArray(pattern)) {
    const rules = pattern.map((rule) => ruleOf(rule, where));
    return (value) => rules.some((rule) => rule(value));
  }
  if (!isObject(pattern)) throw new FilterError(`${where} must be a list or an object`);
  const parts = Object.entries(pattern).map(
    ([name, part]) => [name, patternOf(part, `${where}.${name}`)] as const,
  );
  return (value) => parts.every(([name, matches]) => matches(isObject(value) ? value[name] : undefined));
};

/**
 * Reads the patterns of a filter: an event passes if one of them matches it; all pass if there is none.
 * Source: Lambda developer guide, "Filter rule syntax".
 * @throws FilterError for an operator other than equality, `exists` and `prefix`
 */
export function eventFilter(patterns: readonly string[]): EventFilter {
  if (patterns.length === 0) return () => true;
  const matchers = patterns.map((pattern) => patternOf(JSON.parse(pattern), 'pattern'));
  return (event) => matchers.some((matches) => matches(event));
}
