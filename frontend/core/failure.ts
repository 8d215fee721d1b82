import type { FieldProblem } from '../../shared/core/errors.ts';
import { t } from '../../shared/core/translate.ts';

/** Why a call did not succeed, in the words of shared/core/errors.ts, or of this browser when no answer came. */
export class Failure extends Error {
  readonly code: string;
  /** 0 when no answer came. */
  readonly status: number;
  readonly errors: readonly FieldProblem[];
  /** What support searches the log for. */
  readonly requestId: string | undefined;
  /** With `version.conflict`: the record as it is now. */
  readonly current: unknown;
  /** When it is worth trying again, if the server says. */
  readonly retryAfterSeconds: number | undefined;

  constructor(fact: {
    code: string;
    status: number;
    title: string;
    errors?: readonly FieldProblem[] | undefined;
    requestId?: string | undefined;
    current?: unknown;
    retryAfterSeconds?: number | undefined;
    cause?: unknown;
  }) {
    super(fact.title, { cause: fact.cause });
    this.name = 'Failure';
    this.code = fact.code;
    this.status = fact.status;
    this.errors = fact.errors ?? [];
    this.requestId = fact.requestId;
    this.current = fact.current;
    this.retryAfterSeconds = fact.retryAfterSeconds;
  }
}

/** Nothing came back: this device is offline, or the way to the server is broken. */
export const connectionFailure = (cause: unknown): Failure =>
  navigator.onLine
    ? new Failure({
        code: 'unreachable',
        status: 0,
        title: t('We could not reach Guildhall. Check your connection and try again.'),
        cause,
      })
    : new Failure({
        code: 'offline',
        status: 0,
        title: t('You seem to be offline. Check your connection and try again.'),
        cause,
      });

/** Whether an error is a failure with this code. */
export const isFailure = (error: unknown, code: string): error is Failure =>
  error instanceof Failure && error.code === code;

/** Whether what was asked for may have been done all the same: no answer came, or none that says. */
export const outcomeUnknown = (error: unknown): boolean =>
  error instanceof Failure && (error.status === 0 || error.status >= 500);

/**
 * Waits for a removal. Gone is what it was to be: that the press before, or another tab, was faster is no failure.
 * @throws Failure
 */
export const unlessGone = async (removal: Promise<unknown>): Promise<void> => {
  try {
    await removal;
  } catch (error) {
    if (!isFailure(error, 'not_found')) throw error;
  }
};

// Codes whose own sentence helps a person more than "failed to …" alone would.
const vague = new Set(['internal', 'malformed', 'idempotency_key.invalid', 'idempotency_key.reused']);

/** The sentence that explains an error beside "Failed to …"; undefined when there is nothing worth adding. */
export const explain = (error: unknown): string | undefined => {
  if (!(error instanceof Failure)) return undefined;
  if (vague.has(error.code))
    return error.requestId && t('If it happens again, tell support: {id}', { id: error.requestId });
  return error.message;
};
