import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { openApi } from '../../scripts/openapi.ts';
import { toKeyedRequest } from '../../services/core/idempotency.ts';
import type { Contract, Route } from '../../shared/core/contract.ts';
import { routePath } from '../../shared/core/contract.ts';
import { namesKeyword } from '../../shared/core/ids.ts';
import { modules } from '../../shared/modules.ts';

/**
 * What docs/openapi.json says a route takes is what its contract takes: values are made from the document, at each bound
 * and just beyond it, and given to the contract's schema. A bound that only one of the two has fails here.
 */

/** As much of JSON Schema as contracts use. A keyword that is not here stops the test. */
interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  minProperties?: number;
  items?: Schema;
  maxItems?: number;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  default?: unknown;
  description?: string;
  examples?: unknown[];
}
const understood = new Set([
  ...[
    'type',
    'properties',
    'required',
    'additionalProperties',
    'minProperties',
    'items',
    'maxItems',
    'anyOf',
  ],
  ...[
    'enum',
    'const',
    'minimum',
    'exclusiveMinimum',
    'maximum',
    'minLength',
    'maxLength',
    'pattern',
    'format',
  ],
  ...['default', 'description', 'examples', namesKeyword],
]);

interface Case {
  readonly what: string;
  readonly value: unknown;
}
interface Cases {
  /** The document allows them; the first is an ordinary one. */
  readonly valid: readonly Case[];
  /** The document forbids them. */
  readonly invalid: readonly Case[];
}

const one = (what: string, value: unknown): Case => ({ what, value });

/** Texts that fit known patterns and formats, by the beginning of what the document says. */
const texts: readonly { readonly fits: (schema: Schema) => boolean; readonly cases: Cases }[] = [
  {
    fits: ({ format }) => format === 'date',
    cases: {
      valid: ['2026-03-31', '1970-01-01', '2100-12-31', '2000-02-29', '2024-02-29'].map((day) =>
        one(day, day),
      ),
      invalid: [
        '2026-02-29',
        '2100-02-29',
        '1969-12-31',
        '2101-01-01',
        '2026-04-31',
        '2026-13-01',
        '2026-1-01',
        '2026-01-00',
        '',
      ].map((day) => one(`day ${day}`, day)),
    },
  },
  {
    fits: ({ format }) => format === 'time-zone',
    cases: {
      valid: ['Europe/Zurich', 'America/New_York', 'UTC'].map((zone) => one(zone, zone)),
      invalid: ['', 'Mars/Olympus', `Europe/${'x'.repeat(64)}`, '+02:00'].map((zone) =>
        one(`zone ${zone}`, zone),
      ),
    },
  },
  {
    fits: ({ format }) => format === 'email',
    cases: {
      valid: [
        'ada@example.com',
        `${'a'.repeat(64)}@example.com`,
        `a@${'b'.repeat(63)}.com`,
        "o'neil+x@a-b.example",
      ].map((address) => one(address, address)),
      invalid: [
        '',
        'ada',
        'ada@',
        '@example.com',
        `${'a'.repeat(65)}@example.com`,
        `a@${'b'.repeat(64)}.com`,
        'a@b-.com',
        'a..b@c.de',
        'a b@c.de',
      ].map((address) => one(`address ${address}`, address)),
    },
  },
  {
    fits: ({ format }) => format === 'uuid',
    cases: {
      valid: [one('a uuid', '7ad93782-5415-4f1c-8885-265e06265f18')],
      invalid: ['', '7ad93782', '7ad93782-5415-4f1c-8885-265e06265f1g'].map((id) => one(`uuid ${id}`, id)),
    },
  },
  {
    fits: ({ pattern }) => pattern === '^[0-7][0-9A-HJKMNP-TV-Z]{25}$',
    cases: {
      valid: [one('an id', '01M8H1S19NAQV956GWQVN4EPPS'), one('the last id', `7${'Z'.repeat(25)}`)],
      invalid: ['', '01M8', `8${'0'.repeat(25)}`, `0${'I'.repeat(25)}`, `0${'0'.repeat(26)}`].map((id) =>
        one(`id ${id}`, id),
      ),
    },
  },
  {
    fits: ({ pattern }) => pattern === '^[A-Za-z0-9]{8}$',
    cases: {
      valid: [one('a code', 'ABCD1234'), one('a code in lower case', 'abcd1234')],
      invalid: ['', 'ABC123', 'ABCD12345', 'ABCD 234', 'ÄBCD1234'].map((code) => one(`code ${code}`, code)),
    },
  },
];

/** What can be seen, at the edges of what the pattern names; and what can't. */
const seen = ['x', '字', 'Ω', '٣', '€', '—', '😀', 'ı'];
const unseen = [
  '\u0007',
  '\u200b',
  '\u00a0',
  '\u3164',
  '\u115f',
  '\u1160',
  '\uffa0',
  '\u0301',
  '\ue000',
  '\u2060',
];

const textCases = (schema: Schema): Cases => {
  const known = texts.find(({ fits }) => fits(schema));
  if (known) return known.cases;
  const { minLength = 0, maxLength, pattern } = schema;
  if (pattern !== undefined)
    expect(pattern, 'a pattern of which the test knows no texts').toContain('\\p{L}');
  const valid = pattern ? seen.map((letter) => one(`"${letter}"`, letter)) : [one('"x"', 'x')];
  const invalid = pattern ? unseen.map((mark) => one(`nothing to be seen (${escape(mark)})`, mark)) : [];
  if (minLength > 0) invalid.push(one('an empty text', ''), ...(pattern ? [one('blanks', '  ')] : []));
  else valid.push(one('an empty text', ''));
  if (maxLength !== undefined) {
    valid.push(one(`${maxLength} characters`, 'x'.repeat(maxLength)));
    invalid.push(one(`${maxLength + 1} characters`, 'x'.repeat(maxLength + 1)));
  }
  return { valid, invalid };
};

const numberCases = ({ minimum, exclusiveMinimum, maximum }: Schema): Cases => {
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
  expect(least, 'a whole number has a least one').toBeDefined();
  expect(maximum, 'and a largest').toBeDefined();
  return {
    valid: [one('the least number', least), one('the largest number', maximum)],
    invalid: [
      one('less than the least', Number(least) - 1),
      ...(Number(maximum) < Number.MAX_SAFE_INTEGER
        ? [one('more than the largest', Number(maximum) + 1)]
        : []),
      one('half a number', Number(least) + 0.5),
    ],
  };
};

const objectCases = (schema: Schema): Cases => {
  const { properties = {}, required = [], minProperties = 0 } = schema;
  expect(schema.additionalProperties, 'an object names all of its fields').toBe(false);
  const fields = Object.entries(properties).map(([name, field]) => ({ name, ...casesOf(field) }));
  const ordinary = Object.fromEntries(fields.map(({ name, valid }) => [name, valid[0]?.value]));
  const least = Object.fromEntries(required.map((name) => [name, ordinary[name]]));
  const isEnough = required.length >= minProperties;
  const withField =
    (name: string) =>
    ({ what, value }: Case) =>
      one(`${name}: ${what}`, { ...ordinary, [name]: value });
  return {
    valid: [
      one('all fields', ordinary),
      ...(isEnough ? [one('the required fields alone', least)] : []),
      ...fields.flatMap(({ name, valid }) => valid.map(withField(name))),
    ],
    invalid: [
      ...(isEnough ? [] : [one('too few fields', least)]),
      ...required.map((name) => {
        const { [name]: _, ...others } = ordinary;
        return one(`without ${name}`, others);
      }),
      one('a field too many', { ...ordinary, unheardOf: 'x' }),
      ...fields.flatMap(({ name, invalid }) => invalid.map(withField(name))),
    ],
  };
};

const listCases = ({ items = {}, maxItems }: Schema): Cases => {
  const item = casesOf(items);
  const values = item.valid.map(({ value }) => value);
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      // Distinct ones: what is there twice may count once.
      typeof values[0] === 'string' ? `x${index}` : values[0],
    );
  return {
    valid: [
      one('an empty list', []),
      ...item.valid.map(({ what, value }) => one(`a list of ${what}`, [value])),
      ...(maxItems === undefined ? [] : [one(`${maxItems} of them`, withoutIds(many(maxItems)))]),
    ],
    invalid: [
      ...item.invalid.map(({ what, value }) => one(`a list of ${what}`, [value])),
      ...(maxItems === undefined ? [] : [one(`${maxItems + 1} of them`, withoutIds(many(maxItems + 1)))]),
    ],
  };
};

/** Of the same record twice the document only says in words that it can't be. */
const withoutIds = (list: unknown[]): unknown[] =>
  list.map((entry) => {
    if (typeof entry !== 'object' || entry === null) return entry;
    const { id: _, ...others } = entry as { id?: unknown };
    return others;
  });

const typesOf = ({ type }: Schema): string[] => [type ?? []].flat();

const casesOf = (schema: Schema): Cases => {
  for (const keyword of Object.keys(schema)) expect(understood, `the keyword ${keyword}`).toContain(keyword);
  if (schema.anyOf) {
    const parts = schema.anyOf.map(casesOf);
    const isOther = (value: unknown) =>
      parts.some(({ valid }) => valid.some((known) => known.value === value));
    return {
      valid: parts.flatMap(({ valid }) => valid),
      invalid: parts.flatMap(({ invalid }) => invalid).filter(({ value }) => !isOther(value)),
    };
  }
  if (schema.const !== undefined)
    return {
      valid: [one('the one value', schema.const)],
      invalid: [one('another type', { not: 'expected' })],
    };
  if (schema.enum) {
    return {
      valid: schema.enum.map((value) => one(String(value), value)),
      invalid: [one('none of them', 'none of them'), one('another type', { not: 'expected' })],
    };
  }
  const wrongType = one('another type', { not: 'expected' });
  switch (typesOf(schema)[0]) {
    case 'string': {
      const { valid, invalid } = textCases(schema);
      return { valid, invalid: [...invalid, wrongType, one('null', null)] };
    }
    case 'integer': {
      const { valid, invalid } = numberCases(schema);
      return { valid, invalid: [...invalid, wrongType, one('a word', 'one')] };
    }
    case 'boolean':
      return { valid: [one('true', true), one('false', false)], invalid: [wrongType, one('"true"', 'true')] };
    case 'null':
      return { valid: [one('null', null)], invalid: [] };
    case 'object':
      return objectCases(schema);
    case 'array':
      return listCases(schema);
    default:
      throw new Error(`The document says nothing of a value: ${JSON.stringify(schema)}`);
  }
};

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Schema;
}
interface Operation {
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { content?: Record<string, unknown> }>;
  security: unknown[];
}

const document = openApi();
const operations = (Object.values(modules) as Contract[]).flatMap((contract) =>
  Object.values(contract.routes).map((route) => {
    const operation = document.paths[routePath(route)]?.[route.method.toLowerCase()] as Operation;
    return [`${route.method} ${route.path}`, route, operation] as const;
  }),
);

const compare = (schema: z.ZodType, { valid, invalid }: Cases) => {
  const isTaken = ({ value }: Case) => schema.safeParse(value).success;
  expect(
    valid.filter((given) => !isTaken(given)).map(({ what }) => what),
    'allowed by the document, refused',
  ).toEqual([]);
  expect(
    invalid.filter(isTaken).map(({ what }) => what),
    'forbidden by the document, taken',
  ).toEqual([]);
};

/** Parameters as one object. Of a query, as the text that it is on its way. */
const parameterCases = (operation: Operation, place: 'path' | 'query'): Cases => {
  const own = operation.parameters.filter((parameter) => parameter.in === place);
  const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value);
  const { valid, invalid } = objectCases({
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  });
  const texted = ({ what, value }: Case) =>
    one(
      what,
      Object.fromEntries(Object.entries(value as object).map(([name, entry]) => [name, asText(entry)])),
    );
  return { valid: valid.map(texted), invalid: invalid.map(texted) };
};

describe('what the document says of a request is what the contract takes', () => {
  const those = (which: (route: Route) => unknown) => operations.filter(([, route]) => which(route));

  it.each(those((route) => route.body))('body of %s', (_, route, operation) => {
    const schema = operation.requestBody?.content['application/json'].schema as Schema;
    compare(route.body as z.ZodType, casesOf(schema));
  });

  it.each(those((route) => route.query))('query of %s', (_, route, operation) => {
    compare(route.query as z.ZodType, parameterCases(operation, 'query'));
  });

  it.each(those((route) => route.params))('path of %s', (_, route, operation) => {
    compare(route.params as z.ZodType, parameterCases(operation, 'path'));
  });

  it('numbers of a query are digits and nothing else', () => {
    const limit = (value: string) => modules.tasks.routes.list.query.safeParse({ limit: value }).success;
    expect(['1', '100'].map(limit)).toEqual([true, true]);
    expect(['', ' 5', '5 ', '1e1', '0x10', '+5', '5.0', '٥', '007'].map(limit)).toEqual(Array(9).fill(false));
  });
});

describe('the Idempotency-Key', () => {
  const declared = (operation: Operation) =>
    operation.parameters.find(({ name }) => name === 'Idempotency-Key');

  it('is declared where it counts: where something is made or removed for a caller who is known', () => {
    for (const [name, { method, access }, operation] of operations) {
      expect(declared(operation) !== undefined, name).toBe(
        ['POST', 'DELETE'].includes(method) && access !== 'public',
      );
    }
  });

  it('may be what the document says, and nothing else', () => {
    const { schema } = operations
      .map(([, , operation]) => declared(operation))
      .find((key) => key !== undefined) as Parameter;
    const documented = (key: string) =>
      key.length >= Number(schema.minLength) &&
      key.length <= Number(schema.maxLength) &&
      new RegExp(String(schema.pattern), 'u').test(key);
    const taken = (key: string) => {
      try {
        return toKeyedRequest(key, 'ada', []) !== undefined;
      } catch {
        return false;
      }
    };
    const keys = [
      'a',
      '!',
      '~',
      'x'.repeat(255),
      'x'.repeat(256),
      '',
      ' ',
      'a b',
      'é',
      '\u0007',
      '\u007f',
      '😀',
    ];
    expect(keys.map(taken)).toEqual(keys.map(documented));
    expect(keys.filter(taken)).toHaveLength(4);
  });
});

describe('answers', () => {
  it('of the gateway have its own shape, beside ours: that a token is missing, among others', () => {
    for (const [name, route, { responses }] of operations) {
      const types = Object.keys(responses['401']?.content ?? {}).sort();
      const expected = route.access === 'public' ? [] : ['application/json', 'application/problem+json'];
      expect(types, name).toEqual(expected);
      expect(Object.keys(responses['503']?.content ?? {}).sort(), name).toEqual([
        'application/json',
        'application/problem+json',
      ]);
    }
  });

  it('come from somewhere: the document names a server', () => {
    expect(document.servers.map(({ url }) => url)).toEqual(['http://localhost:4600', 'https://{host}']);
  });
});
