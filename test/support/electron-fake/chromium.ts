/** The Chromium that stands behind the fake's windows: one process per program. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { Connection, type Session } from './cdp.ts';
import { required } from './environment.ts';

export interface Chromium {
  readonly connection: Connection;
  readonly browser: Session;
  /** Where Playwright joins. */
  readonly endpoint: Promise<string>;
  readonly pid: number;
  kill(): void;
}

/** @param profile A folder of its own. */
export function startChromium(profile: string): Chromium {
  const [executable, ...args] = JSON.parse(required('ELECTRON_FAKE_CHROMIUM')) as string[];
  const child = spawn(
    executable ?? '',
    [
      ...args,
      '--headless',
      '--remote-debugging-pipe',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--no-startup-window',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const connection = new Connection(child.stdio[3] as Writable, child.stdio[4] as Readable);
  return {
    connection,
    browser: connection.session(''),
    endpoint: endpointOf(profile),
    pid: child.pid ?? 0,
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Chromium writes its port down once it listens. */
async function endpointOf(profile: string): Promise<string> {
  for (;;) {
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const [port, path] = text.split('\n');
    if (port !== undefined && path !== undefined) return `ws://127.0.0.1:${port}${path}`;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
