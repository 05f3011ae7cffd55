/** The built browser host, a window on it, and windows of rows asked from the page. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { HistoryPage } from '#test/e2e/pages/history.ts';
import { Shell } from '#test/e2e/pages/shell.ts';
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import { startHost } from '#test/e2e/running-host.ts';
import type { RunningHost } from '#test/e2e/running-host.ts';
import { everyRow } from '#shared/contract/view.ts';
import { median, quantile, randomDepths, windowRows } from '../measure.ts';
import type { Measured } from '../measure.ts';
import { runId } from '../stored/run-on-disk.ts';
import { isDrawn } from './probe.ts';
import type { Scrollable } from './probe.ts';

const viewport = { width: 1280, height: 800 };
/** The first time, the program reads where a million rows are. */
const patience = { timeout: 120_000 };

/** The built program, with the run opened from the history as a person does. */
export async function openWindow(browser: Browser, host: BenchHost): Promise<Scrollable> {
  const page = await browser.newPage({ viewport });
  // As in the tests: what waits for a row that has moved looks again then.
  page.setDefaultTimeout(30_000);
  const session = await page.context().newCDPSession(page);
  // The processor's time, not the clock's, which counts what others do as well.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await new Shell(page).open(host.url);
  const history = new HistoryPage(page);
  await history.open();
  await history.act('harbour', 'Open');
  const grid = page.getByRole('grid', { name: 'Results' });
  await expect(grid).toBeVisible(patience);
  const rowHeight = await grid
    .locator('[role=row][data-row]')
    .first()
    .evaluate((row) => row.getBoundingClientRect().height);
  const scrollable = { page, session, rowHeight };
  await isDrawn(scrollable);
  return scrollable;
}

export type BenchHost = Awaited<ReturnType<typeof startBenchHost>>;

export async function startBenchHost(dataDir: string) {
  const host = await startHost({ dataDir, sample: true, realTime: true });
  const { origin, hash } = new URL(host.url);
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  return {
    url: host.url,
    /** For the header of every call. */
    token,
    async call<M extends MethodName>(method: M, input: MethodInput<M>): Promise<MethodOutput<M>> {
      const response = await fetch(`${origin}/api/call`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin },
        body: JSON.stringify({ method, input }),
      });
      const result = (await response.json()) as Result<MethodOutput<M>>;
      if (!result.ok) throw new Error(`${method}: ${JSON.stringify(result.error)}`);
      return result.value;
    },
    /** Bytes of the whole process; null where it can't be told. */
    memory: () => residentBytes(host),
    stop: () => host.stop(),
  };
}

async function residentBytes({ pid }: RunningHost): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

export const sorted = { ...everyRow, sort: [{ field: 'text', direction: 'ascending' as const }] };

export async function timeWindows(page: Page, host: BenchHost, rows: number): Promise<Measured[]> {
  const lines: Measured[] = [];
  for (const [name, view] of [
    ['as they arrived', everyRow],
    ['sorted by text', sorted],
  ] as const) {
    const inputs = randomDepths(rows).map((offset) => {
      return { runId, page: null, view, rows, offset, count: windowRows };
    });
    const times = await page.evaluate(
      async ({ calls, token }) => {
        const all: number[] = [];
        for (const input of calls) {
          const start = performance.now();
          const response = await fetch('/api/call', {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ method: 'rows.window', input }),
          });
          await response.json();
          all.push(performance.now() - start);
        }
        return all;
      },
      { calls: inputs, token: host.token },
    );
    lines.push(
      { what: `${name}: median`, ours: median(times), unit: 'ms' },
      { what: '  p95', ours: quantile(times, 0.95), unit: 'ms' },
    );
  }
  return lines;
}
