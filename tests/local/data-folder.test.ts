import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { callEngine } from '../../infra/local/dynamodb/dynamodb-call.ts';
import {
  DataFolderBusy,
  isAlive,
  lockDataFolder,
  runningInstance,
} from '../../infra/local/runner/data-folder-lock.ts';
import { startLocalCloud } from '../../infra/local/runner/local-cloud.ts';
import { listenOnLoopback } from '../../infra/local/runner/loopback-server.ts';
import { processBirth } from '../../infra/local/runner/process-birth.ts';
import { fixtureResources, temporaryFolder, writeAssembly, writeCode } from './assembly-fixture.ts';

const deadPid = (): number => spawnSync(process.execPath, ['--version']).pid;

test('a folder belongs to one living process, which says where it is', async () => {
  const folder = temporaryFolder();
  const lock = await lockDataFolder(folder);
  await expect(lockDataFolder(folder)).rejects.toThrow(DataFolderBusy);
  await lock.announce({ url: 'http://localhost:4600', signInUrl: 'http://localhost:4601', key: 'k' });
  await expect(lockDataFolder(folder)).rejects.toThrow(/already running at http:\/\/localhost:4600/);
  expect(await runningInstance(folder)).toMatchObject({ pid: process.pid, key: 'k' });
  await lock.release();
  expect(await runningInstance(folder)).toBeUndefined();
  await (await lockDataFolder(folder)).release();
});

test.each(['{"pid":PID}', '{"pid":PID,"url":"http://loc', '', 'nonsense'])(
  'a lock that a dead process left (%s) is taken over',
  async (content) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'running.json'), content.replace('PID', String(deadPid())));
    const lock = await lockDataFolder(folder);
    expect((await runningInstance(folder))?.pid).toBe(process.pid);
    await lock.release();
  },
);

test('a lock whose process number belongs to another process by now is taken over', async () => {
  const folder = temporaryFolder();
  const lockOf = (born: string | undefined) =>
    writeFileSync(join(folder, 'running.json'), JSON.stringify({ pid: process.ppid, born }));
  lockOf(await processBirth(process.ppid));
  await expect(lockDataFolder(folder)).rejects.toThrow(DataFolderBusy);
  lockOf('another boot 42');
  expect(await runningInstance(folder)).toBeUndefined();
  await (await lockDataFolder(folder)).release();
});

test('when a process began is told apart from another, and not of one that is gone', async () => {
  expect(await processBirth(process.pid)).toBe(await processBirth(process.pid));
  expect(await processBirth(process.pid)).not.toBe(await processBirth(process.ppid));
  expect(await processBirth(deadPid())).toBeUndefined();
});

const startChild = async (assembly: string, dataDir: string) => {
  const script = fileURLToPath(new URL('./run-fixture.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, assembly, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    child,
    ...(JSON.parse(String(line)) as { url: string; tableEndpoint: string; tableName: string }),
  };
};

test('a run that was killed leaves its data whole, and the next one ends what it left running', async () => {
  const folder = temporaryFolder();
  const assembly = writeCode(writeAssembly(folder, fixtureResources()));
  const dataDir = join(folder, 'data');
  const first = await startChild(assembly, dataDir);
  const { pid: enginePid } = JSON.parse(readFileSync(join(dataDir, 'engine.pid'), 'utf8')) as { pid: number };
  const key = { pk: { S: 'kept' }, sk: { S: '1' } };
  await callEngine(first.tableEndpoint, 'PutItem', { TableName: first.tableName, Item: key });
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  expect(isAlive(enginePid)).toBe(true);

  const second = await startLocalCloud({ templateDir: assembly, dataDir, port: 0 });
  expect(isAlive(enginePid)).toBe(false);
  const { Item } = await callEngine<{ Item?: object }>(second.tableEndpoint, 'GetItem', {
    TableName: second.tableName,
    Key: key,
  });
  expect(Item).toEqual(key);
  const ada = await second.tokenFor({ email: 'ada@example.com' });
  await second.stop();

  // The signing key and the people stay too: a token of before is still good.
  const third = await startLocalCloud({
    templateDir: assembly,
    dataDir,
    port: Number(new URL(second.url).port),
  });
  const again = await third.tokenFor({ email: 'ada@example.com' });
  const subjectOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;
  expect(subjectOf(again)).toBe(subjectOf(ada));
  await third.stop();

  const fresh = await startLocalCloud({ templateDir: assembly, dataDir, port: 0, fresh: true });
  const { Count } = await callEngine<{ Count: number }>(fresh.tableEndpoint, 'Scan', {
    TableName: fresh.tableName,
  });
  expect(Count).toBe(0);
  await fresh.stop();
});

test('a start that fails ends what it had begun', async () => {
  const folder = temporaryFolder();
  const assembly = writeAssembly(folder, fixtureResources());
  const dataDir = join(folder, 'data');
  const stranger = await listenOnLoopback(0, (_incoming, outgoing) => outgoing.end());
  onTestFinished(() => stranger.close());
  await expect(startLocalCloud({ templateDir: assembly, dataDir, port: stranger.port })).rejects.toThrow(
    /EADDRINUSE/,
  );
  expect(existsSync(join(dataDir, 'running.json'))).toBe(false);
  expect(existsSync(join(dataDir, 'engine.pid'))).toBe(false);
});

test.each(['{"people":', 'null', '{"privateKey":"no key"}'])(
  'sign-ins that are damaged (%s) stop the start, which names their file and ends what it had begun',
  async (content) => {
    const folder = temporaryFolder();
    const assembly = writeAssembly(folder, fixtureResources());
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'sign-in.json'), content);
    await expect(startLocalCloud({ templateDir: assembly, dataDir, port: 0 })).rejects.toThrow(
      `${join(dataDir, 'sign-in.json')} is damaged`,
    );
    expect(readdirSync(dataDir)).toEqual(['sign-in.json']);
  },
);

const outcomeOf = async (child: ChildProcess): Promise<{ code: unknown; said: string }> => {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  return { code, said };
};

const npmStart = (...options: string[]) =>
  outcomeOf(
    spawn(process.execPath, ['--import', 'tsx', 'infra/local/runner/start.ts', ...options], {
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  );

test('npm start names a busy port and a running instance, and the way on', async () => {
  const folder = temporaryFolder();
  const stranger = await listenOnLoopback(0, (_incoming, outgoing) => outgoing.end());
  onTestFinished(() => stranger.close());
  const port = String(stranger.port);
  const busyPort = await npmStart('--port', port, '--data', folder);
  expect(busyPort).toEqual({ code: 1, said: expect.stringMatching(/taken by another program.*--port \d+/) });

  const lock = await lockDataFolder(folder);
  await lock.announce({ url: 'http://localhost:4600' });
  const running = await npmStart('--port', port, '--data', folder);
  await lock.release();
  expect(running).toEqual({
    code: 1,
    said: expect.stringMatching(/already running at http:\/\/localhost:4600 .*--data/),
  });
  expect(await npmStart('--port', 'eighty')).toEqual({
    code: 1,
    said: expect.stringMatching(/eighty is no port/),
  });
});

test('npm start says so when the data folder is a file', async () => {
  const file = join(temporaryFolder(), 'notes.txt');
  writeFileSync(file, 'mine');
  for (const given of [file, join(file, 'below')]) {
    const { code, said } = await npmStart('--data', given);
    expect(code).toBe(1);
    expect(said).toContain(`${given} can't be the data folder`);
    expect(said).not.toMatch(/^\s+at /m);
  }
});
