/** A browser host over a fake core and a small window folder, for tests that speak HTTP to it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDownloads, type Downloads } from '#main/browser/downloads.ts';
import {
  type BrowserHost,
  type BrowserHostOptions,
  createBrowserHost,
} from '#main/browser/host.ts';
import { createFakeCore, type FakeCore } from './fake-core.ts';

export interface RunningHost {
  host: BrowserHost;
  core: FakeCore;
  downloads: Downloads;
  port: number;
  token: string;
  /** Holds `window/` (served) and `secret.txt` (not). */
  folder: string;
  close(): Promise<void>;
}

export async function startHost(
  options: Partial<BrowserHostOptions> & { core?: FakeCore; ticketMs?: number } = {},
): Promise<RunningHost> {
  const folder = await mkdtemp(join(tmpdir(), 'sde-host-'));
  await mkdir(join(folder, 'window', 'assets'), { recursive: true });
  await mkdir(join(folder, 'window-sibling'));
  await writeFile(join(folder, 'window', 'index.html'), '<!doctype html><title>t</title>');
  await writeFile(join(folder, 'window', 'assets', 'index-a1B2.js'), 'export {};');
  await writeFile(join(folder, 'window', 'assets', 'index-a1B2.css'), 'a{}');
  await writeFile(join(folder, 'window', '.hidden'), 'hidden');
  await writeFile(join(folder, 'window-sibling', 'x.txt'), 'sibling');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  const core = options.core ?? createFakeCore();
  const downloads = createDownloads(folder, options.ticketMs);
  const host = await createBrowserHost({
    downloads,
    rendererDir: join(folder, 'window'),
    port: 0,
    allowHosts: [],
    letsPicturesIn: async () => false,
    ...options,
    core,
  });
  const url = new URL(host.url);
  return {
    host,
    core,
    downloads,
    port: Number(url.port),
    token: new URLSearchParams(url.hash.slice(1)).get('token') ?? '',
    folder,
    async close() {
      await host.close();
      await downloads.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
