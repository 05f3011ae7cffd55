/** How Chromium is started: found on this computer, quiet, without a sandbox for root only. */
import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';
import { findChromium } from '#test/support/find-chromium.mjs';

export function chromiumOptions(): Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> {
  // Without one Playwright says how to install it. Nothing fails here: lint reads the configurations too.
  const executablePath = findChromium();
  return {
    browserName: 'chromium',
    headless: true,
    launchOptions: {
      ...(executablePath !== null && { executablePath }),
      args: [
        '--disable-gpu',
        '--enable-unsafe-swiftshader',
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
