import { defineConfig } from 'vitest/config';

const patience = { testTimeout: 30_000, hookTimeout: 60_000 };
const runningSystem = { globalSetup: './tests/support/running-system.ts', ...patience };

export default defineConfig({
  test: {
    projects: [
      // What needs no running system, or starts its own parts.
      {
        test: {
          name: 'unit',
          include: ['tests/{shared,architecture,infra,local}/**/*.test.ts'],
          ...patience,
        },
      },
      // Over HTTP against the whole system, run from its synthesized template.
      { test: { name: 'system', include: ['tests/{services,contract}/**/*.test.ts'], ...runningSystem } },
    ],
  },
});
