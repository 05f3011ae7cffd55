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
import { checked, startTestCore } from './core.ts';

export type OpenWay = typeof startTestCore;

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
    allowsPictures: async () => false,
  });
  const token = new URLSearchParams(new URL(host.url).hash.slice(1)).get('token') ?? '';
  return {
    ...test,
    ...checked(async (method, input) => {
      const response = await fetch(`${host.address}/api/call`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ method, input }),
      });
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
      return response.json();
    }),
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
    async readSaved(saved) {
      const response = await fetch(`${host.address}${saved?.download ?? ''}`);
      if (!response.ok) throw new Error(`${response.status} for ${saved?.download}`);
      return Buffer.from(await response.arrayBuffer());
    },
    async close() {
      await host.close();
      await test.close();
      await downloads.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
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
    if (line !== '') hear(JSON.parse(line) as AppEvent);
  }
}

/** For `describe.each`. */
export const waysIn: readonly (readonly [string, OpenWay])[] = [
  ['the core', startTestCore],
  ['the browser host', throughBrowserHost],
];
