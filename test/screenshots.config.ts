/**
 * Pictures of every screen: `npm run screenshots` makes those in `e2e/screenshots/`, in one size;
 * with `SDE_PICTURES=DIR` they go there, in every size and look.
 */
import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './e2e/chromium-options.ts';

export default defineConfig({
  testDir: './e2e',
  testMatch: 'screenshots.spec.ts',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  // For review axe looks at four pictures of each screen.
  timeout: process.env['SDE_PICTURES'] === undefined ? 60_000 : 240_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  // Text at 150 % leaves a window two thirds of its room, at 200 % half of it.
  projects: [
    { name: '1280', use: { viewport: { width: 1280, height: 800 } } },
    // Those that are kept are of one size, but for the rows.
    {
      name: '1024',
      use: { viewport: { width: 1024, height: 700 } },
      ...(process.env['SDE_PICTURES'] === undefined && { grep: / results$/ }),
    },
    ...(process.env['SDE_PICTURES'] === undefined
      ? []
      : [
          { name: '800', use: { viewport: { width: 800, height: 600 } } },
          { name: '150%', use: { viewport: { width: 853, height: 533 }, deviceScaleFactor: 1.5 } },
          { name: '200%', use: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 } },
        ]),
  ],
  use: {
    ...chromiumOptions(),
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 10_000,
  },
});
