/**
 * The window while 2,000 pages come: the built program in a browser, asked as a person does.
 * `npm run build` first.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { chromiumOptions } from '#test/e2e/chromium-options.ts';
import { QueryForm } from '#test/e2e/pages/form.ts';
import { Results } from '#test/e2e/pages/results.ts';
import { Shell } from '#test/e2e/pages/shell.ts';
import { startHost } from '#test/e2e/running-host.ts';
import { countFrom, megabytes } from '../measure.ts';
import type { BundledFile } from '../measure.ts';
import { startChild } from '../child.ts';
import { question, rowsPerPage } from './asked.ts';
import type { Recorder } from './asked.ts';
import { heapOf, installWatch, watch } from './renderer.ts';
import type { Watched } from './renderer.ts';

/** Longer than any computer takes. */
const patience = { timeout: 30 * 60_000 };
const idleMs = 5000;

/** `--pages=2000` unless told. */
export async function bench(args: readonly string[], file: BundledFile): Promise<void> {
  const pages = countFrom(args, 'pages', 2000);
  const folder = await mkdtemp(join(tmpdir(), 'sde-bench-'));
  const service = startChild(file('service'));
  const { address, accessKey } = (await service.heard()) as Recorder;
  const dataDir = join(folder, 'data');
  const host = await startHost({ dataDir, service: address, accessKey, realTime: true });
  const browser = await chromium.launch({ ...chromiumOptions().launchOptions, headless: true });
  try {
    await measure(browser, host.url, pages);
  } finally {
    await browser.close();
    await host.stop();
    await service.end();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(browser: Browser, url: string, pages: number): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const session = await page.context().newCDPSession(page);
  const results = new Results(page);
  const form = new QueryForm(page);
  const shell = new Shell(page);
  await installWatch(page);
  await shell.open(url);
  await shell.choose(question.endpointId);
  await form.fillIn(question.values);

  const rest = await watch(page, () => page.waitForTimeout(idleMs));
  tell(`${idleMs / 1000} s of nothing`, rest);

  const tenth = Math.ceil(pages / 10);
  const first = await watch(page, async () => {
    await form.getSeveral({ pages: String(tenth) });
    await restsAt(results, tenth);
  });
  const heapAtTenth = await heapOf(session);
  tell(`pages 1 to ${tenth}`, first);
  const others = await watch(page, async () => {
    await results.getAll({ pages: String(pages - tenth) });
    await restsAt(results, pages);
  });
  const heapAtEnd = await heapOf(session);
  tell(`pages ${tenth + 1} to ${pages}`, others);
  console.log(
    `The page's heap: ${megabytes(heapAtTenth)} MB at 10 %, ${megabytes(heapAtEnd)} MB at 100 %`,
  );
}

async function restsAt(results: Results, pages: number): Promise<void> {
  const rows = pages * rowsPerPage;
  await expect(results.grid).toHaveAttribute('aria-rowcount', String(rows + 1), patience);
  await expect(results.stop).toBeHidden(patience);
}

function tell(what: string, { longTasks, biggestGap, frames }: Watched): void {
  const longest = Math.max(0, ...longTasks);
  console.log(
    `${what}: ${longTasks.length} tasks of 50 ms and more (goal: none), the longest` +
      ` ${longest.toFixed(0)} ms; biggest gap between two frames ${biggestGap.toFixed(0)} ms` +
      ` (${frames} frames)`,
  );
}
