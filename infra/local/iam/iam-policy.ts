/**
 * Decides whether the policies of a role allow a call, by IAM's rules: an explicit Deny wins, then any Allow, else no.
 * Only identity policies exist here. Anything that is not understood is an error when the policy is read, never a guess:
 * a policy that we misread would hide exactly the fault that this evaluator is there to show.
 */
export class PolicyError extends Error {
  override name = 'PolicyError';
}

/** One call that a function makes: an action on a resource, with the keys that conditions may look at. */
export interface ActionRequest {
  /** Such as `dynamodb:PutItem`. */
  action: string;
  /** ARN of what is touched. */
  resource: string;
  /** Condition keys and their values, such as `dynamodb:LeadingKeys`. Names are compared without case. */
  context?: Readonly<Record<string, readonly string[]>>;
}

type Match = (value: string) => boolean;

interface Condition {
  key: string;
  holds: (values: readonly string[] | undefined) => boolean;
}

interface Statement {
  effect: 'Allow' | 'Deny';
  action: Match;
  resource: Match;
  conditions: Condition[];
}

/** A policy document that was read and understood. */
export interface Policy {
  readonly statements: readonly Statement[];
}

const listOf = (value: unknown, where: string): string[] => {
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0 || !list.every((entry) => typeof entry === 'string')) {
    throw new PolicyError(`${where} must be a text or a list of texts, got ${JSON.stringify(value)}`);
  }
  return list;
};

/** IAM's wildcards: `*` any characters, `?` exactly one. */
const wildcard = (pattern: string, flags = ''): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^$(){}|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    `s${flags}`,
  );

const anyOf = (patterns: readonly string[], flags = ''): Match => {
  const expressions = patterns.map((pattern) => {
    if (pattern.includes('${')) throw new PolicyError(`policy variables are not understood: ${pattern}`);
    return wildcard(pattern, flags);
  });
  return (value) => expressions.some((expression) => expression.test(value));
};

const not =
  (match: Match): Match =>
  (value) =>
    !match(value);

/** The comparison behind each operator, and whether it is the negated form (which also holds for a missing key). */
const comparisons: Record<string, { compare: (wanted: readonly string[]) => Match; negated?: true }> = {
  StringEquals: { compare: (wanted) => (value) => wanted.includes(value) },
  StringNotEquals: { compare: (wanted) => not((value) => wanted.includes(value)), negated: true },
  StringLike: { compare: (wanted) => anyOf(wanted) },
  StringNotLike: { compare: (wanted) => not(anyOf(wanted)), negated: true },
  ArnEquals: { compare: (wanted) => anyOf(wanted) },
  ArnLike: { compare: (wanted) => anyOf(wanted) },
  Bool: { compare: (wanted) => (value) => wanted.includes(value) },
};

const conditionOf = (operator: string, key: string, wanted: string[]): Condition => {
  const [, quantifier, name, ifExists] =
    /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(operator) ?? [];
  if (name === 'Null' && !quantifier && !ifExists) {
    return { key, holds: (values) => wanted.includes(String(values === undefined || values.length === 0)) };
  }
  const comparison = name === undefined ? undefined : comparisons[name];
  if (!comparison) throw new PolicyError(`the condition operator ${operator} is not understood`);
  const matches = comparison.compare(wanted);
  const whenMissing = Boolean(ifExists) || quantifier === 'ForAllValues' || Boolean(comparison.negated);
  return {
    key,
    holds: (values) => {
      if (values === undefined || values.length === 0) return whenMissing && quantifier !== 'ForAnyValue';
      if (quantifier === 'ForAnyValue') return values.some(matches);
      if (quantifier === 'ForAllValues' || values.length === 1) return values.every(matches);
      throw new PolicyError(`${operator} on ${key} met several values without ForAllValues or ForAnyValue`);
    },
  };
};

const statementKeys = new Set([
  'Sid',
  'Effect',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
  'Condition',
]);

const statementOf = (raw: unknown, where: string): Statement => {
  if (typeof raw !== 'object' || raw === null) throw new PolicyError(`${where} is not an object`);
  const given = raw as Record<string, unknown>;
  for (const key of Object.keys(given)) {
    if (!statementKeys.has(key)) throw new PolicyError(`${where}: ${key} is not understood`);
  }
  if (given.Effect !== 'Allow' && given.Effect !== 'Deny') {
    throw new PolicyError(`${where}: Effect must be Allow or Deny`);
  }
  // One of the two must stand there, and IAM refuses both at once.
  const oneOf = (positive: string, negative: string, flags: string): Match => {
    if (positive in given === negative in given) {
      throw new PolicyError(`${where}: exactly one of ${positive} and ${negative} is needed`);
    }
    return positive in given
      ? anyOf(listOf(given[positive], `${where}: ${positive}`), flags)
      : not(anyOf(listOf(given[negative], `${where}: ${negative}`), flags));
  };
  const conditions = Object.entries(
    (given.Condition ?? {}) as Record<string, Record<string, unknown>>,
  ).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, wanted]) =>
      conditionOf(
        operator,
        key.toLowerCase(),
        listOf(typeof wanted === 'boolean' ? String(wanted) : wanted, `${where}: ${operator} ${key}`),
      ),
    ),
  );
  return {
    effect: given.Effect,
    action: oneOf('Action', 'NotAction', 'i'),
    resource: oneOf('Resource', 'NotResource', ''),
    conditions,
  };
};

/**
 * Reads a policy document whose intrinsics are resolved.
 * @param where names the document in messages.
 * @throws PolicyError naming the first thing that is not understood.
 */
export function readPolicy(document: unknown, where: string): Policy {
  const { Version, Statement: statements, ...rest } = (document ?? {}) as Record<string, unknown>;
  if (Version !== '2012-10-17') throw new PolicyError(`${where}: Version must be 2012-10-17`);
  const [unknownKey] = Object.keys(rest);
  if (unknownKey !== undefined) throw new PolicyError(`${where}: ${unknownKey} is not understood`);
  const list = Array.isArray(statements) ? statements : [statements];
  return {
    statements: list.map((statement, index) => statementOf(statement, `${where} statement ${index}`)),
  };
}

/** `allowed`, or why not, in the words of AWS's own message. */
export type Decision = 'allowed' | 'explicit deny' | 'no allow';

/** Decides one call. Every policy of the role counts. */
export function decide(policies: readonly Policy[], request: ActionRequest): Decision {
  const context = new Map(
    Object.entries(request.context ?? {}).map(([key, values]) => [key.toLowerCase(), values]),
  );
  let decision: Decision = 'no allow';
  for (const policy of policies) {
    for (const statement of policy.statements) {
      if (!statement.action(request.action) || !statement.resource(request.resource)) continue;
      if (!statement.conditions.every((condition) => condition.holds(context.get(condition.key)))) continue;
      if (statement.effect === 'Deny') return 'explicit deny';
      decision = 'allowed';
    }
  }
  return decision;
}
