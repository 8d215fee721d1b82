import { bundleFunctions } from '../infra/function-bundles.ts';
import { benchChangeFeed } from './change-feed.ts';
import { benchFunctions } from './functions.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchLive } from './live.ts';
import { benchLocalRunner } from './local-runner.ts';
import type { Figure } from './measure.ts';
import { benchRequests } from './requests.ts';
import { benchStart } from './start.ts';
import { benchWebsite } from './website.ts';

const parts: Record<string, () => Promise<Figure[]> | Figure[]> = {
  start: benchStart,
  functions: async () => {
    await bundleFunctions();
    return benchFunctions();
  },
  requests: async () => {
    await bundleFunctions();
    return benchRequests(Number(process.env.BENCH_TASKS ?? 100_000));
  },
  local: benchLocalRunner,
  'change-feed': benchChangeFeed,
  live: benchLive,
  website: benchWebsite,
  lighthouse: benchLighthouse,
};

// `npm run bench -- functions website` runs only these.
const chosen = process.argv.slice(2);
for (const name of chosen)
  if (!(name in parts)) throw new Error(`There is no part ${name}: ${Object.keys(parts).join(', ')}`);

for (const [name, part] of Object.entries(parts)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n${name}`);
  for (const { what, target, figure, met, why } of await part()) {
    const mark = met === undefined ? ' ' : met ? '✓' : '✗';
    console.log(` ${mark} ${what.padEnd(62)} ${figure.padEnd(34)} ${target ?? ''}`);
    if (met === false && why) console.log(`     ${why}`);
  }
}
