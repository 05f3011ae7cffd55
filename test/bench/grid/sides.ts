/** The two grids, each in a window of its own, over the same rows of the same host. */
import type { Browser } from '@playwright/test';
import { expect } from '@playwright/test';
import { HistoryPage } from '#test/e2e/pages/history.ts';
import { Shell } from '#test/e2e/pages/shell.ts';
import { runId } from '../stored/run-on-disk.ts';
import type { BenchHost } from './host.ts';
import { peerScript } from './install-peer.ts';
import { startPeer } from './peer-page.ts';
import type { PeerColumn } from './peer-page.ts';
import { isDrawn } from './probe.ts';
import type { Side } from './probe.ts';

const viewport = { width: 1280, height: 800 };
/** The first time, the program reads where a million rows are. */
const patience = { timeout: 120_000 };

async function newWindow(browser: Browser): Promise<Pick<Side, 'page' | 'session'>> {
  const page = await browser.newPage({ viewport });
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
  const grid = '[role=grid][aria-label=Results]';
  await expect(page.locator(grid)).toBeVisible(patience);
  const place = {
    scroller: grid,
    area: grid,
    header: `${grid} [role=columnheader][data-field=text]`,
  };
  await isDrawn(page, place);
  return { page, session, place };
}

/** What the peer is made like: as large, with columns as wide and a header as high. */
export interface Likeness {
  width: number;
  height: number;
  headerHeight: number;
  columns: PeerColumn[];
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
  return {
    ...seen,
    columns: run.columns.map(({ field }) => ({ field, width: widths.get(field) ?? 120 })),
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
  const { token } = host;
  await page.evaluate(startPeer, { ...like, token, runId, rows });
  const place = {
    // Of version 36; the rows end where its own scrollbar does, above that of the columns.
    scroller: '.ag-grid-viewport',
    area: '.ag-body-vertical-scroll-viewport',
    header: '.ag-header-cell[col-id=text]',
  };
  await isDrawn(page, place);
  return { page, session, place };
}
