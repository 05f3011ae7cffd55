/**
 * The two ways to a core: directly, as Electron's IPC does, and through the browser host's socket, with
 * the window's own end of it. Contract tests run over both.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDownloads } from '#main/browser/downloads.ts';
import { createBrowserHost } from '#main/browser/host.ts';
import { openLink } from '#renderer/host/hosts.ts';
import { openSocket } from '#test/security/raw-socket.ts';
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
  });
  const token = new URLSearchParams(new URL(host.url).hash.slice(1)).get('token') ?? '';
  const link = openLink(() => openSocket(host.address), token);
  return {
    ...test,
    ...checked(link.call),
    listen: (onEvent) =>
      new Promise((resolve) => {
        link.subscribe({ onEvent, onConnection: () => resolve() });
      }),
    async readSaved(saved) {
      const response = await fetch(`${host.address}${saved?.download ?? ''}`);
      if (!response.ok) throw new Error(`${response.status} for ${saved?.download}`);
      return Buffer.from(await response.arrayBuffer());
    },
    async close() {
      link.close();
      await host.close();
      await test.close();
      await downloads.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** For `describe.each`. */
export const waysIn: readonly (readonly [string, OpenWay])[] = [
  ['the core', startTestCore],
  ['the browser host', throughBrowserHost],
];
