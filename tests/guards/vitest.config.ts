import { defineProject } from 'vitest/config';

/** Also the whole of what a mutation run runs (stryker.config.json): quick, and in this process, where code can be swapped. */
export default defineProject({
  root: import.meta.dirname,
  test: {
    name: 'guards',
    include: ['*.test.ts'],
    globalSetup: './global-setup.ts',
    setupFiles: './quiet.ts',
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
