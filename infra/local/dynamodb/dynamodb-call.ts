/** An engine's refusal, with AWS's own error name, such as `ResourceNotFoundException`. */
export class EngineError extends Error {
  constructor(
    override readonly name: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The engines check no signature, but want to see one. They keep one set of tables per key id, so it is always this one.
 */
export const engineAuthorization = {
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
  'x-amz-date': '20260101T000000Z',
};

/**
 * One call to the engine as its administrator, past every policy.
 * @throws EngineError when the engine refuses, the system's error when nobody answers.
 */
export async function callEngine<Answer = unknown>(
  endpoint: string,
  operation: string,
  input: object,
  service: 'DynamoDB_20120810' | 'DynamoDBStreams_20120810' = 'DynamoDB_20120810',
): Promise<Answer> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `${service}.${operation}`,
      ...engineAuthorization,
      'x-amz-date': '20260101T000000Z',
    },
    body: JSON.stringify(input),
  });
  const answer = (await response.json()) as { __type?: string; message?: string; Message?: string };
  if (response.ok) return answer as Answer;
  const name = answer.__type?.split('#').at(-1) ?? `HTTP ${response.status}`;
  throw new EngineError(name, answer.message ?? answer.Message ?? `${operation} failed`);
}
