import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findExecutable, whyNoWindow } from '#main/launch/find-electron.ts';
import { getElectron } from '#main/launch/get-electron.ts';
import { openWindow, type OpenWindowOptions } from '#main/launch/open-window.ts';
import { readEnd, runElectron } from '#main/launch/run-electron.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sde-launch-'));
  await writeFile(join(root, 'package.json'), '{}');
});
afterEach(() => rm(root, { recursive: true, force: true }));

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

describe('whyNoWindow', () => {
  const at = (
    platform: NodeJS.Platform,
    userId: number | null,
    environment: Record<string, string> = {},
  ): string | null => whyNoWindow({ platform, userId, environment });

  it('never asks Electron to run as root on Linux, display or not', () => {
    expect(at('linux', 0, { DISPLAY: ':0' })).toBe(
      'Electron’s sandbox does not work for root, and it stays on.',
    );
    expect(at('darwin', 0)).toBeNull();
  });

  it('needs a display on Linux', () => {
    expect(at('linux', 1000)).toBe('There is no display.');
    expect(at('linux', 1000, { DISPLAY: '' })).toBe('There is no display.');
    expect(at('linux', 1000, { DISPLAY: ':0' })).toBeNull();
    expect(at('linux', 1000, { WAYLAND_DISPLAY: 'wayland-0' })).toBeNull();
    expect(at('win32', null)).toBeNull();
  });
});

describe('findExecutable', () => {
  it('wants path.txt and the file it names', async () => {
    await installPackage();
    expect(findExecutable({ folder: folder() }, {})).toBeNull();
    await writeFile(join(folder(), 'path.txt'), 'electron');
    expect(findExecutable({ folder: folder() }, {})).toBeNull();
    await installExecutable();
    expect(findExecutable({ folder: folder() }, {})).toBe(join(folder(), 'dist', 'electron'));
  });

  it('honours ELECTRON_OVERRIDE_DIST_PATH', async () => {
    await installPackage();
    await installExecutable();
    const elsewhere = join(root, 'elsewhere');
    const environment = { ELECTRON_OVERRIDE_DIST_PATH: elsewhere };
    expect(findExecutable({ folder: folder() }, environment)).toBeNull();
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'electron'), '');
    expect(findExecutable({ folder: folder() }, environment)).toBe(join(elsewhere, 'electron'));
  });
});

describe('getElectron', () => {
  const get = (
    changes: Partial<Parameters<typeof getElectron>[0]> = {},
  ): { announced: string[]; got: ReturnType<typeof getElectron> } => {
    const announced: string[] = [];
    const got = getElectron({
      electron: { folder: folder(), version: '45.0.0' },
      announce: (line) => announced.push(line),
      ...changes,
    });
    return { announced, got };
  };
  const now = (iso: string) => (): Date => new Date(iso);

  it('announces the download in one line and runs Electron’s own installer', async () => {
    await installPackage(`require('fs').writeFileSync(__dirname + '/path.txt', 'electron')`);
    const { announced, got } = get();
    expect(await got).toEqual({ kind: 'got' });
    expect(announced).toHaveLength(1);
    expect(await readFile(join(folder(), 'path.txt'), 'utf8')).toBe('electron');
  });

  it('remembers a failure for a day, for this version', async () => {
    await installPackage('process.exit(1)');
    const first = get({ now: now('2026-03-01T10:00:00Z') });
    expect(await first.got).toEqual({
      kind: 'failed',
      reason: 'Electron could not be downloaded.',
    });
    const soon = get({ now: now('2026-03-02T09:59:00Z') });
    expect(await soon.got).toEqual({
      kind: 'failed',
      reason: 'Electron could not be downloaded on 2026-03-01.',
    });
    expect(soon.announced).toEqual([]);

    await installPackage('');
    const other = get({
      electron: { folder: folder(), version: '45.0.1' },
      now: now('2026-03-02T09:59:00Z'),
    });
    expect(await other.got).toEqual({ kind: 'got' });
    const later = get({ now: now('2026-03-02T10:01:00Z') });
    expect(await later.got).toEqual({ kind: 'got' });
  });

  it('gives a download up that takes too long', async () => {
    await installPackage('setTimeout(() => {}, 60_000)');
    const { got } = get({ limitMs: 50 });
    expect(await got).toEqual({ kind: 'failed', reason: 'Electron’s download took too long.' });
  });
});

describe('openWindow', () => {
  const announced: string[] = [];
  const open = (changes: Partial<OpenWindowOptions> = {}): ReturnType<typeof openWindow> =>
    openWindow({
      root,
      flags: ['--sample'],
      surroundings: { platform: 'linux', userId: 1000, environment: { DISPLAY: ':0' } },
      announce: (line) => announced.push(line),
      get: () => Promise.reject(new Error('must not download')),
      run: () => Promise.reject(new Error('must not run')),
      ...changes,
    });

  it('runs Electron on the program’s folder with the same flags', async () => {
    await installPackage();
    await installExecutable();
    let ran: unknown = null;
    const ended = await open({
      run: async (options) => {
        ran = options;
        return { kind: 'ended', code: 3 };
      },
    });
    expect(ended).toEqual({ kind: 'ended', code: 3 });
    expect(ran).toEqual({
      executable: join(folder(), 'dist', 'electron'),
      root,
      flags: ['--sample'],
      environment: { DISPLAY: ':0' },
    });
  });

  it('downloads nothing where it could not be used', async () => {
    await installPackage();
    const surroundings = { platform: 'linux', userId: 0, environment: {} } as const;
    expect(await open({ surroundings })).toMatchObject({ kind: 'broken' });
  });

  it('says that Electron is not installed, not there or not to be had', async () => {
    expect(await open()).toEqual({ kind: 'broken', reason: 'Electron is not installed.' });
    await installPackage();
    expect(await open({ get: async () => ({ kind: 'failed', reason: 'Because.' }) })).toEqual({
      kind: 'broken',
      reason: 'Because.',
    });
    expect(await open({ get: async () => ({ kind: 'got' }) })).toMatchObject({ kind: 'broken' });
  });

  it('runs what it downloaded', async () => {
    await installPackage();
    const ended = await open({
      get: async () => {
        await installExecutable();
        return { kind: 'got' };
      },
      run: async () => ({ kind: 'ended', code: 0 }),
    });
    expect(ended).toEqual({ kind: 'ended', code: 0 });
  });
});

describe('how Electron ended', () => {
  it.each([
    [0, null, 'ended'],
    [1, null, 'ended'],
    [2, null, 'ended'],
    [126, null, 'broken'],
    [127, null, 'broken'],
    [0xc0_00_01_35, null, 'broken'],
    [null, 'SIGTRAP', 'broken'],
    [null, 'SIGSEGV', 'broken'],
    [null, 'SIGTERM', 'ended'],
    [null, 'SIGINT', 'ended'],
    [null, 'SIGKILL', 'ended'],
  ] as const)('code %j, signal %j: %s', (code, signal, kind) => {
    expect(readEnd(code, signal).kind).toBe(kind);
  });

  it.runIf(process.platform !== 'win32')('is told by the process itself', async () => {
    const executable = join(root, 'electron');
    const run = (): ReturnType<typeof runElectron> =>
      runElectron({
        executable,
        root: '/program',
        flags: ['--sample'],
        environment: { ELECTRON_RUN_AS_NODE: '1', PATH: process.env['PATH'] },
      });
    expect(await run()).toEqual({
      kind: 'broken',
      reason: 'Electron can’t be started (ENOENT).',
    });
    const script = `#!/bin/sh\n[ "$1 $2 $ELECTRON_RUN_AS_NODE" = "/program --sample " ] || exit 9\nexit 5\n`;
    await writeFile(executable, script);
    expect(await run()).toEqual({
      kind: 'broken',
      reason: 'Electron can’t be started (EACCES).',
    });
    await chmod(executable, 0o755);
    expect(await run()).toEqual({ kind: 'ended', code: 5 });
    await writeFile(executable, '#!/bin/sh\nkill -TRAP $$\n');
    expect(await run()).toEqual({ kind: 'broken', reason: 'Electron crashed (SIGTRAP).' });
  });
});
