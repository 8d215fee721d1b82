import * as z from 'zod';
import { type Contract, type Route, routePath, takesIdempotencyKey } from '../shared/core/contract.ts';
import { coreErrors, type ErrorDefinition } from '../shared/core/errors.ts';
import { modules } from '../shared/modules.ts';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return json as { properties?: Record<string, unknown>; required?: string[] };
};

const parameters = (schema: z.ZodObject | undefined, place: 'path' | 'query') => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key, caller and content get the same answer and have one effect, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};

const actingAs = {
  name: 'Guildhall-Acting-As',
  in: 'header',
  required: false,
  description:
    'For pages: whom the page shows, `<user id>` or `<user id> <organization id>`. Refused when the token or the membership says otherwise.',
  schema: { type: 'string' },
};

/** What a route reads of a request's headers, beside the token: whoever adds a header declares here where it counts. */
const headerParameters = (route: Route) => [
  ...(route.access === 'public' ? [] : [actingAs]),
  ...(route.access !== 'public' && takesIdempotencyKey(route) ? [idempotencyKey] : []),
];

/** The core errors that a route can meet by its nature; those of the API's own authorizer (401) are documented with them. */
const coreCodesOf = (route: Route): (keyof typeof coreErrors)[] => [
  ...(route.access === 'public' ? [] : (['signed_out', 'identity.changed', 'requests.too_many'] as const)),
  ...(route.access === 'verified-email'
    ? (['session.email_unverified', 'session.address_changed'] as const)
    : []),
  ...(typeof route.access === 'object'
    ? (['membership.required', 'subscription.required', 'forbidden'] as const)
    : []),
  ...(route.params ? (['not_found'] as const) : []),
  ...(route.body ? (['malformed', 'body.too_large', 'body.unsupported_type'] as const) : []),
  ...(route.query?.shape.cursor ? (['cursor.invalid'] as const) : []),
  ...(route.body && schemaOf(route.body, 'input').properties?.version ? (['version.conflict'] as const) : []),
  ...(route.query?.shape.version ? (['version.conflict'] as const) : []),
  ...(route.access !== 'public' && takesIdempotencyKey(route)
    ? (['idempotency_key.invalid', 'idempotency_key.reused'] as const)
    : []),
  'invalid',
  'internal',
  'unavailable',
];

/**
 * What API Gateway answers by itself, before the function or in its place. Its body is `{"message"}`, not a problem.
 */
const gatewayAnswers = (route: Route): Record<number, string | undefined> => ({
  ...(route.access === 'public'
    ? {}
    : {
        401: 'No valid access token.',
        403: 'The token lacks the scope `guildhall/app`: it is no access token of ours.',
      }),
  413: 'The request is larger than 10 MB.',
  414: 'The address is longer than 8,192 bytes.',
  429: 'More requests come in than the stage takes.',
  431: 'Address and headers are longer than 10,240 bytes together.',
  500: 'The function failed.',
  503: 'The function could not be called, or took too long.',
});

const gatewayContent = { 'application/json': { schema: { $ref: '#/components/schemas/GatewayMessage' } } };
const problemContent = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };

const failures = (contract: Contract, route: Route) => {
  const byStatus = new Map<number, string[]>();
  const add = (code: string, { status, title }: ErrorDefinition) =>
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${title()}`]);
  for (const code of coreCodesOf(route)) add(code, coreErrors[code]);
  for (const code of route.errors ?? []) add(code, contract.errors[code] as ErrorDefinition);
  const byGateway = gatewayAnswers(route);
  const statuses = new Set([...byStatus.keys(), ...Object.keys(byGateway).map(Number)]);
  return Object.fromEntries(
    [...statuses].map((status) => {
      const own = byStatus.get(status);
      const gateways = byGateway[status];
      return [
        status,
        {
          description: [...(own ?? []), ...(gateways ? [`By the gateway: ${gateways}`] : [])].join('\n'),
          content: { ...(own && problemContent), ...(gateways && gatewayContent) },
        },
      ];
    }),
  );
};

const operation = (contract: Contract, name: string, route: Route) => ({
  operationId: `${contract.module}.${name}`,
  summary: route.summary,
  tags: [contract.title],
  security: route.access === 'public' ? [] : [{ accessToken: [] }],
  ...(typeof route.access === 'object' && { 'x-permission': route.access.permission }),
  parameters: [
    ...parameters(route.params, 'path'),
    ...parameters(route.query, 'query'),
    ...headerParameters(route),
  ],
  ...(route.body && {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
    },
  }),
  responses: {
    [route.status]: {
      description: 'Done',
      ...(route.output && { content: { 'application/json': { schema: schemaOf(route.output, 'output') } } }),
    },
    ...failures(contract, route),
  },
});

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { type: 'string' },
    title: {
      type: 'string',
      description:
        'What happened, for a person, in the language of the request’s `Accept-Language` where we speak it',
    },
    status: { type: 'integer' },
    code: { type: 'string', description: 'What happened, for a program; never changes' },
    requestId: { type: 'string', description: 'By this an operator finds the request in the log' },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      description: 'The fields that were refused',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
    current: { description: 'With version.conflict: the record as it is now' },
  },
};

const gatewayMessage = {
  type: 'object',
  required: ['message'],
  properties: { message: { type: ['string', 'null'] } },
};

/** The OpenAPI 3.1 description of every route, made from the contracts: what docs/openapi.json holds. */
export const openApi = () => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const contract of Object.values(modules) as Contract[])
    for (const [name, route] of Object.entries(contract.routes)) {
      const path = routePath(route);
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(contract, name, route) };
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Guildhall',
      version: '1',
      description: 'Made from shared/*/contract.ts by `npm run openapi`.',
    },
    servers: [
      { url: 'http://localhost:4600', description: 'On your machine: npm start' },
      {
        url: 'https://{host}',
        description: 'On AWS: the output WebsiteUrl',
        variables: { host: { default: 'app.example.com', description: 'Where the website is' } },
      },
    ],
    paths,
    components: {
      schemas: { Problem: problem, GatewayMessage: gatewayMessage },
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
};

/** The exact text of docs/openapi.json. */
export const openApiText = () => `${JSON.stringify(openApi(), null, 2)}\n`;
