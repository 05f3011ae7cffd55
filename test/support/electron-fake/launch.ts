/** Starts the built program on the fake, and joins its window with Playwright. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import type * as Electron from 'electron';
import { chromiumOptions } from '#test/e2e/chromium-options.ts';
import type { Asked, Told } from './control.ts';

export interface FakeOptions {
  /** The built main file. */
  main: string;
  flags: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** A folder of the test: sockets, downloads and other places of a person. */
  home: string;
}

export interface FakeProgram {
  firstWindow(): Promise<Page>;
  evaluate<R, A>(
    run: (electron: typeof Electron, argument: A) => R | Promise<R>,
    argument: A,
  ): Promise<R>;
  process: ChildProcess;
  exited: Promise<number | null>;
  output(): string;
}

const register = new URL('register.mjs', import.meta.url).href;

export function launchFake(options: FakeOptions): FakeProgram {
  const { executablePath = '', args = [] } = chromiumOptions().launchOptions ?? {};
  mkdirSync(options.home, { recursive: true });
  const child = spawn(process.execPath, ['--import', register, options.main, ...options.flags], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...options.environment,
      ELECTRON_FAKE_CHROMIUM: JSON.stringify([executablePath, ...args]),
      // Requiring Electron past the hook must fail, not download it.
      ELECTRON_OVERRIDE_DIST_PATH: join(options.home, 'no-electron'),
      TMPDIR: options.home,
    },
  });
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
  child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
  let chromiumPid = 0;
  const exited = once(child, 'exit').then(async ([code]) => {
    await endChromium(chromiumPid);
    return code as number | null;
  });

  const waiting = new Map<number, (told: Told) => void>();
  let last = 0;
  let browser: Promise<Browser> | null = null;
  const endpoint = new Promise<string>((resolve, reject) => {
    child.on('message', (message) => {
      const told = message as Told;
      if (told.kind === 'chromium') chromiumPid = told.pid;
      else if (told.kind === 'browser') resolve(told.endpoint);
      else waiting.get(told.id)?.(told);
    });
    child.once('exit', () => {
      const why = new Error(`The program ended: ${printed}`);
      reject(why);
      for (const [id, tell] of waiting) tell({ kind: 'failed', id, message: why.message });
    });
  });
  endpoint.catch(() => undefined);

  return {
    process: child,
    exited,
    output: () => printed,
    async firstWindow() {
      browser ??= endpoint.then((at) => chromium.connectOverCDP(at));
      const [context] = (await browser).contexts();
      if (context === undefined) throw new Error('There is no browser context.');
      // Before that it is empty; and Chromium may have an empty page of its own beside it.
      const ifOurs = async (page: Page): Promise<Page> => {
        const isOurs = (url: URL): boolean => url.host.endsWith('.app-scheme.invalid');
        await page.waitForURL(isOurs, { waitUntil: 'commit' });
        return page;
      };
      const later = context.waitForEvent('page').then(ifOurs);
      return Promise.any([...context.pages().map(ifOurs), later]);
    },
    async evaluate<R, A>(
      run: (electron: typeof Electron, argument: A) => R | Promise<R>,
      argument: A,
    ) {
      last += 1;
      const asked: Asked = { kind: 'evaluate', id: last, code: run.toString(), argument };
      const answer = new Promise<Told>((resolve) => waiting.set(asked.id, resolve));
      child.send(asked);
      const told = await answer;
      waiting.delete(asked.id);
      if (told.kind !== 'evaluated') {
        throw new Error(told.kind === 'failed' ? told.message : 'no answer');
      }
      return told.value as R;
    },
  };
}

/** A program that was killed leaves its Chromium writing for a moment. 0: there was none. */
async function endChromium(pid: number): Promise<void> {
  if (pid === 0) return;
  try {
    for (;;) {
      process.kill(pid, 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } catch {
    // Nobody has that number any more.
  }
}
