/** Summaries on screen: each column asked for once, its values kept as filters. */
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { create } from 'zustand';
import { ColumnStrip } from '#renderer/features/results/summary/ColumnStrip.tsx';
import { SummaryView } from '#renderer/features/results/summary/SummaryView.tsx';
import { useResultsView } from '#renderer/features/results/view-state.ts';
import { useApp } from '#renderer/state/app.ts';
import { useOpen } from '#renderer/state/open.ts';
import { startWindow } from '#renderer/state/boot.ts';
import { type Tab } from '#shared/contract/snapshot.ts';
import type { Column, Run } from '#shared/contract/run.ts';
import type { ColumnSummary, Summary } from '#shared/contract/summary.ts';
import { endpointOf } from '../../query/make.ts';
import { screenText } from '../draw.tsx';
import { seeEverything } from '../everything-seen.ts';
import { button, click, only, press } from '../explore/window.tsx';
import { answer, asked, connect, ok, refuse } from '../fake-host.ts';
import { makeReply, makeRun } from '../make.ts';
import { buckets, languages, makeColumn, makeColumnSummary, values } from './charts/make-chart.ts';
import { drawOf, LookedAt, settleAll } from './results-window.tsx';

seeEverything();

const search = endpointOf('microblog.posts.search');
let runCount = 0;

beforeEach(() => useResultsView.setState(useResultsView.getInitialState()));

const tabNow = () => useApp.getState().snapshot?.workspace.tabs[0];
const summed: Column[] = [
  makeColumn({ field: 'text', label: 'Text', meaning: 'text', type: 'text' }),
  makeColumn({ field: 'lang', label: 'Language', meaning: 'code', type: 'text' }),
  makeColumn(),
  makeColumn({ field: 'id', label: 'Post ID', meaning: 'id', type: 'text' }),
  makeColumn({ field: 'quotedPostId', label: 'Quoted post ID', type: 'empty' }),
];
const summaries: Record<string, ColumnSummary> = {
  id: makeColumnSummary({ field: 'id', type: 'text' }),
  text: makeColumnSummary({
    field: 'text',
    type: 'text',
    distinct: { count: 50, exact: true },
    text: { shortest: 12, longest: 280 },
    top: values(['one', 1], ['two', 1]),
  }),
  lang: languages,
  likeCount: makeColumnSummary({
    numbers: { min: '0', max: '10', median: 4, scale: 'linear', buckets: buckets(40, 10) },
  }),
};

async function drawSummary(change: Partial<Run> = {}): Promise<Run> {
  const id = `run-summary-${(runCount += 1)}`;
  const run = makeRun({ id, rowCount: 50, columns: summed, ...change });
  answer('view.summary', ({ fields: [field = ''] }: { fields: string[] }) =>
    ok<Summary>({ rows: 50, of: run.rowCount, count: 50, columns: [summaries[field]!] }),
  );
  await drawOf(run, (tab) => (
    <LookedAt run={run} tab={tab} columns={summed} endpoint={search}>
      <SummaryView />
    </LookedAt>
  ));
  return run;
}

const card = (field: string) => only<HTMLElement>(`li[data-field="${field}"]`);

test('each column is asked for by itself, says what it is like, and its values are kept as filters', async () => {
  await drawSummary();
  expect(asked.map(({ input }) => (input as { fields: string[] }).fields)).toEqual([
    ['likeCount'],
    ['lang'],
    ['text'],
  ]);
  // Amounts before texts; IDs only where they are asked for.
  const fields = () =>
    [...document.querySelectorAll<HTMLElement>('li[data-field]')].map(
      ({ dataset }) => dataset['field'],
    );
  expect(fields()).toEqual(['likeCount', 'lang']);
  await click(button('1 ID column'));
  expect(fields()).toEqual(['likeCount', 'lang', 'id']);
  expect(screenText()).toContain('Made from 50 rows in 1 page. The service has more');
  expect(screenText()).toContain('No value occurs twice: Text (12 to 280 characters).');
  expect(card('lang').textContent).toContain('40 of 50 filled (80%) · 9 different');
  expect(card('likeCount').textContent).toContain('Lowest0Median4Highest10');
  expect(card('likeCount').querySelectorAll('[role="option"]')).toHaveLength(2);
  expect(screenText()).toContain('Empty in every row: Quoted post ID.');

  const list = () => [...card('lang').querySelectorAll('ul li')].map((one) => one.textContent);
  expect(list()).toHaveLength(5);
  expect(list()[0]).toBe('en2255%');
  await click(button('Show all 9…'));
  expect(useOpen.getState().values).toBe('lang');

  await click(only<HTMLElement>('ul li:first-child button', card('lang')));
  expect(tabNow()?.view.filters).toEqual([{ kind: 'is', field: 'lang', value: 'en' }]);
  expect(tabNow()?.look).toBe('table');

  const bars = only<HTMLElement>('[role="listbox"]', card('likeCount'));
  await press(bars, 'End');
  expect(card('likeCount').textContent).toContain('5–10 · 10 rows');
  await press(bars, 'Enter');
  const likes = { kind: 'number', field: 'likeCount', min: '5', max: '10' };
  expect(tabNow()?.view.filters.at(-1)).toEqual(likes);
});

test('columns with the same value in every row are in one line, as long as they are; short texts have no length', async () => {
  const run = await drawSummary();
  const same = { count: 1, exact: true };
  const draws = async (rowCount: number, distinct: ColumnSummary['distinct']): Promise<void> => {
    const next = { ...run, rowCount };
    const text = { shortest: 2, longest: 2 };
    const lang = {
      ...summaries['lang']!,
      filled: rowCount,
      distinct,
      text,
      top: values(['en', 50]),
    };
    answer('view.summary', ({ fields: [field = ''] }: { fields: string[] }) =>
      ok<Summary>({
        rows: rowCount,
        of: rowCount,
        count: rowCount,
        columns: [field === 'lang' ? lang : summaries[field]!],
      }),
    );
    await drawOf(next, (tab) => (
      <LookedAt run={next} tab={tab} columns={summed} endpoint={search}>
        <SummaryView />
      </LookedAt>
    ));
    await settleAll();
  };
  await draws(51, same);
  expect(screenText()).toContain('The same in every row: Language (en).');
  expect(document.querySelector('li[data-field="lang"]')).toBeNull();
  await draws(52, { count: 2, exact: true });
  expect(card('lang').textContent).toContain('2 different');
  expect(card('lang').textContent).not.toContain('characters');
  expect(screenText()).not.toContain('The same in every row');
  // So many rows that each card is asked for when it is seen.
  await draws(100_001, same);
  expect(card('lang').textContent).toContain('all the same');
});

test('what is known stays, and is asked for again only when the run has more rows, or others', async () => {
  const run = await drawSummary();
  const before = asked.length;
  await drawOf(run, (tab) => (
    <LookedAt run={run} tab={tab} columns={summed} endpoint={search}>
      <SummaryView />
    </LookedAt>
  ));
  expect(asked.length).toBe(before);
  expect(card('lang').textContent).toContain('9 different');

  const grown = { ...run, rowCount: 60 };
  let come = (): void => {};
  const held = new Promise<void>((resolve) => (come = resolve));
  answer('view.summary', async ({ fields: [field = ''] }: { fields: string[] }) => {
    await held;
    const column = { ...summaries[field]!, filled: 60, distinct: { count: 10, exact: true } };
    return ok<Summary>({ rows: 60, of: 60, count: 60, columns: [column] });
  });
  await drawOf(grown, (tab) => (
    <LookedAt run={grown} tab={tab} columns={summed} endpoint={search}>
      <SummaryView />
    </LookedAt>
  ));
  expect(card('lang').textContent).toContain('40 of 50 filled (80%) so far · 9 different');
  expect(screenText()).toContain('Made from 50 rows so far. More is loading');
  come();
  await settleAll();
  expect(card('lang').textContent).toContain('All 60 filled · 10 different');
  expect(screenText()).toContain('Made from 60 rows in 1 page.');
});

test('a card stays open while the grid it hangs on gives way to that of another view', async () => {
  const run = await drawSummary();
  const column = summed[1]!;
  const useGrid = create<{ grid: number }>()(() => ({ grid: 1 }));
  function Header({ tab }: { tab: Tab }) {
    return (
      <LookedAt {...{ run, tab }}>
        <ColumnStrip key={useGrid().grid} column={column} />
      </LookedAt>
    );
  }
  await drawOf(run, (tab) => <Header tab={tab} />);
  const isOpen = () => document.querySelector('[role="dialog"]') !== null;
  await click(only<HTMLElement>('button'));
  expect(isOpen()).toBe(true);
  await act(async () => useGrid.setState({ grid: 2 }));
  expect(isOpen()).toBe(true);
});

test('a column that could not be counted is counted once main is heard again', async () => {
  const run = await drawSummary();
  answer('app.snapshot', () => ok(useApp.getState().snapshot));
  const stop = startWindow();
  answer('run.open', () => ok(makeReply(run)));
  answer('view.summary', refuse('The connection was lost.'));
  const grown = { ...run, id: `${run.id}-lost` };
  await drawOf(grown, (tab) => (
    <LookedAt run={grown} tab={tab}>
      <ColumnStrip column={summed[1]!} />
    </LookedAt>
  ));
  expect(document.querySelector('button')).toBeNull();
  answer('view.summary', () =>
    ok<Summary>({ rows: 50, of: 50, count: 50, columns: [summaries['lang']!] }),
  );
  for (const connection of ['heard', 'lost', 'heard'] as const) connect(connection);
  await settleAll();
  expect(only('button').textContent).toContain('About Language');
  stop();
});
