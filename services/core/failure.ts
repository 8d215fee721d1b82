import type { CoreErrorCode, FieldProblem } from '../../shared/core/errors.ts';

interface FailureDetails {
  /** One more sentence for the person, beside the code's title. */
  detail?: string;
  /** Which fields were refused, and why. */
  errors?: FieldProblem[];
  /** With `version.conflict`: the record as it is now. */
  current?: unknown;
  /** When it is worth trying again; becomes the header `Retry-After`. */
  retryAfterSeconds?: number;
}

/** Ends a request with a declared error: one of the core codes, or one that the route's module declares. */
export class Failure<Code extends string = CoreErrorCode> extends Error {
  override readonly name: string = 'Failure';
  readonly code: Code;
  readonly details: FailureDetails;

  constructor(code: Code, details: FailureDetails = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/**
 * A failure after the request has written: its effect stands and its answer is stored, but what had to follow did not
 * happen. The stored answer must not hide that; a repeat may succeed.
 */
export class LateFailure<Code extends string = CoreErrorCode> extends Failure<Code> {
  override readonly name = 'LateFailure';
}
