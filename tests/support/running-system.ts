import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildAssembly, buildWebsite } from '../../infra/local/runner/builds.ts';
import { startLocalCloud } from '../../infra/local/runner/local-cloud.ts';

export interface RunningSystem {
  url: string;
  signInUrl: string;
  tableName: string;
  tableEndpoint: string;
  region: string;
  /** Gives access tokens to tests: they run in other processes than the system. */
  tokensUrl: string;
  /** Calls what `LocalCloud` has for tests: mails, schedules, Stripe's side. */
  controlUrl: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    system: RunningSystem;
  }
}

const readJson = async (request: AsyncIterable<Buffer>) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
};

// As on Lambda: worker threads share the process's time zone.
process.env.TZ = 'UTC';

/** By this header a test says from which address a request comes. */
export const sourceAddressHeader = 'x-test-source-address';

type Controls = Record<string, (...args: never[]) => unknown>;
const prefixed = (prefix: string, controls: object): Controls =>
  Object.fromEntries(Object.entries(controls).map(([name, call]) => [`${prefix}.${name}`, call]));

/** Runs the whole system from its synthesized template, on data of its own, for the tests of one project. */
const runSystem = async ({ provide }: TestProject, withWebsite: boolean) => {
  const { signal } = new AbortController();
  const [templateDir, websiteDir] = await Promise.all([
    buildAssembly(signal),
    withWebsite ? buildWebsite(signal) : undefined,
  ]);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'guildhall-test-'));
  const problems: string[] = [];
  const cloud = await startLocalCloud({
    dataDir,
    port: 0,
    templateDir,
    websiteDir,
    sourceAddressHeader,
    log: (line, kind) => {
      if (kind === 'problem') problems.push(line);
    },
  });
  const tokens = createServer(async (request, response) => {
    const asked = await readJson(request);
    if (request.url !== '/control') return response.end(await cloud.tokenFor(asked.person, asked.options));
    const controls: Controls = {
      mails: cloud.mails,
      runSchedule: cloud.runSchedule,
      messages: cloud.messages,
      ...prefixed('stripe', cloud.stripe),
      ...prefixed('sockets', cloud.sockets),
      ...prefixed('stream', cloud.stream),
    };
    try {
      const result = await controls[asked.call]?.(...(asked.args as never[]));
      response.end(JSON.stringify({ result }));
    } catch (error) {
      response.end(JSON.stringify({ error: String(error) }));
    }
  });
  await new Promise<void>((listening) => tokens.listen(0, '127.0.0.1', listening));
  const { url, signInUrl, tableName, tableEndpoint, region } = cloud;
  const { port } = tokens.address() as AddressInfo;
  provide('system', {
    url,
    signInUrl,
    tableName,
    tableEndpoint,
    region,
    tokensUrl: `http://127.0.0.1:${port}`,
    controlUrl: `http://127.0.0.1:${port}/control`,
  });
  return async () => {
    tokens.close();
    await cloud.stop();
    rmSync(dataDir, { recursive: true, force: true });
    // A refused SDK call or a function that died is a fault even where no test looked at its answer.
    if (problems.length > 0) throw new Error(`The system reported problems:\n${problems.join('\n')}`);
  };
};

export default (project: TestProject) => runSystem(project, project.name === 'browser');
