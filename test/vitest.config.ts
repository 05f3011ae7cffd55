import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Unit, contract and security tests: everything that needs no browser. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    globalSetup: ['test/support/temporary-folder.ts', 'test/support/columns/bundle-worker.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/{contract,security}/**/*.test.ts', 'test/unit/!(renderer)/**/*.test.ts'],
          setupFiles: ['test/support/fixed-date-setup.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        // See plain-elements.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'window',
          include: ['test/unit/renderer/**/*.test.{ts,tsx}'],
          // For those without a window too: a worker ends when the next file wants another environment,
          // and the next one reads the product again.
          environment: 'happy-dom',
          setupFiles: [
            'test/unit/renderer/plain-elements.ts',
            'test/support/fixed-date-setup.ts',
            'test/unit/renderer/window-setup.ts',
          ],
          isolate: false,
        },
      },
    ],
    // `isolate: false` above: the product is read once for all files of a worker; half the time went
    // there. So no file may stand in for a module of its own.
    // Vitest leaves one core idle by itself, which on two is half of them.
    maxWorkers: '100%',
    // Patience for a busy computer, in one place: only what fails takes so long.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: process.env['SDE_TEST_JSON'] ? ['default', 'json'] : ['default'],
    ...(process.env['SDE_TEST_JSON'] ? { outputFile: process.env['SDE_TEST_JSON'] } : {}),
  },
});
