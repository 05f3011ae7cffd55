/**
 * End-to-end tests. They run against what was built (`npm run build`); SDE_OUT names another
 * folder than `out`. SDE_TEST_JSON names a file for the results, for the runner.
 */
import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './e2e/chromium-options.ts';
import { electronHere } from './e2e/electron/electron-here.ts';

const results = process.env['SDE_TEST_JSON'];
const electron = electronHere();
if (electron.kind === 'missing' && process.env['TEST_WORKER_INDEX'] === undefined) {
  console.log(`Electron tests don’t run here: ${electron.reason}`);
}

export default defineConfig({
  testDir: './e2e',
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
    ...(electron.kind === 'here' ? [{ name: 'electron', testDir: './e2e/electron' }] : []),
  ],
});
