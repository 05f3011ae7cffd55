/** Charts on screen: asked for once, chosen from by keys, kept as filters. */
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { create } from 'zustand';
import { ChartsView } from '#renderer/features/results/charts/ChartsView.tsx';
import { pickedNow, useResultsView } from '#renderer/features/results/view-state.ts';
import { changeSnapshot, useApp } from '#renderer/state/app.ts';
import { defaultPreferences, type Tab } from '#shared/contract/snapshot.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { Chart, ChartQuestion, Drawn } from '#shared/contract/chart.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Summary } from '#shared/contract/summary.ts';
import { catalogue } from '#main/catalogue/index.ts';
import { endpointOf } from '../../query/make.ts';
import { clipboard } from '../clipboard.ts';
import { screenText } from '../draw.tsx';
import { seeEverything } from '../everything-seen.ts';
import { button, click, input as labelled, only, press, type } from '../explore/window.tsx';
import { answer, asked, ok, refuse } from '../fake-host.ts';
import { makeRun } from '../make.ts';
import { buckets, languages, makeColumn, makeTime, values } from './charts/make-chart.ts';
import { drawOf, LookedAt, settleAll } from './results-window.tsx';

seeEverything();

const columns = [
  makeColumn({ field: 'lang', label: 'Language', meaning: 'code', type: 'text' }),
  makeColumn(),
  makeColumn({ field: 'impressionCount', label: 'Views' }),
  makeColumn({ field: 'createdAt', label: 'Posted', meaning: 'date', type: 'text' }),
];
const search = endpointOf('microblog.posts.search');
const posts = catalogue.resources.find(({ id }) => id === 'microblog.post') ?? null;

const pictures: { [K in Drawn['kind']]: (question: ChartQuestion) => Drawn } = {
  time: () => makeTime([4, 11, 9]),
  values: () => ({
    kind: 'values',
    filled: 24,
    items: false,
    distinct: { count: 12, exact: true },
    values: values(['en', 20], ['es', 4]),
  }),
  numbers: () => ({
    kind: 'numbers',
    counted: 24,
    scale: 'linear',
    scales: ['linear', 'log'],
    median: 4,
    buckets: buckets(20, 4),
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
  words: (question) => {
    const isOfGroups = question.kind === 'words' && question.groups !== null;
    const typical = [{ text: 'tea', count: 9, elsewhere: 1, score: 12.345 }];
    const group = { rows: 10, times: 90, typical };
    return {
      kind: 'words',
      filled: 24,
      read: 24,
      rows: 20,
      times: 200,
      exact: true,
      distinct: 50,
      values: isOfGroups
        ? []
        : [
            { text: 'Art', count: 12 },
            { text: 'train', count: 6 },
          ],
      groups: isOfGroups ? { one: group, other: { ...group, typical: [] } } : null,
      stopWords: ['the', 'of'],
      languages: ['en'],
    };
  },
  context: () => ({
    kind: 'context',
    times: 3,
    rows: 2,
    filled: 2,
    read: 2,
    lines: [
      { row: 4, before: 'the ', word: 'art', after: ' of' },
      { row: 4, before: 'more ', word: 'Art', after: '' },
    ],
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
  await drawOf(run, (tab) => (
    <LookedAt {...{ run, tab }} resource={posts} endpoint={search}>
      <ChartsView />
    </LookedAt>
  ));
  return run;
}

beforeEach(() => useResultsView.setState(useResultsView.getInitialState()));

/** Lists of choices are list boxes too. */
const chart = '[role="listbox"][aria-multiselectable]';
const questions = () =>
  asked.flatMap(({ method, input }) =>
    method === 'view.chart' ? [(input as { question: ChartQuestion }).question] : [],
  );
const panel = (name: string) => only<HTMLElement>(`section[aria-label="${name}"]`);
const options = (within: HTMLElement) => [
  ...within.querySelectorAll<HTMLElement>('[role="option"][aria-label]'),
];
const tabNow = () => useApp.getState().snapshot?.workspace.tabs[0];

const savePictureOf = (name: string): HTMLElement =>
  [...panel(name).querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Save picture…',
  )!;

test('charts and their saved pictures say the rows that they were drawn from, which may be fewer than the run has by now', async () => {
  answer('file.save', () => ok({ file: null }));
  await drawCharts({ rowCount: 40, state: { kind: 'fetching', page: 4, since: '' } });
  expect(screenText()).toContain('Drawn from 24 rows so far. More is loading');
  await click(savePictureOf('Most common: Language'));
  const preview = () => decodeURIComponent(only<HTMLImageElement>('img[alt="Preview"]').src);
  expect(preview()).toContain('>Microblog, Search posts: trees, n = 24<');
  await type(labelled('Title'), 'What they speak');
  await type(labelled('Source'), 'Microblog, in November');
  await click(only<HTMLElement>('input[value="svg"]'));
  await click(button('Save…'));
  const saved = asked.find(({ method }) => method === 'file.save');
  const { file } = saved!.input as { file: { name: string; picture: { text: string } } };
  const { name, picture } = file;
  expect(name).toBe('What they speak');
  for (const words of ['What they speak', 'Microblog, in November']) {
    expect(picture.text).toContain(`>${words}<`);
  }
  // This can't be taken off.
  expect(picture.text).toContain('>Sample data, invented. 24 rows so far. More is');
});

test('the sentence above charts is about the most rows that one is drawn from; one of fewer says so', async () => {
  const state = { kind: 'fetching', page: 4, since: '' } as const;
  await drawCharts({ rowCount: 60, state }, (question) => {
    const rows = question.kind === 'numbers' ? 24 : 60;
    return ok<Chart>({ rows, of: rows, count: rows, drawn: pictures[question.kind](question) });
  });
  expect(screenText()).toContain('Drawn from 60 rows in 3 pages.');
  expect(panel('Likes per post').textContent).toContain('Drawn from 24 rows so far.');
  expect(screenText().match(/so far/g)).toHaveLength(1);
});

test('rows over time are counted by the unit that was chosen last, in whichever run', async () => {
  answer('preferences.save', () => ok({ ...defaultPreferences, chartUnit: 'day' }));
  await drawCharts();
  await act(async () =>
    changeSnapshot(() => ({ preferences: { ...defaultPreferences, chartUnit: 'week' } })),
  );
  await settleAll();
  await click(only<HTMLElement>('input[value="day"]', panel('Posts by day')));
  const overTime = questions().filter((question) => question.kind === 'time');
  expect(overTime.map(({ unit }) => unit)).toEqual([null, 'week', 'day']);
  expect(asked).toContainEqual({ method: 'preferences.save', input: { chartUnit: 'day' } });
});

test('what the stars of bars mean stays beside bars that are selected, and is in a table without them', async () => {
  await drawCharts();
  const over = panel('Posts by day');
  const stars = () => options(over).filter(({ textContent }) => textContent?.includes('*'));
  expect(stars()).toHaveLength(1);
  await press(only<HTMLElement>(chart, over), 'ArrowRight');
  expect(over.textContent).toContain('Tue 3 Nov 2026 · 4 rows');
  expect(over.textContent).toContain('* Newest come first');
  await click(only<HTMLElement>('button[aria-label="Show as a table"]', over));
  expect(over.textContent).toMatch(/[^*] ?Newest come first/);
  expect(over.textContent).not.toContain('*');
});

test('a chart waits for further rows while its picture is saved: it is as it was when that began', async () => {
  const useRun = create<Run>()(() => makeRun({ id: 'run-grows', rowCount: 24, columns }));
  function Growing({ tab }: { tab: Tab }) {
    return (
      <LookedAt tab={tab} run={useRun()} resource={posts} endpoint={search}>
        <ChartsView />
      </LookedAt>
    );
  }
  answerWith(drawnAnswers);
  await drawOf(useRun.getState(), (tab) => <Growing tab={tab} />);
  await click(savePictureOf('Most common: Language'));

  const before = questions().length;
  answerWith((question) =>
    ok<Chart>({ rows: 60, of: 60, count: 60, drawn: pictures[question.kind](question) }),
  );
  await act(async () => useRun.setState({ rowCount: 60 }));
  await settleAll();
  const kinds = () =>
    questions()
      .slice(before)
      .map(({ kind }) => kind);
  expect(kinds()).toEqual(['time', 'numbers', 'scatter']);
  await click(button('Cancel'));
  await settleAll();
  expect(kinds()).toEqual(['time', 'numbers', 'scatter', 'values']);
});

test('charts say which rows they are drawn from, are asked for once, and their bars are kept as filters', async () => {
  await drawCharts();
  expect(screenText()).toContain('Drawn from 24 rows in 3 pages. The service has more');
  const kinds = questions().map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(['numbers', 'scatter', 'time', 'values']);
  const over = panel('Posts by day');
  expect(options(over).map((one) => one.getAttribute('aria-label'))).toEqual([
    'Tue 3 Nov 2026: 4',
    'Wed 4 Nov 2026: 11',
    'Thu 5 Nov 2026: 9',
  ]);
  expect(over.querySelectorAll('[data-unknown]')).toHaveLength(1);
  expect(over.textContent).toContain('Newest come first: what is before 2026-11-03 12:00');
  expect(panel('Most common: Language').textContent).toContain('en2083%');
  expect(panel('Most common: Language').textContent).toContain('2 of 12 different values.');
  expect(panel('Likes per post').textContent).toContain('Half of the posts have 4 or less.');
  const points = panel('Likes against Views').querySelectorAll('svg:not(.lucide) circle');
  expect(points).toHaveLength(2);

  clipboard.install();
  await click(only<HTMLElement>('[aria-label="Copy numbers"]', panel('Most common: Language')));
  expect(clipboard.texts).toEqual(['Language\tPosts\tShare\nen\t20\t83.3%\nes\t4\t16.7%']);
  expect(clipboard.html[0]).toContain('<td>83.3%</td>');

  // They are also tables.
  await click(only<HTMLElement>('button[aria-label="Show as a table"]', over));
  const rows = [...over.querySelectorAll('tr')].map(({ textContent }) => textContent);
  expect(rows).toEqual(['Posted, dayPosts', '2026-11-034', '2026-11-0411', '2026-11-059']);
  expect(over.querySelector(chart)).toBeNull();
  await click(button('Show as a chart'));
  expect(options(panel('Posts by day'))).toHaveLength(3);

  const bars = only<HTMLElement>(chart, panel('Likes per post'));
  await press(bars, 'ArrowRight');
  expect(bars.getAttribute('aria-activedescendant')).toBe(options(bars)[0]?.id);
  expect(panel('Likes per post').textContent).toContain('0–4 · 20 rows');
  await press(bars, 'Escape');
  expect(panel('Likes per post').textContent).not.toContain('20 rows');
  await press(bars, 'End');
  await press(bars, 'Enter');
  const likes = { kind: 'number', field: 'likeCount', min: '5', max: '10' };
  expect(tabNow()?.view.filters).toEqual([likes]);
  expect(tabNow()?.look).toBe('table');
  await click(only<HTMLElement>('li:first-child button', panel('Most common: Language')));
  expect(tabNow()?.view.filters.at(-1)).toEqual({ kind: 'is', field: 'lang', value: 'en' });
});

const written = [
  ...columns,
  makeColumn({ field: 'text', label: 'Text', meaning: 'text', type: 'text' }),
];
const wordQuestions = () => questions().filter(({ kind }) => kind === 'words');
const lastContext = () => questions().findLast(({ kind }) => kind === 'context');
const choose = async (name: string, option: string): Promise<void> => {
  await click(only<HTMLElement>(`input[aria-label="${name}"]`));
  const found = [...document.querySelectorAll<HTMLElement>('[role="option"]')];
  await click(found.findLast(({ textContent }) => textContent === option) ?? document.body);
  await settleAll();
};

test('words are counted by rows, kept as words, and shown in their context with a way to each row', async () => {
  const run = await drawCharts({ columns: written });
  const words = panel('Most common words: Text');
  expect(words.textContent).toContain('Art1250%');
  expect(words.textContent).toContain('2 of 50 different ones.');
  expect(words.textContent).toContain('Percentages are of the 24 posts with any');
  expect(words.textContent).toContain('2 words left out.');
  expect(wordQuestions()).toEqual([
    {
      kind: 'words',
      field: 'text',
      of: 'words',
      by: 'rows',
      most: 20,
      stopWords: null,
      groups: null,
    },
  ]);
  expect(lastContext()).toMatchObject({ word: 'Art', sort: 'after' });
  expect(words.textContent).toContain('3 times in 2 rows');
  await click(only<HTMLElement>('[aria-label="“train” in its context"]'));
  await settleAll();
  expect(lastContext()).toMatchObject({ word: 'train' });
  answer('file.save', () => ok({ kind: 'cancelled' }));
  await click(button('Save as CSV'));
  expect(asked.at(-1)?.input).toMatchObject({
    file: { of: 'context', runId: run.id, question: { field: 'text', word: 'train' } },
  });
  await click(only<HTMLElement>('li:nth-child(2) button[title="Show row 5"]', words));
  await settleAll();
  expect(tabNow()?.look).toBe('table');
  expect(pickedNow({ runId: run.id, view: everyRow, rows: null, epoch: 0 }).active).toEqual({
    row: 4,
    field: 'text',
  });
  await click(only<HTMLElement>('li:first-child button[title^="Keep rows with"]', words));
  expect(tabNow()?.view.filters).toEqual([{ kind: 'hasWord', field: 'text', word: 'Art' }]);
});

test('what is left out is shown and changed, and a site is kept by a link to it', async () => {
  await drawCharts({ columns: written });
  await click(button('Words left out…'));
  const list = only<HTMLTextAreaElement>('textarea');
  expect(list.value).toBe('the\nof');
  expect(screenText()).toContain('The common words of English, which these texts are in.');
  await type(list, 'the\n  Tree , of\n');
  await click(button('Leave these out'));
  await settleAll();
  expect(wordQuestions().at(-1)).toMatchObject({ stopWords: ['the', 'Tree', 'of'] });
  await choose('What to count', 'sites linked to');
  expect(wordQuestions().at(-1)).toMatchObject({ of: 'sites', stopWords: null });
  await click(
    only<HTMLElement>(
      'li:first-child button[title^="Keep rows with"]',
      panel('Most common sites linked to: Text'),
    ),
  );
  expect(tabNow()?.view.filters[0]).toMatchObject({ kind: 'hasWord', word: 'https://Art' });
});

test('two groups have the words typical of each, with the formula; a click keeps those of the group', async () => {
  answer('view.summary', () => ok<Summary>({ rows: 50, of: 50, count: 50, columns: [languages] }));
  await drawCharts({ columns: written });
  await choose('Compare by', 'Language');
  const one = { kind: 'is', field: 'lang', value: 'en' };
  expect(wordQuestions().at(-1)).toMatchObject({ groups: { one, other: null } });
  const groups = panel('Words typical of en / All others: Text');
  expect(groups.textContent).toContain('en: 90 words in 10 rows');
  expect(groups.textContent).toContain('2 × (a × ln(a ÷ E₁) + b × ln(b ÷ E₂))');
  clipboard.install();
  await click(only<HTMLElement>('[aria-label="Copy numbers"]', groups));
  expect(clipboard.texts.at(-1)?.split('\n')[1]).toBe('tea\ten\t9\t1\t12.35');
  await choose('The other group', 'es');
  expect(wordQuestions().at(-1)).toMatchObject({ groups: { one, other: { ...one, value: 'es' } } });
  await click(
    only<HTMLElement>(
      'li:first-child button[title^="Keep rows with"]',
      panel('Words typical of en / es: Text'),
    ),
  );
  expect(tabNow()?.view.filters).toEqual([one, { kind: 'hasWord', field: 'text', word: 'tea' }]);
});

test('where no column suits a chart, that is said', async () => {
  await drawCharts({ columns: [makeColumn({ field: 'id', label: 'ID', meaning: 'id' })] });
  expect(screenText()).toContain('No column suits a chart');
  expect(document.querySelector('section')).toBeNull();
});

test('what can’t be counted says why, and is asked for once more', async () => {
  await drawCharts({}, refuse('The disk is full.'));
  const alert = () => only<HTMLElement>('[role="alert"]', panel('Likes per post'));
  expect(alert().textContent).toContain('The disk is full.');
  answerWith(drawnAnswers);
  await click(only<HTMLElement>('button', alert()));
  await settleAll();
  expect(options(panel('Likes per post'))).toHaveLength(2);
});
