/**
 * A list asked of a service written a second time, from the specification: each input fails in its own
 * way, by its own path, and ends with its own status; no row is lost, and every call is counted.
 */
import { expect, it } from 'vitest';
import { question } from '#test/support/core.ts';
import { notedCalls } from '#test/support/interleavings/program.ts';
import { askList, checkList, goOn, inputsOf, names } from '#test/support/lists/ask-list.ts';
import { eachTestHasCore, rowsOf, server, test } from '#test/support/run-core.ts';
import type { Fault } from '#test/support/second-server/index.ts';

eachTestHasCore({ pageSize: 5, totalRows: 12 });

const noRows = { results: [], count: 0, has_more: false, next_page_cursor: null };

type Account = [name: string, status: string, rows: number, calls: number, Fault?, times?: number];
/** What must come of each input, with how many rows and calls, and what goes wrong with it how often. */
const accounts: Account[] = [
  ['ann', 'done', 12, 3],
  ['gone', 'notFound', 0, 1, { kind: 'status', status: 404 }],
  ['empty', 'nothing', 0, 1, { kind: 'page', members: noRows }],
  ['refused', 'refused', 0, 1, { kind: 'status', status: 400 }],
  ['down', 'failed', 0, 3, { kind: 'status', status: 503 }],
  ['denied', 'failed', 0, 1, { kind: 'status', status: 403 }],
  ['page', 'failed', 0, 1, { kind: 'html' }],
  ['cut', 'failed', 0, 1, { kind: 'reset' }],
  ['flaky', 'done', 12, 5, { kind: 'status', status: 503 }, 2],
  ['round', 'cutOff', 10, 2, { kind: 'repeatedCursor' }],
  ['slow', 'partly', 10, 3, { kind: 'emptyPage' }, 1],
  ['zoe', 'done', 12, 3],
];
const pathOf = (name: string): string => `/api/data/microblog/posts/users/${name}/live`;

it('each input ends with its own status, its rows and its calls', async () => {
  for (const [name, , , , wrong, times = Infinity] of accounts) {
    if (wrong !== undefined) server.fail({ ...wrong, path: pathOf(name) }, times);
  }
  const run = await askList(test, { text: accounts.map(([name]) => name).join('\n') });
  expect(run.state).toEqual({ kind: 'noMore' });
  const inputs = await inputsOf(test, run.id);
  expect(inputs.map((one) => [one.text, one.status, one.rows, one.calls])).toEqual(
    accounts.map((one) => one.slice(0, 4)),
  );

  // What one has more of is asked for on its own, from where it was left.
  server.recover();
  const whole = await goOn(test, run.id, { which: 'more' });
  expect(whole.list?.statuses).toMatchObject({ done: 4, partly: 0 });
  expect(server.requests.slice(run.calls).map(({ path }) => path)).toEqual([pathOf('slow')]);
  // Rows stay where they came, each with its input.
  const rowsFor = (name: string, from: number, to: number): object[] =>
    server
      .itemsFor(pathOf(name))
      .slice(from, to)
      .map((item) => Object.assign({ _input: name }, item));
  expect(await rowsOf(whole)).toEqual([
    ...accounts.flatMap(([name, , rows]) => rowsFor(name, 0, rows)),
    ...rowsFor('slow', 10, 12),
  ]);
  expect(whole.calls).toBe(server.requests.length);
  const noted = { answered: whole.calls - 1, unanswered: 1, notSent: 0, open: 0 };
  expect(notedCalls(test.dataDir, run.id)).toEqual(noted);
});

it('packs forum IDs a hundred to a call, and says which the service left out', async () => {
  const found = names('found', 240).map((name) => name.replace('-', ''));
  // As somebody typed it; the service writes IDs in lower case.
  found[7] = found[7]!.toUpperCase();
  // This service knows no ID with a z.
  const lost = names('z', 10).map((name) => name.replace('-', ''));
  const query = question('forum.posts.by-ids', {});
  const text = [...lost, ...found].join('\n');
  const run = await askList(test, { text, query, key: 'ids' });
  expect([run.calls, server.requests.length]).toEqual([3, 3]);
  expect(run.list?.statuses).toMatchObject({ done: 240, notFound: 10, waiting: 0 });
  expect((await rowsOf(run)).map((row) => row['_input'])).toEqual(found);
  // Those may be found another time, so they are not taken for answered.
  const checked = await checkList(test, { text, query, key: 'ids' });
  expect(checked).toMatchObject({ different: 250, answered: 240 });
});

it('of packed IDs, the rows need theirs: without the ID field none would be found, and all be paid', async () => {
  const checked = async (fields: string[]) => {
    const { tableId, hasHeader } = await test.value('list.take', { kind: 'text', text: 'found1' });
    const query = { ...question('forum.posts.by-ids', {}), fields };
    return test.call('list.check', { tableId, hasHeader, query, mapping: { ids: 0 } });
  };
  expect(await checked(['title'])).toMatchObject({
    ok: false,
    error: {
      code: 'invalid_input',
      title: 'To match rows with the inputs of this list, include the ID field.',
      remedies: [{ kind: 'changeParameter', key: 'fields' }],
    },
  });
  expect(await checked(['title', 'id'])).toMatchObject({ ok: true, value: { perCall: 100 } });
  // Each of other inputs has calls of its own.
  const query = { ...question('microblog.posts.by-user', {}), fields: ['text'] };
  expect(await checkList(test, { text: 'ann', query })).toMatchObject({ perCall: 1 });
});

it('of packed IDs, those that are tried first are counted one by one, in whole calls', async () => {
  const text = names('found', 700).join('\n').replaceAll('-', '');
  const query = question('forum.posts.by-ids', {});
  const run = await askList(test, { text, query, key: 'ids', inputs: 300, calls: 33 });
  expect([run.state, run.calls]).toEqual([{ kind: 'limit', reason: 'inputs' }, 3]);
  expect(run.list).toMatchObject({ before: 0, until: 300, statuses: { done: 300, waiting: 400 } });
  const more = await goOn(test, run.id, { inputs: 150 });
  expect(more.calls).toBe(5);
  expect(more.list).toMatchObject({ before: 300, until: 500, statuses: { done: 500 } });
});
