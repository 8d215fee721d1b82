import type { CoreErrorCode, FieldProblem } from '../../shared/core/errors.ts';

interface FailureDetails {
  /** One more sentence for the person, beside the code's title. */
  detail?: string;
  /** Which fields were refused, and why. */
  errors?: FieldProblem[];
  /** With `version.conflict`: the record as it is now. */
  current?: unknown;
}

/** Ends a request with a declared error: one of the core codes, or one that the route's module declares. */
export class Failure<Code extends string = CoreErrorCode> extends Error {
  override readonly name = 'Failure';
  readonly code: Code;
  readonly details: FailureDetails;

  constructor(code: Code, details: FailureDetails = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}
