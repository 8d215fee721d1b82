import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEngine } from '../../infra/local/dynamodb/dynamodb-engine.ts';
import { ensureTable } from '../../infra/local/dynamodb/dynamodb-table.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    engine: { endpoint: string; tableName: string };
  }
}

const keySchema = (partition: string) => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: 'sk', KeyType: 'RANGE' },
];
const indexNames = ['gsi1', 'gsi2', 'gsi3'];
const tableName = 'guards';

/** The real engine with a table like that of the template, shared by all files: each test has organizations of its own. */
export default async ({ provide }: TestProject) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'guildhall-guards-'));
  const engine = await startEngine({
    dataDir,
    prepareTables: (endpoint) =>
      ensureTable(endpoint, {
        TableName: tableName,
        KeySchema: keySchema('pk'),
        AttributeDefinitions: ['pk', 'sk', ...indexNames.map((name) => `${name}pk`)].map((AttributeName) => ({
          AttributeName,
          AttributeType: 'S',
        })),
        GlobalSecondaryIndexes: indexNames.map((IndexName) => ({
          IndexName,
          KeySchema: keySchema(`${IndexName}pk`),
          Projection: { ProjectionType: 'ALL' },
        })),
      }),
    onUnexpectedEnd: (reason) => {
      throw new Error(`The engine ended: ${reason}`);
    },
  });
  provide('engine', { endpoint: engine.endpoint, tableName });
  return async () => {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
};
