import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod';
import type { Route } from '../../shared/core/contract.ts';
import type { FieldProblem } from '../../shared/core/errors.ts';
import { t } from '../../shared/core/translate.ts';
import { Failure } from './failure.ts';
import { schemaMessages } from './speech.ts';

/** A request body may have this many bytes (PRODUCT §4). */
const largestBody = 256 * 1024;

/** API Gateway sends header names in lower case; a caller that invokes the function directly may not. */
export const headersOf = (event: APIGatewayProxyEventV2): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));

/** A body of nothing but nonsense is not answered with all of it. */
const namedAtMost = 50;

const fieldProblems = (error: z.ZodError, root: string): FieldProblem[] =>
  error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        field: [...path, key].join('.'),
        message: t('This field is not known.'),
      }));
    return [{ field: path.join('.') || root, message: issue.message }];
  });

const parsed = <T extends z.ZodType>(schema: T, given: unknown, root: string): z.output<T> => {
  const result = schema.safeParse(given, schemaMessages());
  if (result.success) return result.data;
  throw new Failure('invalid', { errors: fieldProblems(result.error, root).slice(0, namedAtMost) });
};

const bodyOf = (event: APIGatewayProxyEventV2): unknown => {
  const text = event.isBase64Encoded
    ? Buffer.from(event.body ?? '', 'base64').toString('utf8')
    : (event.body ?? '');
  if (Buffer.byteLength(text) > largestBody) throw new Failure('body.too_large');
  if (text.trim() === '') return undefined;
  const type = headersOf(event)['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new Failure('body.unsupported_type');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw Object.assign(new Failure('malformed', { detail: t('The request body is not valid JSON.') }), {
      cause,
    });
  }
};

const nothing = z.strictObject({});

/**
 * Reads path, query and body by the route's schemas. A path that can't be an id is a thing that does not exist.
 * @throws Failure `not_found` · `malformed` · `body.too_large` · `body.unsupported_type` · `invalid`, which names the fields
 */
export const parseRequest = (route: Route, event: APIGatewayProxyEventV2) => {
  const params = (route.params ?? z.object({})).safeParse(event.pathParameters ?? {});
  if (!params.success) throw new Failure('not_found');
  const given = bodyOf(event);
  return {
    params: params.data,
    query: parsed(route.query ?? nothing, event.queryStringParameters ?? {}, 'query'),
    body: route.body ? parsed(route.body, given, 'body') : parsed(nothing.optional(), given, 'body'),
  };
};
