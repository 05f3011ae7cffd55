/**
 * The two ways to a core: directly, as Electron's IPC does, and through the browser host's HTTP.
 * Contract tests run over both.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDownloads } from '#main/browser/downloads.ts';
import { createBrowserHost } from '#main/browser/host.ts';
import type { MethodInput, MethodName, MethodOutput, Result } from '#shared/contract/methods.ts';
import { parseAnswer, startTestCore, valueOf } from './core.ts';
import type { TestCore, TestCoreOptions } from './core.ts';

export interface WayIn {
  readonly test: TestCore;
  /** Unchecked on both ends. */
  send(method: string, input: unknown): Promise<unknown>;
  call<M extends MethodName>(method: M, input: MethodInput<M>): Promise<Result<MethodOutput<M>>>;
  value<M extends MethodName>(method: M, input: MethodInput<M>): Promise<MethodOutput<M>>;
  /** What a saved file holds, wherever it arrived. */
  readSaved(saved: Extract<MethodOutput<'export.save'>, { kind: 'saved' }>): Promise<Buffer>;
  close(): Promise<void>;
}

export type OpenWay = (options?: TestCoreOptions) => Promise<WayIn>;

const withCalls = (
  test: TestCore,
  send: WayIn['send'],
  rest: Pick<WayIn, 'readSaved' | 'close'>,
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
    readSaved: () => readFile(test.saved.at(-1) ?? ''),
    close: () => test.close(),
  });
};

export const throughBrowserHost: OpenWay = async (options) => {
  const folder = await mkdtemp(join(tmpdir(), 'sde-way-'));
  await mkdir(join(folder, 'window'));
  await writeFile(join(folder, 'window', 'index.html'), '<!doctype html><title>t</title>');
  const downloads = createDownloads(folder);
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

/** For `describe.each`. */
export const waysIn: readonly (readonly [string, OpenWay])[] = [
  ['the core', throughCore],
  ['the browser host', throughBrowserHost],
];
