/**
 * A key that sings: it goes through every method and every failure of the service, then everything
 * that came out or was written is searched for it (checklist 17, 18).
 */
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MockInstance } from 'vitest';
import { methods } from '#shared/contract/methods.ts';
import type { MethodName } from '#shared/contract/methods.ts';
import { mintRunId, paperKeychain } from '#test/support/core.ts';
import { faultCases } from '#test/support/faults-table.ts';
import { methodExamples } from '#test/support/method-examples.ts';
import { readTree } from '#test/support/search-files.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { serve } from '#test/support/serve.ts';
import { waysIn } from '#test/support/ways-in.ts';
import { mintExportId } from '#test/support/saving.ts';
import type { WayIn } from '#test/support/ways-in.ts';

/** No part of it longer than the four characters that may be shown. */
const canary = 'sk_canary_Zq7Xw2Vp9Lk4Tn8R';
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
    expect(texts.filter((text) => text.includes(form)).map((text) => around(text, form))).toEqual(
      [],
    );
  }
}

const names = Object.keys(methods) as MethodName[];

describe.each(waysIn)('through %s', (_, open) => {
  let server: SecondServer;
  let way: WayIn;
  const said: string[] = [];
  const outlets = (): MockInstance[] => [
    vi.spyOn(process.stdout, 'write'),
    vi.spyOn(process.stderr, 'write'),
    vi.spyOn(console, 'log'),
    vi.spyOn(console, 'warn'),
    vi.spyOn(console, 'error'),
  ];
  let watched: MockInstance[];

  beforeEach(async () => {
    said.length = 0;
    watched = outlets();
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

  async function searchEverything(): Promise<void> {
    const files = await readTree(way.test.dataDir);
    expect(files.length).toBeGreaterThan(1);
    expectSilence([
      ...said,
      ...files,
      ...watched.map((outlet) => inspect(outlet.mock.calls, { depth: 8, maxStringLength: null })),
      ...way.test.events.map((event) => JSON.stringify(event)),
      ...way.test.reported.map((error) =>
        error instanceof Error ? `${error.stack} ${String(error.cause)}` : JSON.stringify(error),
      ),
    ]);
  }

  it('[17, 18] a key that was added is used and never seen again', async () => {
    const secrets = paperKeychain();
    way = await open({
      secrets,
      serviceAddress: server.address,
      settings: { preferences: { timeoutSeconds: 2 } },
    });
    await send('service.choose', { kind: 'address', address: server.address });
    await send('credential.add', { value: canary });
    expect([...secrets.entries.values()]).toContain(canary);
    await send('credential.test', {});

    const runId = mintRunId();
    const examples = methodExamples(runId);
    const last: MethodName[] = ['service.choose', 'credential.add', 'credential.remove'];
    const first: MethodName[] = ['run.start', 'run.next'];
    for (const name of [...first, ...names.filter((one) => ![...first, ...last].includes(one))]) {
      await send(name, examples[name]);
    }
    for (const { fault } of faultCases) {
      server.fail(fault, 3);
      await send('run.start', { ...examples['run.start'], runId: mintRunId() });
      server.recover();
    }
    await send('run.next', { runId });
    const exportId = mintExportId();
    await send('export.start', { exportId, spec: { runIds: [runId], format: { kind: 'csv' } } });
    await expect
      .poll(async () => {
        const { exports } = await way.value('export.list', {});
        return exports.find(({ id }) => id === exportId)?.state.kind;
      })
      .toBe('saved');
    await send('export.list', {});
    await send('app.snapshot', {});
    expect(server.requests.some(({ authorization }) => authorization === `Bearer ${canary}`)).toBe(
      true,
    );
    // Wrong inputs that carry a key are refused without repeating it.
    for (const name of names) await send(name, { value: canary, runId: canary, x: { y: canary } });
    await send(canary, {});
    await send('credential.remove', {});
    await searchEverything();
  });

  it('[17] a key from the environment is never seen', async () => {
    way = await open({ accessKey: canary, serviceAddress: server.address });
    await send('app.snapshot', {});
    await send('credential.test', {});
    await send('run.start', methodExamples(mintRunId())['run.start']);
    expect(server.requests.length).toBe(2);
    await searchEverything();
    const snapshot = await way.value('app.snapshot', {});
    expect(snapshot.credential).toMatchObject({
      kind: 'accessKey',
      source: 'environment',
      lastFour: 'Tn8R',
      overridesStored: false,
    });
  });

  it('[17] a service that repeats the key in its answers can’t make us keep or show it', async () => {
    const serviceAddress = await serve((request, response) => {
      const heard = request.headers.authorization ?? '';
      const status = Number(new URL(request.url ?? '', 'http://x').searchParams.get('q') ?? 200);
      response.writeHead(status, { 'Content-Type': 'application/json' });
      const message = `You sent ${heard}; the key ${heard.slice(7)} is not known`;
      response.end(
        JSON.stringify(
          status === 200
            ? {
                results: [{ id: 'x', note: message }],
                count: 1,
                has_more: false,
                dataSource: 'api',
              }
            : { success: false, message, error: message, code: heard },
        ),
      );
    });
    way = await open({ accessKey: canary, serviceAddress });
    for (const status of [200, 400, 401, 402, 403, 404, 410, 429, 500, 503]) {
      const example = methodExamples(mintRunId())['run.start'];
      await send('run.start', {
        ...example,
        query: { ...example.query, values: { q: String(status) } },
      });
    }
    expect(said.filter((text) => text.includes('"ok":true')).length).toBe(10);
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
    way = await open({ accessKey: canary, serviceAddress });
    const runId = mintRunId();
    await send('run.start', {
      runId,
      query: {
        endpointId: 'microblog.posts.search.stored',
        values: { q: 'sea', responseType: 'csv' },
        fields: [],
      },
    });
    const saved = await way.value('export.saveFile', { runId, page: 1 });
    if (saved.kind !== 'saved') throw new Error('not saved');
    const text = (await way.readSaved(saved)).toString();
    const hidden = '*'.repeat(canary.length);
    expect(text).toBe(`id,who\r\n1,${hidden}\r\n2,"${hidden}"\r\n`);
    await searchEverything();
  });
});
