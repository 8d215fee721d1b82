import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { decodeJwt } from 'jose';
import { ulid } from 'ulid';
import { WebSocket } from 'ws';
import { buildAssembly } from '../infra/local/runner/builds.ts';
import { type LocalCloud, startLocalCloud } from '../infra/local/runner/local-cloud.ts';
import { openTable } from '../services/core/dynamodb-table.ts';
import { auditStamp, recorded } from '../services/core/event-log.ts';
import { memberIndexKey, profileKey } from '../services/core/membership.ts';
import { organizationKey } from '../services/core/organization.ts';
import type { Table } from '../services/core/table.ts';
import { largestGroup } from '../shared/team/rules.ts';
import { amount, type Figure } from './measure.ts';

/** A member with a page open: calls the API, and waits for what comes over the socket. */
interface Member {
  call: (method: string, address: string, body?: object) => Promise<Record<string, unknown>>;
  /** Resolves at the moment when a frame with this text in it arrives. */
  hears: (text: string) => Promise<number>;
  leave: () => void;
}

const allAtOnce = 16;

/** Does something for each of a list, a few at a time. */
const forEach = async <T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: allAtOnce }, async () => {
      while (next < list.length) {
        const at = next++;
        results[at] = await work(list[at] as T);
      }
    }),
  );
  return results;
};

const aMember = async (
  { url, tokenFor }: LocalCloud,
  table: Table,
  socketUrl: string,
  organizationId: string,
): Promise<Member> => {
  const token = await tokenFor({ email: `${randomUUID()}@example.com`, emailVerified: true });
  const userId = decodeJwt(token).sub as string;
  const now = new Date();
  await table.write({
    put: {
      ...profileKey(userId),
      ...memberIndexKey(organizationId),
      ...recorded('member', organizationId, auditStamp(userId, now)),
      userId,
      name: 'Ben Bench',
      email: 'ben@example.com',
      role: 'member',
      grantedRole: 'member',
      accountHolder: false,
      onboardingCompleted: true,
      joinedAt: now.toISOString(),
    },
  });
  const call: Member['call'] = async (method, address, body) => {
    const response = await fetch(`${url}/api${address}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const { ticket } = await call('POST', '/live/tickets');
  const socket = new WebSocket(`${socketUrl}?ticket=${ticket}`, { origin: url });
  const waiting = new Map<string, (at: number) => void>();
  socket.on('message', (data) => {
    const at = performance.now();
    const frame = String(data);
    for (const [text, heard] of waiting) {
      if (!frame.includes(text)) continue;
      waiting.delete(text);
      heard(at);
    }
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return {
    call,
    hears: (text) => new Promise((heard) => waiting.set(text, heard)),
    leave: () => socket.close(),
  };
};

const quantile = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] as number;

const shown = (times: readonly number[]): string =>
  `p50 ${quantile(times, 0.5).toFixed(0)} · p99 ${quantile(times, 0.99).toFixed(0)} ms`;

/** Milliseconds from sending a message until the last of all other members has it. */
const message = async (group: readonly Member[], sender: number): Promise<number> => {
  const id = randomUUID();
  const others = group.filter((_, n) => n !== sender).map(({ hears }) => hears(id));
  const started = performance.now();
  await (group[sender] as Member).call('POST', '/chat/messages', { id, text: 'The van is back at four.' });
  return Math.max(...(await Promise.all(others))) - started;
};

/** Milliseconds from creating a task until the last of all other members has been told. */
const change = async (group: readonly Member[], sender: number): Promise<number> => {
  const title = 'Paint the sign';
  const started = performance.now();
  const others = group.filter((_, n) => n !== sender).map(({ hears }) => hears('"task.created"'));
  await (group[sender] as Member).call('POST', '/tasks', { title, deadline: '2026-04-01' });
  return Math.max(...(await Promise.all(others))) - started;
};

/** So often somebody in a group writes while many groups do, in milliseconds. */
const pace = 10_000;

/** Messages of many groups at once, each of which writes one every ten seconds, at moments of its own. */
const together = async (groups: readonly (readonly Member[])[], rounds: number): Promise<number[]> => {
  const times = await Promise.all(
    groups.map(async (group, n) => {
      await new Promise((resolve) => setTimeout(resolve, (n / groups.length) * pace));
      const own: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const [took] = await Promise.all([
          message(group, round % group.length),
          new Promise((resolve) => setTimeout(resolve, pace)),
        ]);
        own.push(took);
      }
      return own;
    }),
  );
  return times.flat();
};

/** How soon members see what one of them does: over the whole local system, with a real socket for each. */
export const benchLive = async (): Promise<Figure[]> => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'guildhall-bench-live-'));
  const cloud = await startLocalCloud({
    dataDir,
    port: 0,
    templateDir: await buildAssembly(new AbortController().signal),
  });
  const members: Member[] = [];
  try {
    const table = openTable(
      cloud.tableName,
      new DynamoDBClient({
        endpoint: cloud.tableEndpoint,
        region: cloud.region,
        credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      }),
    );
    const socketUrl = `${cloud.url.replace('http', 'ws')}/live`;
    const aGroup = async (): Promise<Member[]> => {
      const id = ulid();
      await table.write({
        put: { ...organizationKey(id), id, name: 'Bench', timeZone: 'Europe/Zurich', members: largestGroup },
      });
      const group = await forEach(Array.from({ length: largestGroup }), () =>
        aMember(cloud, table, socketUrl, id),
      );
      members.push(...group);
      return group;
    };

    const group = await aGroup();
    const messages: number[] = [];
    const changes: number[] = [];
    for (let n = 0; n < 200; n += 1) messages.push(await message(group, n % group.length));
    for (let n = 0; n < 100; n += 1) changes.push(await change(group, n % group.length));
    const groups = [group];
    const crowds: Figure[] = [];
    for (const count of [25, Number(process.env.BENCH_GROUPS ?? 100)]) {
      while (groups.length < count) groups.push(await aGroup());
      const times = await together(groups, count > 50 ? 3 : 5);
      crowds.push({
        what: `the same, ${count} groups at once (${count * largestGroup} sockets), each every 10 s`,
        figure: shown(times),
      });
    }
    for (const member of members.splice(0)) member.leave();
    return [
      amount(
        'message sent until the last of 24 sockets has it, p99',
        Math.round(quantile(messages, 0.99)),
        250,
        'ms',
      ),
      { what: '  in full', figure: shown(messages) },
      amount(
        'task created until the last of 24 sockets is told, p99',
        Math.round(quantile(changes, 0.99)),
        1000,
        'ms',
      ),
      { what: '  in full', figure: shown(changes) },
      ...crowds,
    ];
  } finally {
    for (const member of members) member.leave();
    await cloud.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
