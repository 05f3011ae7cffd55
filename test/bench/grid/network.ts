/**
 * Networks of posts, each preset asked for in our window until its nodes and edges are there, and until they are drawn:
 * the built program in a browser, `npm run build` first. Beside it, DuckDB groups the same columns as they are.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { microblogPost } from '#main/catalogue/resources/microblog.ts';
import { mostSharing } from '#shared/catalogue/networks.ts';
import type { NetworkEnd, NetworkPreset } from '#shared/catalogue/networks.ts';
import { mostEdges } from '#shared/contract/chart.ts';
import { chromiumOptions } from '#test/e2e/chromium-options.ts';
import { Results } from '#test/e2e/pages/results.ts';
import { openBare } from '../bare.ts';
import { filled } from '../core.ts';
import { atMost, countFrom, median, printTable, timed } from '../measure.ts';
import { runId, runOnDisk } from '../stored/run-on-disk.ts';
import { openOurs, startBenchHost } from './sides.ts';

/** `--rows=100000`, `--rounds=3` unless told. */
export async function bench(args: readonly string[]): Promise<void> {
  const rows = countFrom(args, 'rows', 100_000);
  const rounds = countFrom(args, 'rounds', 3);
  const run = await runOnDisk(rows, 'network');
  const host = await startBenchHost(run.dataDir);
  const folder = await mkdtemp(join(tmpdir(), 'sde-bench-'));
  const { launchOptions } = chromiumOptions();
  const browser = await chromium.launch({ ...launchOptions, headless: true });
  try {
    await host.call('run.open', { runId });
    await filled(host, runId);
    const presets = microblogPost.networks ?? [];
    const times = new Map(presets.map(({ id }) => [id, noTimes()]));
    for (let round = 0; round < rounds; round++) {
      const { page } = await openOurs(browser, host);
      for (const [at, { id, title }] of presets.entries()) {
        // The first is on screen once they are looked at.
        const { there, drawn } = await watch(page, title, () =>
          at === 0 ? new Results(page).lookAt('Network') : choose(page, title),
        );
        times.get(id)!.there.push(there);
        times.get(id)!.drawn.push(drawn);
        await atRest(page);
      }
      await page.close();
    }
    await host.stop();
    const file = join(folder, 'columns.duckdb');
    await cp(join(run.dataDir, 'runs', runId, 'derived', 'columns.duckdb'), file);
    const bare = await openBare(file);
    for (let round = 0; round < rounds; round++) {
      for (const preset of presets) {
        const { ms } = await timed(() => bare.ask(bareSql(preset)));
        times.get(preset.id)!.bare.push(ms);
      }
    }
    bare.close();
    printTable(
      `Networks of ${rows.toLocaleString('en')} posts`,
      'DuckDB',
      presets.flatMap(({ id, title }) => {
        const { there, drawn, bare: alone } = times.get(id)!;
        return [
          {
            what: `${title}: nodes and edges there`,
            ours: median(there) / 1000,
            beside: median(alone) / 1000,
            unit: 's',
          },
          { what: '  drawn', ours: median(drawn) / 1000, unit: 's', goal: atMost(3) },
        ];
      }),
    );
    console.log('  Drawn by the processor: browsers without a screen have no other WebGL.');
  } finally {
    await browser.close();
    await host.stop();
    await rm(folder, { recursive: true, force: true });
    await run.remove();
  }
}

/** In ms. */
interface Times {
  there: number[];
  drawn: number[];
  bare: number[];
}

const noTimes = (): Times => ({ there: [], drawn: [], bare: [] });

/** A person looks at a network before choosing the next: its layout ends, and frames take no time any more. */
const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let [quick, last] = [0, performance.now()]; quick < 60;) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      quick = now - last < 50 ? quick + 1 : 0;
      last = now;
    }
  });

async function choose(page: Page, title: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Network' }).dispatchEvent('click');
  // A click of the mouse waits for frames.
  await page.getByRole('option', { name: title, exact: true }).dispatchEvent('click');
}

/**
 * Returns the ms until the table has the nodes, and until a frame shows the first places that were found for them; the
 * layout improves for some more.
 */
async function watch(
  page: Page,
  title: string,
  act: () => Promise<void>,
): Promise<Record<'there' | 'drawn', number>> {
  const seen = page.evaluate(async (name) => {
    const has = (selector: string): boolean => document.querySelector(selector) !== null;
    const before = new Set(document.querySelectorAll('canvas'));
    const start = performance.now();
    const until = (isSo: () => boolean): Promise<number> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!isSo()) return;
          observer.disconnect();
          resolve(performance.now() - start);
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
        look();
      });
    const drawing = `[role=img][aria-label^="${name}: "]`;
    const there = await until(() => has(drawing) && has('section[aria-label=Nodes] tbody tr'));
    // It is made once nodes have their first places, and drawn in the next frame.
    await until(() =>
      [...document.querySelectorAll(`${drawing} canvas`)].some(
        (canvas) => canvas instanceof HTMLCanvasElement && !before.has(canvas),
      ),
    );
    for (let frame = 0; frame < 2; frame++)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return { there, drawn: performance.now() - start };
  }, title);
  await act();
  return seen;
}

const lists = new Set(['mentions', 'hashtags', 'urls']);

/** The strongest edges of a network without the rules of what is one name, and how many there are. */
function bareSql({ network: { source, target, sharing } }: NetworkPreset): string {
  const valuesOf = (end: NetworkEnd): string => {
    const field = end.kind === 'column' ? end.field : '';
    return lists.has(field) ? `unnest(CAST({${field}} AS VARCHAR[]))` : `{${field}}`;
  };
  const other = sharing === null ? target : ({ kind: 'column', field: sharing } as const);
  const items = `SELECT seq, s, ${valuesOf(other)} AS t FROM (SELECT *, ${valuesOf(source)} AS s FROM f.t)`;
  const pairs =
    sharing === null
      ? `SELECT s, t FROM (${items}) WHERE s <> t`
      : `SELECT a.s, b.s AS t FROM uses a JOIN uses b ON a.t = b.t AND a.s < b.s`;
  const uses =
    `SELECT DISTINCT s, t FROM (${items}) WHERE t IN (SELECT t FROM (${items}) ` +
    `GROUP BY t HAVING count(DISTINCT s) BETWEEN 2 AND ${mostSharing})`;
  return (
    `WITH uses AS MATERIALIZED (${sharing === null ? 'SELECT 1' : uses}), edges AS MATERIALIZED ` +
    `(SELECT s, t, count(*) AS n FROM (${pairs}) GROUP BY s, t) SELECT (SELECT count(*) FROM edges) + ` +
    `(SELECT count(*) FROM (SELECT * FROM edges ORDER BY n DESC LIMIT ${mostEdges}))`
  );
}
