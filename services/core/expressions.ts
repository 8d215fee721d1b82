/** A condition, and the placeholders it uses. */
export interface Expression {
  text: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

/** The row must not exist yet. */
export const absent: Expression = { text: 'attribute_not_exists(pk)' };

/** The row must exist in exactly this version: a deleted row never comes back, and no change is lost. */
export const inVersion = (version: number): Expression => ({
  text: 'attribute_exists(pk) AND #version = :expected',
  names: { '#version': 'version' },
  values: { ':expected': version },
});

/** Holds when all of them hold. */
export const allOf = (...expressions: Expression[]): Expression => ({
  text: expressions.map(({ text }) => `(${text})`).join(' AND '),
  names: Object.assign({}, ...expressions.map(({ names }) => names)),
  values: Object.assign({}, ...expressions.map(({ values }) => values)),
});

/** `SET` of the fields that are given. */
export const setting = (fields: Record<string, unknown>): Expression => {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    text: `SET ${given.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    names: Object.fromEntries(given.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(given.map(([name, value]) => [`:${name}`, value])),
  };
};
