import { defineConfig } from 'vitest/config';

/** The tests that hold the desktop program's fences: quick, for one weakening after another. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: [
      'test/unit/electron/**/*.test.ts',
      'test/unit/packaging/{configuration,fuses}.test.ts',
    ],
    testTimeout: 20_000,
  },
});
