import { once } from 'node:events';
import { createConnection } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { LocalCloud } from '../../infra/local/runner/local-cloud.ts';
import { makeFolder, removeFolder, startFixture, temporaryFolder } from './assembly-fixture.ts';

const folder = makeFolder();
let cloud: LocalCloud;
const opened: WebSocket[] = [];

beforeAll(async () => {
  cloud = await startFixture(folder);
});
afterEach(() => {
  for (const socket of opened.splice(0)) {
    if (socket.readyState === WebSocket.OPEN) socket.terminate();
  }
});
afterAll(async () => {
  await cloud.stop();
  removeFolder(folder);
});

const connect = (query = '', at = cloud): WebSocket => {
  const socket = new WebSocket(`${at.url.replace('http', 'ws')}/live${query}`, {
    headers: { 'user-agent': 'test' },
  });
  opened.push(socket);
  return socket;
};

const connected = async (query = '') => {
  const before = new Set(cloud.sockets.list().map(({ connectionId }) => connectionId));
  const socket = connect(query);
  await once(socket, 'open');
  const added = cloud.sockets.list().find(({ connectionId }) => !before.has(connectionId));
  return { socket, id: added?.connectionId ?? '' };
};

interface SocketEvent {
  requestContext: Record<string, unknown> & { identity: object };
  queryStringParameters?: object;
  headers?: Record<string, string>;
  body?: string;
}

/** What the function was told of a connection, oldest first. */
const eventsOf = (id: string): SocketEvent[] =>
  cloud
    .invocations()
    .filter(({ functionName }) => functionName === 'socket')
    .map(({ log }) => JSON.parse(log.split('\n')[0] ?? '') as SocketEvent)
    .filter(({ requestContext }) => requestContext.connectionId === id)
    .reverse();

const leftWith = async (id: string) => {
  const end = await vi.waitUntil(() =>
    eventsOf(id).find(({ requestContext }) => requestContext.routeKey === '$disconnect'),
  );
  return end.requestContext;
};

const callSocket = async (method: string, connectionId: string, message?: string) => {
  const response = await fetch(`${cloud.url}/api/write`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ command: 'Socket', input: { method, connectionId, message } }),
  });
  return (await response.json()) as { status: number; type: string | null; text: string };
};

test('events have the shape that API Gateway gives them', async () => {
  const { socket, id } = await connected('?ticket=a1&ticket=b2');
  expect(id).toMatch(/^[\w+/]{15}=$/);
  socket.send('ping');
  const [answer] = await once(socket, 'message');
  expect(String(answer)).toBe('heard ping');
  socket.close(1000, 'done');
  await leftWith(id);
  const [first, second, last] = eventsOf(id);
  const stays = {
    connectionId: id,
    stage: 'live',
    messageDirection: 'IN',
    apiId: expect.stringMatching(/^\w{10}$/),
    domainName: expect.stringMatching(/^\w{10}\.execute-api\.eu-central-1\.amazonaws\.com$/),
    connectedAt: expect.any(Number),
    requestId: expect.stringMatching(/=$/),
    identity: { sourceIp: expect.stringMatching(/127\.0\.0\.1|::1/), userAgent: 'test' },
  };
  expect(first).toMatchObject({
    requestContext: { ...stays, routeKey: '$connect', eventType: 'CONNECT' },
    queryStringParameters: { ticket: 'b2' },
    multiValueQueryStringParameters: { ticket: ['a1', 'b2'] },
    isBase64Encoded: false,
  });
  expect(first?.headers?.['user-agent']).toBe('test');
  expect(second).toMatchObject({
    requestContext: { ...stays, routeKey: '$default', eventType: 'MESSAGE' },
    body: 'ping',
  });
  expect(second?.queryStringParameters).toBeUndefined();
  expect(last).toMatchObject({
    requestContext: {
      ...stays,
      routeKey: '$disconnect',
      eventType: 'DISCONNECT',
      disconnectStatusCode: 1000,
      disconnectReason: 'done',
    },
  });
});

test.each([
  ['?ask=refuse', 401],
  ['?ask=throw', 500],
])('a connection that the function does not want (%s) is refused', async (query, status) => {
  const [, response] = await once(connect(query), 'unexpected-response');
  expect(response.statusCode).toBe(status);
});

test.each(['end', 'resetAndDestroy'] as const)(
  'who has gone while $connect ran is signed off all the same (%s)',
  async (leave) => {
    const calls = () => cloud.invocations().filter(({ cause }) => cause === 'socket $disconnect').length;
    const before = calls();
    const { port, host } = new URL(cloud.url);
    const stream = createConnection(Number(port), '127.0.0.1');
    stream.write(
      `GET /live?ask=slow HTTP/1.1\r\nhost: ${host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
        'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    // The function is slow to answer; until then there is no event to wait for.
    await delay(50);
    stream[leave]();
    await vi.waitUntil(() => calls() === before + 1);
    stream.destroy();
    expect(cloud.sockets.list()).toEqual([]);
  },
);

test('a socket elsewhere than at the stage is nobody’s', async () => {
  const socket = new WebSocket(`${cloud.url.replace('http', 'ws')}/other`);
  const [error] = await once(socket, 'error');
  expect(error.message).toBe('socket hang up');
});

test('a message that the function can not answer is answered by the gateway', async () => {
  const { socket, id } = await connected();
  socket.send('throw');
  const [answer] = await once(socket, 'message');
  expect(JSON.parse(String(answer))).toMatchObject({ message: 'Internal server error', connectionId: id });
});

test('functions post to a socket, ask for it and close it; one that is gone is 410', async () => {
  const { socket, id } = await connected();
  expect(await (await fetch(`${cloud.url}/_local`)).text()).toContain(id);
  const heard = once(socket, 'message');
  expect(await callSocket('POST', id, 'news')).toMatchObject({ status: 200 });
  expect(String((await heard)[0])).toBe('news');
  const told = await callSocket('GET', id);
  expect(JSON.parse(told.text)).toMatchObject({ identity: { userAgent: 'test' } });
  expect(cloud.sockets.list().find((one) => one.connectionId === id)).toMatchObject({ sent: 1, received: 0 });
  const closed = once(socket, 'close');
  expect((await callSocket('DELETE', id)).status).toBe(204);
  expect((await closed)[0]).toBe(1000);
  expect(await leftWith(id)).toMatchObject({ disconnectStatusCode: 1000 });
  for (const method of ['POST', 'GET', 'DELETE']) {
    const message = method === 'POST' ? 'news' : undefined;
    expect(await callSocket(method, id, message)).toMatchObject({ status: 410, type: 'GoneException' });
  }
});

test('a message of more than 128 kB is not posted', async () => {
  const { id } = await connected();
  expect((await callSocket('POST', id, 'x'.repeat(128 * 1024 + 1))).status).toBe(413);
});

test.each([
  ['a frame of more than 32 kB', 32 * 1024 + 1],
  ['a message of more than 128 kB', 128 * 1024 + 1],
])('%s ends the connection', async (_, size) => {
  const { socket } = await connected();
  socket.send('x'.repeat(size));
  expect((await once(socket, 'close'))[0]).toBe(1009);
});

test('a frame of 32 kB is heard', async () => {
  const { socket } = await connected();
  socket.send('x'.repeat(32 * 1024));
  expect(String((await once(socket, 'message'))[0])).toHaveLength(32 * 1024 + 'heard '.length);
});

test('a socket in which nothing happens is closed, and so is one that has lived long enough', async () => {
  const short = await startFixture(temporaryFolder(), {
    socketLimits: { idleSeconds: 0.4, lifeSeconds: 1.2 },
  });
  onTestFinished(() => short.stop());
  const idle = connect('', short);
  expect((await once(idle, 'close'))[0]).toBe(1001);
  const lastCallIsDisconnect = () =>
    vi.waitUntil(() => short.invocations()[0]?.cause === 'socket $disconnect');
  await lastCallIsDisconnect();
  const busy = connect('', short);
  let heard = 0;
  busy.on('open', () => busy.send('first'));
  busy.on('message', () => {
    heard += 1;
    if (busy.readyState === WebSocket.OPEN) busy.send('again');
  });
  expect((await once(busy, 'close'))[0]).toBe(1001);
  expect(heard).toBeGreaterThan(1);
  await lastCallIsDisconnect();
});

test('tests cut sockets, with and without telling', async () => {
  const told = await connected();
  const silent = await connected();
  const both = Promise.all([once(told.socket, 'close'), once(silent.socket, 'close')]);
  expect(cloud.sockets.cut([silent.id], { silently: true })).toBe(1);
  expect(cloud.sockets.cut([told.id, 'unknown='])).toBe(1);
  expect((await both).map(([code]) => code)).toEqual([1006, 1006]);
  expect(await leftWith(told.id)).toMatchObject({ disconnectStatusCode: 1006 });
  expect(eventsOf(silent.id)).toHaveLength(1);
  expect((await callSocket('POST', silent.id, 'news')).status).toBe(410);
});
