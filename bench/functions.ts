import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { functionBundle, functionNames } from '../infra/function-bundles.ts';
import { amount, type Figure, median } from './measure.ts';

/** What functions are told by the template; nothing of it is called. */
const nowhere = Object.fromEntries(
  [
    'TABLE_NAME',
    'USER_INFO_URL',
    'WEBSITE_URL',
    'MAIL_FROM',
    'MAIL_RULES',
    'STRIPE_SECRET',
    'STRIPE_API',
    'RATES_URL',
    'SOCKET_ENDPOINT',
    'HISTORY_DAYS',
    'USER_POOL_ID',
  ].map((name) => [name, 'http://127.0.0.1']),
);

const withStripe = ['billing', 'stripe-webhook'];
const stripeWeighs =
  "Stripe's own package is about 110 kB of it, after what we do not use was left out (docs/decisions/0014); it is not executed before it is needed.";

/** Milliseconds that a fresh Node takes to import a file, above one that imports nothing. */
const loadTime = (file: string): number => {
  const program = `const t = performance.now(); await import(${JSON.stringify(pathToFileURL(file).href)}); process.stdout.write(String(performance.now() - t)); process.exit()`;
  const once = () =>
    Number(
      execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', program], {
        env: { ...nowhere, AWS_REGION: 'eu-west-1' },
      }),
    );
  return median(Array.from({ length: 9 }, once));
};

/** What each function weighs, and how long it takes to load. */
export const benchFunctions = (): Figure[] =>
  functionNames.flatMap((name) => {
    const file = path.resolve(functionBundle(name), 'index.mjs');
    return [
      amount(
        `function ${name}: minified`,
        statSync(file).size / 1000,
        400,
        'kB',
        withStripe.includes(name) ? stripeWeighs : undefined,
      ),
      amount(`function ${name}: to load, above an empty Node`, loadTime(file), 65, 'ms'),
    ];
  });
