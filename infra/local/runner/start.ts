/** `npm start` and `npm run dev`: builds what is missing, runs the whole system, ends it on Ctrl-C. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SignInsDamaged } from '../cognito/sign-in-store.ts';
import { EngineUnavailable } from '../dynamodb/dynamodb-engine.ts';
import { TableChanged } from '../dynamodb/dynamodb-table.ts';
import { PolicyError } from '../iam/iam-policy.ts';
import { BuildFailed, buildAssembly, buildWebsite, repository } from './builds.ts';
import { DataFolderBusy, DataFolderUnusable, runningInstance } from './data-folder-lock.ts';
import { type LocalCloud, startLocalCloud } from './local-cloud.ts';
import { listenOnLoopback } from './loopback-server.ts';
import { stackOf, TemplateError } from './template.ts';

const usage = `npm start -- [--port 4600] [--data .local] [--fresh]
  --port   port of the website; the sign-in page and Stripe's pages take the next two (also as PORT)
  --data   folder in which everything is kept between runs
  --fresh  forgets what an earlier run has kept
  --watch  (npm run dev) a saved file is live at once`;

// As on Lambda. A worker thread shares the process's time zone.
process.env.TZ = 'UTC';

const startedIn = process.env.INIT_CWD ?? process.cwd();
// What builds the functions finds its files from here.
process.chdir(repository);

/** What was typed can't be meant. */
class UsageError extends Error {}

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: process.env.PORT ?? '4600' },
      data: { type: 'string', default: join(repository, '.local') },
      fresh: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_533)
    throw new UsageError(`${values.port} is no port.`);
  return { ...values, port, dataDir: resolve(startedIn, values.data) };
};
type Options = ReturnType<typeof readOptions>;

/** Errors that tell an engineer what to do; all others are ours, and come with their stack. */
const explains = [
  BuildFailed,
  DataFolderBusy,
  DataFolderUnusable,
  EngineUnavailable,
  PolicyError,
  SignInsDamaged,
  TableChanged,
  TemplateError,
];

const explanation = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Take others: npm start -- --port ${(port ?? 4600) + 100}`;
  }
  const isUsage = error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS');
  if (isUsage) return `${error.message}\n\n${usage}`;
  return explains.some((type) => error instanceof type) ? error.message : (error.stack ?? error.message);
};

const showProgress = (line: string): void => {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[2K${line}`);
};

const printProblem = (line: string): void => {
  showProgress('');
  console.error(line);
};

/** Says at once what would stop the start only after everything is built. */
const checkTheWay = async ({ dataDir, port }: Options): Promise<void> => {
  const other = await runningInstance(dataDir);
  if (other) throw new DataFolderBusy(dataDir, other.pid, other.url);
  for (const number of [port, port + 1, port + 2]) {
    const server = await listenOnLoopback(number, (_incoming, outgoing) => outgoing.end());
    await server.close();
  }
};

const stopping = new AbortController();
/** What runs, or is about to. A start that fails has ended itself. */
let running: Promise<LocalCloud | undefined> = Promise.resolve(undefined);
let endWatching = () => {};

const end = async (exitCode: number): Promise<never> => {
  stopping.abort();
  endWatching();
  const cloud = await running;
  await cloud?.stop();
  process.exit(exitCode);
};

const launch = async (
  options: Options,
  templateDir: string,
  websiteDir?: string,
  fresh = false,
): Promise<LocalCloud> => {
  const devServer = options.watch ? (await import('../website/dev-website.ts')).devWebsite : undefined;
  const starting = startLocalCloud({
    dataDir: options.dataDir,
    port: options.port,
    templateDir,
    websiteDir,
    devServer,
    fresh,
    log: (line, kind) => {
      if (kind === 'problem') printProblem(`${line} (see /_local)`);
      else if (kind === 'notice') printProblem(line);
      else if (options.watch) console.log(line);
    },
  });
  running = starting.catch(() => undefined);
  const cloud = await starting;
  showProgress('');
  console.log(`Guildhall is running at ${cloud.url}`);
  return cloud;
};

/** Two templates are the same when they differ only in the code that they point to. */
const templateOf = (assembly: string): string =>
  readFileSync(stackOf(assembly).templateFile, 'utf8').replace(/[0-9a-f]{64}/g, '');

const watchCode = async (options: Options, cloud: LocalCloud, firstAssembly: string): Promise<void> => {
  const { codeSwap, watchFolders } = await import('./code-watch.ts');
  const code = await codeSwap(cloud);
  let assembly = firstAssembly;
  const takeOver = async (paths: string[]): Promise<void> => {
    const current = await running;
    const began = performance.now();
    const changed = current ? await code.swap(current) : [];
    const took = Math.round(performance.now() - began);
    if (changed.length > 0) console.log(`${changed.join(', ')}: new code (${took} ms)`);
    if (current && paths.every((path) => path.startsWith('services/'))) return;
    const next = await buildAssembly(stopping.signal);
    if (!current || templateOf(next) !== templateOf(assembly)) {
      console.log('The template has changed: starting anew.');
      await current?.stop();
      await launch(options, next);
    }
    assembly = next;
  };
  const watcher = watchFolders(['services', 'shared', 'locales', 'infra'], async (paths) => {
    if (paths.every((path) => path.startsWith('infra/local/'))) {
      console.log('The runner itself has changed. Start it anew to see it.');
      return;
    }
    try {
      await takeOver(paths);
    } catch (error) {
      if (stopping.signal.aborted) return;
      // esbuild has said what is wrong with the code.
      const isBundling = error instanceof Error && 'errors' in error;
      printProblem(isBundling ? 'The code from before goes on running.' : explanation(error));
    }
  });
  endWatching = () => watcher.close();
};

const main = async (): Promise<void> => {
  const options = readOptions();
  if (options.help) {
    console.log(usage);
    return;
  }
  await checkTheWay(options);
  showProgress('Building functions, template and website …');
  const [assembly, websiteDir] = await Promise.all([
    buildAssembly(stopping.signal),
    options.watch ? undefined : buildWebsite(stopping.signal),
  ]);
  showProgress('Starting …');
  const cloud = await launch(options, assembly, websiteDir, options.fresh);
  if (options.watch) await watchCode(options, cloud, assembly);
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void end(0));
}
// Told to end, npm ends its shell, and that ends nobody: then this process gets another parent.
const parent = process.ppid;
const watchParent = () => {
  if (process.ppid !== parent) void end(0);
};
if (process.env.npm_lifecycle_event) setInterval(watchParent, 500).unref();

main().catch((error: unknown) => {
  if (stopping.signal.aborted) return;
  printProblem(explanation(error));
  void end(1);
});
