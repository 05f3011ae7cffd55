/**
 * Which Chromium end-to-end tests use: one from the PATH, else Playwright's own. Plain JavaScript,
 * because the runner asks before anything is built.
 */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

// The shell is the same engine without a browser's own windows, which cost a fifth of the time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/**
 * The path of an executable, or null when there is none yet.
 * @param candidates Names on the PATH, the best first.
 */
export function findChromium(candidates = names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const name of candidates) {
    const found = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (found !== undefined) return found;
  }
  const own = chromium.executablePath();
  return existsSync(own) ? own : null;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
