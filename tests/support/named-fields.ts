import * as z from 'zod';
import type { Route } from '../../shared/core/contract.ts';
import { namesKeyword } from '../../shared/core/ids.ts';

export const requestParts = ['params', 'query', 'body'] as const;
export type RequestPart = (typeof requestParts)[number];

/** A field of a request. */
export interface RequestField {
  part: RequestPart;
  /** From the part to the field; `*` for each item of a list. */
  path: readonly string[];
  /** The kind of record that it is declared to name. */
  names: string | undefined;
  /** Whether it takes one of a few values alone. */
  isChoice: boolean;
}

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  [namesKeyword]?: string;
}

const fieldsIn = (schema: Schema, part: RequestPart, path: readonly string[]): RequestField[] => [
  ...(path.length > 0
    ? [
        {
          part,
          path,
          names: schema[namesKeyword],
          isChoice: schema.enum !== undefined || schema.const !== undefined,
        },
      ]
    : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    fieldsIn(inner, part, [...path, name]),
  ),
  ...(schema.items ? fieldsIn(schema.items, part, [...path, '*']) : []),
  ...(schema.anyOf ?? []).flatMap((inner) => fieldsIn(inner, part, path)),
];

/** Every field of a route's path, query and body, however deep. */
export const fieldsOf = (route: Route): RequestField[] =>
  requestParts.flatMap((part) => {
    const schema = route[part];
    if (!schema) return [];
    return fieldsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, part, []);
  });
