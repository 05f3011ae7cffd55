/** How Chromium is started: found on this computer, quiet, without a sandbox for root only. */
import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';
import { findChromium } from '#test/support/find-chromium.mjs';

export function chromiumOptions(): Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> {
  const executablePath = findChromium();
  if (executablePath === null) {
    throw new Error(
      'There is no Chromium. `npm test` installs one, or: npx playwright install chromium',
    );
  }
  return {
    browserName: 'chromium',
    headless: true,
    launchOptions: {
      executablePath,
      args: [
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Chromium refuses to start its sandbox for root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  };
}
