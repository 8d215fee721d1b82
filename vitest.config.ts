import { defineConfig } from 'vitest/config';

const patience = { testTimeout: 30_000, hookTimeout: 60_000 };
const runningSystem = { globalSetup: './tests/support/running-system.ts', ...patience };

export default defineConfig({
  test: {
    // The SDK's reminder that it will leave Node 20; functions run on Node 24.
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    projects: [
      // What needs no running system, or starts its own parts.
      {
        test: {
          name: 'unit',
          include: ['tests/{shared,frontend,architecture,infra,local}/**/*.test.ts'],
          ...patience,
        },
      },
      // What decides who may do what, called in this process against the real engine (docs/testing.md).
      './tests/guards/vitest.config.ts',
      // Over HTTP against the whole system, run from its synthesized template.
      { test: { name: 'system', include: ['tests/{services,contract}/**/*.test.ts'], ...runningSystem } },
      // In Chromium, against a system of its own that serves the website too.
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          ...runningSystem,
          testTimeout: 60_000,
          // Written to pass at the first try; one that needs the second is named in the report, and is a race to be found.
          retry: 1,
          // Mostly waiting for browsers: two at a time keep two cores busy, one does not.
          maxWorkers: 2,
          // Files of a worker share their Chromium and what they import; each test has a context of its own.
          isolate: false,
          // After everything else, which has the cores for itself.
          sequence: { groupOrder: 1 },
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
