/**
 * A key that sings: it goes through every method and every failure of the service, then everything
 * that came out or was written is searched for it (checklist 17, 18).
 */
import { dirname } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MockInstance } from 'vitest';
import { methods } from '#shared/contract/methods.ts';
import type { MethodName } from '#shared/contract/methods.ts';
import { mintRunId, paperKeychain, question, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { faultCases } from '#test/support/faults-table.ts';
import { methodExamples } from '#test/support/method-examples.ts';
import { failSo } from '#test/support/out-of-time.ts';
import { exportOf } from '#test/support/saving.ts';
import { readTree } from '#test/support/search-files.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { serve } from '#test/support/serve.ts';
import { throughBrowserHost } from '#test/support/ways-in.ts';

/** No part of it longer than the four characters that may be shown. */
const canary = 'sk_canary/Zq7X+2Vp9Lk4Tn=8R';
const parts = [canary, canary.slice(10), canary.slice(-5), canary.slice(0, 15)];
const forms = parts.flatMap((part) => [
  part,
  Buffer.from(part).toString('base64').replace(/=+$/, '').slice(0, -1),
  Buffer.from(part).toString('hex'),
]);

/** Where it was found, short enough to read. */
function around(text: string, form: string): string {
  const at = text.indexOf(form);
  return `${text.slice(0, 80)} … ${text.slice(Math.max(0, at - 80), at)}[HERE]`;
}

function expectSilence(texts: readonly string[]): void {
  for (const form of forms) {
    const found = texts.filter((text) => text.includes(form));
    expect(found.map((text) => around(text, form))).toEqual([]);
  }
}

const names = Object.keys(methods) as MethodName[];

let server: SecondServer;
let way: TestCore;
const said: string[] = [];
let watched: MockInstance[];

beforeEach(async () => {
  said.length = 0;
  watched = [
    vi.spyOn(process.stdout, 'write'),
    vi.spyOn(process.stderr, 'write'),
    vi.spyOn(console, 'log'),
    vi.spyOn(console, 'warn'),
    vi.spyOn(console, 'error'),
  ];
  server = await startSecondServer({ pageSize: 3, totalRows: 8, accessKey: canary });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await way.close();
  await server.close();
});

const send = async (method: string, input: unknown): Promise<void> => {
  said.push(JSON.stringify(await way.send(method, input)));
};
const startRun = methodExamples('run-canary-0')['run.start'];

async function searchEverything(): Promise<void> {
  // Beside the data folder are the other projects.
  const files = await readTree(dirname(way.dataDir));
  expect(files.length).toBeGreaterThan(1);
  expectSilence([
    ...said,
    ...files,
    ...watched.map((outlet) => inspect(outlet.mock.calls, { depth: 8, maxStringLength: null })),
    ...way.events.map((event) => JSON.stringify(event)),
    ...way.reported.map((error) =>
      error instanceof Error ? `${error.stack} ${String(error.cause)}` : JSON.stringify(error),
    ),
  ]);
}

// Whatever a core says goes on through the host.
it('[17, 18] a key that was added is used and never seen again', async () => {
  const secrets = paperKeychain();
  way = await throughBrowserHost({ secrets, serviceAddress: server.address });
  await send('service.choose', { kind: 'address', address: server.address });
  await send('credential.add', { value: canary });
  expect([...secrets.entries.values()]).toContain(canary);
  await send('credential.test', {});

  const runId = mintRunId();
  const examples = methodExamples(runId);
  // Leads to another project, so it comes when everything was asked of this one.
  const leaves = 'project.create';
  const last: MethodName[] = ['service.choose', 'credential.add', 'credential.remove', leaves];
  const first: MethodName[] = ['run.start', 'run.next'];
  for (const name of [...first, ...names.filter((one) => ![...first, ...last].includes(one))]) {
    await send(name, examples[name]);
  }
  for (const { fault } of faultCases) {
    failSo(server, fault, { times: 3 });
    await send('run.start', { ...startRun, runId: mintRunId() });
    server.recover();
  }
  await send('run.next', { runId });
  await exportOf(way, { runIds: [runId], format: { kind: 'csv' } });
  await send('export.list', {});
  await send('app.snapshot', {});
  const bearers = server.requests.map(({ authorization }) => authorization);
  expect(bearers).toContain(`Bearer ${canary}`);
  // Wrong inputs that carry a key are refused without repeating it, in files and logs either.
  for (const name of names) await send(name, { value: canary, runId: canary, x: { y: canary } });
  await send(canary, {});
  await send(leaves, examples[leaves]);
  await send('credential.remove', {});
  await searchEverything();
});

it('[17] a service that repeats the key in its answers can’t make us keep or show it', async () => {
  const serviceAddress = await serve((request, response) => {
    const heard = request.headers.authorization ?? '';
    const status = Number(new URL(request.url ?? '', 'http://x').searchParams.get('q'));
    response.writeHead(status, { 'Content-Type': 'application/json' });
    const message = `You sent ${heard}; the key ${heard.slice(7)} is not known`;
    const page = { count: 1, has_more: false, dataSource: 'api' };
    response.end(
      JSON.stringify(
        status === 200
          ? { results: [{ id: 'x', note: message }], ...page }
          : { success: false, message, error: message, code: heard },
      ),
    );
  });
  way = await startTestCore({ accessKey: canary, serviceAddress });
  const statuses = [200, 400, 401, 402, 403, 404, 410, 429, 500, 503];
  for (const status of statuses) {
    const query = { ...startRun.query, values: { q: String(status) } };
    await send('run.start', { ...startRun, runId: mintRunId(), query });
  }
  expect(said.filter((text) => text.includes('"ok":true'))).toHaveLength(statuses.length);
  await searchEverything();
});

it('[17] a service that repeats the key in a CSV can’t make us keep or save it', async () => {
  const serviceAddress = await serve((request, response) => {
    const key = request.headers.authorization?.slice(7) ?? '';
    response.writeHead(200, { 'Content-Type': 'text/csv' });
    response.write(`id,who\r\n1,${key.slice(0, 11)}`);
    // The key lies across two chunks.
    setImmediate(() => response.end(`${key.slice(11)}\r\n2,"${key}"\r\n`));
  });
  way = await startTestCore({ accessKey: canary, serviceAddress });
  const runId = mintRunId();
  const values = { q: 'sea', responseType: 'csv' };
  const query = question('microblog.posts.search.stored', values);
  await send('run.start', { runId, query });
  const saved = await way.value('file.save', { file: { of: 'page', runId, page: 1 } });
  if (saved.kind !== 'saved') throw new Error('not saved');
  const hidden = '*'.repeat(canary.length);
  const text = (await way.readSaved(saved)).toString();
  expect(text).toBe(`id,who\r\n1,${hidden}\r\n2,"${hidden}"\r\n`);
  await searchEverything();
});
