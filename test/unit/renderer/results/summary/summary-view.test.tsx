// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { SummaryView } from '#renderer/features/results/summary/SummaryView.tsx';
import { useResultsView } from '#renderer/features/results/view-state.ts';
import { useApp } from '#renderer/state/app.ts';
import type { Column, Run } from '#shared/contract/run.ts';
import type { ColumnSummary, Summary } from '#shared/contract/summary.ts';
import { draw, screenText } from '../../draw.tsx';
import { click, only, press, settle } from '../../explore/window.tsx';
import { answer, asked, ok, resetHost } from '../../fake-host.ts';
import { makeRun, makeSnapshot, makeTab } from '../../make.ts';
import { makeColumn, makeColumnSummary } from '../charts/make-chart.ts';

vi.mock('#renderer/host/index.ts', () => import('../../fake-host.ts'));
// What the browser can't tell counts as seen.
vi.stubGlobal('IntersectionObserver', undefined);

const columns: Column[] = [
  makeColumn({ field: 'text', label: 'Text', meaning: 'text', type: 'text' }),
  makeColumn({ field: 'lang', label: 'Language', meaning: 'code', type: 'text' }),
  makeColumn(),
  makeColumn({ field: 'quotedPostId', label: 'Quoted post ID', filled: 0, type: 'empty' }),
];
const values = (...counted: [string, number][]) => ({
  values: counted.map(([value, count]) => ({ value, cut: false, count })),
  complete: true,
});
const summaries: Record<string, ColumnSummary> = {
  text: makeColumnSummary({
    field: 'text',
    type: 'text',
    distinct: { count: 50, exact: true },
    text: { shortest: 12, longest: 280 },
    top: values(['one', 1], ['two', 1]),
  }),
  lang: makeColumnSummary({
    field: 'lang',
    type: 'text',
    filled: 40,
    distinct: { count: 9, exact: true },
    top: values(['en', 22], ['es', 4], ['de', 3], ['fr', 3], ['hi', 3], ['ja', 2], ['ar', 1]),
  }),
  likeCount: makeColumnSummary({
    numbers: {
      min: '0',
      max: '10',
      median: 4,
      scale: 'linear',
      buckets: [
        { from: 0, to: 5, count: 40 },
        { from: 5, to: 10, count: 10 },
      ],
    },
  }),
};

let runCount = 0;

async function drawSummary(change: Partial<Run> = {}): Promise<Run> {
  const run = makeRun({ id: `run-summary-${(runCount += 1)}`, rowCount: 50, columns, ...change });
  answer('view.summary', ({ fields: [field = ''] }: { fields: string[] }) =>
    ok<Summary>({ rows: 50, of: run.rowCount, count: 50, columns: [summaries[field]!] }),
  );
  const snapshot = makeSnapshot();
  const tab = makeTab({ runId: run.id });
  const workspace = { ...snapshot.workspace, tabs: [tab] };
  await draw(<SummaryView {...{ run, tab, columns }} looked={null} />, {
    snapshot: { ...snapshot, workspace },
  });
  await settle();
  await settle();
  return run;
}

beforeEach(() => {
  resetHost();
  useResultsView.setState(useResultsView.getInitialState());
});

const card = (field: string) => only<HTMLElement>(`li[data-field="${field}"]`);
const tabNow = () => useApp.getState().snapshot?.workspace.tabs[0];

test('each column is asked for by itself and says what it is like', async () => {
  await drawSummary();
  expect(asked.map(({ input }) => (input as { fields: string[] }).fields)).toEqual([
    ['text'],
    ['lang'],
    ['likeCount'],
  ]);
  expect(screenText()).toContain('Made from 50 rows in 1 page. More is available');
  expect(card('text').textContent).toContain('All 50 filled · all different');
  expect(card('text').textContent).toContain('No value comes twice.');
  expect(card('text').textContent).toContain('12 to 280 characters');
  expect(card('lang').textContent).toContain('40 of 50 filled (80 %) · 9 different');
  expect(card('likeCount').textContent).toContain('Lowest0Middle4Highest10');
  expect(card('likeCount').querySelectorAll('[role="option"]')).toHaveLength(2);
  expect(screenText()).toContain('Empty in every row: Quoted post ID.');
});

test('values that come once are told by their number', async () => {
  await drawSummary();
  const list = () => [...card('lang').querySelectorAll('ul li')].map((one) => one.textContent);
  expect(list()).toHaveLength(5);
  expect(list()[0]).toBe('en2255 %');
  await click(only<HTMLElement>('button[aria-expanded]', card('lang')));
  expect(list()).toHaveLength(6);
  expect(card('lang').textContent).toContain('3 others, once each');
});

test('a value or a range is kept as a filter, and the table shows it', async () => {
  const run = await drawSummary();
  await click(only<HTMLElement>('ul li:first-child button', card('lang')));
  expect(tabNow()?.view.filters).toEqual([{ kind: 'is', field: 'lang', value: 'en' }]);
  expect(useResultsView.getState().runs[run.id]?.mode).toBe('table');

  const bars = only<HTMLElement>('[role="listbox"]', card('likeCount'));
  await press(bars, 'End');
  expect(card('likeCount').textContent).toContain('5–10 · 10 rows');
  await press(bars, 'Enter');
  expect(tabNow()?.view.filters.at(-1)).toEqual({
    kind: 'number',
    field: 'likeCount',
    min: '5',
    max: '10',
  });
});

test('what is known stays, and is asked for again only when the run has more rows', async () => {
  const run = await drawSummary();
  const before = asked.length;
  await draw(
    <SummaryView run={run} tab={makeTab({ runId: run.id })} columns={columns} looked={null} />,
  );
  await settle();
  expect(asked.length).toBe(before);
  expect(card('lang').textContent).toContain('9 different');

  const grown = { ...run, rowCount: 60 };
  let come = (): void => {};
  const held = new Promise<void>((resolve) => {
    come = resolve;
  });
  answer('view.summary', async ({ fields: [field = ''] }: { fields: string[] }) => {
    await held;
    return ok<Summary>({
      rows: 60,
      of: 60,
      count: 60,
      columns: [{ ...summaries[field]!, filled: 60, distinct: { count: 10, exact: true } }],
    });
  });
  await draw(<SummaryView run={grown} tab={makeTab()} columns={columns} looked={null} />);
  await settle();
  expect(card('lang').textContent).toContain('9 different');
  come();
  await settle();
  await settle();
  expect(card('lang').textContent).toContain('All 60 filled · 10 different');
});
