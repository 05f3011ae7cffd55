/** The build script, in a small project of its own with a builder that notes its runs. */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

let root: string;
const builder = `
const fs = require('fs');
fs.appendFileSync('runs', '.');
if (fs.existsSync('broken')) { console.log('on stdout'); console.error('on stderr'); process.exit(1); }
for (const name of ['main/launch.js', 'preload/preload.cjs', 'renderer/index.html']) {
  fs.mkdirSync('out/' + name.split('/')[0], { recursive: true });
  fs.writeFileSync('out/' + name, 'built');
}
`;

const write = async (name: string, content: string): Promise<void> => {
  await mkdir(dirname(join(root, name)), { recursive: true });
  await writeFile(join(root, name), content);
};

/** Whether it built, as the function that `npm run dev` calls. */
let build: () => boolean;
const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
const runs = async (): Promise<number> => (await readFile(join(root, 'runs'), 'utf8')).length;
/** How often a builder runs for it. */
async function buildsFor(change: Promise<unknown>): Promise<number> {
  await change;
  const before = await runs();
  expect(build()).toBe(true);
  return (await runs()) - before;
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sde-build-'));
  await write('node_modules/electron-vite/bin/electron-vite.js', builder);
  for (const tree of ['src-main', 'src-renderer', 'src-shared']) await write(`${tree}/a.ts`, tree);
  const script = join(root, 'src-main', 'build-if-needed.mjs');
  await copyFile(new URL('../../../src-main/build-if-needed.mjs', import.meta.url), script);
  for (const name of ['package.json', 'package-lock.json']) await write(name, '{}');
  await write('electron.vite.config.ts', '');
  ({ buildIfNeeded: build } = (await import(script)) as { buildIfNeeded: () => boolean });
});
afterEach(() => void said.mockClear());
afterAll(() => rm(root, { recursive: true, force: true }));

// Each goes on with the project as the one before left it.
describe('build-if-needed', () => {
  it('builds once, in one line off stdout, and is silent afterwards', async () => {
    const start = (): unknown => {
      const script = join(root, 'src-main', 'build-if-needed.mjs');
      const options = { encoding: 'utf8', cwd: tmpdir() } as const;
      const { status, stdout, stderr } = spawnSync(process.execPath, [script], options);
      return { status, stdout, stderr };
    };
    expect(start()).toEqual({ status: 0, stdout: '', stderr: 'Building Social Data Explorer…\n' });
    expect(start()).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(await runs()).toBe(1);
  });

  it.each([
    ['a source changed', () => write('src-renderer/a.ts', 'changed')],
    ['there is a new source', () => write('src-main/new/b.ts', 'new')],
    ['the lock file changed', () => write('package-lock.json', '{ }')],
    ['the configuration changed', () => write('electron.vite.config.ts', 'changed')],
    ['a source is gone', () => rm(join(root, 'src-shared', 'a.ts'))],
    ['a result is gone', () => rm(join(root, 'out', 'preload'), { recursive: true })],
  ])('builds again when %s', async (_what, change) => {
    expect(await buildsFor(change())).toBe(1);
  });

  it('does not mind times and documents', async () => {
    const later = new Date(Date.now() + 1e6);
    await utimes(join(root, 'src-main', 'a.ts'), later, later);
    expect(await buildsFor(write('src-main/README.md', 'words'))).toBe(0);
  });

  it('shows what a failed build said, fails, and does not take its results for good', async () => {
    await write('broken', '');
    await write('src-main/a.ts', 'changed');
    expect(build()).toBe(false);
    expect(said.mock.lastCall?.[0]).toMatch(/on stdout[^]*on stderr[^]*The build failed/);
    // Back to what was built before: the stamp must not say so any more.
    await write('src-main/a.ts', 'src-main');
    expect(build()).toBe(false);
    expect(await buildsFor(rm(join(root, 'broken')))).toBe(1);
  });

  it('says what to do when the tools are missing', async () => {
    await rm(join(root, 'node_modules'), { recursive: true });
    expect(build()).toBe(true);
    await write('src-main/a.ts', 'changed');
    expect(build()).toBe(false);
    expect(said.mock.calls).toEqual([['The build tools are missing: run npm ci first.']]);
  });
});
