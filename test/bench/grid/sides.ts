/**
 * The built browser host, the two grids on it, each in a window of its own, and windows of rows asked
 * from the page.
 */
import { Results } from '#test/e2e/pages/results.ts';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { expect } from '@playwright/test';
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
import { dialHost, peerScript, startPeer } from './peer.ts';
import type { CallsHost, Likeness } from './peer.ts';
import { isDrawn } from './probe.ts';
import type { Side } from './probe.ts';

const viewport = { width: 1280, height: 800 };
/** The first time, the program reads where a million rows are. */
const patience = { timeout: 120_000 };

/** The same run on the wall of pictures, which it may load. */
export async function openWall(browser: Browser, host: BenchHost): Promise<Side> {
  const side = await openOurs(browser, host);
  const { page } = side;
  await new Results(page).lookAt('Pictures');
  const grid = '[role=grid][aria-label=Pictures]';
  await expect(page.locator(grid)).toBeVisible(patience);
  const load = page.getByRole('button', { name: 'Load pictures' });
  if (await load.isVisible()) await load.click();
  const [first = 0, second = 0] = await page
    .locator(`${grid} [role=row]`)
    .evaluateAll((lines) => lines.slice(0, 2).map((line) => line.getBoundingClientRect().top));
  const place = {
    scroller: grid,
    area: grid,
    header: null,
    seen: '[role=gridcell]',
    gap: 14,
    rowHeight: second - first,
  };
  await isDrawn(page, place);
  return { ...side, place };
}

/** The same run as conversations. */
export async function openConversation(browser: Browser, host: BenchHost): Promise<Side> {
  const side = await openOurs(browser, host);
  const { page } = side;
  await new Results(page).lookAt('Conversation');
  const tree = '[role=tree][aria-label=Conversation]';
  const first = page.locator(`${tree} [role=treeitem]`).first();
  await expect(first).toBeVisible(patience);
  const rowHeight = await first.evaluate((row) => row.getBoundingClientRect().height);
  const place = { scroller: tree, area: tree, header: null, seen: '[role=treeitem]', rowHeight };
  await isDrawn(page, place);
  return { ...side, place };
}

async function newWindow(browser: Browser): Promise<Pick<Side, 'page' | 'session'>> {
  const page = await browser.newPage({ viewport });
  page.setDefaultTimeout(30_000);
  const session = await page.context().newCDPSession(page);
  // The processor's time, not the clock's, which counts what others do as well.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, session };
}

/** The built program, with the run opened from the history as a person does. */
export async function openOurs(browser: Browser, host: BenchHost): Promise<Side> {
  const { page, session } = await newWindow(browser);
  await new Shell(page).open(host.url);
  const history = new HistoryPage(page);
  await history.open();
  await history.act('harbour', 'Open');
  // A tab is opened as it was left.
  await new Results(page).lookAt('Table');
  const grid = '[role=grid][aria-label=Results]';
  await expect(page.locator(grid)).toBeVisible(patience);
  const place = {
    scroller: grid,
    area: grid,
    header: `${grid} [role=columnheader][data-field=createdAt]`,
    rowHeight: await page
      .locator(`${grid} [role=row][data-row]`)
      .first()
      .evaluate((row) => row.getBoundingClientRect().height),
  };
  await isDrawn(page, place);
  return { page, session, place };
}

export async function likenessOf({ page, place }: Side, host: BenchHost): Promise<Likeness> {
  const { run } = await host.call('run.open', { runId });
  const seen = await page.locator(place.scroller).evaluate((grid) => {
    const headers = [...grid.querySelectorAll<HTMLElement>('[role=columnheader][data-field]')];
    return {
      width: grid.clientWidth,
      height: grid.clientHeight,
      headerHeight: headers[0]?.offsetHeight ?? 0,
      widths: headers.map((one) => [one.dataset['field'] ?? '', one.offsetWidth] as const),
    };
  });
  const widths = new Map(seen.widths);
  const others = run.columns.map(({ field }) => field).filter((field) => !widths.has(field));
  return {
    ...seen,
    rowHeight: place.rowHeight,
    columns: [...widths.keys(), ...others].map((field) => ({
      field,
      width: widths.get(field) ?? 120,
      // As in ours, the text stays at the left, in two lines.
      pinned: field === 'text' ? ('left' as const) : null,
      wrapText: field === 'text',
    })),
  };
}

/** AG Grid on a page of the host's own address, so that both ask the same way. */
export async function openPeer(
  browser: Browser,
  host: BenchHost,
  { rows, like }: { rows: number; like: Likeness },
): Promise<Side> {
  const { page, session } = await newWindow(browser);
  const address = `${host.origin}/bench-peer`;
  const body =
    '<!doctype html><meta charset="utf-8"><style>body { margin: 0 }</style><div id="peer">';
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(address);
  await page.unroute(address);
  await page.addScriptTag({ path: peerScript() });
  await page.evaluate(dialHost, host.token);
  await page.evaluate(startPeer, { ...like, runId, rows });
  const place = {
    // Of version 36; the rows end where its own scrollbar does, above that of the columns.
    scroller: '.ag-grid-viewport',
    area: '.ag-body-vertical-scroll-viewport',
    header: '.ag-header-cell[col-id=createdAt]',
    rowHeight: like.rowHeight,
  };
  await isDrawn(page, place);
  return { page, session, place };
}

export type BenchHost = Awaited<ReturnType<typeof startBenchHost>>;

export async function startBenchHost(dataDir: string) {
  const host = await startHost({ dataDir, sample: true, realTime: true });
  const { origin, hash } = new URL(host.url);
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  return {
    url: host.url,
    origin,
    /** For every call. */
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
  await page.evaluate(dialHost, host.token);
  for (const [name, view] of [
    ['as they arrived', everyRow],
    ['sorted by text', sorted],
  ] as const) {
    const inputs = randomDepths(rows).map((offset) => {
      return { runId, view, rows, offset, count: windowRows };
    });
    const times = await page.evaluate(async (calls) => {
      const { callHost } = globalThis as unknown as CallsHost;
      const all: number[] = [];
      for (const input of calls) {
        const start = performance.now();
        await callHost('rows.window', input);
        all.push(performance.now() - start);
      }
      return all;
    }, inputs);
    lines.push(
      { what: `${name}: median`, ours: median(times), unit: 'ms' },
      { what: '  p95', ours: quantile(times, 0.95), unit: 'ms' },
    );
  }
  return lines;
}
