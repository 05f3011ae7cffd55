/** The core against the sample service's stored data: all nineteen questions, and how they end. */
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Run } from '#shared/contract/run.ts';
import { startSampleService } from '#main/sample-service/index.ts';
import type { SampleServiceHandle } from '#main/sample-service/index.ts';
import { storedEndpoints } from '#shared/catalogue/index.ts';
import { buildRequest } from '#shared/query/request.ts';
import type { Query } from '#shared/query/types.ts';
import { askPages } from '#test/support/ask-service.ts';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';

const search = 'microblog.posts.search.stored';
const ids = storedEndpoints.map(({ id }) => id);

let service: SampleServiceHandle;
let test: TestCore;
const open: TestCore[] = [];

async function begin(accessKey: string): Promise<TestCore> {
  const core = await startTestCore({ serviceAddress: service.address, accessKey });
  open.push(core);
  return core;
}

beforeEach(async () => {
  // A moment that stands still: what the core keeps can be held against what is asked later.
  const now = Date.now();
  service = await startSampleService({ now: () => now });
  service.setOperationSeconds(0);
  test = await begin(service.accessKey);
});
afterEach(async () => {
  for (const core of open.splice(0)) await core.close();
  await service.close();
});

function endpointOf(id: string) {
  const endpoint = storedEndpoints.find((one) => one.id === id);
  if (endpoint === undefined) throw new Error(`There is no endpoint ${id}.`);
  return endpoint;
}

const queryOf = (id: string, values: Record<string, string>): Query => ({
  endpointId: id,
  values: { ...endpointOf(id).example, ...values },
  fields: [],
});

async function rested(core: TestCore, runId: string): Promise<Run> {
  return vi.waitFor(
    async () => {
      const { run } = await core.value('run.open', { runId });
      if (['polling', 'fetching', 'queued', 'retrying'].includes(run.state.kind))
        throw new Error('works');
      return run;
    },
    { timeout: 20_000, interval: 10 },
  );
}

async function ask(id: string, values: Record<string, string>, core = test): Promise<Run> {
  const runId = mintRunId();
  await core.value('run.start', { runId, query: queryOf(id, values) });
  return rested(core, runId);
}

async function next(run: Run): Promise<Run> {
  await test.value('run.next', { runId: run.id });
  return rested(test, run.id);
}

/** Resolves when operations have been asked for so often. */
const polled = (times: number): Promise<void> =>
  vi.waitFor(() => expect(polls().length).toBeGreaterThanOrEqual(times), { timeout: 10_000 });

const polls = () => service.requests().filter(({ path }) => path.includes('/operations/'));

/** All rows that the core keeps of a run. */
async function rowsOf(run: Run, core = test): Promise<unknown[]> {
  const rows: unknown[] = [];
  while (rows.length < run.rowCount) {
    const part = await core.value('rows.window', {
      runId: run.id,
      page: null,
      offset: rows.length,
      count: 500,
    });
    expect(part.rows.length).toBeGreaterThan(0);
    rows.push(...part.rows);
  }
  return rows;
}

/** The first page, asked for without the core. */
async function firstPage(id: string, values: Record<string, string> = {}): Promise<unknown> {
  const { path, params } = buildRequest(endpointOf(id), queryOf(id, values));
  return (await askPages(service, path, Object.fromEntries(params), 1)).pages[0];
}

const idsOf = (rows: readonly unknown[]): Set<unknown> =>
  new Set(
    rows.map((row) =>
      typeof row === 'object' && row !== null && 'id' in row ? JSON.stringify(row.id) : null,
    ),
  );

describe('all questions', () => {
  it.each(ids)('%s: the first page at once', async (id) => {
    const run = await ask(id, { responseType: 'fast' });
    expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 100, calls: 1 });
    expect(run.notices.map(({ code }) => code)).toEqual(['stored_more']);
    expect(service.callsCounted()).toBe(1);
    expect(await rowsOf(run)).toEqual(await firstPage(id));
  });

  it.each(ids)('%s: everything, prepared in the background', async (id) => {
    let run = await ask(id, { responseType: 'paging' });
    expect(run).toMatchObject({ state: { kind: 'more' }, rowCount: 100, calls: 1 });
    expect(run.operation).toMatchObject({ status: 'success' });
    run = await next(run);
    expect(run).toMatchObject({ state: { kind: 'more' }, rowCount: 200, calls: 2 });
    expect(service.callsCounted()).toBe(2);
    const rows = await rowsOf(run);
    expect(rows.slice(0, 100)).toEqual(await firstPage(id));
    expect(idsOf(rows).size).toBe(200);
  });
});

describe('the pages of an operation', () => {
  it('are collected to the last', async () => {
    const id = 'forum.comments.by-user.stored';
    const days = { since: '2026-01-01', until: '2026-06-30' };
    let run = await ask(id, { ...days, responseType: 'paging' });
    let pages = 1;
    for (; run.state.kind === 'more'; pages++) run = await next(run);
    expect(run).toMatchObject({ state: { kind: 'noMore' }, calls: pages });
    expect(pages).toBeGreaterThan(2);
    expect(run.rowCount).toBeGreaterThan(100 * (pages - 1));
    expect(idsOf(await rowsOf(run)).size).toBe(run.rowCount);
    expect(service.callsCounted()).toBe(pages);
  });

  it('are refused when their table has expired; the first one stays', async () => {
    const run = await ask(search, { responseType: 'paging' });
    service.expireOperations();
    expect(await next(run)).toMatchObject({ state: { kind: 'cursorRefused' }, rowCount: 100 });
  });
});

describe('an operation', () => {
  const values = { responseType: 'paging' };

  it('is waited for as long as it runs', async () => {
    let now = Date.now();
    service.setClock(() => now);
    service.setOperationSeconds(6);
    const runId = mintRunId();
    const started = test.value('run.start', { runId, query: queryOf(search, values) });
    await polled(3);
    const { run } = await test.value('run.open', { runId });
    expect(run).toMatchObject({ state: { kind: 'polling' }, operation: { status: 'running' } });
    now += 6000;
    expect(await rested(test, runId)).toMatchObject({ state: { kind: 'more' }, rowCount: 100 });
    await started;
  });

  it('has no data for words that nobody writes', async () => {
    const run = await ask(search, { ...values, q: 'nothing' });
    expect(run).toMatchObject({ state: { kind: 'operationNoData' }, rowCount: 0, calls: 1 });
  });

  it('may fail, and its text is kept', async () => {
    service.finishOperationsAs('error');
    const { state } = await ask(search, values);
    expect(state).toEqual({ kind: 'operationError', message: expect.stringMatching(/\w/) });
  });

  it('may be cancelled', async () => {
    service.finishOperationsAs('cancelled');
    expect((await ask(search, values)).state).toEqual({ kind: 'operationCancelled' });
  });

  it('in a state that nobody knows is waited for, and told', async () => {
    service.finishOperationsAs('archiving');
    const runId = mintRunId();
    const started = test.value('run.start', { runId, query: queryOf(search, values) });
    await polled(3);
    const { run } = await test.value('run.open', { runId });
    expect(run).toMatchObject({
      state: { kind: 'polling' },
      operation: { status: 'archiving', expiresAt: null },
    });
    service.finishOperationsAs(null);
    expect(await rested(test, runId)).toMatchObject({ state: { kind: 'more' }, rowCount: 100 });
    await started;
  });

  it('that is not there any more has expired', async () => {
    service.finishOperationsAs('archiving');
    const runId = mintRunId();
    const started = test.value('run.start', { runId, query: queryOf(search, values) });
    await polled(1);
    service.expireOperations();
    expect(await rested(test, runId)).toMatchObject({
      state: { kind: 'operationExpired' },
      calls: 1,
    });
    await started;
  });

  it('expires fifteen minutes after it finished', async () => {
    const { operation } = await ask(search, values);
    const finished = service.requests().at(-1)?.at ?? 0;
    const expires = Date.parse(operation?.expiresAt ?? '');
    // Its clock stands still and tells whole seconds, while this computer's goes on.
    expect(expires).toBeGreaterThanOrEqual(finished + 15 * 60_000);
    expect(expires).toBeLessThanOrEqual(Date.now() + 15 * 60_000 + 1000);
  });
});

describe('CSV made by the service', () => {
  it('is kept as a file where there is little', async () => {
    const run = await ask(search, { q: 'rare', responseType: 'csv' });
    expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 0, calls: 1 });
    expect(run.files).toMatchObject([{ page: 1, partial: false }]);
    await test.value('export.saveFile', { runId: run.id, page: 1 });
    const saved = await readFile(test.saved.at(-1) ?? '', 'utf8');
    const lines: Record<string, string>[] = parse(saved, { columns: true });
    const expected = await firstPage(search, { q: 'rare' });
    expect(idsOf(lines)).toEqual(idsOf(Array.isArray(expected) ? expected : []));
    expect(lines).toHaveLength(3);
  });

  it('is prepared where there is much: the second operation brings all rows', async () => {
    const run = await ask(search, { responseType: 'csv' });
    expect(run).toMatchObject({ state: { kind: 'noMore' }, calls: 1, files: [] });
    expect(run.rowCount).toBeGreaterThan(1000);
    const rows = await rowsOf(run);
    expect(rows.slice(0, 100)).toEqual(await firstPage(search));
    expect(new Set(polls().map(({ path }) => path)).size).toBe(2);
  });
});

describe('a trial key', () => {
  it('gets five rows, and no more of them in the background', async () => {
    const trial = await begin(service.trialKey);
    const run = await ask(search, { responseType: 'fast' }, trial);
    expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 5, calls: 1 });
    for (const responseType of ['paging', 'csv']) {
      const { state } = await ask(search, { responseType }, trial);
      expect(state).toMatchObject({ kind: 'failed', problem: { code: 'forbidden' } });
    }
  });
});
