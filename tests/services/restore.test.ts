import { randomUUID } from 'node:crypto';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { callEngine } from '../../infra/local/dynamodb/dynamodb-call.ts';
import { startEngine } from '../../infra/local/dynamodb/dynamodb-engine.ts';
import { buildAssembly } from '../../infra/local/runner/builds.ts';
import { type LocalCloud, startLocalCloud } from '../../infra/local/runner/local-cloud.ts';
import { accountsDeletedSince, deleteAgain } from '../../scripts/deleted-accounts.ts';
import { openTable } from '../../services/core/dynamodb-table.ts';
import { access } from '../../shared/access/contract.ts';
import { chat } from '../../shared/chat/contract.ts';
import { type Route, type RouteRequest, type RouteResult, routePath } from '../../shared/core/contract.ts';
import { history } from '../../shared/history/contract.ts';
import { live } from '../../shared/live/contract.ts';
import type { Frame } from '../../shared/live/frames.ts';
import { tasks } from '../../shared/tasks/contract.ts';
import { team } from '../../shared/team/contract.ts';
import { temporaryFolder } from '../local/assembly-fixture.ts';

// docs/runbook.md, "Restoring the table to a moment", played from its first step to its last.

type Item = Record<string, object>;
type Call = <R extends Route>(route: R, request: RouteRequest<R>) => Promise<RouteResult<R>>;

const start = async (templateDir: string, dataDir: string): Promise<LocalCloud> => {
  const problems: string[] = [];
  const cloud = await startLocalCloud({
    templateDir,
    dataDir,
    port: 0,
    log: (line, kind) => void (kind === 'problem' && problems.push(line)),
  });
  onTestFinished(async () => {
    await cloud.stop();
    expect(problems).toEqual([]);
  });
  return cloud;
};

/** Calls a system as somebody, and returns what a call is answered that goes well. */
const callerAt = async (cloud: LocalCloud, person: { email: string; name: string }): Promise<Call> => {
  const authorization = `Bearer ${await cloud.tokenFor({ ...person, emailVerified: true })}`;
  return async (route, request) => {
    const { params = {}, query = {}, body } = request as Record<string, Record<string, string> | undefined>;
    const address = routePath(route).replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    const answer = await fetch(`${cloud.url}${address}?${new URLSearchParams(query)}`, {
      method: route.method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== route.status) throw new Error(`${route.path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
};

/** Opens a socket as a page does. @returns waits for an event of a type */
const listenAt = async (cloud: LocalCloud, call: Call): Promise<(type: string) => Promise<number>> => {
  const { ticket } = await call(live.routes.createTicket, {});
  const config = (await (await fetch(`${cloud.url}/config.json`)).json()) as { socketUrl: string };
  const socket = new WebSocket(`${config.socketUrl}?${new URLSearchParams({ ticket })}`, {
    headers: { origin: cloud.url },
  });
  const frames: Frame[] = [];
  let look = () => {};
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)) as Frame);
    look();
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  onTestFinished(() => socket.terminate());
  return (type) =>
    new Promise((resolve) => {
      look = () => {
        const events = frames.flatMap((frame) => ('events' in frame ? frame.events : []));
        const found = events.find((event) => event.type === type);
        if (found) resolve(found.seq);
      };
      look();
    });
};

const clientOf = ({ tableEndpoint, region }: LocalCloud): DynamoDBClient => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: tableEndpoint, region, credentials });
  onTestFinished(() => client.destroy());
  return client;
};

const everyItem = async ({ tableEndpoint, tableName }: LocalCloud): Promise<Item[]> => {
  const items: Item[] = [];
  let after: Item | undefined;
  do {
    const page = await callEngine<{ Items: Item[]; LastEvaluatedKey?: Item }>(tableEndpoint, 'Scan', {
      TableName: tableName,
      ConsistentRead: true,
      ExclusiveStartKey: after,
    });
    items.push(...page.Items);
    after = page.LastEvaluatedKey;
  } while (after);
  return items;
};

interface Described {
  TableName: string;
  KeySchema: object[];
  AttributeDefinitions: object[];
  GlobalSecondaryIndexes: { IndexName: string; KeySchema: object[]; Projection: object }[];
}

/** What `restore-table-to-point-in-time` makes: keys, indexes and items of a table, and neither its stream nor what it had waiting. */
const restore = async (
  { TableName, KeySchema, AttributeDefinitions, GlobalSecondaryIndexes }: Described,
  items: readonly Item[],
  dataDir: string,
): Promise<void> => {
  const engine = await startEngine({
    dataDir,
    prepareTables: async (endpoint) => {
      await callEngine(endpoint, 'CreateTable', {
        TableName,
        KeySchema,
        AttributeDefinitions,
        GlobalSecondaryIndexes: GlobalSecondaryIndexes.map((index) => ({
          IndexName: index.IndexName,
          KeySchema: index.KeySchema,
          Projection: index.Projection,
        })),
        BillingMode: 'PAY_PER_REQUEST',
      });
      for (const Item of items) await callEngine(endpoint, 'PutItem', { TableName, Item });
    },
    onUnexpectedEnd: (reason) => {
      throw new Error(reason);
    },
  });
  try {
    // Step 2 of the runbook.
    await callEngine(engine.endpoint, 'UpdateTable', {
      TableName,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
  } finally {
    await engine.stop();
  }
};

/** What the members of a group see of it. */
const seenBy = async (cloud: LocalCloud, call: Call) => {
  await cloud.stream.settled();
  return {
    session: await call(access.routes.getSession, {}),
    tasks: await call(tasks.routes.list, {}),
    deleted: await call(tasks.routes.listDeleted, {}),
    members: await call(team.routes.listMembers, {}),
    messages: await call(chat.routes.listMessages, {}),
    log: await call(history.routes.listSince, { query: { after: 0 } }),
    activity: await call(history.routes.listActivity, { query: {} }),
    found: await call(history.routes.search, { query: { q: 'paint' } }),
  };
};

const counters = async (cloud: LocalCloud, organizationId: string) =>
  (await everyItem(cloud)).filter(({ pk }) => JSON.stringify(pk).includes(`LOG#${organizationId}#COUNTERS`));

test('a table that was restored to a moment takes over: records, log, counters, search and sockets are those of the moment, and go on from there', async () => {
  const assembly = await buildAssembly(new AbortController().signal);
  const [one, other] = [temporaryFolder(), temporaryFolder()];
  const before = await start(assembly, one);
  const people = {
    ada: { email: 'ada@example.com', name: 'Ada Founder' },
    mia: { email: 'mia@example.com', name: 'Mia Member' },
    nils: { email: 'nils@example.com', name: 'Nils Leaver' },
  };
  const ada = await callerAt(before, people.ada);
  await ada(access.routes.openSession, {});
  const { membership } = await ada(access.routes.foundOrganization, {
    body: { name: 'Signs & Sons', timeZone: 'Europe/Zurich' },
  });
  const organizationId = membership?.organization.id as string;
  const { code } = await ada(team.routes.createCode, { body: {} });
  const [mia, nils] = [await callerAt(before, people.mia), await callerAt(before, people.nils)];
  for (const call of [mia, nils]) {
    await call(access.routes.openSession, {});
    await call(team.routes.joinByCode, { body: { code } });
  }
  const make = (call: Call, title: string) =>
    call(tasks.routes.create, { body: { title, deadline: '2026-12-01' } });
  const [sign, fence] = [await make(ada, 'Paint the sign'), await make(mia, 'Paint the fence')];
  const gone = await make(ada, 'Paint over it');
  await ada(tasks.routes.remove, { params: { taskId: gone.id }, query: { version: 1 } });
  await ada(tasks.routes.change, { params: { taskId: fence.id }, body: { version: 1, status: 'completed' } });
  await mia(chat.routes.sendMessage, { body: { id: randomUUID(), text: 'The van is back.' } });
  await listenAt(before, mia);

  // The moment, at which the change feed has caught up.
  const wanted = await seenBy(before, mia);
  const wantedCounters = await counters(before, organizationId);
  const hourAgo = { S: new Date(Date.now() - 3_600_000).toISOString() };
  // By the time that a table is restored, no socket of the moment is still being opened.
  const momentAt = new Date();
  const moment = (await everyItem(before)).map((item) =>
    'connectedAt' in item ? { ...item, connectedAt: hourAgo } : item,
  );
  const { Table: table } = await callEngine<{ Table: Described }>(before.tableEndpoint, 'DescribeTable', {
    TableName: before.tableName,
  });

  // What should not have happened.
  await ada(tasks.routes.remove, { params: { taskId: sign.id }, query: { version: 1 } });
  await ada(tasks.routes.change, { params: { taskId: fence.id }, body: { version: 2, title: 'Varnish it' } });
  await make(mia, 'Paint the town');
  await mia(chat.routes.sendMessage, { body: { id: randomUUID(), text: 'Where is the sign?' } });
  await ada(access.routes.changeOrganization, { body: { version: 1, name: 'Gone wrong' } });
  await ada(team.routes.removeMember, { params: { userId: fence.createdBy } });
  await nils(access.routes.deleteAccount, { body: { email: people.nils.email } });
  expect(await seenBy(before, ada)).not.toEqual(wanted);
  const deleted = await accountsDeletedSince(clientOf(before), before.tableName, momentAt);

  // Everything but the table stays as it is: sign-ins, secrets, mails. What followed the old stream is not asked for the new one.
  await before.stop();
  cpSync(one, other, { recursive: true });
  for (const name of readdirSync(other))
    if (/^(table\.db|dynamodb-local|stream\.json|running\.json|engine\.pid)/.test(name))
      rmSync(path.join(other, name), { recursive: true });
  await restore(table, moment, other);
  const after = await start(assembly, other);

  const [adaAgain, miaAgain] = [await callerAt(after, people.ada), await callerAt(after, people.mia)];
  expect(await seenBy(after, miaAgain)).toEqual(wanted);
  expect(await counters(after, organizationId)).toEqual(wantedCounters);

  // It goes on: the next change has the next number, is told to sockets, counted and found.
  const heard = await listenAt(after, miaAgain);
  const next = await make(adaAgain, 'Paint the roof');
  expect(await heard('task.created')).toBe(wanted.log.seq + 1);
  const later = await seenBy(after, adaAgain);
  expect(later.log.items.map(({ seq }) => seq)).toEqual(later.log.items.map((_, n) => n + 1));
  expect(later.log.seq).toBe(wanted.log.seq + 1);
  expect(later.found.items.map(({ id }) => id)).toEqual([next.id, ...wanted.found.items.map(({ id }) => id)]);
  expect(later.tasks.items.map(({ id }) => id)).toContain(next.id);

  // Whoever has deleted their account since is deleted again, and leaves the same traces as everybody who does: none.
  expect(deleted).toHaveLength(1);
  const restored = openTable(after.tableName, clientOf(after));
  expect(await deleteAgain(restored, deleted, new Date())).toEqual([]);
  expect(await after.runSchedule('finish-deletions')).toBe(true);
  await after.stream.settled();
  expect(await after.runSchedule('finish-deletions')).toBe(true);
  const { items: members } = await adaAgain(team.routes.listMembers, {});
  expect(members.map(({ name }) => name).sort()).toEqual(['Ada Founder', 'Mia Member']);
  expect(await deleteAgain(restored, deleted, new Date())).toEqual([]);
  const told = (await everyItem(after)).filter(
    (item) => !('pending' in item) && /Nils|nils@/.test(JSON.stringify(item)),
  );
  expect(told).toEqual([]);

  // Sockets of the time before are gone with their gateway: whoever is told something takes them out.
  const connections = (await everyItem(after)).filter(({ pk }) =>
    JSON.stringify(pk).includes(`ORG#${organizationId}#SOCKETS`),
  );
  expect(connections).toHaveLength(1);
}, 240_000);
