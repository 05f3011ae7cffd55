/** How long the window waits for rows at random depths, as they arrived and sorted. */
import type { Page } from '@playwright/test';
import { everyRow } from '#shared/contract/view.ts';
import { median, quantile } from '../bundle.ts';
import { runId } from '../stored/run-on-disk.ts';
import type { Measured } from '../table.ts';
import type { BenchHost } from './host.ts';
import { randomDepths, windowRows } from '../depths.ts';

const sorted = { ...everyRow, sort: [{ field: 'text', direction: 'ascending' as const }] };

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
