import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      // What needs no running system.
      {
        test: {
          name: 'unit',
          include: ['tests/{shared,architecture,infra,local}/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
