import type { ActionRequest } from './iam-policy.ts';

/** A call of an SDK, its signature checked. */
export interface AwsRequest {
  method: string;
  path: string;
  /** From `x-amz-target`, such as `GetSecretValue`; empty where the path says it all. */
  operation: string;
  /** Empty where the service does not speak JSON. */
  body: Record<string, unknown>;
  /** As it came. */
  payload: Buffer;
}

/** The service refused the call: what AWS answers in its place. */
export class AwsFailure extends Error {
  /** @param type such as `ResourceNotFoundException`. */
  constructor(
    readonly type: string,
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

/** A service of AWS on this machine. Whether the caller may is asked first, of the caller's own policies. */
export interface AwsService {
  /** False where a call's body is whatever the caller wants to say. */
  readonly readsJson?: false;
  /** @throws UnknownCall for a call that this machine does not know. */
  actions(request: AwsRequest): ActionRequest[];
  /** @returns what is answered as JSON, or undefined for an empty answer. @throws AwsFailure */
  answer(request: AwsRequest): unknown;
}
