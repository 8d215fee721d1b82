import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { functionBundle } from '../infra/function-bundles.ts';
import { moduleNames } from '../shared/modules.ts';
import { amount, type Figure, median } from './measure.ts';

/** Milliseconds that a fresh Node takes to import a file, above one that imports nothing. */
const loadTime = (file: string): number => {
  const program = `const t = performance.now(); await import(${JSON.stringify(pathToFileURL(file).href)}); process.stdout.write(String(performance.now() - t)); process.exit()`;
  const once = () =>
    Number(
      execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', program], {
        env: { TABLE_NAME: 'bench', USER_INFO_URL: 'http://127.0.0.1', AWS_REGION: 'eu-west-1' },
      }),
    );
  return median(Array.from({ length: 9 }, once));
};

/** What each function weighs, and how long it takes to load. */
export const benchFunctions = (): Figure[] =>
  moduleNames.flatMap((module) => {
    const file = path.resolve(functionBundle(module), 'index.mjs');
    return [
      amount(`function ${module}: minified`, statSync(file).size / 1000, 400, 'kB'),
      amount(`function ${module}: to load, above an empty Node`, loadTime(file), 65, 'ms'),
    ];
  });
