import { defineConfig } from 'vitest/config';

const patience = { testTimeout: 30_000, hookTimeout: 60_000 };
const runningSystem = { globalSetup: './tests/support/running-system.ts', ...patience };

export default defineConfig({
  test: {
    // The SDK's reminder that it will leave Node 20; functions run on Node 24.
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    // Tests wait for answers, timers and frames half of their time: three at a time keep two cores busy.
    maxWorkers: 3,
    projects: [
      // What needs no running system, or starts its own parts.
      {
        test: {
          name: 'unit',
          include: ['tests/{shared,frontend,architecture,local}/**/*.test.ts'],
          isolate: false,
          ...patience,
        },
      },
      // The synthesized template. Files of a worker share what they import, CDK and its rules, and what was synthesized.
      { test: { name: 'infra', include: ['tests/infra/**/*.test.ts'], isolate: false, ...patience } },
      // What decides who may do what, called in this process against the real engine (docs/testing.md).
      './tests/guards/vitest.config.ts',
      // Over HTTP against the whole system, run from its synthesized template.
      {
        test: {
          name: 'system',
          include: ['tests/{services,contract}/**/*.test.ts'],
          isolate: false,
          ...runningSystem,
        },
      },
      // In Chromium, against a system of its own that serves the website too.
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          ...runningSystem,
          testTimeout: 60_000,
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
