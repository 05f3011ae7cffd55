/**
 * A window on a run of a million rows, which is written once per worker. Its host goes on from
 * test to test, so nothing that is kept (the layout of columns) may be changed here.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBigRun } from '#test/support/store/big-run.ts';
import { chromiumOptions } from './chromium-options.ts';
import { expect, test as base } from './fixtures.ts';
import { GridOnScreen } from './pages/grid.ts';
import { HistoryPage } from './pages/history.ts';
import { Shell } from './pages/shell.ts';
import { startHost } from './running-host.ts';
import type { RunningHost } from './running-host.ts';

export const million = 1_000_000;

const { launchOptions } = chromiumOptions();

export const test = base.extend<{ grid: GridOnScreen }, { hostOfMillion: RunningHost }>({
  // A scrollbar that is hidden can't be dragged.
  launchOptions: [
    { ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] },
    { scope: 'worker' },
  ],

  hostOfMillion: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the names in it
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'sde-million-'));
      const dataDir = join(folder, 'data');
      await mkdir(dataDir, { mode: 0o700 });
      await writeBigRun(dataDir, 'run-of-a-million', million);
      const host = await startHost({ dataDir, sample: true });
      await use(host);
      await host.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  grid: async ({ page, hostOfMillion }, use) => {
    await new Shell(page).open(hostOfMillion.url);
    const history = new HistoryPage(page);
    await history.open();
    await history.act('harbour', 'Open');
    const grid = new GridOnScreen(page);
    // The first time, a million rows are read.
    await expect(grid.grid).toBeVisible({ timeout: 120_000 });
    await use(grid);
  },
});
