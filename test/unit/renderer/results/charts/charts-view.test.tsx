// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ChartsView } from '#renderer/features/results/charts/ChartsView.tsx';
import { useResultsView } from '#renderer/features/results/view-state.ts';
import { useApp } from '#renderer/state/app.ts';
import type { Chart, ChartQuestion, Drawn } from '#shared/contract/chart.ts';
import type { Run } from '#shared/contract/run.ts';
import { catalogue } from '#shared/catalogue/index.ts';
import { draw, screenText } from '../../draw.tsx';
import { button, click, only, press, settle } from '../../explore/window.tsx';
import { answer, asked, ok, resetHost } from '../../fake-host.ts';
import { makeProblem, makeRun, makeSnapshot, makeTab } from '../../make.ts';
import { makeColumn, makeTime } from './make-chart.ts';

vi.mock('#renderer/host/index.ts', () => import('../../fake-host.ts'));
// What the browser can't tell counts as seen.
vi.stubGlobal('IntersectionObserver', undefined);

const columns = [
  makeColumn({ field: 'lang', label: 'Language', meaning: 'code', type: 'text' }),
  makeColumn(),
  makeColumn({ field: 'impressionCount', label: 'Views' }),
  makeColumn({ field: 'createdAt', label: 'Posted', meaning: 'date', type: 'text' }),
];
const posts = catalogue.resources.find(({ id }) => id === 'microblog.post') ?? null;

const pictures: { [K in Drawn['kind']]: (question: ChartQuestion) => Drawn } = {
  time: () => makeTime([4, 11, 9]),
  values: () => ({
    kind: 'values',
    filled: 24,
    items: false,
    distinct: { count: 12, exact: true },
    values: [
      { value: 'en', cut: false, count: 20 },
      { value: 'es', cut: false, count: 4 },
    ],
  }),
  numbers: () => ({
    kind: 'numbers',
    counted: 24,
    scale: 'linear',
    scales: ['linear', 'log'],
    median: 4,
    buckets: [
      { from: 0, to: 5, count: 20 },
      { from: 5, to: 10, count: 4 },
    ],
  }),
  scatter: () => ({
    kind: 'scatter',
    counted: 2,
    x: { min: 1, max: 9, scale: 'linear' },
    y: { min: 1, max: 9, scale: 'linear' },
    scales: ['linear', 'log'],
    points: [
      [1, 9],
      [9, 1],
    ],
    grid: null,
  }),
};

let runCount = 0;

type Answers = (question: ChartQuestion) => unknown;
const drawnAnswers: Answers = (question) =>
  ok<Chart>({ rows: 24, of: 24, count: 24, drawn: pictures[question.kind](question) });
const answerWith = (give: Answers): void =>
  answer('view.chart', ({ question }: { question: ChartQuestion }) => give(question));

async function drawCharts(change: Partial<Run> = {}, give = drawnAnswers): Promise<Run> {
  // Answers are kept by run, so every test has its own.
  const id = `run-charts-${(runCount += 1)}`;
  const run = makeRun({ id, rowCount: 24, pageCount: 3, columns, ...change });
  answerWith(give);
  const tab = makeTab({ runId: run.id });
  const snapshot = makeSnapshot();
  const workspace = { ...snapshot.workspace, tabs: [tab] };
  await draw(
    <ChartsView {...{ run, tab, columns: run.columns }} resource={posts} looked={null} />,
    { snapshot: { ...snapshot, workspace } },
  );
  await settle();
  await settle();
  return run;
}

beforeEach(() => {
  resetHost();
  useResultsView.setState(useResultsView.getInitialState());
});

/** Lists of choices are list boxes too. */
const chart = '[role="listbox"][aria-multiselectable]';
const questions = () => asked.map(({ input }) => (input as { question: ChartQuestion }).question);
const panel = (name: string) => only<HTMLElement>(`section[aria-label="${name}"]`);
const options = (within: HTMLElement) => [
  ...within.querySelectorAll<HTMLElement>('[role="option"][aria-label]'),
];
const tabNow = () => useApp.getState().snapshot?.workspace.tabs[0];

describe('charts', () => {
  test('say which rows they are drawn from and draw four pictures, each asked for once', async () => {
    await drawCharts();
    expect(screenText()).toContain('Drawn from 24 rows in 3 pages. More is available');
    expect(
      questions()
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['numbers', 'scatter', 'time', 'values']);
    expect(options(panel('Posts by day')).map((one) => one.getAttribute('aria-label'))).toEqual([
      'Tue 3 Nov 2026: 4',
      'Wed 4 Nov 2026: 11',
      'Thu 5 Nov 2026: 9',
    ]);
    expect(panel('Most common: Language').textContent).toContain('en2083 %');
    expect(panel('Most common: Language').textContent).toContain('2 of 12 different values.');
    expect(panel('Likes per post').textContent).toContain('Half of the posts have 4 or less.');
    expect(panel('Likes against Views').querySelectorAll('svg:not(.lucide) circle')).toHaveLength(
      2,
    );
  });

  test('hatch what is not fetched yet while there is more, and say so', async () => {
    await drawCharts();
    const over = panel('Posts by day');
    expect(over.querySelectorAll('[data-unknown]')).toHaveLength(1);
    expect(over.textContent).toContain('Fetched newest first: what is before 2026-11-03 12:00');
    await drawCharts({ state: { kind: 'noMore' } });
    expect(panel('Posts by day').querySelector('[data-unknown]')).toBeNull();
    expect(screenText()).toContain('The service has no more.');
  });

  test('bars are chosen by keys and kept as a filter of the table', async () => {
    const run = await drawCharts();
    const bars = only<HTMLElement>(chart, panel('Likes per post'));
    await press(bars, 'ArrowRight');
    expect(bars.getAttribute('aria-activedescendant')).toBe(options(bars)[0]?.id);
    expect(panel('Likes per post').textContent).toContain('0–4 · 20 rows');
    await press(bars, 'Escape');
    expect(panel('Likes per post').textContent).not.toContain('20 rows');
    await press(bars, 'End');
    await press(bars, 'Enter');
    expect(tabNow()?.view.filters).toEqual([
      { kind: 'number', field: 'likeCount', min: '5', max: '10' },
    ]);
    expect(useResultsView.getState().runs[run.id]?.mode).toBe('table');
  });

  test('a value is kept with a click', async () => {
    await drawCharts();
    const values = panel('Most common: Language');
    await click(only<HTMLElement>('li:first-child button', values));
    expect(tabNow()?.view.filters).toEqual([{ kind: 'is', field: 'lang', value: 'en' }]);
  });

  test('are also tables', async () => {
    await drawCharts();
    const over = panel('Posts by day');
    await click(only<HTMLElement>('button[aria-label="Show as a table"]', over));
    const rows = [...over.querySelectorAll('tr')].map(({ textContent }) => textContent);
    expect(rows).toEqual(['Posted, dayPosts', '2026-11-034', '2026-11-0411', '2026-11-059']);
    expect(over.querySelector(chart)).toBeNull();
    await click(button('Show as a chart'));
    expect(options(panel('Posts by day'))).toHaveLength(3);
  });

  test('what can’t be counted says why, and is asked for once more', async () => {
    await drawCharts({}, () => ({ ok: false, error: makeProblem('The disk is full.') }));
    expect(only('[role="alert"]', panel('Likes per post')).textContent).toContain(
      'The disk is full.',
    );
    answerWith(drawnAnswers);
    await click(only<HTMLElement>('[role="alert"] button', panel('Likes per post')));
    await settle();
    await settle();
    expect(options(panel('Likes per post'))).toHaveLength(2);
  });

  test('rows without dates and numbers have only what suits them', async () => {
    await drawCharts({ columns: [columns[0]!] });
    expect(document.querySelectorAll('section')).toHaveLength(1);
  });
});
