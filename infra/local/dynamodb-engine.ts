import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from './data-folder-lock.ts';
import { callEngine, EngineError } from './dynamodb-call.ts';

/** A DynamoDB engine that answers on this machine, without policies: whoever reaches it may do everything. */
export interface Engine {
  /** Such as `http://127.81.7.200:23210`. */
  endpoint: string;
  stop(): Promise<void>;
}

export interface EngineOptions {
  dataDir: string;
  /** Creates the tables in an engine whose data folder is new, and checks them in one that is not. */
  prepareTables: (endpoint: string) => Promise<void>;
  /** Told when the engine ends without having been asked to. */
  onUnexpectedEnd: (reason: string) => void;
}

/** There is no engine to be had; the message says what to do. */
export class EngineUnavailable extends Error {
  override name = 'EngineUnavailable';
}

const dataFile = 'table.db';
const pidFile = 'engine.pid';

const engineProgram = (): string => {
  const name = `@dynoxide/${process.platform}-${process.arch}/dynoxide`;
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new EngineUnavailable(
      `There is no built-in DynamoDB engine for ${process.platform}-${process.arch} (${name} is not installed). ` +
        'Start another one and say where it is, for instance:\n' +
        '  docker run -p 8000:8000 amazon/dynamodb-local -jar DynamoDBLocal.jar -sharedDb\n' +
        '  DYNAMODB_ENDPOINT=http://127.0.0.1:8000 npm start',
      { cause },
    );
  }
};

/**
 * Where the engine listens. It takes every signature and answers pages of every origin, so that no page may find it: Linux has sixteen
 * million loopback addresses, of which one is picked for each run. Elsewhere there is one alone.
 */
const loopbackAddress = (): string =>
  process.platform === 'linux'
    ? `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`
    : '127.0.0.1';

/** Tells whether somebody listens there already. */
const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });

/** A port for the engine, which can't choose one by itself; below those that systems hand out to connections. */
const freePort = async (host: string): Promise<number> => {
  while (true) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(host, port)) return port;
  }
};

/** Whether the process still is the engine of this data folder, and not a stranger who got its number. */
const isEngineOf = async (pid: number, dataDir: string): Promise<boolean> => {
  if (!isAlive(pid)) return false;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return commandLine.includes(dataDir);
};

/** Ends the engine that a killed run has left behind. Its data is whole: every answered write is in the file. */
const endOrphan = async (dataDir: string): Promise<void> => {
  const path = join(dataDir, pidFile);
  if (!existsSync(path)) return;
  const pid = Number(await readFile(path, 'utf8'));
  if (await isEngineOf(pid, dataDir)) {
    process.kill(pid, 'SIGTERM');
    for (let waited = 0; isAlive(pid); waited += 20) {
      if (waited === 5_000) process.kill(pid, 'SIGKILL');
      await delay(20);
    }
  }
  await rm(path, { force: true });
};

const databaseFiles = (file: string): string[] => ['', '-wal', '-shm'].map((suffix) => file + suffix);

/** What an earlier version has written is not for other users of this machine either. */
const keepToOneself = async (file: string): Promise<void> => {
  for (const path of databaseFiles(file)) if (existsSync(path)) await chmod(path, 0o600);
};

interface RunningProcess {
  endpoint: string;
  ended: Promise<string>;
  stop(): Promise<void>;
}

const run = async (dataDir: string, file: string): Promise<RunningProcess> => {
  const host = loopbackAddress();
  const port = await freePort(host);
  await keepToOneself(file);
  // A process group of its own: Ctrl-C reaches only the runner, which ends the engine last. What it writes is its owner's alone.
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      'umask 077 && exec "$0" "$@"',
      engineProgram(),
      ...['--db-path', file, '--host', host, '--port', String(port)],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000);
  });
  let running = true;
  const ended = new Promise<string>((resolve) => {
    const end = (how: string) => {
      running = false;
      resolve(`${how} ${complaint.trim()}`.trim());
    };
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, signal) => end(signal ? `signal ${signal}` : `exit code ${code}`));
  });
  if (child.pid !== undefined) await writeFile(join(dataDir, pidFile), String(child.pid), { mode: 0o600 });
  const endpoint = `http://${host}:${port}`;
  const stop = async () => {
    if (running) child.kill('SIGTERM');
    const patience = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(patience);
    await rm(join(dataDir, pidFile), { force: true });
  };
  while (true) {
    if (!running) throw new EngineUnavailable(`The DynamoDB engine did not start: ${await ended}`);
    try {
      await callEngine(endpoint, 'ListTables', {});
      return { endpoint, ended, stop };
    } catch (error) {
      // Nobody answers yet. What the engine itself says is another matter.
      if (error instanceof EngineError) throw error;
    }
    await delay(5);
  }
};

/**
 * The engine looks through all stream records at every write (10 CPU-ms per put at 30,000 of them). Two indexes on its
 * SQLite file cure it. The engine must be stopped. The driver can't open a file in write-ahead mode, which bytes 18 and
 * 19 of the header say; the engine turns that mode on again by itself.
 */
const indexStreamRecords = async (file: string): Promise<void> => {
  const header = await open(file, 'r+');
  await header.write(new Uint8Array([1, 1]), 0, 2, 18);
  await header.close();
  const { Database } = await import('node-sqlite3-wasm').then((module) => module.default);
  const database = new Database(file);
  database.exec(
    'CREATE INDEX IF NOT EXISTS stream_by_table ON _stream_records(table_name, CAST(sequence_number AS INTEGER));' +
      'CREATE INDEX IF NOT EXISTS stream_by_shard ON _stream_records(table_name, shard_id, CAST(sequence_number AS INTEGER));',
  );
  database.close();
};

const removeDatabase = async (file: string): Promise<void> => {
  for (const path of databaseFiles(file)) await rm(path, { force: true });
};

/** Removes the tables of an earlier run, and the engine that a killed run may have left on them. */
export async function forgetTables(dataDir: string): Promise<void> {
  await endOrphan(dataDir);
  await removeDatabase(join(dataDir, dataFile));
}

/** Makes the data file beside its place and moves it there when it is whole, so a killed first run leaves no half. */
const createDataFile = async (options: EngineOptions, file: string): Promise<void> => {
  const draft = `${file}.new`;
  await removeDatabase(draft);
  const engine = await run(options.dataDir, draft);
  try {
    await options.prepareTables(engine.endpoint);
  } finally {
    await engine.stop();
  }
  await indexStreamRecords(draft);
  await rename(draft, file);
};

/**
 * Starts the engine on the data folder, or uses the one that `DYNAMODB_ENDPOINT` names.
 * @throws EngineUnavailable when this platform has no built-in engine, or none starts or answers.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const given = process.env.DYNAMODB_ENDPOINT;
  if (given) {
    try {
      await callEngine(given, 'ListTables', {});
    } catch (cause) {
      throw new EngineUnavailable(`No DynamoDB engine answers at DYNAMODB_ENDPOINT=${given}`, { cause });
    }
    await options.prepareTables(given);
    return { endpoint: given, stop: async () => {} };
  }
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  await endOrphan(options.dataDir);
  const file = join(options.dataDir, dataFile);
  const isNew = !existsSync(file);
  if (isNew) await createDataFile(options, file);
  const engine = await run(options.dataDir, file);
  let stopping = false;
  void engine.ended.then((reason) => {
    if (!stopping) options.onUnexpectedEnd(reason);
  });
  const stop = () => {
    stopping = true;
    return engine.stop();
  };
  if (!isNew) {
    try {
      await options.prepareTables(engine.endpoint);
    } catch (error) {
      await stop();
      throw error;
    }
  }
  return { endpoint: engine.endpoint, stop };
}
