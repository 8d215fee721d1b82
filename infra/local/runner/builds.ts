import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Folder of the repository. */
export const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** Where builds for this machine are kept, each under the hash of what it was made from. */
const buildsFolder = join(repository, '.build/local');

/** So many builds of one kind stay: going back to an earlier commit is then as quick as staying. */
const keptBuilds = 5;

/** A build program ended with an error; the message is what it printed. */
export class BuildFailed extends Error {
  override name = 'BuildFailed';
}

interface Build {
  kind: 'assembly' | 'website';
  /** Files and folders whose content decides whether an earlier build still stands. */
  madeFrom: readonly string[];
  ignored?: readonly string[];
  /** Makes the build in an empty folder. */
  make: (folder: string, signal: AbortSignal) => Promise<void>;
}

const filesOf = (path: string, ignored: readonly string[]): string[] => {
  const absolute = join(repository, path);
  if (ignored.includes(path) || !existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [path];
  return readdirSync(absolute)
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`, ignored));
};

const hashOf = ({ madeFrom, ignored = [] }: Build): string => {
  const hash = createHash('sha256').update(process.version);
  for (const file of madeFrom.flatMap((path) => filesOf(path, ignored))) {
    hash.update(`\0${file}\0`).update(readFileSync(join(repository, file)));
  }
  return hash.digest('hex').slice(0, 16);
};

const run = (
  args: readonly string[],
  environment: Record<string, string>,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: repository,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    });
    let output = '';
    const collect = (text: string) => {
      output += text;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new BuildFailed(output.trim() || `${args.join(' ')}: exit code ${code}`)),
    );
  });

const removeOldBuilds = async (kind: string): Promise<void> => {
  const byAge = readdirSync(buildsFolder)
    .filter((name) => name.startsWith(`${kind}-`))
    .map((name) => ({ path: join(buildsFolder, name), usedAt: statSync(join(buildsFolder, name)).mtimeMs }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { path } of byAge.slice(keptBuilds)) await rm(path, { recursive: true, force: true });
};

/** The build's folder: an earlier one when nothing that it is made from has changed since. */
const upToDate = async (build: Build, signal: AbortSignal): Promise<string> => {
  const folder = join(buildsFolder, `${build.kind}-${hashOf(build)}`);
  await mkdir(buildsFolder, { recursive: true });
  if (!existsSync(folder)) {
    const draft = await mkdtemp(join(buildsFolder, 'draft-'));
    try {
      await build.make(draft, signal);
      await rename(draft, folder);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      // Another run may have built the same in the meantime.
      if (!existsSync(folder)) throw error;
    }
  }
  const now = new Date();
  await utimes(folder, now, now);
  await removeOldBuilds(build.kind);
  return folder;
};

/**
 * The cloud assembly: functions bundled, template synthesized. The website in it is a placeholder, since this machine
 * serves its own build.
 * @throws BuildFailed with what the CDK app printed.
 */
export const buildAssembly = (signal: AbortSignal): Promise<string> =>
  upToDate(
    {
      kind: 'assembly',
      madeFrom: ['infra', 'services', 'shared', 'locales', 'package-lock.json', 'tsconfig.json'],
      ignored: ['infra/local'],
      make: async (folder, abort) => {
        const placeholder = join(buildsFolder, 'no-website');
        await mkdir(join(placeholder, 'assets'), { recursive: true });
        await writeFile(join(placeholder, 'index.html'), '');
        await writeFile(join(placeholder, 'assets/none.txt'), '');
        const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
        const context = JSON.stringify({
          websiteAssets: placeholder,
          validate: 'false',
          // Not those of the stage's file, which is about AWS: this machine is the same for everybody.
          settings: { mailDomain: 'guildhall.example' },
        });
        await run(
          ['--import', loader, 'infra/app.ts'],
          { CDK_OUTDIR: folder, CDK_CONTEXT_JSON: context },
          abort,
        );
      },
    },
    signal,
  );

/**
 * The website for this machine (mode `local-cloud`: sign-in over http).
 * @throws BuildFailed with what Vite printed.
 */
export const buildWebsite = (signal: AbortSignal): Promise<string> =>
  upToDate(
    {
      kind: 'website',
      madeFrom: [
        'frontend',
        'shared',
        'locales',
        'infra/local/cognito/amplify-over-http.ts',
        'package-lock.json',
        'tsconfig.json',
      ],
      make: (folder, abort) => {
        const vite = dirname(createRequire(import.meta.url).resolve('vite/package.json'));
        const options = [
          '--config',
          'frontend/vite.config.ts',
          '--mode',
          'local-cloud',
          '--logLevel',
          'warn',
        ];
        return run(
          [join(vite, 'bin/vite.js'), 'build', ...options, '--outDir', folder, '--emptyOutDir'],
          // Whoever asks: a test runner's own value would make React's development build.
          { NODE_ENV: 'production' },
          abort,
        );
      },
    },
    signal,
  );
