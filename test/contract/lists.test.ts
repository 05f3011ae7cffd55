/**
 * Lists: one run that asks its question for many inputs. Every input ends with a status and a reason,
 * no call is made beyond the cap, none twice for what is finished, and each row says where it is from.
 * What a restart or the disk does to them: `lists-restart.test.ts`.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { ListRows, TakenList } from '#shared/contract/list-choice.ts';
import { inputsOf as idOfInputs } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { Filter, View } from '#shared/contract/view.ts';
import { positionsIn } from '#main/core/runs/views.ts';
import { rested, rowsIn, mintRunId } from '#test/support/core.ts';
import {
  accounts,
  askList,
  begin,
  checkList,
  goOn,
  inputsOf,
  names,
} from '#test/support/lists/ask-list.ts';
import { runsOf, searched } from '#test/support/thorough.ts';
import { serve } from '#test/support/serve.ts';
import { startTestSample } from '#test/support/sample-service.ts';
import { pageRows, startListService } from '#test/support/lists/list-service.ts';
import { post, world } from '#test/support/derived-world.ts';

const statusIs = (...values: string[]): Filter => ({ kind: 'oneOf', field: 'status', values });

it('fifty accounts: each has its status, each row its account, and calls are as announced', async () => {
  const service = await startListService();
  const core = await begin(service);
  const good = [...names('user', 30), 'mïra-🦊', 'משה-1', '1986934512780812300'];
  const bad = [...names('gone', 7), 'two words', 'a b', '@', ...names('empty', 5)];
  const typed = [...good, ...bad, ...names('flaky', 2), '@user-1', '', 'bad-1'];
  const run = await askList(core, { text: typed.join('\r\n') });

  const none = { waiting: 0, failed: 0, partly: 0, cutOff: 0 };
  expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 35 * 2 * pageRows });
  expect(run.list?.statuses).toEqual({ ...none, done: 35, nothing: 5, notFound: 7, refused: 1 });
  expect(run.calls).toBe(service.asked.length);
  expect(service.asked.length).toBe(35 * 2 + 2 + 5 + 7 + 1);
  expect(service.atOnce()).toBe(1);
  for (const { id, _input: input } of await rowsIn(core, run.id)) {
    expect(String(id).startsWith(`${String(input)}/`)).toBe(true);
  }
  const unhappy = await inputsOf(core, run.id, { filters: [statusIs('Not found', 'Refused')] });
  expect(unhappy.map(({ text, why, calls }) => [text, why === undefined, calls])).toEqual(
    [...names('gone', 7), 'bad-1'].map((name) => [name, false, 1]),
  );
});

it('the inputs of a list are rows: viewed and summarised as those of a run, whatever happens meanwhile', async () => {
  const service = await startListService();
  const core = await begin(service);
  const text = ['user-1', 'gone-1', 'flaky-1', 'gone-2', 'empty-1', 'user-2'].join('\n');
  const run = await askList(core, { text, inputs: 3 });
  const id = idOfInputs(run.id);
  const sorted: View = { ...everyRow, sort: [{ field: '_input', direction: 'descending' }] };
  const byStatus: View = { ...everyRow, sort: [{ field: 'status', direction: 'ascending' }] };
  const shown = async (view: Partial<View>) =>
    (await inputsOf(core, run.id, view)).map((one) => one.text);

  expect(await shown({ search: 'GONE' })).toEqual(['gone-1', 'gone-2']);
  expect(await shown({ filters: [statusIs('Waiting')] })).toEqual(['gone-2', 'empty-1', 'user-2']);
  expect(await shown({ filters: [{ kind: 'isEmpty', field: 'answered' }] })).toHaveLength(3);
  expect(await shown(sorted)).toEqual([
    'user-2',
    'user-1',
    'gone-2',
    'gone-1',
    'flaky-1',
    'empty-1',
  ]);
  // What waits has no rows yet: it is last in both directions.
  const sort = [{ field: 'rows', direction: 'ascending' as const }];
  expect((await shown({ sort })).slice(0, 2)).toEqual(['gone-1', 'user-1']);
  const status = async () => {
    const asked = { runId: id, view: everyRow, fields: ['status'] };
    const { columns } = await core.value('view.summary', asked);
    return columns[0]?.top.map(({ value, count }) => [value, count]);
  };
  expect(await status()).toEqual([
    ['Waiting', 3],
    ['Done', 2],
    ['Not found', 1],
  ]);

  // The order on screen stays, with what is known of each by now; opened again it is another one.
  const before = await core.value('view.open', { runId: id, view: byStatus, anchor: 0 });
  expect(before).toMatchObject({
    count: 6,
    anchor: 0,
    rows: run.list?.changes,
    of: run.list?.changes,
  });
  const later = await goOn(core, run.id);
  const window = { runId: id, view: byStatus, offset: 0, count: 10 };
  const same = await core.value('rows.window', { ...window, rows: before.rows });
  expect(same.numbers).toEqual([0, 2, 1, 3, 4, 5]);
  expect(same.rows.map((row) => row['status'])).toContain('No rows');
  const after = await core.value('view.open', { runId: id, view: byStatus });
  expect([after.rows, after.of]).toEqual([later.list?.changes, later.list?.changes]);
  const opened = await core.value('rows.window', { ...window, rows: after.rows });
  expect(opened.numbers).toEqual([0, 2, 5, 4, 1, 3]);
  expect(await status()).toEqual([
    ['Done', 3],
    ['Not found', 2],
    ['No rows', 1],
  ]);

  // Nothing of it stays on disk.
  const derived = join(core.dataDir, 'runs', run.id, 'derived');
  expect(readdirSync(derived).filter((name) => name.startsWith('inputs'))).toEqual([]);
});

it('the inputs of a list are viewed also where nothing can be written, and nothing of them stays there', async () => {
  const service = await startListService(1);
  const core = await begin(service);
  const run = await askList(core, { text: 'user-1\ngone-1\nuser-2' });
  const derived = join(core.dataDir, 'runs', run.id, 'derived');
  vi.stubEnv('TMPDIR', mkdtempSync(join(tmpdir(), 'inputs-')));
  onTestFinished(() => void vi.unstubAllEnvs());
  // No folder can be made in a file, whoever asks.
  rmSync(derived, { recursive: true, force: true });
  writeFileSync(derived, '');
  const found = await inputsOf(core, run.id, { filters: [statusIs('Not found')] });
  expect(found.map(({ text }) => text)).toEqual(['gone-1']);
  const asked = { runId: idOfInputs(run.id), view: everyRow, fields: ['status'] };
  expect((await core.value('view.summary', asked)).count).toBe(3);
  expect(readdirSync(tmpdir())).toEqual([]);
});

it('an input that is answered with CSV, which nobody asked for, has failed, and the next is asked', async () => {
  const serviceAddress = await serve(({ url = '' }, response) => {
    if (url.includes('/ann/')) response.setHeader('Content-Type', 'text/csv').end('id\n1\n');
    else response.end('{"results":[{"id":"1"}],"has_more":false}');
  });
  const core = await begin({ address: serviceAddress });
  const { state, list } = await askList(core, { text: 'ann\nbo' });
  expect(state).toEqual({ kind: 'noMore' });
  expect(list?.statuses).toMatchObject({ failed: 1, done: 1, waiting: 0 });
});

it('says what a list will ask before anything is asked', async () => {
  const service = await startListService(1);
  const core = await begin(service);
  await askList(core, { text: 'ann\nbo' });
  const text = 'Konto;Stadt\r\nann;Køln\r\n"çelik";X\r\nzwei Wörter;Y\r\n';
  const base64 = Buffer.from(text, 'latin1').toString('base64');
  const read = await core.value('list.take', { kind: 'file', name: 'accounts.csv', base64 });
  expect(read.columns.map(({ name }) => name)).toEqual(['Column 1', 'Column 2']);
  expect(read.hasHeader).toBe(false);
  const { tableId } = read;
  const given = { tableId, hasHeader: true, query: accounts, mapping: { username: 0 } };
  expect(await core.value('list.check', given)).toMatchObject({
    lines: 3,
    different: 2,
    wrong: 1,
    answered: 1,
    perCall: 1,
    sample: ['ann', 'çelik'],
    wrongLines: [{ line: 4, text: 'zwei Wörter' }],
  });
  // Another list that grows line by line doesn't displace it; long ones do.
  for (const _ of names('typed', 20)) await core.value('list.take', { kind: 'text', text: 'ann' });
  expect(await core.value('list.check', given)).toMatchObject({ different: 2 });
  const long = { kind: 'text', text: 'a\n'.repeat(299_999) } as const;
  for (const _ of names('long', 6)) await core.value('list.take', long);
  expect(await core.call('list.check', given)).toMatchObject({ ok: false });
});

it('values of the rows that are meant become a list, each once; a run’s inputs are asked again', async () => {
  const service = await startListService(1);
  const core = await begin(service);
  const run = await askList(core, { text: names('user', 4).join('\n'), perInput: 1 });
  const calls = service.asked.length;
  const from = (change: Partial<ListRows> = {}): Promise<TakenList> =>
    core.value('list.take', {
      kind: 'rows',
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
  const view = { ...everyRow, sort: [{ field: 'id', direction: 'descending' as const }] };
  const spans = [
    { first: 0, last: 3 },
    { first: 11, last: 99 },
  ];
  const [column] = (await from({ view, spans })).columns;
  expect(column?.sample).toEqual(['user-4', 'user-3', 'user-1']);
  expect((await from({ view: { ...everyRow, search: 'user-2' } })).lines).toBe(1);
  const [chosen] = (await from({ values: ['user-4', 'user-2', 'nobody'] })).columns;
  expect(chosen?.sample).toEqual(['user-4', 'user-2']);

  const again = await core.value('list.take', { kind: 'inputs', runId: run.id });
  expect(again).toMatchObject({ lines: 4, mapping: { username: 0 }, source: { kind: 'paste' } });
  expect(again.perInput).toBe(run.list?.perInput);
  const { tableId, hasHeader, mapping = {} } = again;
  const checked = await core.value('list.check', { tableId, hasHeader, mapping, query: accounts });
  expect(checked).toMatchObject({ different: 4, answered: 4, sample: names('user', 4) });
  expect(service.asked.length).toBe(calls);
});

it('rows of spans that overlap are read once', () => {
  const whole = Array.from({ length: 3000 }, () => ({ first: 0, last: 999_999 }));
  expect([...positionsIn(whole, 1000)]).toHaveLength(1000);
  const some = [
    { first: 8, last: 20 },
    { first: 2, last: 4 },
    { first: 3, last: 5 },
    { first: 30, last: 40 },
  ];
  expect([...positionsIn(some, 10)]).toEqual([2, 3, 4, 5, 8, 9]);
});

it('never makes a call beyond the cap, and continues where it stopped', async () => {
  const service = await startListService();
  const core = await begin(service);
  const { listId } = await checkList(core, { text: 'user-1' });
  const uncapped = { runId: mintRunId(), query: accounts, list: { listId } };
  expect(await core.call('run.start', uncapped)).toMatchObject({ ok: false });
  const run = await askList(core, { text: names('user', 10).join('\n'), calls: 7 });
  expect(run.state).toEqual({ kind: 'limit', reason: 'maxCalls' });
  expect(service.asked.length).toBe(7);
  // Retries count.
  const down = await askList(core, { text: 'down-1', calls: 2 });
  expect([down.state, down.calls]).toEqual([{ kind: 'limit', reason: 'maxCalls' }, 2]);
  const later = await goOn(core, run.id, { inputs: 2 });
  expect(later.state).toEqual({ kind: 'limit', reason: 'inputs' });
  expect(await inputsOf(core, run.id, { filters: [statusIs('Done')] })).toHaveLength(6);
  const ids = (await rowsIn(core, run.id)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(later.rowCount);
});

it('a limit that would be ignored is refused: more could be spent than was agreed to', async () => {
  const service = await startListService(1);
  const core = await begin(service);
  const run = await askList(core, { text: names('user', 9).join('\n'), calls: 2 });
  const plain = mintRunId();
  const query = { ...accounts, values: { username: 'user-10' } };
  const capped = { runId: mintRunId(), query, limit: { pages: 2, calls: 1 } };
  expect(await core.call('run.start', capped)).toMatchObject({ ok: false });
  await core.value('run.start', { runId: plain, query });
  const { length: asked } = service.asked;
  const calls = 9;
  for (const more of [
    { runId: run.id, limit: { calls }, atMost: 1 },
    { runId: run.id, limit: { calls, inputs: 1 } },
    { runId: run.id, limit: { calls, perInput: 1 }, inputs: 'waiting' as const },
    { runId: plain, limit: { pages: 2, calls: 1 } },
    { runId: plain, limit: { pages: 2 }, atMost: 1 },
  ]) {
    expect(await core.call('run.next', more)).toMatchObject({ ok: false });
    await rested(more.runId, core);
  }
  expect(service.asked).toHaveLength(asked);
});

it('a deletion that is undone keeps where each input continues, also between two of its pages', async () => {
  const service = await startListService();
  const core = await begin(service);
  const [first, second, third] = names('user', 3);
  const run = await askList(core, { text: names('user', 3).join('\n'), perInput: 1, inputs: 1 });
  const deleteAndUndo = async (runId: string): Promise<void> => {
    await core.value('history.remove', { runIds: [runId] });
    await core.value('history.restore', { runIds: [runId] });
  };
  await deleteAndUndo(run.id);
  const opened = (await core.value('run.open', { runId: run.id })).run;
  expect(opened).toMatchObject({ state: run.state, list: { moreCalls: 1 } });
  await goOn(core, run.id, { which: 'more' });
  const twoPages = await askList(core, { text: `${second}\n${third}`, perInput: 2, calls: 1 });
  expect(twoPages.state).toEqual({ kind: 'limit', reason: 'maxCalls' });
  await deleteAndUndo(twoPages.id);
  expect((await goOn(core, twoPages.id)).list?.statuses).toMatchObject({ done: 2, waiting: 0 });
  expect(service.asked).toEqual([first, first, second, second, third, third]);
});

it('makes no more calls than a step may, and keeps the cap; trying again is the same step', async () => {
  const service = await startListService();
  const core = await begin(service);
  service.credits = 3;
  const run = await askList(core, { text: names('user', 9).join('\n'), inputs: 3, calls: 30 });
  expect(run.state.kind).toBe('outOfCredits');
  service.credits = null;
  await core.value('run.next', { runId: run.id });
  const tried = await rested(run.id, core);
  expect(tried).toMatchObject({ state: { reason: 'inputs' }, calls: 7, list: { until: 3 } });
  const step = await goOn(core, run.id, { calls: 30, atMost: 3 });
  expect(step).toMatchObject({ state: { reason: 'maxCalls' }, calls: 10, list: { maxCalls: 30 } });
  expect((await goOn(core, run.id, { calls: 30 })).calls).toBe(19);
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
  const stopped = await goOn(core, run.id);
  expect(stopped.state).toEqual({ kind: 'limit', reason: 'failures' });
  const done = await goOn(core, run.id);
  expect(done.state).toEqual({ kind: 'noMore' });
  expect(done.list?.statuses).toMatchObject({ done: 7, failed: 6, waiting: 0 });
  const [summary] = (await core.value('history.list', {})).runs;
  const counts = { count: 13, failed: 6, refused: 0, partly: 0, cutOff: 0 };
  expect(summary?.list).toEqual({ keys: ['username'], source: { kind: 'paste' }, ...counts });
  const before = service.asked.length;
  // None of those that are asked again waits, so none of them is to be finished.
  const again = await goOn(core, run.id, { which: 'failed' });
  expect(again.list).toMatchObject({ before: 13, until: 13 });
  expect(service.asked.slice(before).every((name) => name.startsWith('down'))).toBe(true);
});

it('a list of which the last five fail is finished, as are those that are asked again', async () => {
  const service = await startListService(1);
  let stops = '';
  service.failsFor = 100;
  const core = await begin(service, {
    async fetch(...request) {
      const response = await fetch(...request);
      const arrived = new Response(await response.arrayBuffer(), response);
      if (stops !== '') void core.value('run.stop', { runId: stops });
      return arrived;
    },
  });
  const run = await askList(core, { text: ['user-1', 'flaky-1', ...names('down', 4)].join('\n') });
  expect(run.state).toEqual({ kind: 'noMore' });
  expect((await goOn(core, run.id, { which: 'failed' })).state).toEqual({ kind: 'noMore' });
  // None is waiting, also when only some are asked again, or somebody stops that.
  expect(await goOn(core, run.id, { which: 'failed', inputs: 1 })).toMatchObject({
    state: { kind: 'noMore' },
    calls: 1 + 3 * (5 + 5 + 1),
  });
  service.failsFor = 0;
  stops = run.id;
  expect(await goOn(core, run.id, { which: 'failed' })).toMatchObject({
    state: { kind: 'noMore' },
    list: { statuses: { done: 2, failed: 4 } },
  });
  // Failures that others follow stop it also when they are the last that were to be tried.
  const tried = await askList(core, { text: names('down', 6).join('\n'), inputs: 5 });
  expect(tried.state).toEqual({ kind: 'limit', reason: 'failures' });
});

it('waits no longer than a minute when told to, and takes a 403 for the key’s at first only', async () => {
  const service = await startListService(1);
  const core = await begin(service);
  for (const name of ['busy-1', 'away-1']) {
    const from = service.asked.length;
    const busy = await askList(core, { text: `user-1\n${name}\nuser-2` });
    const advice: unknown = expect.stringContaining('wait 2 minutes');
    expect(busy.state).toMatchObject({ kind: 'failed', problem: { code: 'rate_limited', advice } });
    const statuses = (await inputsOf(core, busy.id)).map(({ status }) => status);
    expect(statuses).toEqual(['done', 'waiting', 'waiting']);
    expect(service.asked.slice(from)).toEqual(['user-1', name]);
  }

  const forbidden = await askList(core, { text: 'denied-1\nuser-3' });
  expect(forbidden.state).toMatchObject({ kind: 'failed', problem: { code: 'forbidden' } });
  expect(forbidden.list?.statuses).toMatchObject({ waiting: 2 });
  const later = await askList(core, { text: 'user-4\ndenied-2\nuser-5' });
  expect(later.state).toEqual({ kind: 'noMore' });
  expect(later.list?.statuses).toMatchObject({ done: 2, failed: 1 });
});

it('a 400 that names what all inputs share stops the list, until a page shows that it is accepted', async () => {
  const service = await startListService(1);
  const core = await begin(service);
  const stopped = await askList(core, { text: names('field', 3).join('\n') });
  const remedies = [{ kind: 'changeParameter', key: 'fields' }];
  expect(stopped.state).toMatchObject({ kind: 'failed', problem: { remedies } });
  expect([stopped.list?.statuses.waiting, stopped.calls]).toEqual([3, 1]);
  const run = await askList(core, { text: 'user-1\nfield-4\nuser-2' });
  expect(run.state).toEqual({ kind: 'noMore' });
  expect(run.list?.statuses).toMatchObject({ done: 2, refused: 1 });
});

it('five that are refused without a reason stop a list that has no page yet', async () => {
  const service = await startListService(1);
  const core = await begin(service);
  const stopped = await askList(core, { text: names('bad', 6).join('\n') });
  expect(stopped.state).toEqual({ kind: 'limit', reason: 'failures' });
  expect(stopped.list?.statuses).toMatchObject({ refused: 5, waiting: 1 });
  const run = await askList(core, { text: ['user-1', ...names('bad', 6), 'user-2'].join('\n') });
  expect(run.list?.statuses).toMatchObject({ done: 2, refused: 6 });
});

it('is stopped from the moment it is continued', async () => {
  const service = await startListService(1);
  const core = await begin(service);
  const run = await askList(core, { text: names('user', 3).join('\n'), inputs: 1 });
  const goesOn = goOn(core, run.id);
  await core.value('run.stop', { runId: run.id });
  await goesOn;
  expect((await rested(run.id, core)).state).toEqual({ kind: 'stopped' });
  expect(service.asked).toEqual(['user-1']);
});

it('is stopped and continued 40 times at any moment, and no page of an input is paid for twice', async () => {
  const moment = fc.record({
    whenSent: fc.boolean(),
    turns: fc.constantFrom(0, 0, 1, 2, 5, 20, 60),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(moment, { minLength: 40, maxLength: 40 }), async (moments) => {
      const sample = await startTestSample();
      const count = { underWay: 0, midway: 0 };
      let leaves = (): void => undefined;
      const sent: typeof fetch = async (input, init) => {
        count.underWay += 1;
        leaves();
        return fetch(input, init).finally(() => (count.underWay -= 1));
      };
      const { address, accessKey } = sample;
      const grace = { graceMs: { stop: 60_000, quit: 60_000 } };
      const core = await begin(sample, {
        serviceAddress: address,
        accessKey,
        fetch: sent,
        ...grace,
      });
      const list = { text: names('user', 60).join('\n'), perInput: 2 };
      const { id: runId } = await askList(core, { ...list, inputs: 1 });
      for (const { whenSent, turns } of moments) {
        const next = { runId, inputs: 'waiting' as const, limit: { calls: 1000 } };
        const left = new Promise<void>((resolve) => {
          leaves = resolve;
        });
        const continued = core.call('run.next', next);
        if (whenSent) await Promise.race([left, continued]);
        for (let n = 0; n < turns; n++) await turn();
        count.midway += Math.sign(count.underWay);
        const { run } = await core.value('run.stop', { runId });
        expect(run.state.kind).toMatch(/stopped|noMore/);
        await continued;
      }
      const run = await goOn(core, runId);
      const asked = sample.requests().map(({ path, query }) => `${path} ${query['cursor']}`);
      expect(run).toMatchObject({ calls: asked.length, list: { statuses: { waiting: 0 } } });
      expect(new Set(asked).size).toBe(asked.length);
      expect(count.midway).toBeGreaterThan(4);
      await sample.close();
    }),
    searched(runsOf(1, 20)),
  );
});

it('what failed is asked again from the beginning, also where another input is under way', async () => {
  const service = await startListService();
  service.failsFor = 3;
  const core = await begin(service);
  const run = await askList(core, { text: 'flaky-1\nuser-1\nuser-2', calls: 4 });
  expect(service.asked).toEqual(['flaky-1', 'flaky-1', 'flaky-1', 'user-1']);
  const later = await goOn(core, run.id, { which: 'failed' });
  expect(later.state).toEqual({ kind: 'limit', reason: 'inputs' });
  expect(service.asked.slice(4)).toEqual(['user-1', 'flaky-1', 'flaky-1']);
});

it('a list asks for an account once, however it is written, and knows what was answered', async () => {
  const { core, collect } = await world();
  expect(await checkList(core, { text: 'Mira\nmira\n@MIRA' })).toMatchObject({ different: 1 });
  await collect([post(1)], { ...accounts, values: { username: 'Mira' } });
  expect(await checkList(core, { text: 'mira' })).toMatchObject({ answered: 1 });
  // What another service answered isn't known of this one, whose address differs by its path.
  const { profile } = await core.value('app.snapshot', {});
  await core.value('service.choose', { kind: 'address', address: `${profile?.address}/v1` });
  expect(await checkList(core, { text: 'mira' })).toMatchObject({ answered: 0 });
});

it('takes the values of a view’s rows as they were on screen, though more have arrived since', async () => {
  const core = await begin(await startListService(1));
  const run = await askList(core, { text: names('user', 4).join('\n'), perInput: 1, inputs: 2 });
  const sort = [{ field: 'id', direction: 'descending' as const }];
  const view = { ...everyRow, sort };
  const { rows } = await core.value('view.open', { runId: run.id, view, anchor: null });
  await goOn(core, run.id, {});
  const used = await core.value('list.take', {
    kind: 'rows',
    runId: run.id,
    view,
    rows,
    spans: [{ first: 0, last: 0 }],
    field: 'authorUsername',
    endpointId: 'microblog.users.connections',
    key: 'username',
  });
  expect(used.columns[0]?.sample).toEqual(['user-2']);
});
