import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Contract, Route } from '../../shared/core/contract.ts';
import { coreErrors, type ErrorDefinition, type Problem } from '../../shared/core/errors.ts';
import { Failure } from './failure.ts';
import { log } from './log.ts';

export type HttpResult = APIGatewayProxyStructuredResultV2;

/** Seconds to wait before the next try, where nobody knows better. */
const patienceOf: Partial<Record<ErrorDefinition['status'], number>> = { 429: 30, 503: 1 };

/** The answer to a request that failed: problem+json (RFC 9457). */
export const problem = (
  code: string,
  definition: ErrorDefinition,
  requestId: string,
  { retryAfterSeconds, ...details }: Failure['details'] = {},
) => {
  const retryAfter = retryAfterSeconds ?? patienceOf[definition.status];
  const body: Problem = {
    type: 'about:blank',
    title: definition.title(),
    status: definition.status,
    code,
    requestId,
    ...details,
  };
  return {
    statusCode: definition.status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    body: JSON.stringify(body),
  };
};

/** What DynamoDB throws, or gives as reason of a cancelled transaction, when a moment's patience is all it takes. */
const passing = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionConflictException',
  'TransactionInProgressException',
  'InternalServerError',
  'TimeoutError',
  'None',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

const isPassing = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const reasons =
    'CancellationReasons' in error ? (error.CancellationReasons as { Code?: string }[]) : undefined;
  return reasons ? reasons.every(({ Code }) => passing.has(Code ?? '')) : passing.has(error.name);
};

/** What a failed request is answered. What nobody declared is logged with its cause, and answered as 500 or, where it passes, 503. */
export const problemFor = (
  error: unknown,
  contract: Contract,
  route: Route,
  requestId: string,
): HttpResult => {
  if (error instanceof Failure) {
    const code: string = error.code;
    const own = route.errors?.includes(code) ? contract.errors[code] : undefined;
    const definition = own ?? coreErrors[code as keyof typeof coreErrors];
    if (definition) return problem(code, definition, requestId, error.details);
    log.error('an error that the route does not declare', error, { requestId, code });
    return problem('internal', coreErrors.internal, requestId);
  }
  log.error('the request failed', error, { requestId });
  return isPassing(error)
    ? problem('unavailable', coreErrors.unavailable, requestId)
    : problem('internal', coreErrors.internal, requestId);
};
