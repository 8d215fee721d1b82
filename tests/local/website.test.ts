import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../infra/local/runner/local-cloud.ts';
import {
  fixtureResources,
  makeFolder,
  removeFolder,
  startFixture,
  writeAssembly,
  writeCode,
  writeWebsite,
} from './assembly-fixture.ts';

const folder = makeFolder();
let cloud: LocalCloud;

beforeAll(async () => {
  writeFileSync(join(folder, 'secret.txt'), 'not for the web');
  cloud = await startFixture(folder, { websiteDir: writeWebsite(join(folder, 'website')) });
});
afterAll(async () => {
  await cloud.stop();
  removeFolder(folder);
});

/** A request as it stands, without fetch's own tidying of paths and encodings. */
const rawGet = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request(cloud.url, { path, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });

test('a screen gets the page, by the routing function of the template', async () => {
  const screens = [
    '/',
    '/dashboard/tasks?status=review',
    '/foo.bar',
    '/..%5csecret.txt',
    '/../secret.txt',
    '//',
  ];
  for (const path of screens) {
    const { status, headers, body } = await rawGet(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(body.toString()).toContain('<title>Fixture</title>');
  }
});

test('an error is kept for everybody, by its path alone, unless the template says for how long; then that long', async () => {
  const outcomes = async (errors: object[] | undefined) => {
    const place = makeFolder();
    const resources = fixtureResources();
    Object.assign(resources.Site?.Properties?.DistributionConfig as object, { CustomErrorResponses: errors });
    const own = await startLocalCloud({
      dataDir: join(place, 'data'),
      port: 0,
      templateDir: writeCode(writeAssembly(place, resources)),
      websiteDir: writeWebsite(join(place, 'website')),
    });
    const ask = async (query: string) => {
      const answer = await fetch(`${own.url}/api/nowhere${query}`);
      expect(answer.status).toBe(404);
      return answer.headers.get('apigw-requestid');
    };
    const ids = [await ask('?of=one'), await ask('?of=another')];
    await own.stop();
    removeFolder(place);
    return new Set(ids).size;
  };
  // The same answer, request id and all, to whoever asks next.
  expect(await outcomes(undefined)).toBe(1);
  expect(await outcomes([{ ErrorCode: 404, ErrorCachingMinTTL: 0 }])).toBe(2);
});

test('a hashed file may be kept for ever', async () => {
  const { headers } = await rawGet('/assets/app-1a2b.js');
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

test('the headers of the template come along, with the hosts of this machine', async () => {
  const { headers } = await rawGet('/');
  expect(headers).toMatchObject({
    'content-security-policy': `connect-src 'self' ${cloud.signInUrl} ${cloud.url.replace('http', 'ws')}`,
    'x-content-type-options': 'nosniff',
  });
});

test('config.json is what the deployment would write', async () => {
  const { headers, body } = await rawGet('/config.json');
  expect(headers['content-type']).toBe('application/json');
  expect(JSON.parse(body.toString())).toEqual({
    userPoolId: expect.stringMatching(/^eu-central-1_/),
    userPoolClientId: expect.any(String),
    socketUrl: `${cloud.url.replace('http', 'ws')}/live`,
  });
});

test('what the browser has need not be sent again', async () => {
  const { headers } = await rawGet('/');
  const again = await rawGet('/', { 'if-none-match': String(headers.etag) });
  expect(again.status).toBe(304);
  expect(again.body).toHaveLength(0);
});

test('text is compressed for those who can take it', async () => {
  const plain = await rawGet('/');
  const small = await rawGet('/', { 'accept-encoding': 'gzip, br' });
  expect(small.headers['content-encoding']).toBe('br');
  expect(small.body.length).toBeLessThan(plain.body.length);
  expect(brotliDecompressSync(small.body)).toEqual(plain.body);
  expect((await rawGet('/assets/app-1a2b.js', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe(
    undefined,
  );
});

test('HEAD has headers and no body', async () => {
  const { status, headers, body } = await rawGet('/', {}, 'HEAD');
  expect(status).toBe(200);
  expect(Number(headers['content-length'])).toBeGreaterThan(0);
  expect(body).toHaveLength(0);
});

test.each([
  '/assets/missing.js',
  '/assets/../../secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/..%5c..%5csecret.txt',
  '/assets/%00.js',
  '/assets/%zz.js',
])('%s is denied as S3 denies what it does not have', async (path) => {
  const { status, body } = await rawGet(path);
  expect(status).toBe(403);
  expect(body.toString()).toContain('AccessDenied');
});

test.each(['*', 'http://other.example/', 'other.example:443'])('%s is no address here', async (target) => {
  expect((await rawGet(target)).status).toBe(400);
});

test('other methods than the behaviour allows are refused', async () => {
  expect((await rawGet('/', {}, 'POST')).status).toBe(403);
});

test('the API is not rewritten by the routing function', async () => {
  expect((await rawGet('/api/nothing')).status).toBe(404);
});

test('/_local shows the system, to loopback names only', async () => {
  await fetch(`${cloud.url}/api/public/${encodeURIComponent('<script>')}`, { method: 'POST' });
  const page = (await rawGet('/_local?pk=%3Cb%3E')).body.toString();
  expect(page).toContain('npm run token -- ada@example.com');
  expect(page).toContain(cloud.tableName);
  expect(page).toContain('POST /api/public/%3Cscript%3E');
  expect(page).toContain('value="&lt;b&gt;"');
  expect(page).not.toContain('<script');
  expect((await rawGet('/_local', { host: 'evil.example' })).status).toBe(403);
  expect((await rawGet('/_local/other')).status).toBe(404);
});
