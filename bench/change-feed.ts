import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ulid } from 'ulid';
import { buildAssembly } from '../infra/local/runner/builds.ts';
import { type LocalCloud, startLocalCloud } from '../infra/local/runner/local-cloud.ts';
import { openTable } from '../services/core/dynamodb-table.ts';
import { auditStamp, recorded } from '../services/core/event-log.ts';
import type { Table } from '../services/core/table.ts';
import type { Figure } from './measure.ts';

const organizations = 10;
const atOnce = 16;
const nouns = ['sign', 'fence', 'gate', 'roof', 'invoice', 'window', 'workshop', 'van'];

/** Events that the change feed appends in a second, when so many tasks of ten organizations were made meanwhile. */
const throughput = async (
  { stream }: LocalCloud,
  table: Table,
  changes: number,
  titleOf: (n: number) => string,
  userOf: (n: number) => string,
): Promise<number> => {
  await stream.settled();
  await stream.pause();
  const organizationIds = Array.from({ length: organizations }, () => ulid());
  const now = new Date();
  let next = 0;
  const write = async () => {
    while (next < changes) {
      const n = next++;
      const organizationId = organizationIds[n % organizations] as string;
      const id = ulid();
      await table.write({
        put: {
          pk: `ORG#${organizationId}#TASKS`,
          sk: id,
          id,
          title: titleOf(n),
          status: 'pending',
          version: 1,
          createdAt: now.toISOString(),
          ...recorded('task', organizationId, auditStamp(userOf(n), now)),
        },
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, write));
  const started = performance.now();
  stream.resume();
  await stream.settled();
  return (changes / (performance.now() - started)) * 1000;
};

/** How fast the log keeps up when many changes have piled up: over the local system, its stream and its engine. */
export const benchChangeFeed = async (): Promise<Figure[]> => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'guildhall-bench-changes-'));
  const cloud = await startLocalCloud({
    dataDir,
    port: 0,
    templateDir: await buildAssembly(new AbortController().signal),
  });
  try {
    const table = openTable(
      cloud.tableName,
      new DynamoDBClient({
        endpoint: cloud.tableEndpoint,
        region: cloud.region,
        credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      }),
    );
    const short = await throughput(
      cloud,
      table,
      3000,
      (n) => `Task ${n}`,
      () => 'somebody',
    );
    const noun = (n: number) => nouns[n % nouns.length];
    const long = await throughput(
      cloud,
      table,
      3000,
      (n) => `Paint the ${noun(n)} of the ${noun(n >> 3)} ${n}`,
      (n) => `person-${n % 50}`,
    );
    return [
      { what: 'events a second, 3,000 tasks of ten organizations, two words each', figure: short.toFixed(0) },
      { what: '  of five people in each, six words each', figure: long.toFixed(0) },
    ];
  } finally {
    await cloud.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
