import { defineConfig } from 'vitest/config';

/** Unit, contract and security tests: everything that needs no browser. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/{unit,contract,security}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/columns/bundle-worker.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // The usual second is too short for a busy computer.
    expect: { poll: { timeout: 10_000 } },
    reporters: process.env['SDE_TEST_JSON'] ? ['default', 'json'] : ['default'],
    ...(process.env['SDE_TEST_JSON'] ? { outputFile: process.env['SDE_TEST_JSON'] } : {}),
  },
});
