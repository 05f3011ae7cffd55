/** A browser host over a fake core and a small window folder, for tests that speak HTTP to it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createDownloads } from '#main/browser/downloads.ts';
import { type BrowserHostOptions, createBrowserHost } from '#main/browser/host.ts';
import { type RawRequest, sendRaw } from '#test/security/raw-http.ts';
import { createFakeCore } from './fake-core.ts';

export type RunningHost = Awaited<ReturnType<typeof startHost>>;

const files = {
  'window/index.html': '<!doctype html><title>t</title>',
  'window/assets/index-a1B2.js': 'export {};',
  'window/assets/index-a1B2.css': 'a{}',
  'window/.hidden': 'hidden',
  'window-sibling/x.txt': 'sibling',
  'secret.txt': 'secret',
};

export async function startHost(options: Partial<BrowserHostOptions> & { ticketMs?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sde-host-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const core = createFakeCore();
  const downloads = createDownloads(() => folder, options.ticketMs);
  const host = await createBrowserHost({
    core,
    downloads,
    rendererDir: join(folder, 'window'),
    port: 0,
    allowHosts: [],
    ...options,
  });
  const { hash, port } = new URL(host.url);
  const token = hash.replace('#token=', '');
  const calling: [string, string][] = [
    ['Authorization', `Bearer ${token}`],
    ['Content-Type', 'application/json'],
  ];
  return {
    host,
    core,
    downloads,
    port: Number(port),
    token,
    /** What a call of our own window carries. */
    calling,
    /** Holds `window/` (served) and `secret.txt` (not). */
    folder,
    send: (request: RawRequest = {}) => sendRaw(Number(port), request),
    async close() {
      await host.close();
      await downloads.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
