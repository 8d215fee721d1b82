import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { environment } from './environment.ts';
import { defaultProvider } from './environment-credentials.ts';

interface AwsCall {
  /** The service's name in signatures, such as `ses`. */
  service: string;
  /** The first label of its host, such as `email` in `email.eu-west-1.amazonaws.com`. */
  host: string;
  path: string;
  headers?: Record<string, string>;
  body: unknown;
}

/** The service received the call and said no: it certainly did not do it. `name` is its own word for why. */
export class AwsRefusal extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

const timeoutMs = 5000;
class Sha256 extends Hash {
  constructor(secret?: ConstructorParameters<typeof Hash>[1]) {
    super('sha256', secret);
  }
}

const read = (service: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${service} answered with something else than JSON`);
  }
};

/**
 * Sends one signed JSON request to a service of AWS: what its SDK client does, for a service of which we call a single
 * operation. Such a client is 15 to 80 kB in the bundle; the signer is there already, for DynamoDB. As with the SDK,
 * `AWS_ENDPOINT_URL` says where the services are, if not where AWS has them.
 * @throws AwsRefusal when the service refused; any other error leaves open whether it carried the call out
 */
export const callAws = async ({ service, host, path, headers = {}, body }: AwsCall): Promise<unknown> => {
  const region = environment('AWS_REGION');
  const base = new URL(process.env.AWS_ENDPOINT_URL ?? `https://${host}.${region}.amazonaws.com`);
  const signer = new SignatureV4({ service, region, credentials: defaultProvider(), sha256: Sha256 });
  const request = await signer.sign({
    method: 'POST',
    protocol: base.protocol,
    hostname: base.hostname,
    path,
    headers: { 'content-type': 'application/json', ...headers, host: base.host },
    body: JSON.stringify(body),
  });
  const { host: _host, ...sent } = request.headers;
  const response = await fetch(new URL(path, base), {
    method: request.method,
    headers: sent,
    body: request.body as string,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  // What is thrown here is logged. Answers may hold a secret or an address, so their text stays out of it.
  if (response.ok) return text === '' ? undefined : read(service, text);
  const type = response.headers.get('x-amzn-errortype') ?? /"__type":"(?:[^"#]*#)?([^"]+)"/.exec(text)?.[1];
  const name = /^\w{1,100}/.exec(type ?? '')?.[0] ?? 'AwsRefusal';
  // A server error may come after the effect.
  if (response.status >= 500) throw new Error(`${service} answered ${response.status}`);
  throw new AwsRefusal(name, `${service} answered ${response.status}: ${name}`);
};
