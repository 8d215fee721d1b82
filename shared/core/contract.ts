import type * as z from 'zod';
import type { Access } from './access.ts';
import type { ErrorDefinition } from './errors.ts';

/**
 * Every operation is declared once, as data. API Gateway's routes, the Lambda router, the browser's client,
 * docs/openapi.json and the contract tests are loops over these declarations.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Public HTTP lives under this path on the website's own domain. */
export const apiPrefix = '/api';

export interface Route {
  readonly method: Method;
  /** Below {@link apiPrefix}; `{name}` marks a parameter. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly status: 200 | 201 | 204;
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** What leaves the server is parsed by this first. Absent with status 204. */
  readonly output?: z.ZodType;
  /** The module's own error codes that this route may answer. Core codes need not be listed. */
  readonly errors?: readonly string[];
}

type PathParam<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParam<Rest>
  : never;
type ParamsShape<R extends Route> = R['params'] extends z.ZodObject<infer S> ? keyof S & string : never;

/** Makes a `{name}` in the path that `params` does not parse (or the reverse) a compile error. */
type ParamsMatchPath<R extends Route> = [PathParam<R['path']>] extends [ParamsShape<R>]
  ? [ParamsShape<R>] extends [PathParam<R['path']>]
    ? unknown
    : { params: `not in the path: ${Exclude<ParamsShape<R>, PathParam<R['path']>>}` }
  : { params: `missing from params: ${Exclude<PathParam<R['path']>, ParamsShape<R>>}` };

export const defineRoute = <const R extends Route>(route: R & ParamsMatchPath<R>): R => route;

export interface Contract<
  Name extends string = string,
  Routes extends Record<string, Route> = Record<string, Route>,
> {
  readonly module: Name;
  /** What people call the module in documents and alarms. */
  readonly title: string;
  readonly errors: Record<string, ErrorDefinition>;
  readonly routes: Routes;
}

export const defineContract = <const C extends Contract>(contract: C): C => contract;

type ParsedBy<T, When> = T extends z.ZodType ? z.output<T> : When;
type GivenTo<T, When> = T extends z.ZodType ? z.input<T> : When;

/** What a handler receives, after parsing. */
export interface RouteInput<R extends Route> {
  params: ParsedBy<R['params'], Record<never, never>>;
  query: ParsedBy<R['query'], Record<never, never>>;
  body: ParsedBy<R['body'], undefined>;
}

/** What a caller passes, before parsing (defaults may be left out). */
export type RouteRequest<R extends Route> = (R['params'] extends z.ZodType
  ? { params: GivenTo<R['params'], never> }
  : unknown) &
  (R['query'] extends z.ZodType ? { query?: GivenTo<R['query'], never> } : unknown) &
  (R['body'] extends z.ZodType ? { body: GivenTo<R['body'], never> } : unknown);

/** What a handler returns: the schema's input, since `output` is parsed on the way out. */
export type RouteAnswer<R extends Route> = R['output'] extends z.ZodType ? z.input<R['output']> : undefined;

/** What a caller gets. */
export type RouteResult<R extends Route> = ParsedBy<R['output'], undefined>;

/** What a handler is told about its caller, by what the route's `access` establishes. */
export interface CallerContexts {
  public: unknown;
  signedIn: unknown;
  verified: unknown;
  member: unknown;
}

type ContextOf<R extends Route, X extends CallerContexts> = R['access'] extends 'public'
  ? X['public']
  : R['access'] extends 'signed-in'
    ? X['signedIn']
    : R['access'] extends 'verified-email'
      ? X['verified']
      : X['member'];

/** A route without a handler, or a handler without a route, is a compile error. */
export type Handlers<C extends Contract, X extends CallerContexts> = {
  [K in keyof C['routes']]: (
    input: RouteInput<C['routes'][K]>,
    context: ContextOf<C['routes'][K], X>,
  ) => Promise<RouteAnswer<C['routes'][K]>>;
};

/**
 * Whether a repeat of a request with the same `Idempotency-Key` gets the first answer: of everything that makes or removes
 * something. A PATCH names the version that it was made from, which makes its repeat harmless.
 */
export const takesIdempotencyKey = ({ method }: Pick<Route, 'method'>): boolean =>
  method === 'POST' || method === 'DELETE';

/** The full path of a route, e.g. `/api/tasks/{taskId}`. */
export const routePath = (route: Route): string => `${apiPrefix}${route.path}`;
