/**
 * Lists: one run that asks its question for many inputs. Every input ends with a status and a reason,
 * no call is made beyond the cap, none twice for what is finished, and each row says where it is from.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { expect, it, onTestFinished, vi } from 'vitest';
import { RunAppender } from '#main/core/store/run-appender.ts';
import { StoreError } from '#main/core/store/store-error.ts';
import type { MethodInput, MethodOutput } from '#shared/contract/methods.ts';
import type { Run } from '#shared/contract/run.ts';
import { everyRow, type View } from '#shared/contract/view.ts';
import { mintRunId, rested } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { accounts, askList, begin, everyInput, names } from '#test/support/lists/ask-list.ts';
import { pageRows, startListService } from '#test/support/lists/list-service.ts';
import { plainCsv, save } from '#test/support/saving.ts';
import { smallDisks } from '#test/support/small-disk.ts';

async function inputsOf(core: TestCore, runId: string): Promise<[text: string, status: string][]> {
  const { inputs } = await core.value('run.inputs', {
    runId,
    view: everyInput,
    offset: 0,
    count: 1000,
  });
  return inputs.map(({ text, status }) => [text, status]);
}

const rowsOf = async (core: TestCore, runId: string): Promise<Record<string, unknown>[]> =>
  (await core.value('rows.window', { runId, page: null, offset: 0, count: 1000 })).rows;

it('200 accounts: each has its status, each row its account, and calls are as announced', async () => {
  const service = await startListService();
  const core = await begin(service);
  const odd = ['mïra-🦊', 'משה-1', '1986934512780812300'];
  const good = [...names('user', 180), ...odd];
  const typed = [
    ...good,
    ...names('gone', 7),
    'two words',
    'a b',
    '@',
    ...names('empty', 5),
    ...names('flaky', 2),
    '@user-1',
    '',
    'bad-1',
  ];
  const run = await askList(core, { text: typed.join('\r\n') });

  expect(run.state).toEqual({ kind: 'noMore' });
  expect(run.list?.statuses).toEqual({
    waiting: 0,
    done: 185,
    nothing: 5,
    notFound: 7,
    refused: 1,
    failed: 0,
    partly: 0,
    cutOff: 0,
  });
  expect(run.calls).toBe(service.asked.length);
  expect(service.asked.length).toBe(185 * 2 + 2 + 5 + 7 + 1);
  expect(service.atOnce()).toBe(1);
  const rows = await rowsOf(core, run.id);
  expect(rows.length).toBe(1000);
  expect(run.rowCount).toBe(185 * 2 * pageRows);
  for (const row of rows)
    expect(String(row['id']).startsWith(`${String(row['_input'])}/`)).toBe(true);
  const { inputs } = await core.value('run.inputs', {
    runId: run.id,
    view: { ...everyInput, statuses: ['notFound', 'refused'] },
    offset: 0,
    count: 100,
  });
  expect(inputs.map(({ text, why, calls }) => [text, why === null, calls])).toEqual([
    ...names('gone', 7).map((name) => [name, false, 1]),
    ['bad-1', false, 1],
  ]);
});

it('says what a list will ask before anything is asked', async () => {
  const service = await startListService(1);
  const core = await begin(service);
  await askList(core, { text: 'ann\nbo' });
  const { tableId, hasHeader, columns } = await core.value('list.read', {
    kind: 'file',
    name: 'accounts.csv',
    base64: Buffer.from(
      'Konto;Stadt\r\nann;Køln\r\n"çelik";X\r\nzwei Wörter;Y\r\n',
      'latin1',
    ).toString('base64'),
  });
  expect(columns.map(({ name }) => name)).toEqual(['Column 1', 'Column 2']);
  const checked = await core.value('list.check', {
    tableId,
    hasHeader: true,
    query: accounts,
    mapping: { username: 0 },
  });
  expect(hasHeader).toBe(false);
  expect(checked).toMatchObject({ lines: 3, different: 2, wrong: 1, answered: 1, perCall: 1 });
  expect(checked.sample).toEqual(['ann', 'çelik']);
  expect(checked.wrongLines).toMatchObject([{ line: 4, text: 'zwei Wörter' }]);
});

it('values of the rows that are meant become a list, each once; a run’s inputs are asked again', async () => {
  const service = await startListService(1);
  const core = await begin(service);
  const run = await askList(core, { text: names('user', 4).join('\n'), perInput: 1 });
  const calls = service.asked.length;
  const from = (
    change: Partial<MethodInput<'list.fromRun'>> = {},
  ): Promise<MethodOutput<'list.fromRun'>> =>
    core.value('list.fromRun', {
      runId: run.id,
      view: everyRow,
      spans: null,
      field: 'authorUsername',
      // Followers or following is chosen in the form: no input is asked for both.
      endpointId: 'microblog.users.connections',
      key: 'username',
      ...change,
    });
  expect(await from()).toMatchObject({
    lines: 4,
    columns: [{ name: 'Account', sample: names('user', 4) }],
    mapping: { username: 0 },
    source: { kind: 'run', runId: run.id, title: 'Posts: list of 4', field: 'authorUsername' },
  });
  const view: View = { ...everyRow, sort: [{ field: 'id', direction: 'descending' }] };
  const spans = [
    { first: 0, last: 3 },
    { first: 11, last: 99 },
  ];
  const [column] = (await from({ view, spans })).columns;
  expect(column?.sample).toEqual(['user-4', 'user-3', 'user-1']);
  expect((await from({ view: { ...everyRow, search: 'user-2' } })).lines).toBe(1);

  const again = await core.value('list.again', { runId: run.id });
  expect(again).toMatchObject({ lines: 4, mapping: { username: 0 }, source: { kind: 'paste' } });
  const { tableId, hasHeader, mapping } = again;
  const checked = await core.value('list.check', { tableId, hasHeader, mapping, query: accounts });
  expect(checked).toMatchObject({ different: 4, answered: 4, sample: names('user', 4) });
  expect(service.asked.length).toBe(calls);
});

it('never makes a call beyond the cap, and continues where it stopped', async () => {
  const service = await startListService();
  const core = await begin(service);
  const text = names('user', 10).join('\n');
  const run = await askList(core, { text, maxCalls: 7 });
  expect(run.state).toEqual({ kind: 'limit', reason: 'maxCalls' });
  expect(service.asked.length).toBe(7);
  // Retries count.
  const down = await askList(core, { text: 'down-1', maxCalls: 2 });
  expect([down.state, down.calls]).toEqual([{ kind: 'limit', reason: 'maxCalls' }, 2]);
  await core.value('run.next', {
    runId: run.id,
    list: { inputs: 'waiting', first: 2, maxCalls: 100 },
  });
  const later = await rested(run.id, core);
  expect(later.state).toEqual({ kind: 'limit', reason: 'inputs' });
  expect((await inputsOf(core, run.id)).filter(([, status]) => status === 'done').length).toBe(6);
  expect(new Set((await rowsOf(core, run.id)).map(({ id }) => id)).size).toBe(later.rowCount);
});

it('stops at 402 and after five failures in a row; what failed is asked again when told', async () => {
  const service = await startListService(1);
  const core = await begin(service);
  const typed = [...names('user', 4), ...names('down', 6), ...names('last', 3)];
  service.credits = 2;
  const run = await askList(core, { text: typed.join('\n') });
  expect(run.state.kind).toBe('outOfCredits');
  expect(run.list?.statuses).toMatchObject({ done: 2, waiting: 11 });
  service.credits = null;
  const goOn = async (inputs: 'waiting' | 'failed'): Promise<Run> => {
    await core.value('run.next', { runId: run.id, list: { inputs, first: null, maxCalls: 1000 } });
    return rested(run.id, core);
  };
  expect((await goOn('waiting')).state).toEqual({ kind: 'limit', reason: 'failures' });
  const done = await goOn('waiting');
  expect(done.state).toEqual({ kind: 'noMore' });
  expect(done.list?.statuses).toMatchObject({ done: 7, failed: 6, waiting: 0 });
  const [summary] = (await core.value('history.list', {})).runs;
  expect(summary?.list).toEqual({
    keys: ['username'],
    count: 13,
    source: { kind: 'paste' },
    failed: 6,
    partly: 0,
    cutOff: 0,
  });
  const before = service.asked.length;
  await goOn('failed');
  expect(service.asked.slice(before).every((name) => name.startsWith('down'))).toBe(true);
});

it('waits no longer than a minute when told to, and takes a 403 for the key’s at first only', async () => {
  const service = await startListService(1);
  const core = await begin(service);
  const busy = await askList(core, { text: 'user-1\nbusy-1\nuser-2' });
  expect(busy.state).toMatchObject({ kind: 'failed', problem: { code: 'rate_limited' } });
  expect(await inputsOf(core, busy.id)).toEqual([
    ['user-1', 'done'],
    ['busy-1', 'waiting'],
    ['user-2', 'waiting'],
  ]);
  expect(service.asked).toEqual(['user-1', 'busy-1']);

  const forbidden = await askList(core, { text: 'denied-1\nuser-3' });
  expect(forbidden.state).toMatchObject({ kind: 'failed', problem: { code: 'forbidden' } });
  expect(forbidden.list?.statuses).toMatchObject({ waiting: 2 });
  const later = await askList(core, { text: 'user-4\ndenied-2\nuser-5' });
  expect(later.state).toEqual({ kind: 'noMore' });
  expect(later.list?.statuses).toMatchObject({ done: 2, failed: 1 });
});

it('is stopped from the moment it is continued', async () => {
  const service = await startListService(1);
  const core = await begin(service);
  const run = await askList(core, { text: names('user', 3).join('\n'), first: 1 });
  const list = { inputs: 'waiting' as const, first: null, maxCalls: 100 };
  const goesOn = core.value('run.next', { runId: run.id, list });
  await core.value('run.stop', { runId: run.id });
  await goesOn;
  expect((await rested(run.id, core)).state).toEqual({ kind: 'stopped' });
  expect(service.asked).toEqual(['user-1']);
});

it('what failed is asked again from the beginning, also where another input is under way', async () => {
  const service = await startListService();
  service.failsFor = 3;
  const core = await begin(service);
  const run = await askList(core, { text: 'flaky-1\nuser-1\nuser-2', maxCalls: 4 });
  expect(service.asked).toEqual(['flaky-1', 'flaky-1', 'flaky-1', 'user-1']);
  const list = { inputs: 'failed' as const, first: null, maxCalls: 100 };
  await core.value('run.next', { runId: run.id, list });
  expect((await rested(run.id, core)).state).toEqual({ kind: 'limit', reason: 'inputs' });
  expect(service.asked.slice(4)).toEqual(['user-1', 'flaky-1', 'flaky-1']);
});

it('lets the first page of another question go before its next', async () => {
  const service = await startListService(2);
  const core = await begin(service);
  const other = mintRunId();
  let begun: Promise<unknown> = Promise.resolve();
  service.before = async (name) => {
    if (name !== 'user-2' || service.asked.includes('')) return;
    service.before = () => undefined;
    const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };
    begun = core.value('run.start', { runId: other, query });
    await vi.waitFor(async () => {
      const { run } = await core.value('run.open', { runId: other });
      if (run.state.kind !== 'queued') throw new Error(run.state.kind);
    });
  };
  await askList(core, { text: 'user-1\nuser-2\nuser-3' });
  await begun;
  const one = (name: string): string[] => [name, name];
  expect(service.asked).toEqual([...one('user-1'), 'user-2', '', 'user-2', ...one('user-3')]);
  expect(service.atOnce()).toBe(1);
});

it.each(smallDisks)('[41] on %s a list keeps its page and continues', async (_, newDisk) => {
  const disk = newDisk();
  const service = await startListService(2);
  const core = await begin(service, { dataDir: join(disk.folder, 'data') });
  service.before = () => {
    if (service.asked.length === 3) disk.fill();
  };
  const run = await askList(core, { text: names('long', 3).join('\n') });
  expect(run.state).toMatchObject({ kind: 'failed', problem: { code: 'storage_full' } });
  const list = { inputs: 'waiting' as const, first: null, maxCalls: 100 };
  expect(await core.call('run.next', { runId: run.id, list })).toMatchObject({ ok: false });
  expect(service.asked.length).toBe(3);
  disk.makeRoom();
  await core.value('run.trySavingAgain', { runId: run.id });
  await core.value('run.next', { runId: run.id, list });
  const done = await rested(run.id, core);
  expect(done.state).toEqual({ kind: 'noMore' });
  expect(service.asked).toEqual(names('long', 3).flatMap((name) => [name, name]));
  const ids = (await rowsOf(core, run.id)).map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([18, 18]);
});

it('[41] an input whose end the disk refused is not asked again', async () => {
  const service = await startListService(2);
  const core = await begin(service);
  const full = new StoreError('storage_full', 'The disk is full.');
  const note = vi.spyOn(RunAppender.prototype, 'appendInput').mockRejectedValueOnce(full);
  onTestFinished(() => note.mockRestore());
  const run = await askList(core, { text: names('user', 2).join('\n') });
  expect(run.state).toMatchObject({ kind: 'failed', problem: { code: 'storage_full' } });
  expect(service.asked).toEqual(['user-1', 'user-1']);
  const list = { inputs: 'waiting' as const, first: null, maxCalls: 100 };
  // There is still no room: nothing is asked either.
  note.mockRejectedValueOnce(full);
  await core.value('run.next', { runId: run.id, list });
  expect((await rested(run.id, core)).state.kind).toBe('failed');
  expect(service.asked.length).toBe(2);
  await core.value('run.next', { runId: run.id, list });
  expect((await rested(run.id, core)).state).toEqual({ kind: 'noMore' });
  expect(service.asked).toEqual(['user-1', 'user-1', 'user-2', 'user-2']);
  expect((await inputsOf(core, run.id)).map(([, status]) => status)).toEqual(['done', 'done']);
});

it.each([
  ['done', 'user-1', 3],
  ['partly', 'user-1', 1],
  ['nothing', 'empty-1', 3],
  ['notFound', 'gone-1', 3],
] as const)(
  '[41] an input that is %s is so after a restart, too, if its end is not on disk',
  async (status, input, perInput) => {
    const service = await startListService(2);
    const first = await begin(service);
    const full = new StoreError('storage_full', 'The disk is full.');
    const note = vi.spyOn(RunAppender.prototype, 'appendInput').mockRejectedValue(full);
    onTestFinished(() => note.mockRestore());
    const run = await askList(first, { text: `${input}\nuser-2`, perInput });
    const before = [...service.asked];
    await first.core.close();
    note.mockRestore();

    const core = await begin(service, { dataDir: first.dataDir });
    const { list, calls } = (await core.value('run.open', { runId: run.id })).run;
    expect(list?.statuses).toMatchObject({ [status]: 1, waiting: 1 });
    expect(calls).toBe(before.length);
    await core.value('run.next', {
      runId: run.id,
      list: { inputs: 'waiting', first: null, maxCalls: 100 },
    });
    await rested(run.id, core);
    expect(service.asked.slice(before.length)).not.toContain(input);
    expect((await inputsOf(core, run.id))[0]).toEqual([input, status]);
  },
);

it('after a restart, more of an input begins at its first page, goes beyond what was there, and says so', async () => {
  const service = await startListService(3);
  const first = await begin(service);
  const run = await askList(first, { text: names('user', 2).join('\n'), perInput: 1 });
  expect(run.list).toMatchObject({ statuses: { partly: 2 }, moreCalls: 2 });
  await first.core.close();

  const core = await begin(service, { dataDir: first.dataDir });
  const { list } = (await core.value('run.open', { runId: run.id })).run;
  expect(list?.moreCalls).toBe(4);
  const more = async (): Promise<Run> => {
    const plan = { inputs: 'more' as const, first: null, maxCalls: 100 };
    await core.value('run.next', { runId: run.id, list: plan });
    return rested(run.id, core);
  };
  const again = await more();
  expect(again).toMatchObject({ calls: 6, rowCount: 2 * 2 * pageRows });
  expect(again.list).toMatchObject({ statuses: { partly: 2 }, moreCalls: 2 });
  const done = await more();
  expect(done).toMatchObject({ calls: 8, rowCount: 2 * 3 * pageRows });
  expect(done.list).toMatchObject({ statuses: { partly: 0, done: 2 }, moreCalls: 0 });
});

it('after a restart finished inputs stay, and one that was cut short replaces its rows', async () => {
  const service = await startListService(4);
  const first = await begin(service);
  const text = names('user', 3).join('\n');
  // The cap ends in the middle of the second account.
  const run = await askList(first, { text, perInput: 4, maxCalls: 6 });
  expect(run.rowCount).toBe(6 * pageRows);
  const { dataDir } = first;
  await first.core.close();

  const second = await begin(service, { dataDir });
  const opened = (await second.value('run.open', { runId: run.id })).run;
  expect(opened.state).toEqual({ kind: 'stopped' });
  expect(opened.list?.statuses).toMatchObject({ done: 1, waiting: 2 });
  expect(opened.columns[0]).toMatchObject({ field: '_input', label: 'Input' });
  const before = service.asked.length;
  await second.value('run.next', {
    runId: run.id,
    list: { inputs: 'waiting', first: null, maxCalls: 100 },
  });
  const done = await rested(run.id, second);
  expect(service.asked.slice(before)).toEqual([
    ...Array(4).fill('user-2'),
    ...Array(4).fill('user-3'),
  ]);
  expect(done.rowCount).toBe(12 * pageRows);
  expect(done.list?.replacedRows).toBe(2 * pageRows);

  // Every way to the rows leaves the replaced ones out.
  const wanted = names('user', 3).flatMap((name) =>
    names('x', 4 * pageRows).map(
      (_, at) => `${name}/${Math.floor(at / pageRows) + 1}/${at % pageRows}`,
    ),
  );
  expect((await rowsOf(second, run.id)).map(({ id }) => id)).toEqual(wanted);
  const byId = { ...everyRow, sort: [{ field: 'id', direction: 'ascending' as const }] };
  const sorted = await second.value('rows.window', {
    runId: run.id,
    page: null,
    view: byId,
    offset: 0,
    count: 100,
  });
  const ordered = wanted.toSorted();
  expect(sorted.rows.map(({ id }) => id)).toEqual(ordered);
  expect(sorted.numbers).toEqual(ordered.map((id) => wanted.indexOf(id)));
  const summary = await second.value('view.summary', {
    runId: run.id,
    view: everyRow,
    fields: ['_input'],
  });
  expect(summary).toMatchObject({ rows: 36, of: 36 });
  const saved = await save(second, { runIds: [run.id], format: plainCsv });
  expect(saved.rows).toBe(36);
  const [header, ...lines]: string[][] = parseCsv(readFileSync(second.saved.at(-1) ?? ''));
  expect(header?.slice(0, 2)).toEqual(['input', 'id']);
  expect(lines.map(([input, id]) => [input, id])).toEqual(
    wanted.map((id) => [id.split('/')[0], id]),
  );

  // A program that knows nothing of lists leaves the whole log alone; any other run it can continue.
  const other = mintRunId();
  const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };
  await second.value('run.start', { runId: other, query });
  const versionsOf = (id: string): string[] => {
    const log = readFileSync(join(dataDir, 'runs', id, 'pages.jsonl'), 'utf8').trimEnd();
    return [...new Set(log.split('\n').map((line) => line.slice(0, 7)))];
  };
  expect(versionsOf(run.id)).toEqual(['{"v":2,']);
  expect(versionsOf(other)).toEqual(['{"v":1,']);
});
