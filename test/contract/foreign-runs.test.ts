/** Runs in a folder from somebody else: whatever their logs say, keys and calls are ours. */
import { appendFile, cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { lookUpIn } from '#main/core/description/service-knowledge.ts';
import type { JsonObject } from '#main/core/json/index.ts';
import type { RecordHeader } from '#main/core/store/record.ts';
import { hashOfAsked } from '#main/core/store/run-inputs.ts';
import { createRunStore } from '#main/core/store/run-store.ts';
import { catalogue } from '#main/catalogue/index.ts';
import { sampleProfileId } from '#shared/service/profile.ts';
import { rested, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { logLine } from '#test/support/foreign/hostile.ts';
import { startTestSample } from '#test/support/sample-service.ts';
import { serve } from '#test/support/serve.ts';
import { lineOf, testFolder } from '#test/support/store/runs.ts';
import { count } from '#test/support/thorough.ts';

const answering = (onCall: () => void) =>
  serve((_request, response) => {
    onCall();
    response.setHeader('content-type', 'application/json');
    response.end(
      '{"results":[{"id":"1"}],"count":1,"dataSource":"api","has_more":false,"next_page_cursor":null}',
    );
  });

const headerOf = (address: string, profileId: string) => ({
  target: '/',
  address,
  profileId,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: '1.0.0',
});

/** Of as many accounts, one call each. */
function listOf(length: number) {
  const inputs = Array.from({ length }, (_, n) => ({ values: [`user${n}`], line: n + 1 }));
  const sha256 = hashOfAsked(inputs);
  const one = { perInput: 1, perCall: 1, identity: null };
  return {
    inputs,
    list: { keys: ['username'], source: { kind: 'paste' }, count: length, sha256, ...one },
  };
}

const accounts = { endpointId: 'microblog.posts.by-user', values: {}, fields: [] };

async function coreOn(dataDir: string, serviceAddress: string): Promise<TestCore> {
  const core = await startTestCore({ dataDir, serviceAddress, accessKey: 'a-key-of-this-test' });
  onTestFinished(() => core.close());
  return core;
}

const search = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };
const paging = {
  endpointId: 'microblog.posts.search.stored',
  values: { q: 'sea', responseType: 'paging' },
  fields: [],
};
const operation = { operation: { id: 'op_1', startedAt: '2026-01-01' } };

/** Writes where a run stopped at the service, as somebody else may have. */
async function stopAt(dataDir: string, runId: string, where: object): Promise<void> {
  const path = join(dataDir, 'runs', runId, 'pages.jsonl');
  const { firstRow, rows } = lastPage(await readFile(path, 'utf8'));
  const rest = { kind: 'rest', at: new Date().toISOString(), next: 'polling', ...where };
  const record = { ...rest, firstRow: firstRow + rows } as RecordHeader;
  await appendFile(path, lineOf(record, Buffer.from('null')));
}

const lastPage = (log: string): { firstRow: number; rows: number } =>
  log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; firstRow: number; rows: number })
    .findLast(({ kind }) => kind === 'page') ?? { firstRow: 0, rows: 0 };

/** A service below a path of its own, and what it was asked: the path, and with which key. */
async function serviceBelow(base: string) {
  const asked: { url: string; key: string | undefined }[] = [];
  const origin = await serve(({ url = '', headers }, response) => {
    asked.push({ url, key: headers.authorization });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ operationId: 'op_1', status: 'no_data', results: [], count: 0 }));
  });
  return { address: `${origin}${base}`, origin, asked };
}

/** Other spellings of an address: of its end, and of the address as a whole. */
const spellings = (origin: string, base: string): string[] => {
  const metered = '/api/data/microblog/posts/live?q=x';
  const ends = [
    '',
    '/',
    '//',
    '?',
    '#',
    '/#',
    '/?x=',
    '/.',
    '/..',
    '/../..',
    '/%2e%2e',
    '\\..',
    '\t',
    '\n',
    ' ',
    ';',
    '/x',
  ];
  const bases = [
    base,
    `${base}${metered}#`,
    `${base}${metered}&y=`,
    `${base}/api/data/x`,
    '/other',
    '',
  ];
  const hosts = [
    origin,
    origin.replace('//', '//user:word@'),
    origin.toUpperCase(),
    origin.replace('127.0.0.1', 'localhost'),
  ];
  return hosts
    .flatMap((host) => bases.flatMap((path) => ends.map((end) => `${host}${path}${end}`)))
    .filter((address) => address !== `${origin}${base}`);
};

it('[22] ask nothing before a click, and then only at the service’s address, whatever theirs is', async () => {
  const { address, origin, asked } = await serviceBelow('/base');
  const dataDir = testFolder();
  const store = createRunStore(dataDir);
  const all = spellings(origin, '/base');
  expect(all.length).toBeGreaterThan(200);
  const step = all.length / count(30, all.length);
  const addresses = all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  const ids = addresses.map((_, at) => `run-odd-${at}`);
  for (const [at, runId] of ids.entries()) {
    await store.create(runId, { ...headerOf(addresses[at] ?? '', origin), query: paging });
    await stopAt(dataDir, runId, operation);
  }
  const own = await store.create('run-same-1', { ...headerOf(address, origin), query: paging });
  await stopAt(dataDir, own.id, operation);
  await store.close();

  const core = await coreOn(dataDir, address);
  await core.value('app.snapshot', {});
  for (const runId of [...ids, own.id]) {
    const { run } = await core.value('run.open', { runId });
    expect(run.state.kind).toBe('stopped');
  }
  expect(asked).toEqual([]);

  for (const [at, runId] of ids.entries()) {
    expect(await core.call('run.next', { runId })).toMatchObject({
      error: { title: `This run belongs to another service (${addresses[at]}).` },
    });
  }
  expect(asked).toEqual([]);
  const { run } = await core.value('run.open', { runId: own.id });
  expect(run.notices).toMatchObject([{ code: 'operation_from_elsewhere' }]);
  await core.value('run.next', { runId: own.id });
  expect(await rested(own.id, core)).toMatchObject({
    state: { kind: 'operationNoData' },
    notices: [],
  });
  const key = 'Bearer a-key-of-this-test';
  expect(asked).toEqual([{ url: '/base/api/data/operations/op_1', key }]);
});

it('whose operation this computer asked for, are asked for again without a click; copies aren’t', async () => {
  let isReady = false;
  let polls = 0;
  const address = await serve(({ url = '' }, response) => {
    if (url.includes('/operations/')) polls += 1;
    response.setHeader('content-type', 'application/json');
    const status = isReady ? 'no_data' : 'running';
    response.end(
      JSON.stringify(url.includes('/operations/') ? { status } : { operationId: 'op_1' }),
    );
  });
  const dataDir = testFolder();
  const first = await coreOn(dataDir, address);
  await first.value('run.start', { runId: 'run-own-0001', query: paging });
  await first.value('run.stop', { runId: 'run-own-0001' });
  await first.core.close();
  const copy = testFolder();
  await cp(dataDir, copy, { recursive: true });
  isReady = true;
  polls = 0;

  const other = await coreOn(copy, address);
  const { run } = await other.value('run.open', { runId: 'run-own-0001' });
  expect(run).toMatchObject({
    state: { kind: 'stopped' },
    notices: [{ code: 'operation_from_elsewhere' }],
  });
  expect(polls).toBe(0);
  const again = await coreOn(dataDir, address);
  await again.value('run.open', { runId: 'run-own-0001' });
  expect(await rested('run-own-0001', again)).toMatchObject({ state: { kind: 'operationNoData' } });
  expect(polls).toBe(1);
});

it('[22] [23] send nothing to a path that leads elsewhere, and count nothing for it', async () => {
  const { address, origin, asked } = await serviceBelow('/base');
  const dataDir = testFolder();
  const store = createRunStore(dataDir);
  const { endpoint, resource } = lookUpIn(catalogue, paging.endpointId)!;
  const paths = [
    '/..',
    '/../../tokens',
    '/%2e%2e/%2e%2e/tokens',
    '\\..\\..\\..\\api\\tokens',
    '/.\t./.\n./tokens',
    '/..;/..;/tokens',
    '/..%2f..%2ftokens',
    '/..%5c..%5ctokens',
    '/%252e%252e/x',
    '?q=x',
    '#',
    '//x',
    '/{q}',
  ].map((end) => `/api/data/x${end}`);
  const outside = [
    '/api/tokens',
    '/api/plan',
    '/api/stripe/x',
    '/health',
    '',
    '//x.test/api/data/',
    '@x.test/api/data/',
  ];
  const questions = [
    ...[...paths, ...outside].map((path) => Object.assign({}, endpoint, { path })),
    { ...endpoint, method: 'POST' as const },
  ];
  for (const [at, own] of questions.entries()) {
    const known = { endpoint: own, resource };
    const header = { ...headerOf(address, origin), known, query: paging };
    const { id } = await store.create(`run-odd-${at}`, header as unknown as JsonObject);
    await stopAt(dataDir, id, { next: 'more', table: 't' });
  }
  const ids = ['..', '../../tokens', '..\\..\\x', '.', '', '%2e%2e', 'op_1/../../x'];
  for (const [at, operationId] of ids.entries()) {
    const { id } = await store.create(`run-operation-${at}`, {
      ...headerOf(address, origin),
      query: paging,
    });
    await stopAt(dataDir, id, { operation: { id: operationId, startedAt: '2026-01-01' } });
  }
  await store.close();
  const core = await coreOn(dataDir, address);
  for (const name of [
    ...questions.map((_, at) => `odd-${at}`),
    ...ids.map((_, at) => `operation-${at}`),
  ]) {
    const { run } = await core.value('run.next', { runId: `run-${name}` });
    expect(await rested(run.id, core), name).toMatchObject({
      state: {
        kind: 'failed',
        problem: { title: expect.stringContaining('lead to another address') },
      },
      calls: 0,
    });
  }
  expect(asked).toEqual([]);
});

it('[22] send a key to no address but that of its service', async () => {
  let calls = 0;
  const serviceAddress = await answering(() => (calls += 1));
  const elsewhere = await answering(() => (calls += 1));
  const dataDir = testFolder();
  const store = createRunStore(dataDir);
  const { inputs, list } = listOf(1);
  // The second would send the key of another service to the one in use.
  const headers = [headerOf(elsewhere, serviceAddress), headerOf(serviceAddress, elsewhere)];
  for (const [at, header] of headers.entries()) {
    await store.create(`run-list-${at}`, { ...header, list, query: accounts }, inputs);
  }
  await store.close();

  const core = await coreOn(dataDir, serviceAddress);
  const more = { inputs: 'waiting' as const, limit: { calls: 5 } };
  for (const [at, { address }] of headers.entries()) {
    expect(await core.call('run.next', { runId: `run-list-${at}`, ...more })).toMatchObject({
      error: { title: `This run belongs to another service (${address}).` },
    });
  }
  expect(calls).toBe(0);
});

it('[22] of the sample service ask this computer’s, whatever address they name', async () => {
  let calls = 0;
  const elsewhere = await answering(() => (calls += 1));
  const sample = await startTestSample();
  const dataDir = testFolder();
  const store = createRunStore(dataDir);
  const { inputs, list } = listOf(1);
  const header = { ...headerOf(elsewhere, sampleProfileId), list, query: accounts };
  await store.create('run-list-1', header, inputs);
  await store.close();
  const core = await startTestCore({ dataDir, sample: true, sampleService: async () => sample });
  onTestFinished(async () => {
    await core.close();
    await sample.close();
  });
  const more = { inputs: 'waiting' as const, limit: { calls: 5 } };
  await core.value('run.next', { runId: 'run-list-1', ...more });
  expect(await rested('run-list-1', core)).toMatchObject({ calls: 1 });
  expect(calls).toBe(0);
});

it('continue at no cursor that their pages name', async () => {
  const { address, asked } = await serviceBelow('');
  const dataDir = testFolder();
  const store = createRunStore(dataDir);
  const header = { ...headerOf(address, new URL(address).origin), query: search };
  await store.create('run-page-1', header);
  await store.close();
  const page = { v: 1, kind: 'page', firstRow: 0, at: '2026-01-01T00:00:01.000Z', page: 1, ms: 1 };
  const said = { count: 1, has_more: true, next_page_cursor: 'c1', dataSource: 'api' };
  const line = {
    header: { ...page, rows: 1 },
    body: { results: [{ id: '1' }], ...said },
    tail: {},
  };
  await appendFile(join(dataDir, 'runs', 'run-page-1', 'pages.jsonl'), logLine(line) ?? '');

  const core = await coreOn(dataDir, address);
  const { run } = await core.value('run.open', { runId: 'run-page-1' });
  expect(run).toMatchObject({ rowCount: 1, state: { kind: 'interrupted' } });
  expect(await core.call('run.next', { runId: 'run-page-1' })).toMatchObject({ ok: false });
  expect(asked).toEqual([]);
});

it('are counted by their path, and end at their cap', async () => {
  let calls = 0;
  const address = await answering(() => (calls += 1));
  const dataDir = testFolder();
  const store = createRunStore(dataDir);
  const { endpoint, resource } = lookUpIn(catalogue, accounts.endpointId)!;
  const known = { endpoint: { ...endpoint, metered: false }, resource };
  const { inputs, list } = listOf(9);
  const header = { ...headerOf(address, new URL(address).origin), known, query: accounts, list };
  await store.create('run-list-1', header as unknown as JsonObject, inputs);
  await store.close();
  const core = await coreOn(dataDir, address);
  const more = { inputs: 'waiting' as const, limit: { calls: 2 } };
  await core.value('run.next', { runId: 'run-list-1', ...more });
  expect(await rested('run-list-1', core)).toMatchObject({ calls: 2 });
  expect(calls).toBe(2);
});
