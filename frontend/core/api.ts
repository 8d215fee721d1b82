import { actingAsHeader, formatIdentity } from '../../shared/core/acting-as.ts';
import {
  type Route,
  type RouteRequest,
  type RouteResult,
  takesIdempotencyKey,
} from '../../shared/core/contract.ts';
import type { Problem } from '../../shared/core/errors.ts';
import { type Text, t } from '../../shared/core/translate.ts';
import { connectionFailure, Failure } from './failure.ts';
import { dropTokens, ownerOf } from './kept-tokens.ts';
import { spokenTags } from './language.ts';
import { tracked } from './own-writes.ts';
import { claimPage, endForAnother, pageEnd, pageIdentity } from './page-identity.ts';
import type { RouteLine } from './route-table.ts';
import { accessToken } from './sign-in.ts';

interface CallOptions {
  signal?: AbortSignal;
  /** The key of a submission that may have to be repeated after this page is gone, by whoever kept it. */
  submissionKey?: string;
}

type Request<R extends Route> = RouteRequest<R> & CallOptions;
type RequestArgument<R extends Route> =
  Record<never, never> extends RouteRequest<R> ? [request?: Request<R>] : [request: Request<R>];

interface Parts extends CallOptions {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const apiPrefix = '/api';
const patience = 30_000;

const addressOf = (path: string, { params = {}, query = {} }: Parts): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
  return `${apiPrefix}${filled}${search && `?${search}`}`;
};

/**
 * One key per submission, kept until its outcome is known: pressing Save again after a lost connection repeats the
 * same submission, and the server makes one record of it (PRODUCT §1, Retries).
 */
const submissions = new Map<string, string>();

const outcomeKnown = (status: number): boolean => status > 0 && status < 500 && status !== 429;

// API Gateway answers these itself, before any function runs, as `{"message":"Unauthorized"}`.
const gatewayCodes: Record<number, { code: string; title: Text }> = {
  401: { code: 'signed_out', title: () => t('Authentication required. Please log in again.') },
  403: { code: 'forbidden', title: () => t('You are not allowed to do this.') },
  404: { code: 'not_found', title: () => t('This does not exist, or you do not have access to it.') },
  413: { code: 'body.too_large', title: () => t('This is too large to be saved.') },
  429: { code: 'unavailable', title: () => t('This is busy right now. Please try again in a moment.') },
  503: { code: 'unavailable', title: () => t('This is busy right now. Please try again in a moment.') },
};

const failureOf = async (response: Response): Promise<Failure> => {
  const { status } = response;
  const type = response.headers.get('content-type') ?? '';
  const requestId =
    response.headers.get('x-request-id') ?? response.headers.get('apigw-requestid') ?? undefined;
  if (type.startsWith('application/problem+json')) {
    const problem = (await response.json()) as Problem;
    const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0) || undefined;
    return new Failure({ requestId, ...problem, status, retryAfterSeconds });
  }
  const { code, title } = gatewayCodes[status] ?? {
    code: 'internal',
    title: () => t('Something went wrong on our side. Please try again.'),
  };
  return new Failure({ code, title: title(), status, requestId });
};

const send = async (
  line: RouteLine<Route>,
  address: string,
  parts: Parts,
  key?: string,
): Promise<Response> => {
  const headers = new Headers({ accept: 'application/json', 'accept-language': spokenTags() });
  if (!line.public) {
    // Before anything is waited for: whom the screen showed when this was asked of it.
    const shown = pageIdentity();
    const token = await accessToken();
    if (token === null)
      throw new Failure({
        status: 401,
        code: 'signed_out',
        title: t('Authentication required. Please log in again.'),
      });
    claimPage(ownerOf(token));
    headers.set('authorization', `Bearer ${token}`);
    const identity = shown ?? pageIdentity();
    if (identity) headers.set(actingAsHeader, formatIdentity(identity));
  }
  if (key) headers.set('idempotency-key', key);
  if (parts.body !== undefined) headers.set('content-type', 'application/json');
  const timeout = AbortSignal.timeout(patience);
  try {
    const response = await fetch(address, {
      method: line.method,
      headers,
      body: parts.body === undefined ? null : JSON.stringify(parts.body),
      signal: AbortSignal.any([pageEnd, timeout, ...(parts.signal ? [parts.signal] : [])]),
    });
    // Kept, a token that only the server refuses would send a person from the dashboard to /login and back for ever.
    if (response.status === 401) dropTokens(headers.get('authorization')?.slice('Bearer '.length));
    return response;
  } catch (error) {
    pageEnd.throwIfAborted();
    if (parts.signal?.aborted) throw error;
    throw connectionFailure(error);
  }
};

/**
 * Calls one route of the contracts as the signed-in person; a public one as anybody.
 * The answer is not parsed again: the server sends nothing that its contract does not declare.
 * @throws Failure
 */
export const api = async <R extends Route>(
  line: RouteLine<R>,
  ...[request]: RequestArgument<R>
): Promise<RouteResult<R>> => {
  const parts = (request ?? {}) as Parts;
  const address = addressOf(line.path, parts);
  const submission = takesIdempotencyKey(line)
    ? `${line.method} ${address} ${JSON.stringify(parts.body ?? null)}`
    : undefined;
  const key = submission && (parts.submissionKey ?? submissions.get(submission) ?? crypto.randomUUID());
  if (submission && key) submissions.set(submission, key);

  const call = async (): Promise<RouteResult<R>> => {
    const response = await send(line as RouteLine<Route>, address, parts, key);
    if (submission && outcomeKnown(response.status)) submissions.delete(submission);
    if (!response.ok) {
      const failure = await failureOf(response);
      if (failure.code === 'identity.changed') endForAnother();
      throw failure;
    }
    const answer = response.status === 204 ? undefined : await response.json();
    // What was meant for the one before is nothing to be shown or kept.
    pageEnd.throwIfAborted();
    return answer as RouteResult<R>;
  };
  return line.method === 'GET' ? call() : tracked(Object.values(parts.params ?? {}), call);
};
