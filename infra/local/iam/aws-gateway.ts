import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { engineAuthorization } from '../dynamodb/dynamodb-call.ts';
import { listenOnLoopback } from '../runner/loopback-server.ts';
import { readBody } from '../runner/read-body.ts';
import { RecentList } from '../runner/recent-list.ts';
import { AwsFailure, type AwsRequest, type AwsService } from './aws-service.ts';
import { readSignature, signatureIsValid, signingKey } from './aws-signature.ts';
import { dynamodbActions, UnknownCall } from './dynamodb-actions.ts';
import { decide, type Policy } from './iam-policy.ts';

/** A call that was refused, as `/_local` shows it. */
export interface Denial {
  at: Date;
  functionName: string;
  /** Such as `dynamodb:PutItem`, or what the caller did that has no action. */
  action: string;
  resource: string;
  reason: string;
}

/** What a function signs its SDK calls with. */
export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
}

/** The one door through which functions reach AWS services. */
export interface AwsGateway {
  /** What functions get as `AWS_ENDPOINT_URL`. An address with the IP: with a name, SDKs put buckets before it. */
  endpoint: string;
  /** Makes credentials that stand for this function and carry exactly these policies. */
  credentialsFor(functionName: string, roleName: string, policies: readonly Policy[]): Credentials;
  /** Newest first. */
  denials(): Denial[];
  close(): Promise<void>;
}

export interface GatewayOptions {
  region: string;
  accountId: string;
  engineEndpoint: string;
  /** By the name that signatures have for them. DynamoDB is always there, and is the engine. */
  services: Readonly<Record<string, AwsService>>;
  onDenial: (denial: Denial) => void;
  /** Told when the engine has done a write. */
  onWrite?: () => void;
}

interface Caller {
  functionName: string;
  roleName: string;
  policies: readonly Policy[];
  secretAccessKey: string;
  sessionToken: string;
}

/** DynamoDB's calls after which its stream may have more. */
const writes = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems']);

/**
 * Starts the gateway: reads function and service from the signature of each call, checks the function's own policies,
 * answers `AccessDeniedException` as AWS does, or passes the call to the engine.
 */
export async function startAwsGateway(options: GatewayOptions): Promise<AwsGateway> {
  const callers = new Map<string, Caller>();
  const keys = new Map<string, Buffer>();
  const denials = new RecentList<Denial>(200);
  const engine = new URL(options.engineEndpoint);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  const arnOf = (table: string) =>
    table.startsWith('arn:')
      ? table
      : `arn:aws:dynamodb:${options.region}:${options.accountId}:table/${table}`;

  const record = (caller: Caller, action: string, resource: string, reason: string) => {
    const denial = { at: new Date(), functionName: caller.functionName, action, resource, reason };
    denials.add(denial);
    options.onDenial(denial);
  };

  const authenticate = (incoming: IncomingMessage, body: Buffer): { caller: Caller; service: string } => {
    const scope = readSignature(incoming.headers.authorization);
    if (!scope) throw new AwsFailure('MissingAuthenticationTokenException', 'Request is missing a signature');
    const caller = callers.get(scope.accessKeyId);
    if (!caller || incoming.headers['x-amz-security-token'] !== caller.sessionToken) {
      throw new AwsFailure(
        'UnrecognizedClientException',
        'The security token included in the request is invalid.',
      );
    }
    const keyName = `${scope.accessKeyId}/${scope.date}/${scope.region}/${scope.service}`;
    const key = keys.get(keyName) ?? signingKey(caller.secretAccessKey, scope);
    keys.set(keyName, key);
    const { method = '', url: path = '', headers } = incoming;
    if (!signatureIsValid({ method, path, headers, body }, scope, key)) {
      throw new AwsFailure('InvalidSignatureException', 'The request signature does not match.');
    }
    return { caller, service: scope.service };
  };

  const actionsOf = (service: string, request: AwsRequest) => {
    if (service === 'dynamodb') return dynamodbActions(request.operation, request.body, arnOf);
    const known = options.services[service];
    if (!known) throw new UnknownCall(`the service ${service}`);
    return known.actions(request);
  };

  const authorize = (caller: Caller, service: string, request: AwsRequest) => {
    for (const call of actionsOf(service, request)) {
      const decision = decide(caller.policies, call);
      if (decision === 'allowed') continue;
      const reason =
        decision === 'explicit deny'
          ? 'with an explicit deny in an identity-based policy'
          : `because no identity-based policy allows the ${call.action} action`;
      record(caller, call.action, call.resource, reason);
      throw new AwsFailure(
        'AccessDeniedException',
        `User: arn:aws:sts::${options.accountId}:assumed-role/${caller.roleName}/${caller.functionName} ` +
          `is not authorized to perform: ${call.action} on resource: ${call.resource} ${reason}`,
      );
    }
  };

  const forward = (incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, isWrite: boolean) => {
    const { host: _host, connection: _connection, ...headers } = incoming.headers;
    const passed = request(
      {
        agent,
        host: engine.hostname,
        port: engine.port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...headers, 'content-length': body.length, ...engineAuthorization },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        if (isWrite && answer.statusCode === 200) options.onWrite?.();
      },
    );
    passed.once('error', (error) => {
      if (outgoing.headersSent) outgoing.destroy(error);
      else refuse(outgoing, new AwsFailure('InternalServerError', `the engine: ${error.message}`, 500));
    });
    passed.end(body);
  };

  const refuse = (outgoing: ServerResponse, refusal: AwsFailure) => {
    outgoing.writeHead(refusal.status, {
      'content-type': 'application/x-amz-json-1.0',
      'x-amzn-requestid': randomUUID(),
      // Where SDKs of services without `x-amz-target` look for it.
      'x-amzn-errortype': refusal.type,
    });
    outgoing.end(
      JSON.stringify({ __type: `com.amazon.coral.service#${refusal.type}`, message: refusal.message }),
    );
  };

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await readBody(incoming);
    const { caller, service } = authenticate(incoming, body);
    const operation =
      String(incoming.headers['x-amz-target'] ?? '')
        .split('.')
        .at(-1) ?? '';
    const own = options.services[service];
    const called = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      operation,
      body: own?.readsJson === false ? {} : JSON.parse(body.toString('utf8')),
      payload: body,
    };
    try {
      authorize(caller, service, called);
    } catch (error) {
      if (!(error instanceof UnknownCall)) throw error;
      // Not AccessDenied: the template may well grant it, but this machine has no such thing.
      const reason = `the local gateway does not know ${error.message}`;
      record(caller, `${service}:${operation}`, '*', reason);
      throw new AwsFailure('UnknownOperationException', reason);
    }
    if (!own) return forward(incoming, body, outgoing, writes.has(operation));
    const answered = own.answer(called);
    outgoing.writeHead(answered === undefined && called.method === 'DELETE' ? 204 : 200, {
      'content-type': 'application/json',
      'x-amzn-requestid': randomUUID(),
    });
    outgoing.end(answered === undefined ? undefined : JSON.stringify(answered));
  };

  const server = await listenOnLoopback(0, (incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) =>
      refuse(
        outgoing,
        error instanceof AwsFailure ? error : new AwsFailure('SerializationException', String(error)),
      ),
    );
  });

  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    credentialsFor: (functionName, roleName, policies) => {
      const credentials = {
        accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
        secretAccessKey: randomBytes(30).toString('base64'),
        sessionToken: randomBytes(48).toString('base64'),
      };
      callers.set(credentials.accessKeyId, { functionName, roleName, policies, ...credentials });
      return credentials;
    },
    denials: () => denials.newestFirst(),
    close: async () => {
      agent.destroy();
      await server.close();
    },
  };
}
