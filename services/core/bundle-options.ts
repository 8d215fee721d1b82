import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/**
 * Keeps what a Lambda function never uses out of its bundle: the SDK's credential chain (Lambda hands credentials
 * over in the environment) and its parser of browser names. 659 kB without, 317 kB with; 73 against 45 ms to load.
 */
export const bundleOptions = {
  // The SDK's ES modules can be tree-shaken; its CommonJS builds, which esbuild prefers for Node, can't.
  mainFields: ['module', 'main'],
  alias: {
    '@aws-sdk/credential-provider-node': at('./environment-credentials.ts'),
    bowser: at('./no-browser-names.ts'),
  },
} satisfies Partial<BuildOptions>;
