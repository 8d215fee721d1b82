import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { processBirth } from './process-birth.ts';

/** Another living run has this data folder. */
export class DataFolderBusy extends Error {
  override name = 'DataFolderBusy';
  constructor(
    readonly dataDir: string,
    readonly pid: number,
    readonly url: string | undefined,
  ) {
    super(
      `Guildhall is already running${url ? ` at ${url}` : ''} (process ${pid}) with the data in ${dataDir}. ` +
        `End that one, or start with another folder: --data <folder> --port <port>`,
    );
  }
}

/** What stands at this path can't hold our data. */
export class DataFolderUnusable extends Error {
  override name = 'DataFolderUnusable';
  constructor(dataDir: string, cause: Error) {
    super(`${resolve(dataDir)} can't be the data folder (${cause.message}). Name another: --data <folder>`, {
      cause,
    });
  }
}

/** What the running instance tells others who look into its data folder. */
export interface RunningInstance {
  pid: number;
  /** When that process began: another one may have the number by now. */
  born?: string;
  url?: string;
  /** Address of the sign-in stand-in, where {@link ./token.ts} asks for a token. */
  signInUrl?: string;
  /** Opens the stand-in's door for whoever may read this folder. */
  key?: string;
}

export interface DataFolderLock {
  /** Adds the addresses once they are known. */
  announce(instance: Omit<RunningInstance, 'pid' | 'born'>): Promise<void>;
  release(): Promise<void>;
}

const lockName = 'running.json';

/** Whether a process of that number exists. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * The instance that runs on this data folder now; undefined when there is none or its process has died.
 * @throws DataFolderUnusable when this is no folder.
 */
export async function runningInstance(dataDir: string): Promise<RunningInstance | undefined> {
  const text = await readFile(join(dataDir, lockName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new DataFolderUnusable(dataDir, error);
  });
  const pid = Number(/"pid":\s*(\d+)/.exec(text)?.[1]);
  if (!isAlive(pid)) return undefined;
  // A run that was killed while it wrote has left half a line.
  const instance = text.trimEnd().endsWith('}') ? (JSON.parse(text) as RunningInstance) : { pid };
  const born = await processBirth(pid);
  const isAnother = instance.born !== undefined && born !== undefined && instance.born !== born;
  return isAnother ? undefined : instance;
}

/**
 * Takes the data folder for this process. The lock of a process that has died is taken over.
 * @throws DataFolderBusy when a living process has it, DataFolderUnusable when this can't be a folder.
 */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  await mkdir(dataDir, { recursive: true }).catch((error: Error) => {
    throw new DataFolderUnusable(dataDir, error);
  });
  const path = join(dataDir, lockName);
  const write = async (instance: RunningInstance, flag: 'wx' | 'w') => {
    const file = await open(path, flag, 0o600);
    await file.writeFile(JSON.stringify(instance));
    await file.close();
  };
  const mine = { pid: process.pid, born: await processBirth(process.pid) };
  try {
    await write(mine, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const other = await runningInstance(dataDir);
    if (other) throw new DataFolderBusy(resolve(dataDir), other.pid, other.url);
    await rm(path, { force: true });
    await write(mine, 'wx');
  }
  return {
    announce: (instance) => write({ ...mine, ...instance }, 'w'),
    release: () => rm(path, { force: true }),
  };
}
