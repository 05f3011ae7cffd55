/** The build script as a program, in a small project of its own with a builder that notes its runs. */
import { spawnSync } from 'node:child_process';
import {
  appendFile,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root: string;
const script = new URL('../../../src-main/build-if-needed.mjs', import.meta.url);
const builderPath = ['node_modules', 'electron-vite', 'bin', 'electron-vite.js'];

const builder = `
const fs = require('fs');
fs.appendFileSync('runs', process.argv.slice(2).join(' ') + '\\n');
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

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sde-build-'));
  await write(join(...builderPath), builder);
  for (const tree of ['src-main', 'src-renderer', 'src-shared']) await write(`${tree}/a.ts`, tree);
  await copyFile(script, join(root, 'src-main', 'build-if-needed.mjs'));
  await write('package.json', '{}');
  await write('package-lock.json', '{}');
  await write('electron.vite.config.ts', '');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const run = (): { status: number | null; stdout: string; stderr: string } => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'src-main', 'build-if-needed.mjs')],
    { encoding: 'utf8', cwd: tmpdir() },
  );
  return { status, stdout, stderr };
};
const runs = async (): Promise<number> =>
  (await readFile(join(root, 'runs'), 'utf8')).trim().split('\n').length;

const quiet = { status: 0, stdout: '', stderr: '' };
const one = { status: 0, stdout: '', stderr: 'Building Social Data Explorer…\n' };

describe('build-if-needed', () => {
  it('builds once, in one line off stdout, and is silent afterwards', async () => {
    expect(run()).toEqual(one);
    expect(run()).toEqual(quiet);
    expect(await runs()).toBe(1);
  });

  it.each([
    ['a source', 'src-renderer/a.ts'],
    ['a new source', 'src-main/new/b.ts'],
    ['the lock file', 'package-lock.json'],
    ['the configuration', 'electron.vite.config.ts'],
  ])('builds again when %s changed', async (_what, name) => {
    run();
    await write(name, 'changed');
    expect(run()).toEqual(one);
    expect(run()).toEqual(quiet);
  });

  it('builds again when a source is gone, or a result', async () => {
    run();
    await rm(join(root, 'src-shared', 'a.ts'));
    expect(run()).toEqual(one);
    await rm(join(root, 'out', 'preload'), { recursive: true });
    expect(run()).toEqual(one);
  });

  it('does not mind times and documents', async () => {
    run();
    const later = new Date(Date.now() + 1e6);
    await utimes(join(root, 'src-main', 'a.ts'), later, later);
    await write('src-main/README.md', 'words');
    expect(run()).toEqual(quiet);
  });

  it('shows what a failed build said, fails, and does not take its results for good', async () => {
    run();
    await write('broken', '');
    await appendFile(join(root, 'src-main', 'a.ts'), 'x');
    const failed = run();
    expect(failed.status).toBe(1);
    expect(failed.stdout).toBe('');
    expect(failed.stderr).toMatch(/on stdout[^]*on stderr[^]*The build failed/);
    // Back to what was built before: the stamp must not say so any more.
    await write('src-main/a.ts', 'src-main');
    expect(run().status).toBe(1);
    await rm(join(root, 'broken'));
    expect(run()).toEqual(one);
  });

  it('says what to do when the tools are missing', async () => {
    await rm(join(root, 'node_modules'), { recursive: true });
    const failed = run();
    expect(failed).toEqual({
      status: 1,
      stdout: '',
      stderr: 'The build tools are missing: run npm ci first.\n',
    });
  });
});
