/**
 * The two ways to a core: directly, as Electron's IPC does, and through the browser host's HTTP.
 * Contract tests run over both.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDownloads } from '#main/browser/downloads.ts';
import { createBrowserHost } from '#main/browser/host.ts';
import type { AppEvent } from '#shared/contract/event.ts';
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import { parseAnswer, startTestCore, valueOf } from './core.ts';
import type { TestCore, TestCoreOptions } from './core.ts';

export interface WayIn {
  readonly test: TestCore;
  /** Unchecked on both ends. */
  send(method: string, input: unknown): Promise<unknown>;
  call<M extends MethodName>(method: M, input: MethodInput<M>): Promise<Result<MethodOutput<M>>>;
  value<M extends MethodName>(method: M, input: MethodInput<M>): Promise<MethodOutput<M>>;
  /** Hears what a window hears, until the way is closed. Resolves once it does. */
  listen(hear: (event: AppEvent) => void): Promise<void>;
  /** What a saved file holds, wherever it arrived. */
  readSaved(saved: { download: string | null }): Promise<Buffer>;
  close(): Promise<void>;
}

export type OpenWay = (options?: TestCoreOptions) => Promise<WayIn>;

const withCalls = (
  test: TestCore,
  send: WayIn['send'],
  rest: Pick<WayIn, 'listen' | 'readSaved' | 'close'>,
): WayIn => {
  const call: WayIn['call'] = async (method, input) =>
    parseAnswer(method, await send(method, input));
  return {
    test,
    send,
    call,
    value: async (method, input) => valueOf(await call(method, input)),
    ...rest,
  };
};

export const throughCore: OpenWay = async (options) => {
  const { readFile } = await import('node:fs/promises');
  const test = await startTestCore(options);
  return withCalls(test, (method, input) => test.core.call(method, input), {
    listen: async (hear) => void test.core.subscribe(hear),
    readSaved: () => readFile(test.saved.at(-1) ?? ''),
    close: () => test.close(),
  });
};

export const throughBrowserHost: OpenWay = async (options) => {
  const folder = await mkdtemp(join(tmpdir(), 'sde-way-'));
  await mkdir(join(folder, 'window'));
  await writeFile(join(folder, 'window', 'index.html'), '<!doctype html><title>t</title>');
  const downloads = createDownloads(() => folder);
  const test = await startTestCore({
    chooseSaveTarget: (name) => downloads.chooseSaveTarget(name),
    ...options,
  });
  const host = await createBrowserHost({
    core: test.core,
    downloads,
    rendererDir: join(folder, 'window'),
    port: 0,
    allowHosts: [],
    letsPicturesIn: async () => false,
  });
  const token = new URLSearchParams(new URL(host.url).hash.slice(1)).get('token') ?? '';
  return withCalls(
    test,
    async (method, input) => {
      const response = await fetch(`${host.address}/api/call`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ method, input }),
      });
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
      return response.json();
    },
    {
      async listen(hear) {
        const { body } = await fetch(`${host.address}/api/events`, {
          headers: { authorization: `Bearer ${token}` },
        });
        if (body === null) throw new Error('no events');
        // The first line is empty: from then on events are heard.
        const lines = linesOf(body);
        await lines.next();
        void hearAll(lines, hear).catch(() => undefined);
      },
      async readSaved({ download }) {
        const response = await fetch(`${host.address}${download ?? ''}`);
        if (!response.ok) throw new Error(`${response.status} for ${download}`);
        return Buffer.from(await response.arrayBuffer());
      },
      async close() {
        await host.close();
        await test.close();
        await downloads.close();
        await rm(folder, { recursive: true, force: true });
      },
    },
  );
};

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

async function hearAll(
  lines: AsyncIterable<string>,
  hear: (event: AppEvent) => void,
): Promise<void> {
  for await (const line of lines) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the core's own events
    if (line !== '') hear(JSON.parse(line) as AppEvent);
  }
}

/** For `describe.each`. */
export const waysIn: readonly (readonly [string, OpenWay])[] = [
  ['the core', throughCore],
  ['the browser host', throughBrowserHost],
];
