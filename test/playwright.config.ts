/**
 * End-to-end tests. They run against what was built (`npm run build`); SDE_OUT names another
 * folder than `out`. SDE_TEST_JSON names a file for the results, for the runner; SDE_TRACE=1
 * records traces of what fails.
 */
import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './e2e/chromium-options.ts';
import { electronHere } from './e2e/electron/electron-here.ts';
import type { ProgramKind } from './e2e/electron/program.ts';

const results = process.env['SDE_TEST_JSON'];
const electron = electronHere();
if (electron.kind === 'missing' && process.env['TEST_WORKER_INDEX'] === undefined) {
  console.log(`Electron tests run on a fake of Electron only: ${electron.reason}`);
}

/** The same specs run on both. */
const kinds: readonly ProgramKind[] =
  electron.kind === 'here' ? ['electron-fake', 'electron'] : ['electron-fake'];

export default defineConfig<{ kind: ProgramKind }>({
  testDir: './e2e',
  globalSetup: ['./support/temporary-folder.ts', './support/electron-fake/bundle.ts'],
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  // Patience for a busy computer, in one place: only what fails takes so long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [['list'], ...(results ? [['json', { outputFile: results }] as const] : [])],
  use: {
    ...chromiumOptions(),
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    // Recording costs a quarter of the time: it is turned on to look into a failure.
    trace: process.env['SDE_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'browser', testDir: './e2e/browser' },
    ...kinds.map((kind) => ({
      name: kind,
      testDir: './e2e/electron',
      // The program's own window ends with its program: there is no trace to keep.
      use: { kind, trace: 'off' as const },
    })),
  ],
});
