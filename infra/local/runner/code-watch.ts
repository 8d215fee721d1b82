import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './builds.ts';
import type { LocalCloud } from './local-cloud.ts';

/** Calls back once a burst of changes below these folders has settled, with the paths that changed. */
export function watchFolders(
  folders: readonly string[],
  onChange: (paths: string[]) => Promise<void>,
): { close(): void } {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  const settle = () => {
    const paths = [...changed];
    changed.clear();
    working = working.then(() => onChange(paths));
  };
  const watchers = folders.map((folder) =>
    watch(join(repository, folder), { recursive: true }, (_event, name) => {
      if (name === null) return;
      changed.add(`${folder}/${name}`);
      clearTimeout(timer);
      timer = setTimeout(settle, 80);
    }),
  );
  return {
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

/** Bundles changed functions and puts them in the place of the running ones. */
export interface CodeSwap {
  /**
   * @returns names of the functions that run new code now.
   * @throws esbuild's BuildFailure when the code can't be bundled; the old code goes on running.
   */
  swap(cloud: LocalCloud): Promise<string[]>;
}

const readBundle = (folder: string): Promise<string> => readFile(join(folder, 'index.mjs'), 'utf8');

/**
 * Begins with the code that the system was started with. Which bundle a function runs is found by comparing its code
 * with them all, so that nothing but the template has to say what functions there are.
 */
export async function codeSwap(cloud: LocalCloud): Promise<CodeSwap> {
  const { bundleFunctions, functionBundle, functionNames } = await import('../../function-bundles.ts');
  const folders = functionNames.map((name) => join(repository, functionBundle(name)));
  const bundles = async () => {
    await bundleFunctions();
    return Promise.all(folders.map(async (folder) => ({ folder, code: await readBundle(folder) })));
  };
  const first = await bundles();
  const running = new Map<string, { folder: string; code: string }>();
  for (const { name, codeDir } of cloud.functions()) {
    const code = await readBundle(codeDir);
    const bundle = first.find((one) => one.code === code);
    if (bundle) running.set(name, bundle);
  }
  return {
    swap: async (current) => {
      const codeOf = new Map((await bundles()).map(({ folder, code }) => [folder, code]));
      const changed = [...running].flatMap(([name, { folder, code }]) => {
        const now = codeOf.get(folder);
        return now === undefined || now === code ? [] : [{ name, folder, code: now }];
      });
      await current.replaceCode(new Map(changed.map(({ name, folder }) => [name, folder])));
      for (const { name, folder, code } of changed) running.set(name, { folder, code });
      return changed.map(({ name }) => name);
    },
  };
}
