/**
 * End-to-end tests. They run against what was built (`npm run build`); SDE_OUT names another
 * folder than `out`. SDE_TEST_JSON names a file for the results, for the runner.
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
  globalSetup: './support/electron-fake/bundle.ts',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: results ? [['dot'], ['json', { outputFile: results }]] : [['list']],
  use: {
    ...chromiumOptions(),
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 10_000,
    trace: 'retain-on-failure',
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
