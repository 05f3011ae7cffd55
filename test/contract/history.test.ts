/** What History and Account are told: how runs ended, whose they are, what was called. */
import { readFileSync } from 'node:fs';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mintRunId, question } from '#test/support/core.ts';
import { localDay } from '#main/core/store/ledger.ts';
import {
  ask,
  begin,
  eachTestHasCore,
  next,
  restart,
  rested,
  search,
  server,
  test,
} from '#test/support/run-core.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';

const byIds = question('forum.posts.by-ids', { ids: '1a2b3c' });

eachTestHasCore({ pageSize: 5, totalRows: 103 });
afterEach(() => vi.restoreAllMocks());

const listed = async () => (await test.value('history.list', {})).runs;

it('a run of an earlier start is told with where it rested, its name, note and star', async () => {
  const run = await ask({ pages: 2, rows: null });
  const { id: runId } = run;
  const counts = { pages: 2, rows: 10, calls: 2 };
  const told = { id: runId, title: 'Search posts: sea', ...counts, condition: 'sound' };
  expect(await listed()).toMatchObject([
    { ...told, state: 'limit', isAsAsked: true, rested: null, name: null },
  ]);
  await test.value('history.describe', { runId, name: ' Ports ', note: 'for two', starred: true });
  await restart();
  expect(await test.value('calls.counts', {})).toMatchObject({ total: 2 });
  const words = { name: 'Ports', note: 'for two', starred: true };
  const interrupted = { ...told, state: 'interrupted', rested: 'limit' };
  expect(await listed()).toMatchObject([{ ...interrupted, ...words }]);
  expect(await rested(runId)).toMatchObject({ rowCount: 10, state: { kind: 'interrupted' } });
  await test.value('history.describe', { runId, name: '  ' });
  expect(await listed()).toMatchObject([{ name: null, note: 'for two', starred: true }]);
});

it('what a run took is what answers, retries and pauses took, not the time in which a person reads', async () => {
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  await begin({
    fetch: (...request) => {
      now += 150;
      return fetch(...request);
    },
  });
  const took = async (): Promise<unknown> => (await listed())[0]?.durationMs;
  const run = await ask();
  expect(await took()).toBe(150);
  now += 40_000;
  await next(run);
  expect(await took()).toBe(300);

  let pauses = 0;
  test.core.subscribe((event) => {
    if (event.kind !== 'run.changed' || event.run.state.kind !== 'retrying') return;
    pauses += 1;
    now += 2000;
  });
  server.fail({ kind: 'status', status: 503 }, 3);
  await next(run);
  expect(pauses).toBeGreaterThan(0);
  const failed = 300 + 3 * 150 + pauses * 2000;
  expect(await took()).toBe(failed);
  await next(run);
  expect(await took()).toBe(failed + 150);
  await restart();
  expect(await took()).toBe(failed + 150);
});

it('a run of another service is read, but not gone on with: nothing is sent', async () => {
  const { id: runId } = await ask();
  const other = await startSecondServer();
  await test.value('service.choose', { kind: 'address', address: other.address });
  await test.value('credential.add', { value: other.accessKey });
  expect(await listed()).toMatchObject([{ id: runId, profileId: server.address }]);
  const { run, window } = await test.value('run.open', { runId });
  expect(run).toMatchObject({ profileId: server.address, rowCount: 5 });
  expect(window.rows).toHaveLength(5);
  const error = { code: 'invalid_input', call: 'noCall', remedies: [{ kind: 'openAccount' }] };
  expect(await test.call('run.next', { runId })).toMatchObject({ ok: false, error });
  expect([server.requests.length, other.requests.length]).toEqual([1, 0]);

  await test.value('service.choose', { kind: 'address', address: server.address });
  expect(await test.call('run.next', { runId })).toMatchObject({ ok: true });
  // [22] With the key of its own address.
  const bearer = `Bearer ${server.accessKey}`;
  expect(server.requests.map(({ authorization }) => authorization)).toEqual([bearer, bearer]);
  await other.close();
});

it('calls are counted by day, platform and key, for the service in use only', async () => {
  const none = { days: [], byPlatform: {}, byKey: {}, total: 0 };
  expect(await test.value('calls.counts', {})).toMatchObject(none);
  for (const query of [search, search, byIds]) await ask(undefined, query);
  const request = { path: '/api/data/elsewhere/live', params: [] };
  await test.value('request.send', { requestId: mintRunId(), request, metered: true });
  const calls = { microblog: 2, forum: 1, other: 1 };
  const counts = await test.value('calls.counts', {});
  expect(counts).toMatchObject({ byPlatform: calls, total: 4 });
  // Midnight may fall between the calls.
  const sum = (platform: 'microblog' | 'forum' | 'other'): number =>
    counts.days.reduce((all, day) => all + (day.calls[platform] ?? 0), 0);
  expect({ microblog: sum('microblog'), forum: sum('forum'), other: sum('other') }).toEqual(calls);
  expect(counts.days.at(-1)!.day <= counts.today).toBe(true);
  expect(counts.today).toBe(localDay(new Date().toISOString()));
  await test.value('credential.add', { value: `${server.accessKey}-2`, name: 'Second' });
  const { credentials } = await test.value('app.snapshot', {});
  const { id } = credentials.find(({ name }) => name === 'Second')!;
  await test.value('credential.use', { id });
  await test.call('run.start', { runId: mintRunId(), query: search });
  const byKey = { environment: 4, [id]: 1 };
  expect(await test.value('calls.counts', {})).toMatchObject({ byKey });
  const fileOfCalls = async (): Promise<(string | undefined)[][]> => {
    await test.value('file.save', { file: { of: 'calls' } });
    const rows: Record<string, string>[] = parse(readFileSync(test.saved.at(-1)!), {
      columns: true,
      bom: true,
    });
    return rows.map(({ platform, key, status }) => [platform, key, status]);
  };
  const own = expect.stringMatching(/^key ending .{4}$/);
  expect(await fileOfCalls()).toEqual([
    ...['microblog', 'microblog', 'forum'].map((one) => [one, own, '200']),
    ['other', own, expect.stringMatching(/^\d+$/)],
    ['microblog', expect.stringMatching(/^Second ending .{4}$/), '401'],
  ]);
  await test.value('credential.remove', { id });
  expect((await fileOfCalls()).at(-1)).toEqual(['microblog', `removed key ${id}`, '401']);
  await test.value('service.choose', { kind: 'address', address: 'http://127.0.0.1:9' });
  expect(await test.value('calls.counts', {})).toMatchObject(none);
});

it('deleting several times is deleting', async () => {
  const [one, two] = [await ask(), await ask()];
  const times = Array.from({ length: 20 }, () => one.id);
  const all = await Promise.all(times.map((id) => test.call('history.remove', { runIds: [id] })));
  expect(all).toEqual(times.map(() => ({ ok: true, value: {} })));
  expect(await test.call('history.remove', { runIds: [one.id, two.id] })).toMatchObject({
    ok: true,
  });
});

it('undoing a deletion restores what it can, and can be repeated for the rest', async () => {
  const runIds = [(await ask()).id, (await ask()).id, (await ask()).id];
  await test.value('history.remove', { runIds });
  const inTheWay = join(test.dataDir, 'runs', runIds[1]!);
  await mkdir(inTheWay);
  const restoring = () => test.call('history.restore', { runIds });
  expect(await restoring()).toMatchObject({ ok: false });
  await rmdir(inTheWay);
  const others = new Set([runIds[0], runIds[2]]);
  expect(new Set((await listed()).map(({ id }) => id))).toEqual(others);
  expect(await restoring()).toEqual({ ok: true, value: {} });
  expect(await listed()).toHaveLength(3);
  const never = { runIds: [mintRunId()] };
  expect(await test.call('history.restore', never)).toMatchObject({ ok: false });
});

it('what a restored run reports is no older to another window than what it saw before', async () => {
  const { id } = await ask();
  await test.value('history.remove', { runIds: [id] });
  const seen = test.events.flatMap((event) =>
    event.kind === 'run.changed' && event.run.id === id ? [event.run.revision] : [],
  );
  expect(Math.max(...seen)).toBeGreaterThan(1);
  await test.value('history.restore', { runIds: [id] });
  const { run } = await test.value('run.open', { runId: id });
  expect(run.revision).toBeGreaterThanOrEqual(Math.max(...seen));
});

it('a deletion that is undone is undone: the run continues where it stopped, and pays for nothing twice', async () => {
  const run = await ask();
  const { id: runId } = run;
  await test.value('history.remove', { runIds: [runId] });
  await test.value('history.restore', { runIds: [runId] });
  expect(await listed()).toMatchObject([{ id: runId, state: 'more', rested: null }]);
  const opened = (await test.value('run.open', { runId })).run;
  expect(opened).toMatchObject({ state: { kind: 'more' }, rowCount: 5 });
  expect(await next(opened)).toMatchObject({ rowCount: 10, calls: 2 });
  expect(await test.value('view.duplicates', { runId })).toMatchObject({ count: 0 });
});

it('what was deleted is known, and can be restored, until the program is closed', async () => {
  const [one, two] = [(await ask()).id, (await ask()).id];
  const removals = async () => (await test.value('history.list', {})).removals;
  for (const runIds of [[one], [one, two]]) await test.value('history.remove', { runIds });
  expect(await removals()).toEqual([[one], [two]]);

  await test.value('project.create', { title: 'Other' });
  expect(await removals()).toEqual([]);
  const { projects } = await test.value('project.list', {});
  const id = projects.find(({ state }) => state !== 'open')!.id;
  expect(await test.value('project.open', { id })).toEqual({ kind: 'opened' });
  expect(await removals()).toEqual([[one], [two]]);

  await test.value('history.restore', { runIds: [one] });
  expect(await removals()).toEqual([[two]]);
  await test.value('history.remove', { runIds: [one] });
  expect(await removals()).toEqual([[two], [one]]);
  await restart();
  expect(await removals()).toEqual([]);
  expect(await test.call('history.restore', { runIds: [one] })).toMatchObject({ ok: false });
});

describe('a row’s item in other runs', () => {
  const sea = () => ask({ pages: 2, rows: null });
  const find = async (runId: string, row: number, after: string | null = null) =>
    test.value('history.find', { runId, row, after });
  const found = ({ runs }: Awaited<ReturnType<typeof find>>) =>
    runs.map(({ run, row }) => [run.id, row]);

  it('is found by its ID, in the latest run first, also after a restart', async () => {
    const [first, second] = [await sea(), await sea()];
    const short = await ask();
    await ask(undefined, { ...search, values: { q: 'harbour' } });
    await restart();
    const looked = { unread: 0, searched: 3, of: 3, next: null };
    const all = await find(first.id, 7);
    expect(found(all)).toEqual([[second.id, 7]]);
    expect(all).toMatchObject(looked);
    expect(found(await find(second.id, 3))).toEqual([
      [short.id, 3],
      [first.id, 3],
    ]);
  });

  it('is looked for a while, then from where that ended', async () => {
    const [first, second, third] = [await sea(), await sea(), await sea()];
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 10_000));
    const begun = await find(first.id, 1);
    expect(found(begun)).toEqual([[third.id, 1]]);
    expect(begun).toMatchObject({ searched: 1, of: 2, next: third.id });
    const ended = await find(first.id, 1, begun.next);
    expect(found(ended)).toEqual([[second.id, 1]]);
    expect(ended).toMatchObject({ searched: 2, of: 2, next: null });
  });

  it('is not looked for in rows that are not shown, and a run that can’t be read is counted', async () => {
    const [first, second] = [await sea(), await sea()];
    const limited = await ask({ pages: null, rows: 3 });
    expect(found(await find(first.id, 4))).toEqual([[second.id, 4]]);
    expect(found(await find(first.id, 2))).toEqual([
      [limited.id, 2],
      [second.id, 2],
    ]);
    await test.core.close();
    const log = join(test.dataDir, 'runs', second.id, 'pages.jsonl');
    await rm(log);
    await mkdir(log);
    await begin({ dataDir: test.dataDir });
    expect(await find(first.id, 2)).toMatchObject({ unread: 1, searched: 2 });
  });
});
