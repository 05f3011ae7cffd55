/** Programs that a test starts in a process of their own. Node 20 runs no TypeScript: bundled. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { build } from 'vite';

/** Bundles `children/<name>.ts` for the test file that asks; any user may read the result. */
export function bundleChild(name: string): Promise<string> {
  return bundleProgram(new URL(`children/${name}.ts`, import.meta.url));
}

/** The same for any program of the tests. */
export async function bundleProgram(entry: URL): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'store-child-'));
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(entry),
      outDir,
      emptyOutDir: false,
      minify: false,
      // Loaded on demand only, and native.
      rolldownOptions: {
        external: ['keytar', '@napi-rs/keyring'],
        output: { entryFileNames: '[name].mjs' },
      },
    },
  });
  chmodSync(outDir, 0o755);
  return join(outDir, `${basename(entry.pathname, '.ts')}.mjs`);
}

export interface Child {
  process: ChildProcess;
  /** Its lines so far. */
  lines: string[];
  /** The same, of a program that tells in JSON. */
  told: <T>() => T[];
  /** Resolves once it printed this many lines; rejects when it ends before. */
  printed: (count: number) => Promise<void>;
  /** SIGKILL; resolves when it is gone and all it printed was read. */
  kill: () => Promise<void>;
  /** Resolves when it ended by itself. */
  ended: Promise<void>;
}

/** Starts a bundled program; it is killed when the test ends, at the latest. */
export function startChild(
  path: string,
  args: readonly string[],
  options: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {},
): Child {
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  const lines: string[] = [];
  let wake: (() => void)[] = [];
  const changed = (): void => {
    for (const resolve of wake) resolve();
    wake = [];
  };
  let over = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    changed();
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  child.once('close', (code) => {
    over = true;
    // Node's own code for what nobody caught. A command says there how far it is, too.
    if (code === 1) process.stderr.write(complaints);
    changed();
  });
  const ended = once(child, 'close').then(() => undefined);
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return {
    process: child,
    lines,
    told: <T>() => lines.map((line) => JSON.parse(line) as T),
    async printed(count) {
      while (lines.length < count) {
        if (over)
          throw new Error(`The child ended after ${lines.length} lines: ${lines.join(' | ')}`);
        await new Promise<void>((resolve) => wake.push(resolve));
      }
    },
    kill,
    ended,
  };
}
