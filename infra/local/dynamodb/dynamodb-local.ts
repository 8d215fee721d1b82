import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * AWS's own DynamoDB Local, for platforms without a package of the built-in engine: a Java program, with its native
 * parts for Linux, macOS and Windows, on x64 and ARM, inside.
 */

/** Where AWS publishes it, as `com.amazonaws:DynamoDBLocal`, with the libraries that it needs. */
const mavenCentral = 'https://repo1.maven.org/maven2';

/** Of this version and no other; a newer one needs its own list of files. */
const version = '2.6.1';

/** What it was built for. */
const leastJava = 17;

/** Files of the version by their path below the repository, each with its SHA-256: whoever hands them out, they are these. */
const pinnedFiles = (): Record<string, string> =>
  JSON.parse(readFileSync(fileURLToPath(new URL('./dynamodb-local-jars.json', import.meta.url)), 'utf8'));

/** DynamoDB Local can't be had; the message says why. */
export class DynamodbLocalUnavailable extends Error {
  override name = 'DynamodbLocalUnavailable';
}

/** Where a person's programs keep what can be fetched again, by the customs of each system. */
const cacheFolder = (): string => {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  switch (process.platform) {
    case 'win32':
      return LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
    case 'darwin':
      return join(homedir(), 'Library', 'Caches');
    default:
      return XDG_CACHE_HOME ?? join(homedir(), '.cache');
  }
};

/** `java -version` says `version "17.0.15"`, or `"1.8.0_402"` before Java 9. */
const majorVersion = (printed: string): number | undefined => {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(printed) ?? [];
  return first === undefined ? undefined : Number(first === '1' ? second : first);
};

/** The first Java that is new enough: of `JAVA_HOME`, then of the path. */
const findJava = async (): Promise<string> => {
  const { JAVA_HOME } = process.env;
  const candidates = [...(JAVA_HOME ? [join(JAVA_HOME, 'bin', 'java')] : []), 'java'];
  const found: string[] = [];
  for (const java of candidates) {
    // Without Java, macOS has a `java` that only says so, and fails.
    const printed = await promisify(execFile)(java, ['-version']).then(
      ({ stderr, stdout }) => stderr + stdout,
      () => '',
    );
    const major = majorVersion(printed);
    if (major !== undefined && major >= leastJava) return java;
    if (major !== undefined) found.push(String(major));
  }
  throw new DynamodbLocalUnavailable(
    found.length === 0
      ? 'no Java was found'
      : `the Java that was found is version ${found.join(' and ')}, and it takes ${leastJava}`,
  );
};

const download = async (address: string, sha256: string): Promise<Buffer> => {
  const failed = (why: string, cause?: unknown) =>
    new DynamodbLocalUnavailable(`${address} could not be fetched (${why})`, { cause });
  let content: Buffer;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(120_000) });
    if (!response.ok) throw failed(`HTTP ${response.status}`);
    content = Buffer.from(await response.arrayBuffer());
  } catch (error) {
    if (error instanceof DynamodbLocalUnavailable) throw error;
    const { message, cause } = error as Error;
    throw failed(cause instanceof Error ? cause.message : message, error);
  }
  const actual = createHash('sha256').update(content).digest('hex');
  if (actual !== sha256)
    throw failed(`it is not the file that it should be: SHA-256 ${actual}, not ${sha256}`);
  return content;
};

/** So many files are fetched at the same time. */
const atOnce = 6;

export interface DynamodbLocalSource {
  /** A Maven repository; Maven Central, or `DYNAMODB_LOCAL_REPOSITORY`, unless it is given. */
  readonly repository?: string;
  /** Where it is kept; the person's own cache folder unless it is given. Never the repository. */
  readonly cache?: string;
  /** Path → SHA-256; those of {@link version} unless it is given. */
  readonly files?: Readonly<Record<string, string>>;
  /** Told before something is fetched. */
  readonly onFetch?: (sentence: string) => void;
}

/**
 * The files of DynamoDB Local, fetched once. They come into place together, when all are there and are what they should be.
 * @throws DynamodbLocalUnavailable
 */
export const dynamodbLocalFiles = async (source: DynamodbLocalSource = {}): Promise<string[]> => {
  const {
    repository = process.env.DYNAMODB_LOCAL_REPOSITORY ?? mavenCentral,
    cache = join(cacheFolder(), 'guildhall'),
    files = pinnedFiles(),
    onFetch = () => {},
  } = source;
  const folder = join(cache, `dynamodb-local-${version}`);
  const paths = Object.keys(files);
  if (!existsSync(folder)) {
    onFetch(`Fetching DynamoDB Local ${version} from ${repository}, once (50 MB, into ${folder}) …`);
    await mkdir(cache, { recursive: true });
    const draft = await mkdtemp(join(cache, 'unfinished-'));
    try {
      const queue = Object.entries(files);
      const fetchFrom = async (): Promise<void> => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const [path, sha256] = next;
          const content = await download(`${repository.replace(/\/+$/, '')}/${path}`, sha256);
          const file = join(draft, ...path.split('/'));
          await mkdir(dirname(file), { recursive: true });
          await writeFile(file, content);
        }
      };
      // All have to end before the draft is cleared away: one that still writes would make it anew.
      const ended = await Promise.allSettled(
        Array.from({ length: atOnce }, () =>
          fetchFrom().catch((error: unknown) => {
            queue.length = 0;
            throw error;
          }),
        ),
      );
      for (const one of ended) if (one.status === 'rejected') throw one.reason;
      await rename(draft, folder);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      // Another start may have fetched the same in the meantime.
      if (!existsSync(folder)) throw error;
    }
  }
  return paths.map((path) => join(folder, ...path.split('/')));
};

/**
 * How DynamoDB Local is started.
 * @throws DynamodbLocalUnavailable when there is no Java for it, or its files can't be fetched.
 */
export const dynamodbLocalCommand = async (
  source: DynamodbLocalSource = {},
): Promise<{ program: string; args: (folder: string, port: number) => string[] }> => {
  const program = await findJava();
  const classPath = (await dynamodbLocalFiles(source)).join(delimiter);
  return {
    program,
    args: (folder, port) => [
      ...['-cp', classPath, 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner'],
      // It tells AWS about its use unless it is told not to, and lets every web page in.
      ...['-disableTelemetry', '-cors', 'http://127.0.0.1', '-sharedDb'],
      ...['-dbPath', folder, '-port', String(port)],
    ],
  };
};
