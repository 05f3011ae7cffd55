/** Pictures of every screen, for reviews and the README: `npm run screenshots`. */
import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './e2e/chromium-options.ts';

export default defineConfig({
  testDir: './e2e',
  testMatch: 'screenshots.spec.ts',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...chromiumOptions(),
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 10_000,
  },
});
