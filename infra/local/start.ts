/** `npm start` and `npm run dev`: builds what is missing, runs the whole system, ends it on Ctrl-C. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BuildFailed, buildAssembly, buildWebsite, repository } from './builds.ts';
import { DataFolderBusy, runningInstance } from './data-folder-lock.ts';
import { TableChanged } from './dynamodb-table.ts';
import { PolicyError } from './iam-policy.ts';
import { type LocalCloud, startLocalCloud } from './local-cloud.ts';
import { listenOnLoopback } from './loopback-server.ts';
import { TemplateError } from './template.ts';

const usage = `npm start -- [--port 4600] [--data .local] [--fresh]
  --port   port of the website; the sign-in page takes the next one (also as PORT)
  --data   folder in which everything is kept between runs
  --fresh  forgets what an earlier run has kept
  --watch  (npm run dev) a saved file is live at once`;

// As on Lambda. A worker thread shares the process's time zone.
process.env.TZ = 'UTC';

const startedIn = process.env.INIT_CWD ?? process.cwd();
// What builds the functions finds its files from here.
process.chdir(repository);

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
const dataDir = resolve(startedIn, values.data);

/** Errors that tell an engineer what to do; all others are ours, and come with their stack. */
const explains = [BuildFailed, DataFolderBusy, PolicyError, TableChanged, TemplateError];

const explanation = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    return `Port ${port} or ${port + 1} is taken by another program. Take another one: npm start -- --port ${port + 100}`;
  }
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
const checkTheWay = async (): Promise<void> => {
  const other = await runningInstance(dataDir);
  if (other) throw new DataFolderBusy(dataDir, other.pid, other.url);
  for (const number of [port, port + 1]) {
    const server = await listenOnLoopback(number, (_incoming, outgoing) => outgoing.end());
    await server.close();
  }
};

const stopping = new AbortController();
let cloud: LocalCloud | undefined;
const closers: (() => Promise<void> | void)[] = [];

const end = async (exitCode: number): Promise<never> => {
  stopping.abort();
  for (const close of closers.splice(0)) await close();
  await cloud?.stop();
  process.exit(exitCode);
};

const launch = async (
  templateDir: string,
  websiteDir: string | undefined,
  fresh: boolean,
): Promise<LocalCloud> => {
  const devServer = values.watch ? (await import('./dev-website.ts')).devWebsite : undefined;
  return startLocalCloud({
    dataDir,
    port,
    templateDir,
    websiteDir,
    devServer,
    fresh,
    log: (line, kind) => {
      if (kind === 'problem') printProblem(`${line} (see /_local)`);
      else if (values.watch) console.log(line);
    },
  });
};

/** Two templates are the same when they differ only in the code that they point to. */
const templateOf = (assembly: string): string => {
  const [stack] = Object.values(
    (
      JSON.parse(readFileSync(join(assembly, 'manifest.json'), 'utf8')) as {
        artifacts: Record<string, { type: string; properties: { templateFile: string } }>;
      }
    ).artifacts,
  ).filter((artifact) => artifact.type === 'aws:cloudformation:stack');
  const text = readFileSync(join(assembly, stack?.properties.templateFile ?? ''), 'utf8');
  return text.replace(/[0-9a-f]{64}/g, '');
};

const watchCode = async (first: LocalCloud, firstAssembly: string): Promise<void> => {
  const { codeSwap, watchFolders } = await import('./code-watch.ts');
  let assembly = firstAssembly;
  const code = await codeSwap(first);
  const onChange = async (paths: string[]): Promise<void> => {
    if (paths.every((path) => path.startsWith('infra/local/'))) {
      console.log('The runner itself has changed. Start it anew to see it.');
      return;
    }
    try {
      const began = performance.now();
      const changed = cloud ? await code.swap(cloud) : [];
      if (changed.length > 0)
        console.log(`${changed.join(', ')}: new code (${Math.round(performance.now() - began)} ms)`);
      if (paths.every((path) => path.startsWith('services/'))) return;
      const next = await buildAssembly(stopping.signal);
      if (templateOf(next) !== templateOf(assembly)) {
        console.log('The template has changed: starting anew.');
        await cloud?.stop();
        cloud = await launch(next, undefined, false);
        console.log(`Guildhall is running at ${cloud.url}`);
      }
      assembly = next;
    } catch (error) {
      if (stopping.signal.aborted) return;
      // esbuild has said what is wrong with the code.
      const isBundling = error instanceof Error && 'errors' in error;
      printProblem(isBundling ? 'The code from before goes on running.' : explanation(error));
    }
  };
  const watcher = watchFolders(['services', 'shared', 'infra'], onChange);
  closers.push(() => watcher.close());
};

const main = async (): Promise<void> => {
  if (values.help) {
    console.log(usage);
    return;
  }
  if (!Number.isInteger(port) || port < 1 || port > 65_534)
    throw new BuildFailed(`--port ${values.port} is no port.`);
  await checkTheWay();
  showProgress('Building functions, template and website …');
  const [assembly, websiteDir] = await Promise.all([
    buildAssembly(stopping.signal),
    values.watch ? undefined : buildWebsite(stopping.signal),
  ]);
  showProgress('Starting …');
  cloud = await launch(assembly, websiteDir, values.fresh);
  showProgress('');
  console.log(`Guildhall is running at ${cloud.url}`);
  if (values.watch) await watchCode(cloud, assembly);
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
