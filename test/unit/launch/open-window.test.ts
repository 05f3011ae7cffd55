import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  findExecutable,
  openWindow,
  type OpenWindowOptions,
  whyNoWindow,
  readEnd,
  runElectron,
} from '#main/launch/open-window.ts';
import { getElectron } from '#main/launch/get-electron.ts';
import { testFolder } from '#test/support/store/runs.ts';

let root: string;
beforeEach(async () => {
  root = testFolder();
  await writeFile(join(root, 'package.json'), '{}');
});

const folder = (): string => join(root, 'node_modules', 'electron');

/** Electron's package, with the installer a test wants. */
async function installPackage(installer = ''): Promise<void> {
  await mkdir(join(folder(), 'dist'), { recursive: true });
  await writeFile(join(folder(), 'package.json'), '{"name":"electron","version":"45.0.0"}');
  await writeFile(join(folder(), 'install.js'), installer);
}

async function installExecutable(): Promise<void> {
  await writeFile(join(folder(), 'path.txt'), 'electron');
  await writeFile(join(folder(), 'dist', 'electron'), '');
}

const rootless = 'Electron’s sandbox doesn’t work for root, and is never switched off.';
const noDisplay = 'There is no display.';

it.each<[NodeJS.Platform, number | null, Record<string, string>, string | null]>([
  ['linux', 0, { DISPLAY: ':0' }, rootless],
  ['darwin', 0, {}, null],
  ['linux', 1000, {}, noDisplay],
  ['linux', 1000, { DISPLAY: ':0' }, null],
  ['linux', 1000, { WAYLAND_DISPLAY: 'wayland-0' }, null],
  ['win32', null, {}, null],
])('whyNoWindow on %s, account %j, with %j: %j', (platform, userId, environment, reason) => {
  expect(whyNoWindow({ platform, userId, environment })).toBe(reason);
});

it('findExecutable wants path.txt and the file it names, there or where the environment says', async () => {
  await installPackage();
  expect(findExecutable({ folder: folder() }, {})).toBeNull();
  await writeFile(join(folder(), 'path.txt'), 'electron');
  expect(findExecutable({ folder: folder() }, {})).toBeNull();
  await installExecutable();
  expect(findExecutable({ folder: folder() }, {})).toBe(join(folder(), 'dist', 'electron'));

  const ELECTRON_OVERRIDE_DIST_PATH = join(root, 'elsewhere');
  const find = () => findExecutable({ folder: folder() }, { ELECTRON_OVERRIDE_DIST_PATH });
  expect(find()).toBeNull();
  await mkdir(ELECTRON_OVERRIDE_DIST_PATH);
  await writeFile(join(ELECTRON_OVERRIDE_DIST_PATH, 'electron'), '');
  expect(find()).toBe(join(ELECTRON_OVERRIDE_DIST_PATH, 'electron'));
});

describe('getElectron', () => {
  const announced: string[] = [];
  type Given = { version?: string; now?: string; limitMs?: number };
  const get = ({ version = '45.0.0', now = '2026-03-01T10:00:00Z', ...others }: Given = {}) => {
    announced.length = 0;
    const announce = (line: string) => void announced.push(line);
    const electron = { folder: folder(), version };
    return getElectron({ electron, announce, now: () => new Date(now), ...others });
  };

  it('announces the download in one line and runs Electron’s own installer', async () => {
    await installPackage(`require('fs').writeFileSync(__dirname + '/path.txt', 'electron')`);
    expect(await get()).toEqual({ kind: 'got' });
    expect(announced).toHaveLength(1);
    expect(await readFile(join(folder(), 'path.txt'), 'utf8')).toBe('electron');
  });

  it('remembers a failure for a day, for this version', async () => {
    await installPackage('process.exit(1)');
    const failed = (reason: string): object => ({ kind: 'failed', reason });
    expect(await get()).toEqual(failed('Electron could not be downloaded.'));
    const soon = '2026-03-02T09:59:00Z';
    const remembered = failed('Electron could not be downloaded on 2026-03-01.');
    expect(await get({ now: soon })).toEqual(remembered);
    expect(announced).toEqual([]);
    await installPackage('');
    expect(await get({ now: soon, version: '45.0.1' })).toEqual({ kind: 'got' });
    expect(await get({ now: '2026-03-02T10:01:00Z' })).toEqual({ kind: 'got' });
  });

  it('gives a download up that takes too long', async () => {
    await installPackage('setTimeout(() => {}, 60_000)');
    const reason = 'Electron’s download took too long.';
    expect(await get({ limitMs: 50 })).toEqual({ kind: 'failed', reason });
  });
});

const open = (changes: Partial<OpenWindowOptions> = {}): ReturnType<typeof openWindow> =>
  openWindow({
    root,
    flags: ['--sample'],
    surroundings: { platform: 'linux', userId: 1000, environment: { DISPLAY: ':0' } },
    announce: () => undefined,
    get: () => Promise.reject(new Error('must not download')),
    run: () => Promise.reject(new Error('must not run')),
    ...changes,
  });

it('openWindow gets Electron if need be, and runs it on the program’s folder with the same flags', async () => {
  await installPackage();
  const ran: unknown[] = [];
  const run: OpenWindowOptions['run'] = async (options) => {
    ran.push(options);
    return { kind: 'ended', code: 3 };
  };
  const get: OpenWindowOptions['get'] = async () => {
    await installExecutable();
    return { kind: 'got' };
  };
  expect(await open({ run, get })).toEqual({ kind: 'ended', code: 3 });
  expect(await open({ run })).toEqual({ kind: 'ended', code: 3 });
  const asked = {
    executable: join(folder(), 'dist', 'electron'),
    root,
    flags: ['--sample'],
    environment: { DISPLAY: ':0' },
  };
  expect(ran).toEqual([asked, asked]);
});

it('openWindow says that Electron is not installed, not there, not to be had or of no use', async () => {
  const broken = (reason: unknown): object => ({ kind: 'broken', reason });
  expect(await open()).toEqual(broken('Electron is not installed.'));
  await installPackage();
  const failed = { kind: 'failed', reason: 'Because.' } as const;
  expect(await open({ get: async () => failed })).toEqual(broken('Because.'));
  const got = { kind: 'got' } as const;
  expect(await open({ get: async () => got })).toEqual(broken(expect.any(String)));
  // Where it could not be used, nothing is downloaded.
  const surroundings = { platform: 'linux', userId: 0, environment: {} } as const;
  expect(await open({ surroundings })).toEqual(broken(expect.any(String)));
});

it.each([
  [0, null, 'ended'],
  [1, null, 'ended'],
  [127, null, 'broken'],
  [0xc0_00_01_35, null, 'broken'],
  [null, 'SIGTRAP', 'broken'],
  [null, 'SIGSEGV', 'broken'],
  [null, 'SIGTERM', 'ended'],
  [null, 'SIGKILL', 'ended'],
] as const)('how Electron ended code %j, signal %j: %s', (code, signal, kind) => {
  expect(readEnd(code, signal).kind).toBe(kind);
});

it.runIf(process.platform !== 'win32')(
  'how Electron ended is told by the process itself',
  async () => {
    const executable = join(root, 'electron');
    const run = (): ReturnType<typeof runElectron> =>
      runElectron({
        executable,
        root: '/program',
        flags: ['--sample'],
        environment: { ELECTRON_RUN_AS_NODE: '1', PATH: process.env['PATH'] },
      });
    const broken = (why: string) => ({ kind: 'broken', reason: `Electron ${why}.` });
    expect(await run()).toEqual(broken('can’t be started (ENOENT)'));
    const script = `#!/bin/sh\n[ "$1 $2 $ELECTRON_RUN_AS_NODE" = "/program --sample " ] || exit 9\nexit 5\n`;
    await writeFile(executable, script);
    expect(await run()).toEqual(broken('can’t be started (EACCES)'));
    await chmod(executable, 0o755);
    expect(await run()).toEqual({ kind: 'ended', code: 5 });
    await writeFile(executable, '#!/bin/sh\nkill -TRAP $$\n');
    expect(await run()).toEqual(broken('crashed (SIGTRAP)'));
  },
);
