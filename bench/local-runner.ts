import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { answerOfFunction, httpApiEvent } from '../infra/local/http-api/http-api-event.ts';
import { jwtAuthorizer } from '../infra/local/http-api/jwt-authorizer.ts';
import { startAwsGateway } from '../infra/local/iam/aws-gateway.ts';
import { localFunction } from '../infra/local/lambda/functions.ts';
import { policiesOfFunction } from '../infra/local/lambda/local-functions.ts';
import { buildAssembly } from '../infra/local/runner/builds.ts';
import { type LocalCloud, place, startLocalCloud } from '../infra/local/runner/local-cloud.ts';
import { LocalTemplate } from '../infra/local/runner/template.ts';
import { amount, type Figure, interleaved } from './measure.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

interface Sent {
  url: string;
  token?: string;
  method?: string;
  body?: object;
}

/** Sends a request over one connection that stays open, as a browser does. */
const send = ({ url, token, method = 'GET', body }: Sent): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const json = body && JSON.stringify(body);
    const sent = request(
      url,
      {
        agent,
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(json && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }),
        },
      },
      (answer: IncomingMessage) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    sent.on('error', reject);
    sent.end(json);
  });

interface Reader {
  token: string;
  userId: string;
  taskId: string;
}

/** Somebody with a group and one task in it. */
const aReader = async (cloud: LocalCloud, n: number): Promise<Reader> => {
  const token = await cloud.tokenFor({
    email: `bench${n}@example.com`,
    name: 'Ben Bench',
    emailVerified: true,
  });
  const call = async (method: string, address: string, body?: object) => {
    const { status, text } = await send({ url: `${cloud.url}/api${address}`, method, token, body });
    if (status >= 300) throw new Error(`${method} ${address}: ${status} ${text}`);
    return JSON.parse(text) as { id: string; user: { id: string } };
  };
  const { user } = await call('PUT', '/session');
  await call('POST', '/organizations', { name: 'Bench', timeZone: 'UTC' });
  const task = await call('POST', '/tasks', {
    title: 'Paint the sign',
    description: 'What to do, for whom, and until when. '.repeat(9),
    deadline: '2027-04-01',
  });
  return { token, userId: user.id, taskId: task.id };
};

type Handler = (event: object, context: object) => Promise<{ statusCode: number }>;

/** The function behind a route, called without anything of the local runner, and with the engine as its AWS. */
const bareFunction = async (cloud: LocalCloud): Promise<(reader: Reader) => Promise<void>> => {
  const tasks = cloud.functions().find(({ name }) => name.endsWith('-tasks'));
  if (!tasks) throw new Error('There is no function for tasks.');
  Object.assign(process.env, tasks.environment, {
    AWS_ENDPOINT_URL: cloud.tableEndpoint,
    // The engine keeps one set of tables per key id.
    AWS_ACCESS_KEY_ID: 'local',
    REQUESTS_PER_MINUTE: 'Infinity',
    TZ: 'UTC',
    PATH: process.env.PATH,
  });
  const { handler } = (await import(pathToFileURL(path.join(tasks.codeDir, 'index.mjs')).href)) as {
    handler: Handler;
  };
  // What it logs would be the report.
  const { info } = console;
  const quietly = async <T>(work: () => Promise<T>): Promise<T> => {
    console.info = () => {};
    try {
      return await work();
    } finally {
      console.info = info;
    }
  };
  return ({ userId, taskId }) =>
    quietly(async () => {
      const rawPath = `/api/tasks/${taskId}`;
      const { statusCode } = await handler(
        {
          version: '2.0',
          routeKey: 'GET /api/tasks/{taskId}',
          rawPath,
          rawQueryString: '',
          headers: {},
          pathParameters: { taskId },
          isBase64Encoded: false,
          requestContext: {
            requestId: 'bench',
            http: { method: 'GET', path: rawPath, sourceIp: '127.0.0.1' },
            authorizer: { jwt: { claims: { sub: userId, auth_time: String(2 ** 40) }, scopes: [] } },
          },
        },
        {},
      );
      if (statusCode !== 200) throw new Error(`The bare function answered ${statusCode}.`);
    });
};

/** One call of the SDK, straight to the engine and through the door that checks signature and policy. */
const sdkCalls = async (cloud: LocalCloud, templateDir: string, { userId }: Reader) => {
  const tasks = cloud.functions().find(({ name }) => name.endsWith('-tasks'));
  const policies = policiesOfFunction(new LocalTemplate(templateDir, place), tasks?.arn ?? '');
  const gateway = await startAwsGateway({
    region: cloud.region,
    accountId: place.accountId,
    engineEndpoint: cloud.tableEndpoint,
    services: {},
    onDenial: ({ reason }) => {
      throw new Error(reason);
    },
  });
  const read = (endpoint: string, credentials: { accessKeyId: string; secretAccessKey: string }) => {
    const client = DynamoDBDocumentClient.from(
      new DynamoDBClient({ region: cloud.region, endpoint, credentials }),
    );
    const Key = { pk: `USER#${userId}`, sk: 'PROFILE' };
    return () => client.send(new GetCommand({ TableName: cloud.tableName, Key, ConsistentRead: true }));
  };
  return {
    direct: read(cloud.tableEndpoint, { accessKeyId: 'local', secretAccessKey: 'local' }),
    checked: read(gateway.endpoint, gateway.credentialsFor('bench', 'bench', policies)),
    close: gateway.close,
  };
};

/** A function that does nothing but answer, and log a line as ours do. */
const emptyFunction = (folder: string) => {
  mkdirSync(folder, { recursive: true });
  const answer = { statusCode: 200, headers: { 'content-type': 'application/json' }, body: 'x'.repeat(700) };
  writeFileSync(
    path.join(folder, 'index.mjs'),
    `const answer = ${JSON.stringify(answer)};
export const handler = async () => { console.log('{"level":"info","message":"request"}'); return answer; };`,
  );
  return localFunction(
    {
      name: 'empty',
      arn: 'empty',
      codeDir: folder,
      handler: 'index.handler',
      timeoutSeconds: 10,
      memoryMb: 128,
      environment: {},
    },
    () => {},
  );
};

/** The authorizer over a token that it has seen, and the event that a request becomes and its answer out of JSON. */
const apiGateway = async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const issuer = 'https://issuer.example';
  const token = await new SignJWT({ client_id: 'bench', scope: 'guildhall/app', sub: 'ada' })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(issuer)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey);
  const authorize = jwtAuthorizer({ issuer, audience: ['bench'] }, { keys: [await exportJWK(publicKey)] });
  const headers = { authorization: `Bearer ${token}`, accept: '*/*', 'user-agent': 'bench' };
  const asked = { method: 'GET', path: '/api/tasks/1', query: '', headers, body: Buffer.alloc(0) };
  const context = {
    accountId: place.accountId,
    apiId: 'bench',
    domainName: 'bench',
    routeKey: 'GET /api/tasks/{taskId}',
    requestId: 'bench',
    pathParameters: { taskId: '1' },
    jwt: undefined,
  };
  const body = JSON.stringify({ text: 'x'.repeat(700) });
  const answer = JSON.stringify({ statusCode: 200, headers: { 'content-type': 'application/json' }, body });
  return {
    authorize: () => authorize(headers.authorization, ['guildhall/app']),
    convert: async () => [
      JSON.stringify(httpApiEvent({ ...asked, sourceIp: '127.0.0.1' }, context)),
      answerOfFunction(answer),
    ],
  };
};

/** A server that answers without looking: what HTTP alone costs. */
const plainServer = async (): Promise<{ url: string; close: () => void }> => {
  const server = createServer((_, answer) => {
    answer.writeHead(404, { 'content-type': 'application/json' });
    answer.end('{"message":"Not Found"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
};

/**
 * What a request costs that is the local runner's alone: one GET of a task, at one caller. A tenth of the runs was as fast:
 * whatever else the machine does is left out.
 */
export const benchLocalRunner = async (): Promise<Figure[]> => {
  const templateDir = await buildAssembly(new AbortController().signal);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'guildhall-runner-'));
  const cloud = await startLocalCloud({ dataDir, port: 0, templateDir });
  const empty = emptyFunction(path.join(dataDir, 'empty'));
  const plain = await plainServer();
  const rounds = 1000;
  try {
    // A person may ask 600 times a minute.
    const readers: Reader[] = [];
    for (let n = 0; n < Math.ceil((rounds * 1.2) / 500); n += 1) readers.push(await aReader(cloud, n));
    let asked = 0;
    const next = () => readers[Math.floor(asked++ / 500) % readers.length] as Reader;
    const bare = await bareFunction(cloud);
    const calls = await sdkCalls(cloud, templateDir, readers[0] as Reader);
    const gateway = await apiGateway();
    const event = JSON.stringify({ headers: { authorization: 'x'.repeat(1000) }, rawPath: '/api/tasks' });
    const ms = await interleaved(
      {
        whole: async () => {
          const { token, taskId } = next();
          const { status } = await send({ url: `${cloud.url}/api/tasks/${taskId}`, token });
          if (status !== 200) throw new Error(`GET of a task: ${status}`);
        },
        bare: () => bare(readers[0] as Reader),
        plain: () => send({ url: plain.url }),
        front: () => send({ url: `${cloud.url}/api/no-such-route`, method: 'POST' }),
        authorize: gateway.authorize,
        convert: gateway.convert,
        invoke: () => empty.invoke(event, 'bench'),
        direct: calls.direct,
        checked: calls.checked,
      },
      rounds,
      0.1,
    );
    await calls.close();
    const own = ms.whole - ms.bare - ms.plain;
    const front = ms.front - ms.plain;
    const hop = ms.checked - ms.direct;
    const named = front + ms.authorize + ms.convert + ms.invoke + 2 * hop;
    const part = (what: string, figure: number): Figure => ({ what, figure: `${figure.toFixed(2)} ms` });
    return [
      amount('one task, read through everything', ms.whole, 4, 'ms'),
      part('  the function itself, with its two calls to the engine', ms.bare),
      part('  HTTP between the caller and a server that does nothing', ms.plain),
      amount("  the rest: the local runner's own", own, 1.5, 'ms'),
      part('    CloudFront and the routes of API Gateway', front),
      part('    the authorizer, with a token that it has seen', ms.authorize),
      part('    event and answer, to and from JSON', ms.convert),
      part('    Lambda: to a worker thread and back', ms.invoke),
      part('    IAM: hop, signature and policy of both calls', 2 * hop),
      part('    threads that wait for each other meanwhile', own - named),
    ];
  } finally {
    agent.destroy();
    plain.close();
    await empty.stop();
    await cloud.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
