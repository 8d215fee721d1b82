import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openSockets } from '../../../services/core/sockets.ts';
import { table } from '../../support/people.ts';

// An API that takes every call and never answers.
const calls = new Set<Socket>();
const silent = createServer((socket) => {
  calls.add(socket);
});

beforeAll(async () => {
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(() => {
  vi.unstubAllEnvs();
  for (const socket of calls) socket.destroy();
  silent.close();
});

it('sending to sockets comes to an end though the API never answers: a message that stands must not wait for it', async () => {
  const { port } = silent.address() as AddressInfo;
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const sockets = openSockets(table(), `http://127.0.0.1:${port}`);
  const connection = {
    connectionId: 'L0SM9cOFvHcCIhw=',
    organizationId: 'nobody',
    userId: 'nobody',
    connectedAt: new Date().toISOString(),
    authTime: 0,
  };
  await sockets.send([connection, { ...connection, connectionId: 'M0SM9cOFvHcCIhw=' }], { seq: 1 });
  expect(calls.size).toBeGreaterThan(0);
  said.mockRestore();
});
