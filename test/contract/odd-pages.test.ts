/** Pages that are right and yet odd: empty ones, going round, changing shape, leading nowhere. */
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { mostColumns } from '#shared/contract/run.ts';
import type { Page, Run } from '#shared/contract/run.ts';
import { cellText } from '#test/support/csv-cells.ts';
import {
  ask,
  eachTestHasCore,
  everything,
  items as sent,
  next,
  restart,
  rowsOf,
  server,
  test,
} from '#test/support/run-core.ts';
import { plainCsv, save } from '#test/support/saving.ts';
import { readTree } from '#test/support/search-files.ts';
import type { Fault } from '#test/support/second-server/index.ts';

eachTestHasCore();

type Members = Extract<Fault, { kind: 'page' }>['members'];
const bend = (members: Members): void => server.fail({ kind: 'page', members });
/** Goes on as far as there is a way. */
const all = (run: Run): Promise<Run> => next(run, everything);

const pagesOf = async ({ id }: Run): Promise<Page[]> =>
  (await test.value('run.pages', { runId: id, from: 0, count: 100 })).pages;

/** The same run after the program was closed and opened. */
async function reopened({ id }: Run): Promise<Run> {
  await restart();
  return (await test.value('run.open', { runId: id })).run;
}

it('[27] empty pages that promise more are pages of no rows, and collecting goes on past them', async () => {
  const first = await ask();
  server.fail({ kind: 'emptyPage' }, 2);
  const run = await all(first);
  expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 12, calls: 5, notices: [] });
  expect((await pagesOf(run)).map(({ rows }) => rows)).toEqual([5, 0, 0, 5, 2]);
  expect(await rowsOf(run)).toEqual(sent());
});

it('[27] cursors that go round end the run when one comes again, at once or later on', async () => {
  let run = await ask();
  server.fail({ kind: 'repeatedCursor' });
  run = await next(run);
  expect(run).toMatchObject({ state: { kind: 'cursorRepeated' }, rowCount: 10, calls: 2 });
  const [, one] = server.requests.map((request) => request.query['cursor']);
  run = await ask();
  bend({ has_more: true, next_page_cursor: one ?? '' });
  run = await next(run);
  expect(run.state).toEqual({ kind: 'more' });
  // From the first cursor on, the way leads back to where it came from.
  const back = server.requests.at(-1)?.query['cursor'];
  bend({ has_more: true, next_page_cursor: back ?? '' });
  run = await all(run);
  expect(run).toMatchObject({ state: { kind: 'cursorRepeated' }, pageCount: 3, calls: 3 });
  expect((await test.call('run.next', { runId: run.id })).ok).toBe(false);
  expect(server.requests.length).toBe(5);
});

it('[31] items that change from page to page are kept and saved as they came, in columns that hold them all', async () => {
  const pages: Members[][] = [
    [
      { id: '1', score: 5, tags: ['a', 'b'], author: { name: 'x' } },
      { id: '2', score: 7, tags: [] },
    ],
    [{ id: 3, score: 'high', tags: null, extra: true }, {}],
    [
      { id: { part: 'a', of: [4] }, score: { value: 1.5, unit: '%' }, tags: 'a', extra: [1, [2]] },
      { id: '5', score: null, 'odd name, "quoted"': '=1+1' },
    ],
  ];
  const items = pages.flat();
  for (const results of pages) bend({ results });
  const run = await ask(everything);
  expect(run).toMatchObject({ state: { kind: 'noMore' }, pageCount: 3, rowCount: 6 });
  expect(await rowsOf(run)).toEqual(items);
  const columns = run.columns.map(({ field, type }) => [field, type]);
  expect(Object.fromEntries(columns)).toEqual({
    id: 'mixed',
    score: 'mixed',
    tags: 'mixed',
    author: 'object',
    extra: 'mixed',
    'odd name, "quoted"': 'text',
  });
  expect((await save(test, { runIds: [run.id], format: plainCsv })).rows).toBe(6);
  const [header = [], ...lines]: string[][] = parse(await readFile(test.saved[0] ?? ''));
  expect(header.toSorted()).toEqual(run.columns.map(({ field }) => field).toSorted());
  expect(lines).toEqual(items.map((item) => header.map((name) => cellText(item[name]))));

  expect((await reopened(run)).columns).toEqual(run.columns);
  expect(await rowsOf(run)).toEqual(items);
});

it('[29] a page of items that are no objects fails, its answer is kept, and going on repeats none', async () => {
  const odd: readonly Members['results'][] = [
    [{ id: '1', text: 'kept-0' }, null],
    [7, { text: 'kept-1' }],
    ['kept-2'],
    [['kept-3']],
    [{ text: 'kept-4' }, 12_345_678_901_234_567_890n],
  ];
  let run = await ask();
  for (const [at, results] of odd.entries()) {
    bend({ results: results ?? null });
    run = await next(run);
    const state = { kind: 'failed', page: 2, problem: { code: 'wrong_shape', call: 'answered' } };
    expect(run).toMatchObject({ state, rowCount: 5, calls: 2 + at });
    const files = await readTree(test.dataDir);
    expect(files.some((text) => text.includes(`kept-${at}`))).toBe(true);
  }
  run = await all(run);
  expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 12, calls: 8 });
  expect(await rowsOf(run)).toEqual(sent());
  const refused = server.requests.slice(1, 7).map((request) => request.query['cursor']);
  expect(new Set(refused).size).toBe(1);
});

describe('[27] more that has no way to it', () => {
  const unreachable = [{ code: 'more_unreachable', message: expect.stringMatching(/\.$/) }];

  it.each([null, ''])('a cursor of %j ends the run, which says so, also later', async (cursor) => {
    const first = await ask();
    bend({ has_more: true, next_page_cursor: cursor });
    const run = await all(first);
    const told = { state: { kind: 'notAll' }, rowCount: 10, notices: unreachable };
    expect(run).toMatchObject(told);
    expect((await test.call('run.next', { runId: run.id })).ok).toBe(false);
    const listed = async () => (await test.value('history.list', {})).runs[0]?.state;
    expect(await listed()).toBe('notAll');
    expect(await reopened(run)).toMatchObject(told);
    expect(await listed()).toBe('notAll');
    expect(server.requests.length).toBe(2);
  });

  it('an end that is the end says nothing, also later', async () => {
    const first = await ask();
    bend({ has_more: false, next_page_cursor: 'somewhere' });
    const run = await all(first);
    expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 10, notices: [] });
    expect((await reopened(run)).notices).toEqual([]);
  });
});

it('rows with more members than a table has columns are whole, and what has no column is said', async () => {
  const wide = Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`m${n}`, n]));
  const row = { id: '1', ...wide };
  bend({ results: [row], has_more: false, next_page_cursor: null });
  const asked = await ask();
  for (const run of [asked, await reopened(asked)]) {
    expect(run.columns).toHaveLength(mostColumns);
    expect(run.notices.map(({ code }) => code)).toEqual(['too_many_columns']);
    expect(await rowsOf(run)).toEqual([row]);
  }
  const { name } = (await save(test, { runIds: [asked.id], format: { kind: 'jsonl' } })).files[0]!;
  const saved = test.saved.find((path) => path.endsWith(name))!;
  expect(JSON.parse(await readFile(saved, 'utf8'))).toEqual(row);
});
