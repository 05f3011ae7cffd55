/**
 * The built program as a test holds it: on real Electron, or on the fake of it. A spec does not
 * know which.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type Page } from '@playwright/test';
import type * as Electron from 'electron';
import { type FakeProgram, launchFake } from '#test/support/electron-fake/launch.ts';
import { builtFile } from '../built-file.ts';
import { cleanEnvironment } from '../running-host.ts';
import { electronHere } from './electron-here.ts';

export type ProgramKind = 'electron' | 'electron-fake';

export interface ProgramOptions {
  kind: ProgramKind;
  dataDir: string;
  flags?: readonly string[];
  environment?: Readonly<Record<string, string>>;
}

export interface Program {
  /** Of its first window. */
  page(): Promise<Page>;
  /** Runs a function in the main process; what it needs comes as the argument, as JSON. */
  evaluate<R, A = null>(
    run: (electron: typeof Electron, argument: A) => R | Promise<R>,
    argument: A,
  ): Promise<R>;
  output(): string;
  /** Starts it a second time with the same flags; the exit code of the second one. */
  startAgain(): Promise<number | null>;
  /** Its exit code, once it has ended. */
  exited: Promise<number | null>;
  /** As the menu's Quit, and waits. */
  quit(): Promise<void>;
  /** As a power cut, and waits. */
  kill(): Promise<void>;
}

export async function launchProgram(options: ProgramOptions): Promise<Program> {
  const flags = ['--data-dir', options.dataDir, ...(options.flags ?? [])];
  const environment = { ...cleanEnvironment(), ...options.environment };
  return options.kind === 'electron'
    ? launchReal(flags, environment)
    : launchOnFake(flags, environment);
}

async function launchReal(
  flags: readonly string[],
  environment: Record<string, string>,
): Promise<Program> {
  const here = electronHere();
  if (here.kind === 'missing') throw new Error(here.reason);
  const launched = await _electron.launch({
    executablePath: here.executable,
    args: [builtFile('main/electron.js'), ...flags],
    env: environment,
  });
  const child = launched.process();
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
  child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return {
    page: () => launched.firstWindow(),
    evaluate: (run, argument) => launched.evaluate(run as never, argument as never),
    output: () => printed,
    // Playwright would wait for a window that never comes.
    async startAgain() {
      const args = [builtFile('main/electron.js'), ...flags];
      const second = spawn(here.executable, args, { env: environment, stdio: 'ignore' });
      const [code] = await once(second, 'exit');
      return code as number | null;
    },
    exited,
    async quit() {
      await launched.evaluate(({ app }) => app.quit()).catch(() => undefined);
      await exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function launchOnFake(
  flags: readonly string[],
  environment: Record<string, string>,
): Promise<Program> {
  // Sockets have short names only: beside the data folder they would not fit.
  const home = await mkdtemp(join(tmpdir(), 'sde-fake-'));
  const start = (): FakeProgram =>
    launchFake({ main: builtFile('main/electron.js'), flags, environment, home });
  const fake = start();
  // Chromium goes a moment after the program.
  const removing = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };
  const exited = fake.exited.finally(() => rm(home, removing));
  return {
    page: () => fake.firstWindow(),
    evaluate: (run, argument) => fake.evaluate(run, argument),
    output: () => fake.output(),
    startAgain: () => start().exited,
    exited,
    async quit() {
      await fake.evaluate(({ app }) => app.quit(), null).catch(() => undefined);
      await exited;
    },
    async kill() {
      fake.process.kill('SIGKILL');
      await exited;
    },
  };
}
