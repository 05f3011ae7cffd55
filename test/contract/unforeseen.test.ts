/** Answers that nobody foresaw: each ends the run with a sentence, is reported, and is kept. */
import { StoredRun } from '#main/core/store/stored-run.ts';
import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Run } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { WorkerProcess } from '#main/core/store/columns/column-store.ts';
import {
  ask,
  begin,
  eachTestHasServer,
  rowsOf,
  search,
  stored,
  test,
} from '#test/support/run-core.ts';
import { plainCsv, save } from '#test/support/saving.ts';
import { readTree } from '#test/support/search-files.ts';

eachTestHasServer();
afterEach(() => vi.restoreAllMocks());

let asked: string[];
/** Asks a service that gives these answers one after the other, and the last one for ever. */
async function answered(
  texts: string | readonly string[],
  query = search,
  init: { status?: number; headers?: Record<string, string> } = {},
): Promise<Run> {
  asked = [];
  const answers = typeof texts === 'string' ? [texts] : texts;
  const headers = { 'content-type': 'application/json', ...init.headers };
  await begin({
    fetch: async (url) => {
      // oxlint-disable-next-line typescript/no-base-to-string -- the core gives addresses as text
      asked.push(new URL(String(url)).pathname);
      const text = answers[Math.min(asked.length, answers.length) - 1];
      return new Response(text, { ...init, headers });
    },
  });
  return ask(undefined, query);
}

const paging = { ...stored, values: { q: 'sea', responseType: 'paging' } };
const page = (more: string): string => `{"results":[{"id":"1"}],"count":1,${more}}`;

it('an answer that this program stumbles over fails the run, is reported, kept, and counted once', async () => {
  // What decoding does with an answer of more than 512 MB.
  vi.spyOn(TextDecoder.prototype, 'decode').mockImplementationOnce(() => {
    throw new RangeError('Cannot create a string longer than 0x1fffffe8 characters');
  });
  const problem = { code: 'internal', call: 'answered' };
  const run = await answered(page('"has_more":false,"mark":"kept all the same"'));
  expect(run).toMatchObject({ state: { kind: 'failed', problem }, calls: 1 });
  expect(test.reported).toEqual([expect.any(RangeError)]);
  const files = await readTree(test.dataDir);
  expect(files.some((file) => file.includes('kept all the same'))).toBe(true);
});

it('an error of our own between two pages doesn’t say that nothing was counted', async () => {
  vi.spyOn(StoredRun.prototype, 'hasRoomForNextPage').mockRejectedValueOnce(new Error('odd'));
  const { state } = await answered(page('"has_more":false'));
  expect(state).toMatchObject({ problem: { code: 'internal', call: 'unanswered' } });
});

describe('half a character', () => {
  it('in a cursor leads nowhere: the page is there, and nothing is asked with it', async () => {
    const run = await answered(page(String.raw`"has_more":true,"next_page_cursor":"\ud800"`));
    expect(run).toMatchObject({ rowCount: 1, calls: 1 });
    expect(run.notices).not.toEqual([]);
    expect(test.reported).toEqual([]);
  });

  it.each([String.raw`\ud800`, '.', '..'])(
    'or dots as an operation’s id (%s) send the key to no other path',
    async (id) => {
      const { state } = await answered(`{"operationId":"${id}"}`, paging);
      expect(state).toMatchObject({ kind: 'failed', problem: { code: 'wrong_shape' } });
      expect(asked).toEqual(['/api/data/microblog/posts']);
    },
  );

  it('as the name of a stored table leads nowhere', async () => {
    const pagination = String.raw`{"totalPages":2,"totalRows":2,"tableName":"\ud800"}`;
    const more = `"has_more":false,"pagination":${pagination}`;
    const run = await answered(page(more), { ...paging, values: { q: 'sea' } });
    expect(run).toMatchObject({ rowCount: 1, state: { kind: 'notAll' } });
    expect(test.reported).toEqual([]);
  });
});

it('an item that looks like our mark for a number is a row', async () => {
  const items = '[{"$n":"12"},{"$n":"12345678901234567890"}]';
  const run = await answered(`{"results":${items},"has_more":false}`);
  expect(await rowsOf(run)).toEqual(JSON.parse(items));
  expect(run.columns).toMatchObject([{ field: '$n', type: 'text' }]);
});

it('members of any name are kept apart in columns, in sorting and in files', async () => {
  const members = String.raw`"":"none","__proto__":"proto","constructor":"made","a\u0000b":"nul","\ud800":"half","\ud801":"other half"`;
  const names = ['', '__proto__', 'constructor', 'a\u0000b', '\ud800', '\ud801'];
  const { id: runId, columns } = await answered(`{"results":[{${members}}],"has_more":false}`);
  expect(columns.map(({ field }) => field).toSorted()).toEqual(names.toSorted());
  for (const { label } of columns) expect(label).not.toBe('');
  for (const field of names) {
    const view = { ...everyRow, sort: [{ field, direction: 'ascending' as const }] };
    expect(await test.value('view.open', { runId, view })).toMatchObject({ rows: 1 });
  }
  await save(test, { runIds: [runId], format: plainCsv });
  const [header, row]: string[][] = parse(await readFile(test.saved.at(-1) ?? ''), { bom: true });
  expect(new Set(header).size).toBe(names.length);
  const values = ['none', 'proto', 'made', 'nul', 'half', 'other half'];
  expect(row?.toSorted()).toEqual(values.toSorted());
  expect(test.reported).toEqual([]);
});

it('rows in the order they came need no columns: where none can be had, only other orders fail', async () => {
  const endingAtOnce = (): WorkerProcess => {
    const worker = new EventEmitter();
    setImmediate(() => worker.emit('exit'));
    return Object.assign(worker, { postMessage: () => undefined, kill: () => undefined });
  };
  await begin({ startColumnsWorker: endingAtOnce });
  const { id: runId, rowCount: count } = await ask();
  expect(count).toBeGreaterThan(0);
  expect(await test.value('view.open', { runId, view: everyRow })).toMatchObject({ count });
  const part = { runId, view: everyRow, rows: null, offset: 0, count };
  expect((await test.value('rows.window', part)).rows).toHaveLength(count);
  const view = { ...everyRow, sort: [{ field: 'id', direction: 'ascending' as const }] };
  const error = { title: 'Sorting and filtering stopped unexpectedly.' };
  expect(await test.call('view.open', { runId, view })).toMatchObject({ ok: false, error });
});

it.each([
  ['', 'microblog.posts.search', { q: 'sea' }],
  ['{"results":[{}],"has_more":false}', 'microblog.users.get', { username: 'ann' }],
])('nothing where something was asked for is told: %j', async (text, endpointId, values) => {
  const run = await answered(text, { endpointId, values, fields: [] });
  const problem = { code: 'wrong_shape', title: 'The service sent an empty answer.' };
  expect(run).toMatchObject({ state: { kind: 'failed', problem }, rowCount: 0, calls: 1 });
});

it.each([
  ['{"results":[{"id":"1"},{"id', 'truncated'],
  ['{"results":[{"id":"1"}],', 'truncated'],
  ['{"results":[{"id":"1"}} ,"has_more":false}', 'not_json'],
  ['busy', 'not_json'],
])('%s: JSON that was cut cleanly is told from what never was JSON', async (text, code) => {
  expect((await answered(text)).state).toMatchObject({ kind: 'failed', problem: { code } });
});

it('a port that is never connected to costs nothing, and that is said', async () => {
  await begin({ serviceAddress: 'http://127.0.0.1:6000' });
  const problem = { code: 'connection', call: 'notSent', title: expect.stringContaining('port') };
  expect(await ask()).toMatchObject({ state: { kind: 'failed', problem }, calls: 0 });
});

it('an operation that was updated at the end of time answers its rows', async () => {
  const record = `{"status":"SUCCESS","updatedAt":"+275760-09-13T00:00:00.000Z","result":${page('"has_more":false')}}`;
  const run = await answered(['{"operationId":"op_1"}', record], paging);
  expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 1 });
});

it('a wait of more digits than a number has is told in words', async () => {
  const headers = { 'retry-after': '9'.repeat(400) };
  const said = '{"success":false,"message":"slow"}';
  const { state } = await answered(said, search, { status: 429, headers });
  const advice: unknown = expect.stringContaining('365 days');
  expect(state).toMatchObject({ kind: 'failed', problem: { code: 'rate_limited', advice } });
  expect(asked).toHaveLength(1);
});
