/** Results while their run grows: what is said, counted and named follows the latest page. */
import { act } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Run } from '#shared/contract/run.ts';
import type { Summary } from '#shared/contract/summary.ts';
import { everyRow } from '#shared/contract/view.ts';
import { lookAt } from '#renderer/state/workspace.ts';
import { rememberRun } from '#renderer/state/app.ts';
import { screenText } from '../draw.tsx';
import { seeEverything } from '../everything-seen.ts';
import { press, settle } from '../explore/window.tsx';
import { answer, inputsOf, ok } from '../fake-host.ts';
import { makeReply } from '../make.ts';
import { makeColumnSummary } from './charts/make-chart.ts';
import { column, draw, giveSize } from './results-window.tsx';

beforeAll(giveSize);

/** What waits for a moment goes on. */
const pass = async (): Promise<void> => {
  await act(() => vi.advanceTimersByTimeAsync(3000));
  await many();
};

seeEverything();

const change = (run: Run, what: Partial<Run>) =>
  act(async () => rememberRun({ ...run, revision: run.revision + 1, ...what }));
const many = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn += 1) await settle();
};

const showSummary = async ({ id }: Run): Promise<void> => {
  await act(async () => lookAt(id, 'summary'));
  await many();
};

const buckets = (...counts: number[]) =>
  counts.map((count, at) => ({ from: at * 5, to: at * 5 + 5, count }));
const likes = makeColumnSummary({
  field: 'likeCount',
  filled: 40,
  numbers: { min: '0', max: '10', median: 4, scale: 'linear', buckets: buckets(30, 10) },
});

test('Escape stops a run while its summary is on screen, whose bars are a list', async () => {
  const state = { kind: 'fetching', page: 3, since: new Date().toISOString() } as const;
  const columns = [column('likeCount', 'Likes', { meaning: 'count', type: 'integer' })];
  const run = await draw({ state, columns });
  answer('view.summary', () => ok<Summary>({ rows: 40, of: 40, count: 40, columns: [likes] }));
  answer('run.stop', () => ok(makeReply({ id: run.id })));
  await showSummary(run);
  expect(document.querySelectorAll('[role="option"]')).toHaveLength(2);
  await press(document.body, 'Escape', { cancelable: true });
  expect(inputsOf('run.stop')).toHaveLength(1);
});

test('what a sorted view is said to cover is what its summary counts, while pages arrive', async () => {
  const state = { kind: 'fetching', page: 3, since: new Date().toISOString() } as const;
  const columns = [column('likeCount', 'Likes', { meaning: 'count', type: 'integer' })];
  let count = 40;
  const view = { ...everyRow, sort: [{ field: 'likeCount', direction: 'descending' as const }] };
  const run = await draw({ state, columns: [], rowCount: 0, pageCount: 0 }, { view });
  answer('view.open', () => ok({ rows: count, of: count, count, epoch: 1, anchor: null }));
  answer('view.summary', () =>
    ok<Summary>({ rows: count, of: count, count, columns: [{ ...likes, filled: count }] }),
  );
  vi.useFakeTimers();
  await act(async () => lookAt(run.id, 'summary'));
  await change(run, { rowCount: 40, pageCount: 2, columns });
  await pass();
  expect(screenText()).toContain('Made from 40 rows in 2 pages.');
  count = 60;
  await change({ ...run, revision: 1 }, { rowCount: 60, pageCount: 3, columns });
  await pass();
  expect(screenText()).toContain('All 60 filled');
  expect(screenText()).toContain('Made from 60 rows in 3 pages.');
});

test('a slow answer about the first rows is soon replaced once all pages have come', async () => {
  const columns = [column('likeCount', 'Likes', { meaning: 'count', type: 'integer' })];
  const run = await draw({ columns, rowCount: 40 });
  vi.useFakeTimers();
  let ms = 4000;
  answer('view.summary', async () => {
    const rows = ms === 0 ? 40 : 20;
    await new Promise((resolve) => setTimeout(resolve, ms));
    ms = 0;
    return ok<Summary>({ rows, of: 40, count: rows, columns: [{ ...likes, filled: rows }] });
  });
  await act(async () => lookAt(run.id, 'summary'));
  await pass();
  await pass();
  await pass();
  expect(screenText()).toContain('All 40 filled');
});

test('a bar is named by the numbers it counts after a later page brought decimals', async () => {
  const columns = [column('likeCount', 'Likes', { meaning: 'count', type: 'integer' })];
  const run = await draw({ columns });
  answer('view.summary', () =>
    ok<Summary>({
      rows: 60,
      of: 60,
      count: 60,
      columns: [{ ...likes, filled: 60, type: 'number' }],
    }),
  );
  await change(run, {
    rowCount: 60,
    pageCount: 3,
    columns: [column('likeCount', 'Likes', { meaning: 'count', type: 'number' })],
  });
  await showSummary(run);
  // The first bar counts 0 ≤ n < 5, so also 4.5.
  const options = [...document.querySelectorAll('[role="option"]')].map((one) =>
    one.getAttribute('aria-label'),
  );
  expect(options).toEqual(['0–5: 30', '5–10: 10']);
});
