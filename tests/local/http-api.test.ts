import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routeTable } from '../../infra/local/http-api/http-api-routes.ts';
import type { LocalCloud } from '../../infra/local/runner/local-cloud.ts';
import { makeFolder, removeFolder, startFixture } from './assembly-fixture.ts';

const folder = makeFolder();
const problems: string[] = [];
let cloud: LocalCloud;

beforeAll(async () => {
  cloud = await startFixture(folder, { log: (line, kind) => kind === 'problem' && problems.push(line) });
});
afterAll(async () => {
  await cloud.stop();
  removeFolder(folder);
});

interface Seen {
  event: Record<string, unknown> & {
    headers: Record<string, string>;
    requestContext: Record<string, unknown>;
  };
  env: Record<string, string>;
  context: Record<string, unknown>;
  remaining: number;
}

const send = (path: string, init?: RequestInit) => fetch(cloud.url + path, init);
const seenBy = async (response: Response): Promise<Seen> => (await response.json()) as Seen;
const callPrivate = (token?: string) =>
  send('/api/private', token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });

describe('the event (payload format 2.0)', () => {
  test('has the shape that API Gateway gives it', async () => {
    const response = await send('/api/public/J%C3%BCrg%20%26?b=2&a=1&a=3&c=%C3%A9', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'X-Own': 'Yes', cookie: 'one=1; two=2' },
      body: '{"text":"é"}',
    });
    const { event } = await seenBy(response);
    expect(event).toEqual({
      version: '2.0',
      routeKey: 'POST /api/public/{name}',
      rawPath: '/api/public/Jürg &',
      rawQueryString: 'b=2&a=1&a=3&c=%C3%A9',
      queryStringParameters: { a: '1,3', b: '2', c: 'é' },
      pathParameters: { name: 'Jürg &' },
      cookies: ['one=1', 'two=2'],
      headers: expect.objectContaining({
        'x-own': 'Yes',
        'content-type': 'application/json',
        host: expect.stringMatching(/^\w{10}\.execute-api\.eu-central-1\.amazonaws\.com$/),
        'x-forwarded-proto': 'https',
      }),
      requestContext: {
        accountId: '000000000000',
        apiId: expect.stringMatching(/^\w{10}$/),
        domainName: event.headers.host,
        domainPrefix: event.headers.host?.split('.')[0],
        http: {
          method: 'POST',
          path: '/api/public/Jürg &',
          protocol: 'HTTP/1.1',
          sourceIp: expect.any(String),
          userAgent: expect.any(String),
        },
        requestId: response.headers.get('apigw-requestid'),
        routeKey: 'POST /api/public/{name}',
        stage: '$default',
        time: expect.stringMatching(/^\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
        timeEpoch: expect.any(Number),
      },
      body: '{"text":"é"}',
      isBase64Encoded: false,
    });
    expect(event.headers).not.toHaveProperty('cookie');
  });

  test('carries a body that is no text in base64', async () => {
    const { event } = await seenBy(
      await send('/api/public/x', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'a=1',
      }),
    );
    expect(event).toMatchObject({ body: 'YT0x', isBase64Encoded: true });
  });

  test('leaves out what is not there', async () => {
    const { event } = await seenBy(await send('/api/public/x', { method: 'POST' }));
    expect(event.rawQueryString).toBe('');
    for (const absent of ['body', 'queryStringParameters', 'cookies'])
      expect(event).not.toHaveProperty(absent);
  });
});

describe('the answer', () => {
  test('keeps status, headers, cookies and bytes', async () => {
    const response = await send('/api/public/cookies', { method: 'POST' });
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('x-made-by')).toBe('echo');
    expect(await response.text()).toBe('hi');
  });

  test('is a 200 of JSON where the function names no status', async () => {
    const response = await send('/api/public/plain', { method: 'POST' });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ just: 'this' });
  });

  test('is a 500 where the function breaks the format', async () => {
    const response = await send('/api/public/broken', { method: 'POST' });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ message: 'Internal Server Error' });
  });

  test.each(['GET /api/nothing', 'GET /api/public/x', 'POST /api/public/', 'POST /api/public/a/b'])(
    'to %s is the gateway’s own 404',
    async (request) => {
      const [method, path = ''] = request.split(' ');
      const response = await send(path, { method });
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ message: 'Not Found' });
    },
  );

  test('to more than 10 MB is a 413', async () => {
    const response = await send('/api/public/x', { method: 'POST', body: 'x'.repeat(10 * 1024 * 1024 + 1) });
    expect(response.status).toBe(413);
  });
});

describe('the authorizer', () => {
  test('lets an access token through and hands on its claims as texts', async () => {
    const { event } = await seenBy(await callPrivate(await cloud.tokenFor({ email: 'ada@example.com' })));
    const { authorizer } = event.requestContext as {
      authorizer: { jwt: { claims: Record<string, string> } };
    };
    expect(authorizer.jwt).toEqual({
      claims: expect.objectContaining({
        sub: expect.any(String),
        token_use: 'access',
        scope: 'openid email profile fixture/app',
        exp: expect.stringMatching(/^\d+$/),
        'cognito:groups': expect.stringMatching(/^\[.*_Google\]$/),
      }),
      scopes: ['openid', 'email', 'profile', 'fixture/app'],
    });
  });

  test('a missing token is a 401 that asks for one', async () => {
    const response = await callPrivate();
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toEqual({ message: 'Unauthorized' });
  });

  const ada = { email: 'ada@example.com' };
  const forge = async (): Promise<string> => {
    const { privateKey } = await generateKeyPair('RS256');
    const real = await cloud.tokenFor(ada);
    const [header = '', payload = ''] = real
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString());
    return new SignJWT(JSON.parse(payload)).setProtectedHeader(JSON.parse(header)).sign(privateKey);
  };
  const unsigned = async (): Promise<string> => {
    const [, payload] = (await cloud.tokenFor(ada)).split('.');
    return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
  };
  test.each<[string, () => Promise<string>, number, RegExp]>([
    ['an expired token', () => cloud.tokenFor(ada, { expiresInSeconds: -1 }), 401, /expired/],
    ['a token of another client', () => cloud.tokenFor(ada, { clientId: 'stranger' }), 401, /audience/],
    ['a forged signature', forge, 401, /signature/],
    ['an unsigned token', unsigned, 401, /signature/],
    ['no token at all', async () => 'nonsense', 401, /malformed/],
    ['an ID token, which has no scope', () => cloud.tokenFor(ada, { use: 'id' }), 403, /insufficient_scope/],
    ['a token without the scope', () => cloud.tokenFor(ada, { scope: 'openid' }), 403, /insufficient_scope/],
  ])('%s is refused', async (_name, token, status, reason) => {
    const response = await callPrivate(await token());
    expect(response.status).toBe(status);
    expect(response.headers.get('www-authenticate')).toMatch(reason);
    expect(await response.json()).toEqual({ message: status === 401 ? 'Unauthorized' : 'Forbidden' });
  });
});

describe('a function', () => {
  test('sees its own environment and nothing of ours', async () => {
    process.env.OF_THE_RUNNER = 'secret';
    const { env, context, remaining } = await seenBy(await send('/api/public/x', { method: 'POST' }));
    delete process.env.OF_THE_RUNNER;
    expect(env).toMatchObject({
      TABLE_NAME: cloud.tableName,
      SITE: cloud.url,
      AWS_REGION: 'eu-central-1',
      AWS_LAMBDA_FUNCTION_NAME: 'echo',
      AWS_ENDPOINT_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    });
    expect(env).not.toHaveProperty('OF_THE_RUNNER');
    expect(env).not.toHaveProperty('HOME');
    expect(context).toMatchObject({
      functionName: 'echo',
      memoryLimitInMB: '256',
      functionVersion: '$LATEST',
    });
    expect(remaining).toBeGreaterThan(0);
    expect(remaining).toBeLessThanOrEqual(1000);
  });

  test.each([
    ['throws', 'throw', /echo failed at POST \/api\/public\/throw: TypeError: asked to/],
    ['ends its process', 'exit', /Runtime\.ExitError: Runtime exited with code 3/],
    ['never answers', 'hang', /timed out.*Task timed out after 1\.00 seconds/],
  ])('that %s is a 500, and the next call finds it well', async (_name, wish, problem) => {
    const response = await send(`/api/public/${wish}`, { method: 'POST' });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ message: 'Internal Server Error' });
    expect(problems.join('\n')).toMatch(problem);
    expect((await send('/api/public/x', { method: 'POST' })).status).toBe(200);
  });

  test('keeps what it printed with the call that it printed it in', async () => {
    await Promise.all(['p', 'q', 'r', 's'].map((name) => send(`/api/public/${name}`, { method: 'POST' })));
    const [last, ...earlier] = cloud.invocations().slice(0, 4);
    for (const one of [last, ...earlier]) {
      expect(one?.log).toBe(`seen ${one?.cause.replace('POST ', '')}\n`);
      expect(one).toMatchObject({ functionName: 'echo', outcome: 'answered' });
    }
  });
});

test('routes: fixed segments before parameters, these before the greedy one', () => {
  const keys = ['GET /a/{x}', 'GET /a/b', 'GET /{rest+}', 'ANY /a/{x}', 'GET /a/{x}/c'];
  const table = routeTable(new Map(keys.map((key) => [key, key])));
  const find = (method: string, path: string) => table.find(method, path);
  expect(find('GET', '/a/b')).toEqual({ route: 'GET /a/b', params: undefined });
  expect(find('GET', '/a/z')).toEqual({ route: 'GET /a/{x}', params: { x: 'z' } });
  expect(find('PUT', '/a/z')).toEqual({ route: 'ANY /a/{x}', params: { x: 'z' } });
  expect(find('GET', '/a/z/c')).toEqual({ route: 'GET /a/{x}/c', params: { x: 'z' } });
  expect(find('GET', '/q/r')).toEqual({ route: 'GET /{rest+}', params: { rest: 'q/r' } });
  expect(find('PUT', '/q/r')).toBeUndefined();
  expect(() => routeTable(new Map([['$default', 1]]))).toThrow(/\$default/);
});
