import { type Text, t } from './translate.ts';

/**
 * Every failure a client can meet, as one table: stable code → HTTP status and the sentence a person reads, in their language.
 * A module adds its own codes beside its contract with {@link defineErrors}.
 */
export interface ErrorDefinition {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  readonly title: Text;
}

export const defineErrors = <const T extends Record<string, ErrorDefinition>>(errors: T): T => errors;

/** Codes that any route may answer; a route does not have to declare them. */
export const coreErrors = defineErrors({
  malformed: { status: 400, title: () => t('The request could not be read.') },
  'cursor.invalid': {
    status: 400,
    title: () => t('This list position is no longer valid. Load the list again.'),
  },
  'idempotency_key.invalid': {
    status: 400,
    title: () => t('The Idempotency-Key header must be 1 to 255 printable characters.'),
  },
  signed_out: { status: 401, title: () => t('Authentication required. Please log in again.') },
  'subscription.required': { status: 402, title: () => t('Your group needs an active subscription.') },
  'session.email_unverified': {
    status: 403,
    title: () => t('Your e-mail address is not verified by your sign-in provider.'),
  },
  forbidden: { status: 403, title: () => t('You are not allowed to do this.') },
  'membership.required': { status: 403, title: () => t('You do not belong to a group yet.') },
  not_found: { status: 404, title: () => t('This does not exist, or you do not have access to it.') },
  'session.address_changed': {
    status: 409,
    title: () =>
      t(
        'Your e-mail address has changed at your sign-in provider. Sign out, then sign in again to continue.',
      ),
  },
  'identity.changed': {
    status: 409,
    title: () =>
      t('Somebody else is signed in by now, or you belong to another group. Reload the page to continue.'),
  },
  'version.conflict': { status: 409, title: () => t('Somebody changed this in the meantime.') },
  'body.too_large': { status: 413, title: () => t('The request is larger than 256 kB.') },
  'body.unsupported_type': { status: 415, title: () => t('The request body must be application/json.') },
  invalid: { status: 422, title: () => t('Some fields need attention.') },
  'idempotency_key.reused': {
    status: 422,
    title: () => t('This Idempotency-Key was already used for a different request.'),
  },
  'requests.too_many': {
    status: 429,
    title: () => t('You have sent too many requests. Please wait a minute and try again.'),
  },
  internal: { status: 500, title: () => t('Something went wrong on our side. Please try again.') },
  unavailable: { status: 503, title: () => t('This is busy right now. Please try again in a moment.') },
});

export type CoreErrorCode = keyof typeof coreErrors;

/** One field that was refused: `field` is a dotted path such as `subtasks.0.title`. */
export interface FieldProblem {
  field: string;
  message: string;
}

/** The body of every failed request: RFC 9457 `application/problem+json`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  /** What an operator searches the log for. */
  requestId?: string;
  detail?: string;
  errors?: FieldProblem[];
  /** With `version.conflict`: the record as it is now. */
  current?: unknown;
}
