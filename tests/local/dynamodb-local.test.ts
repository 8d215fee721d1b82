import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEngine } from '../../infra/local/dynamodb/dynamodb-engine.ts';
import { dynamodbLocalFiles } from '../../infra/local/dynamodb/dynamodb-local.ts';
import { listenOnLoopback } from '../../infra/local/runner/loopback-server.ts';
import { temporaryFolder } from './assembly-fixture.ts';

/** The engine that platforms without a built-in one get: how it is fetched, chosen and missed. */

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Stands for Maven Central. */
const repository = async (files: Record<string, string>) => {
  const asked: string[] = [];
  const server = await listenOnLoopback(0, ({ url = '' }, answer) => {
    asked.push(url);
    const content = files[url.slice(1)];
    answer.writeHead(content === undefined ? 404 : 200);
    answer.end(content);
  });
  onTestFinished(server.close);
  return { address: `http://127.0.0.1:${server.port}`, asked };
};

const contents = { 'com/one/1.0/one-1.0.jar': 'the first', 'org/two/2.0/two-2.0.jar': 'the second' };
const pinned = Object.fromEntries(Object.entries(contents).map(([path, text]) => [path, sha256(text)]));

const setEnvironment = (values: Record<string, string | undefined>) => {
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, process.env[name]]));
  const set = (all: Record<string, string | undefined>) => {
    for (const [name, value] of Object.entries(all)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
  set(values);
  onTestFinished(() => set(before));
};

test('its files are fetched once, checked, and kept in the cache folder', async () => {
  const { address, asked } = await repository(contents);
  const cache = temporaryFolder();
  const told: string[] = [];
  const source = {
    repository: address,
    cache,
    files: pinned,
    onFetch: (line: string) => void told.push(line),
  };
  const files = await dynamodbLocalFiles(source);
  expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(['the first', 'the second']);
  expect(files.every((file) => file.startsWith(cache))).toBe(true);
  expect(asked.sort()).toEqual(Object.keys(contents).map((path) => `/${path}`));
  expect(told).toEqual([expect.stringContaining(address)]);
  expect(await dynamodbLocalFiles(source)).toEqual(files);
  expect([asked.length, told.length]).toEqual([2, 1]);
});

test('a file that is another one than it should be is refused, and nothing is kept', async () => {
  const { address } = await repository({ ...contents, 'org/two/2.0/two-2.0.jar': 'something else' });
  const cache = temporaryFolder();
  await expect(dynamodbLocalFiles({ repository: address, cache, files: pinned })).rejects.toThrow(
    /two-2\.0\.jar could not be fetched \(it is not the file that it should be: SHA-256 /,
  );
  expect(readdirSync(cache)).toEqual([]);
});

test('a file that is not there, or a repository that nobody answers for, is named', async () => {
  const { address } = await repository({});
  const cache = temporaryFolder();
  await expect(dynamodbLocalFiles({ repository: address, cache, files: pinned })).rejects.toThrow(/HTTP 404/);
  const nowhere = dynamodbLocalFiles({ repository: 'http://127.0.0.1:9', cache, files: pinned });
  await expect(nowhere).rejects.toThrow(/^http:\/\/127\.0\.0\.1:9\/\S+ could not be fetched/);
  expect(readdirSync(cache)).toEqual([]);
});

test('every file of its version is pinned', () => {
  const list = JSON.parse(readFileSync('infra/local/dynamodb/dynamodb-local-jars.json', 'utf8')) as Record<
    string,
    string
  >;
  expect(Object.keys(list)).toContain('com/amazonaws/DynamoDBLocal/2.6.1/DynamoDBLocal-2.6.1.jar');
  for (const [path, sum] of Object.entries(list)) {
    expect(path).toMatch(/^[\w.-]+(\/[\w.-]+)+\.jar$/);
    expect(sum).toMatch(/^[0-9a-f]{64}$/);
  }
});

const start = (dataDir: string) =>
  startEngine({ dataDir, prepareTables: async () => {}, onUnexpectedEnd: () => {} });

test('without Java one sentence says what to install', async () => {
  const folder = temporaryFolder();
  setEnvironment({
    DYNAMODB_ENDPOINT: undefined,
    DYNAMODB_ENGINE: 'dynamodb-local',
    PATH: folder,
    JAVA_HOME: undefined,
  });
  const missing = start(join(folder, 'data'));
  await expect(missing).rejects.toThrow(
    /no Java was found; install Java 17 or newer \(\S+\), be online .+, and start again\.$/,
  );
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

// A shell script plays Java, which Windows would not start.
test.skipIf(process.platform === 'win32')('a Java that is too old is named', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'java'), '#!/bin/sh\necho \'openjdk version "1.8.0_402"\' >&2\n', {
    mode: 0o755,
  });
  setEnvironment({
    DYNAMODB_ENDPOINT: undefined,
    DYNAMODB_ENGINE: 'dynamodb-local',
    PATH: folder,
    JAVA_HOME: undefined,
  });
  await expect(start(join(folder, 'data'))).rejects.toThrow(
    'the Java that was found is version 8, and it takes 17',
  );
});

test('an engine of a name that there is not is refused', async () => {
  setEnvironment({ DYNAMODB_ENDPOINT: undefined, DYNAMODB_ENGINE: 'sqlite' });
  await expect(start(temporaryFolder())).rejects.toThrow('DYNAMODB_ENGINE is dynoxide or dynamodb-local');
});
