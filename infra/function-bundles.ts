import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path, { dirname } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { moduleNames } from '../shared/modules.ts';
import { type FunctionName, otherFunction, otherFunctionNames } from './module-needs.ts';

const bundlesFolder = '.build/functions';

export const functionNames: readonly FunctionName[] = [...moduleNames, ...otherFunctionNames];

/** The folder that becomes a function: one file, `index.mjs`. */
export const functionBundle = (name: FunctionName): string => `${bundlesFolder}/${name}`;

/** The resources of Stripe's API that `services/billing/stripe-account.ts` uses. */
const stripeUsed = /\/(Customers|Subscriptions|Invoices|Checkout\/.*|BillingPortal\/.*)\.js$/;

/**
 * Stripe's package makes an object of each of its 150 resources at once, so none can be shaken off: 255 kB. The unused
 * ones become empty classes, and a use of one that is not in the list fails in the tests, which run these very bundles.
 */
const slimStripe: Plugin = {
  name: 'slim-stripe',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/stripe\/esm\/resources\/.*\.js$/ }, ({ path: file }) => {
      if (stripeUsed.test(file)) return undefined;
      const source = read(file);
      const classes = [...source.matchAll(/^export (?:class|function|const) (\w+)/gm)].map(
        ([, name]) => name,
      );
      const passedOn = source.match(/^export .* from .*$/gm) ?? [];
      const contents = [...passedOn, ...classes.map((name) => `export class ${name} {}`)].join('\n');
      return { contents, loader: 'js' };
    });
  },
};

const read = (file: string): string => readFileSync(file, 'utf8');

/**
 * Compiles what functions say, and their catalogs with what they alone can say: without it, each carries the compiler of
 * messages and the catalog of the website, 85 kB.
 */
const compiledMessages: Plugin = {
  name: 'compiled-messages',
  setup: async ({ onLoad, onResolve }) => {
    // Not before it is needed: it brings a parser along, and a template is synthesized without one.
    const { saysMessages, withCompiledMessages } = await import('../locales/messages-in-code.ts');
    const { catalogFile, compiledCatalog } = await import('../locales/compiled-catalog.ts');
    onResolve({ filter: /^#compiled-message$/ }, () => ({
      path: path.resolve('shared/core/compiled-message.browser.ts'),
    }));
    onLoad({ filter: catalogFile }, ({ path: file }) => ({
      contents: compiledCatalog(catalogFile.exec(file)?.[1] ?? '', ['shared', 'services']),
      loader: 'js',
    }));
    onLoad({ filter: /[/\\](shared|services)[/\\][^?]*\.ts$/ }, ({ path: file }) => {
      const code = read(file);
      return saysMessages(code) ? { contents: withCompiledMessages(file, code), loader: 'ts' } : undefined;
    });
  },
};

/** How every function is bundled, in one call of esbuild. */
const functionBundleOptions: BuildOptions = {
  entryPoints: [
    ...moduleNames.map((module) => ({ in: `services/${module}/handler.ts`, out: `${module}/index` })),
    ...otherFunctionNames.map((name) => ({ in: otherFunction(name).entry, out: `${name}/index` })),
  ],
  outdir: bundlesFolder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  // Declared for the Node 24 runtime; in Node 20's syntax the same file also runs on an engineer's machine.
  target: 'node20',
  legalComments: 'none',
  logLevel: 'warning',
  // Dependencies that still call require() find it here. The long name can't meet one that minification makes up.
  banner: {
    js: "import{createRequire as createRequireOfBundle}from'node:module';const require=createRequireOfBundle(import.meta.url);",
  },
  // The SDK's ES modules can be tree-shaken; its CommonJS builds, which esbuild prefers for Node, can't.
  mainFields: ['module', 'main'],
  plugins: [slimStripe, compiledMessages],
  // What a function never uses stays out: the SDK's credential chain (Lambda hands credentials over in the environment)
  // and its parser of browser names. 659 kB without all this, 317 kB with; 73 against 45 ms to load.
  alias: {
    '@aws-sdk/credential-provider-node': path.resolve('services/core/environment-credentials.ts'),
    bowser: path.resolve('services/core/no-browser-names.ts'),
  },
};

/**
 * Bundles all functions. Throws with esbuild's message when one can't be built.
 * A file appears whole or not at all, and an unchanged one is left alone: a running system may be reading it.
 */
export const bundleFunctions = async (): Promise<void> => {
  const { outputFiles } = await build({ ...functionBundleOptions, write: false });
  for (const { path, contents } of outputFiles) {
    if (existsSync(path) && readFileSync(path).equals(contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    const unfinished = `${dirname(path)}.${process.pid}.unfinished`;
    writeFileSync(unfinished, contents);
    renameSync(unfinished, path);
  }
};
