/** *Most common values…* of a column: chosen by number or one by one, kept, copied, looked up. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { showValues, ValuesDialog } from '#renderer/features/results/ColumnValues.tsx';
import { useOpen } from '#renderer/state/open.ts';
import { emptyWorkspace } from '#shared/contract/snapshot.ts';
import type { ChartQuestion } from '#shared/contract/chart.ts';
import { act } from 'react';
import { catalogue } from '#main/catalogue/index.ts';
import { endpointOf } from '../../query/make.ts';
import { clipboard } from '../clipboard.ts';
import { draw as drawPage } from '../draw.tsx';
import { seeEverything } from '../everything-seen.ts';
import { button, buttons, click, settle, type, workspace } from '../explore/window.tsx';
import { answer, inputsOf, ok, resetHost } from '../fake-host.ts';
import { makeListTable, makeRun, makeSnapshot, makeTab } from '../make.ts';
import { makeColumn } from './charts/make-chart.ts';
import { giveSize, LookedAt } from './results-window.tsx';

beforeAll(giveSize);
seeEverything();

const author = makeColumn({
  field: 'authorUsername',
  label: 'Author',
  meaning: 'username',
  type: 'text',
});
const posts = catalogue.resources.find(({ id }) => id === 'microblog.post') ?? null;
const all = Array.from({ length: 30 }, (_, at) => ({
  value: `user_${at}`,
  cut: false,
  count: 60 - at,
}));

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')!;
const boxes = () => [...dialog().querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
const ticked = () => boxes().filter(({ checked }) => checked).length;

let runs = 0;
async function drawValues(items = false): Promise<void> {
  resetHost();
  const run = makeRun({ id: `run-values-${(runs += 1)}`, columns: [author], rowCount: 500 });
  answer(
    'view.chart',
    ({ question, view }: { question: ChartQuestion; view: { filters: unknown[] } }) => {
      expect(question).toEqual({ kind: 'values', field: 'authorUsername', most: 1000 });
      const values =
        view.filters.length === 0 ? all : all.filter(({ value }) => value.endsWith('7'));
      const distinct = { count: values.length, exact: true };
      return ok({
        rows: 500,
        of: 500,
        count: 500,
        drawn: { kind: 'values', filled: 500, items, distinct, values },
      });
    },
  );
  const tab = makeTab({ query: run.query, runId: run.id });
  await drawPage(
    <LookedAt {...{ run, tab }} resource={posts} endpoint={endpointOf('microblog.posts.search')}>
      <ValuesDialog />
    </LookedAt>,
    {
      runs: { [run.id]: run },
      snapshot: makeSnapshot({ workspace: { ...emptyWorkspace, tabs: [tab] } }),
    },
  );
  await act(async () => showValues('authorUsername'));
  await settle();
}

afterEach(() => useOpen.setState({ values: null }));

test('the twenty most common are chosen at first; others by number or one by one, also by searching', async () => {
  clipboard.install();
  await drawValues();
  expect(boxes()[0]?.labels?.[0]?.textContent).toBe('@user_060');
  expect(ticked()).toBe(20);
  await click([...dialog().querySelectorAll<HTMLElement>('input[type="radio"]')][0]!);
  expect(ticked()).toBe(10);
  await click(boxes()[0]!);
  expect(ticked()).toBe(9);
  await type(
    dialog().querySelector<HTMLInputElement>('input:not([type="checkbox"], [type="radio"])')!,
    '7',
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  await settle();
  // Those that are chosen stay in sight.
  expect(boxes()).toHaveLength(9 - 1 + 3);
  await click(button('Copy'));
  expect(clipboard.texts.at(-1)?.split('\n').slice(0, 2)).toEqual(['Author\tRows', 'user_1\t59']);
});

test('a cut through equals is said where the number is chosen, and only then', async () => {
  const counts = all.map(({ count }) => count);
  const noteOf = () => /\d+ of [^.]*each[^.]*\./.exec(dialog().textContent ?? '')?.[0];
  await drawValues();
  expect(noteOf()).toBeUndefined();
  await act(async () => useOpen.setState({ values: null }));
  for (const [at, one] of all.entries()) if (at >= 11) one.count = 2;
  await drawValues();
  expect(noteOf()).toBe('9 of the 19 values with 2 rows each are ticked, in alphabetical order.');
  await click(dialog().querySelectorAll<HTMLElement>('input[type="radio"]')[0]!);
  expect(noteOf()).toBeUndefined();
  await click(dialog().querySelectorAll<HTMLElement>('input[type="radio"]')[1]!);
  await click(boxes()[0]!);
  // Whoever ticks values one by one sees what is ticked.
  expect(noteOf()).toBeUndefined();
  for (const [at, one] of all.entries()) one.count = counts[at]!;
});

test('a value stays one cell and what it is, where it is pasted', async () => {
  clipboard.install();
  const [first] = all.splice(0, 1, { value: '=1+1\t"x"', cut: false, count: 60 });
  await drawValues();
  await click(button('Copy'));
  all[0] = first!;
  const [, line] = clipboard.texts.at(-1)!.split('\n');
  expect(line).toBe('"=1+1\t""x"""\t60');
  expect(clipboard.html.at(-1)).toMatch(/<td style="mso-number-format:[^>]*>=1\+1/);
});

test('their rows are kept by one filter; of lists, whose items these are, they can’t be', async () => {
  await drawValues();
  await click(button('Keep their rows'));
  const [filter] = workspace().tabs[0]!.view.filters;
  expect(filter).toMatchObject({ kind: 'oneOf', field: 'authorUsername' });
  expect(filter).toHaveProperty('values.length', 20);
  expect(useOpen.getState().values).toBeNull();
  await drawValues(true);
  expect(button('Keep their rows').disabled).toBe(true);
});

test('they are looked up by a list of themselves, in their order, without a call', async () => {
  await drawValues();
  const table = makeListTable();
  answer('list.take', () => ok({ ...table, mapping: { username: 0 } }));
  expect(buttons('Following…')).toHaveLength(1);
  await click(button('Followers…'));
  await settle();
  expect(inputsOf('list.take')).toMatchObject([
    { field: 'authorUsername', values: all.slice(0, 20).map(({ value }) => value), spans: null },
  ]);
  expect(useOpen.getState().values).toBeNull();
  expect(workspace().tabs.at(-1)?.query).toMatchObject({
    endpointId: 'microblog.users.connections',
    values: { connectionType: 'followers' },
  });
});
