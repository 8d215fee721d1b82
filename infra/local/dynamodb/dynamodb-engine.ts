import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../runner/data-folder-lock.ts';
import { processBirth } from '../runner/process-birth.ts';
import { callEngine, EngineError } from './dynamodb-call.ts';
import { DynamodbLocalUnavailable, dynamodbLocalCommand } from './dynamodb-local.ts';

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
  /** Told what takes long. */
  onFetch?: (sentence: string) => void;
  /** Told when the engine ends without having been asked to. */
  onUnexpectedEnd: (reason: string) => void;
}

/** There is no engine to be had; the message says what to do. */
export class EngineUnavailable extends Error {
  override name = 'EngineUnavailable';
}

const pidFile = 'engine.pid';

/** A DynamoDB engine that this process starts and ends. */
interface EngineProgram {
  readonly program: string;
  readonly args: (data: string, host: string, port: number) => string[];
  /** Whether it can be told where to listen; the other one listens everywhere. */
  readonly takesHost: boolean;
  /** Its file or folder within the data folder. */
  readonly dataName: string;
  /** What has to be there before the engine makes new data. */
  readonly begin: (data: string) => Promise<void>;
  /** What has to be done to new data while the engine is stopped. */
  readonly finish: (data: string) => Promise<void>;
}

/** The names under which engines keep their data: each reads its own alone. */
const dataNames = { dynoxide: 'table.db', 'dynamodb-local': 'dynamodb-local' } as const;
type EngineName = keyof typeof dataNames;

/** The built-in engine's program; undefined where its package has none for this platform. */
const dynoxideProgram = (): string | undefined => {
  const name = `@dynoxide/${process.platform}-${process.arch}/dynoxide`;
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
};

const engineNamed = (given: string | undefined): EngineName | undefined => {
  if (given === undefined || given === '') return undefined;
  if (given in dataNames) return given as EngineName;
  throw new EngineUnavailable(
    `There is no engine "${given}": DYNAMODB_ENGINE is ${Object.keys(dataNames).join(' or ')}, or not set.`,
  );
};

/**
 * The engine for this platform: the built-in one where its package is there, else AWS's DynamoDB Local on Java.
 * `DYNAMODB_ENGINE` takes one by its name.
 * @throws EngineUnavailable, which says what to install
 */
const chooseEngine = async (onFetch: (sentence: string) => void): Promise<EngineProgram> => {
  const chosen = engineNamed(process.env.DYNAMODB_ENGINE);
  const dynoxide = chosen === 'dynamodb-local' ? undefined : dynoxideProgram();
  if (dynoxide) {
    return {
      program: dynoxide,
      args: (file, host, port) => ['--db-path', file, '--host', host, '--port', String(port)],
      takesHost: true,
      dataName: dataNames.dynoxide,
      begin: async () => {},
      finish: indexStreamRecords,
    };
  }
  const platform = `${process.platform}-${process.arch}`;
  if (chosen === 'dynoxide')
    throw new EngineUnavailable(`The engine dynoxide has no package for ${platform}.`);
  try {
    const { program, args } = await dynamodbLocalCommand({ onFetch });
    return {
      program,
      args: (folder, _host, port) => args(folder, port),
      takesHost: false,
      dataName: dataNames['dynamodb-local'],
      begin: async (folder) => {
        await mkdir(folder, { mode: 0o700 });
      },
      finish: async () => {},
    };
  } catch (error) {
    if (!(error instanceof DynamodbLocalUnavailable)) throw error;
    throw new EngineUnavailable(
      `The table needs a DynamoDB engine: there is no built-in one for ${platform}, and for AWS's DynamoDB Local ${error.message}; ` +
        'install Java 17 or newer (https://adoptium.net), be online at the first start, and start again.',
      { cause: error },
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

/** Which engine a run has started: its process, and when that began, since numbers of processes are given again. */
interface StartedEngine {
  pid: number;
  born: string | undefined;
}

const startedEngine = async (path: string): Promise<StartedEngine | undefined> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as StartedEngine;
  } catch (error) {
    // Nobody started one; or a run was killed while it wrote this, and the engine has ended with its closed port.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Ends the engine that a killed run has left behind. Its data is whole: every answered write is in the file. */
const endOrphan = async (dataDir: string): Promise<void> => {
  const path = join(dataDir, pidFile);
  const engine = await startedEngine(path);
  const isStill = async ({ pid, born }: StartedEngine) =>
    isAlive(pid) && born !== undefined && (await processBirth(pid)) === born;
  if (engine && (await isStill(engine))) {
    process.kill(engine.pid, 'SIGTERM');
    for (let waited = 0; isAlive(engine.pid); waited += 20) {
      if (waited === 5_000) process.kill(engine.pid, 'SIGKILL');
      await delay(20);
    }
  }
  await rm(path, { force: true });
};

const databaseFiles = (file: string): string[] => ['', '-wal', '-shm'].map((suffix) => file + suffix);

/** What an earlier version has written is not for other users of this machine either. */
const keepToOneself = async (file: string): Promise<void> => {
  for (const path of databaseFiles(file)) {
    if (existsSync(path)) await chmod(path, (await stat(path)).isDirectory() ? 0o700 : 0o600);
  }
};

interface RunningProcess {
  endpoint: string;
  ended: Promise<string>;
  stop(): Promise<void>;
}

const run = async (dataDir: string, engine: EngineProgram, data: string): Promise<RunningProcess> => {
  const host = engine.takesHost ? loopbackAddress() : '127.0.0.1';
  const port = await freePort(host);
  await keepToOneself(data);
  const command = [engine.program, ...engine.args(data, host, port)];
  // What it writes is its owner's alone, by the mask of the shell that becomes it; Windows keeps a person's folders apart by itself.
  const [program = '', ...args] =
    process.platform === 'win32' ? command : ['/bin/sh', '-c', 'umask 077 && exec "$0" "$@"', ...command];
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A process group of its own: Ctrl-C reaches only the runner, which ends the engine last. On Windows that would be a
    // window of its own.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
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
  if (child.pid !== undefined) {
    const started: StartedEngine = { pid: child.pid, born: await processBirth(child.pid) };
    await writeFile(join(dataDir, pidFile), JSON.stringify(started), { mode: 0o600 });
  }
  const endpoint = `http://${host}:${port}`;
  const stop = async () => {
    if (running) child.kill('SIGTERM');
    const patience = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(patience);
    await rm(join(dataDir, pidFile), { force: true });
  };
  while (true) {
    if (!running) {
      await stop();
      throw new EngineUnavailable(`The DynamoDB engine did not start: ${await ended}`);
    }
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

/** A file with what SQLite keeps beside it, or a folder. */
const removeData = async (path: string): Promise<void> => {
  for (const one of databaseFiles(path)) await rm(one, { recursive: true, force: true });
};

/** Removes the tables of an earlier run, and the engine that a killed run may have left on them. */
export async function forgetTables(dataDir: string): Promise<void> {
  await endOrphan(dataDir);
  for (const name of Object.values(dataNames)) await removeData(join(dataDir, name));
}

/** Makes the data beside its place and moves it there when it is whole, so a killed first run leaves no half. */
const createData = async (options: EngineOptions, program: EngineProgram, data: string): Promise<void> => {
  const draft = `${data}.new`;
  await removeData(draft);
  await program.begin(draft);
  const engine = await run(options.dataDir, program, draft);
  try {
    await options.prepareTables(engine.endpoint);
  } finally {
    await engine.stop();
  }
  await program.finish(draft);
  await rename(draft, data);
};

/**
 * Starts the engine on the data folder, or uses the one that `DYNAMODB_ENDPOINT` names.
 * @throws EngineUnavailable when there is none for this platform, or none starts or answers.
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
  const program = await chooseEngine(options.onFetch ?? (() => {}));
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  await endOrphan(options.dataDir);
  const data = join(options.dataDir, program.dataName);
  const isNew = !existsSync(data);
  if (isNew) await createData(options, program, data);
  const engine = await run(options.dataDir, program, data);
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
