import { defineConfig } from 'vitest/config';

/** Tests of what is packed: they need what was built (`npm run build`). */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/packaging/**/*.test.ts'],
    globalSetup: ['test/support/temporary-folder.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: process.env['SDE_TEST_JSON'] ? ['default', 'json'] : ['default'],
    ...(process.env['SDE_TEST_JSON'] ? { outputFile: process.env['SDE_TEST_JSON'] } : {}),
  },
});
