import { chmod, chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  findExecutable,
  openWindow,
  type OpenWindowOptions,
  whyNoWindow,
  readEnd,
  runElectron,
  thisSystem,
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
async function installPackage(installer = '', version = '45.0.0'): Promise<void> {
  await mkdir(join(folder(), 'dist'), { recursive: true });
  await writeFile(join(folder(), 'package.json'), JSON.stringify({ name: 'electron', version }));
  await writeFile(join(folder(), 'install.js'), installer);
}

async function installExecutable(): Promise<void> {
  await writeFile(join(folder(), 'path.txt'), 'electron');
  await writeFile(join(folder(), 'dist', 'electron'), '');
}

const rootless = 'Electron’s sandbox doesn’t work for root, and is never switched off.';
const noDisplay = 'There is no display.';
const display = { DISPLAY: ':0' };

it.each<[NodeJS.Platform, number | null, Record<string, string>, string | null]>([
  ['linux', 0, display, rootless],
  ['darwin', 0, {}, null],
  ['linux', 1000, {}, noDisplay],
  ['linux', 1000, display, null],
  ['linux', 1000, { WAYLAND_DISPLAY: 'wayland-0' }, null],
  ['win32', null, {}, null],
])('whyNoWindow on %s, account %j, with %j: %j', (platform, userId, environment, reason) => {
  const system = { read: () => '', isRoot: () => false };
  expect(whyNoWindow({ platform, userId, environment, system }, '/e/electron')).toBe(reason);
});

const apparmor = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
const confinement = '/proc/self/attr/current';
it.each<[string, Record<string, string>, boolean]>([
  ['Ubuntu', { [apparmor]: '1', [confinement]: 'unconfined' }, true],
  [
    'Ubuntu, in an editor’s terminal',
    { [apparmor]: '1', [confinement]: 'code (unconfined)' },
    false,
  ],
  ['Ubuntu with the rule off', { [apparmor]: '0', [confinement]: 'unconfined' }, false],
  ['an older Debian', { '/proc/sys/kernel/unprivileged_userns_clone': '0' }, true],
  ['a hardened kernel', { '/proc/sys/user/max_user_namespaces': '0' }, true],
  ['Fedora', { '/proc/sys/user/max_user_namespaces': '62000' }, false],
])('whyNoWindow on %s with %j: the sandbox is refused: %j', (_system, files, isRefused) => {
  const on = (isRoot: boolean): string | null => {
    const system = { read: (file: string) => files[file] ?? '', isRoot: () => isRoot };
    const surroundings = { platform: 'linux', userId: 1, environment: display, system } as const;
    return whyNoWindow(surroundings, '/e/electron');
  };
  const why = `This system lets only installed programs use Chromium’s sandbox. Install the .deb, or run: npx install-electron && sudo chown root:root "/e/chrome-sandbox" && sudo chmod 4755 "/e/chrome-sandbox"`;
  expect(on(false)).toBe(isRefused ? why : null);
  // Once that has been run.
  expect(on(true)).toBeNull();
});

it.runIf(process.getuid?.() === 0)(
  'a helper runs as root that belongs to root and says so',
  async () => {
    const [executable, helper] = [join(root, 'electron'), join(root, 'chrome-sandbox')];
    expect([thisSystem.isRoot(helper), thisSystem.read(executable)]).toEqual([false, '']);
    await writeFile(helper, '');
    await chmod(helper, 0o755);
    expect(thisSystem.isRoot(helper)).toBe(false);
    await chmod(helper, 0o4755);
    expect(thisSystem.isRoot(helper)).toBe(true);
    await chown(helper, 1, 0);
    await chmod(helper, 0o4755);
    expect(thisSystem.isRoot(helper)).toBe(false);
  },
);

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
  type Given = {
    version?: string;
    now?: string;
    stillMs?: number;
    environment?: Record<string, string>;
  };
  const get = ({
    version = '45.0.0',
    now = '2026-03-01T10:00:00Z',
    environment = {},
    ...others
  }: Given = {}) => {
    announced.length = 0;
    const announce = (line: string) => void announced.push(line);
    const electron = { folder: folder(), version };
    return getElectron({ electron, environment, announce, now: () => new Date(now), ...others });
  };
  const failed = (reason: string): object => ({ kind: 'failed', reason });
  const again = 'To try again, run: npx install-electron';

  it('announces the download in one line and runs Electron’s own installer', async () => {
    await installPackage(`require('fs').writeFileSync(__dirname + '/path.txt', 'electron')`);
    expect(await get()).toEqual({ kind: 'got' });
    expect(announced).toHaveLength(1);
    expect(await readFile(join(folder(), 'path.txt'), 'utf8')).toBe('electron');
  });

  it('remembers a failure for a day, for this version', async () => {
    await installPackage('process.exit(1)');
    expect(await get()).toEqual(failed(`Electron could not be downloaded. ${again}`));
    const soon = '2026-03-02T09:59:00Z';
    const remembered = failed(`Electron could not be downloaded on 2026-03-01. ${again}`);
    expect(await get({ now: soon })).toEqual(remembered);
    expect(announced).toEqual([]);
    await installPackage('');
    expect(await get({ now: soon, version: '45.0.1' })).toEqual({ kind: 'got' });
    expect(await get({ now: '2026-03-02T10:01:00Z' })).toEqual({ kind: 'got' });
  });

  it('gives a download up that stands still, not one that is slow, and leaves nothing behind', async () => {
    // As the installer does: into a temporary folder, later into its own.
    const grow = (everyMs: number, times: number) => `
      const { appendFileSync, mkdirSync } = require('fs');
      const folder = require('os').tmpdir() + '/electron-download-x';
      mkdirSync(folder, { recursive: true });
      let times = 0;
      const timer = setInterval(() => {
        times += 1;
        if (times > ${times}) process.exit(0);
        appendFileSync((times % 2 ? folder : __dirname + '/dist') + '/electron.zip', 'x');
      }, ${everyMs});`;
    await installPackage(grow(250, 12));
    expect(await get({ stillMs: 2000 })).toEqual({ kind: 'got' });
    await installPackage(grow(60_000, 1));
    expect(await get({ stillMs: 200 })).toEqual(failed(`Electron’s download stopped. ${again}`));
    const memory = join(root, 'node_modules', '.cache', 'social-data-explorer');
    expect(await readdir(memory)).toEqual(['download.json']);
  });

  it.each<[Record<string, string>, string[]]>([
    [{}, []],
    [{ HTTPS_PROXY: 'http://a:1' }, ['http://a:1', '1', '']],
    [{ npm_config_https_proxy: 'http://b:1', npm_config_noproxy: 'c' }, ['http://b:1', '1', 'c']],
  ])('with %j the installer uses the proxy %j', async (environment, used) => {
    await installPackage(`
      const { HTTPS_PROXY, ELECTRON_GET_USE_PROXY, NO_PROXY = '' } = process.env;
      const used = HTTPS_PROXY ? [HTTPS_PROXY, ELECTRON_GET_USE_PROXY, NO_PROXY] : [];
      require('fs').writeFileSync(__dirname + '/used.json', JSON.stringify(used));`);
    await get({ environment });
    expect(JSON.parse(await readFile(join(folder(), 'used.json'), 'utf8'))).toEqual(used);
  });

  it('neither downloads nor remembers where the download is switched off', async () => {
    await installPackage();
    const environment = { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' };
    const reason = 'ELECTRON_SKIP_BINARY_DOWNLOAD forbids Electron’s download.';
    expect(await get({ environment })).toEqual(failed(reason));
    expect(await get()).toEqual({ kind: 'got' });
  });
});

const open = (changes: Partial<OpenWindowOptions> = {}): ReturnType<typeof openWindow> =>
  openWindow({
    root,
    flags: ['--sample'],
    surroundings: {
      platform: 'linux',
      userId: 1000,
      environment: display,
      system: { read: () => '', isRoot: () => false },
    },
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
    args: [root, '--sample'],
    environment: display,
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

it('openWindow starts no Electron that crashed at its start today, and says how to', async () => {
  await installPackage();
  await installExecutable();
  const crash = { kind: 'crashed', reason: 'Electron crashed (SIGTRAP).' } as const;
  expect(await open({ run: async () => crash })).toEqual(crash);
  const day = new Date().toISOString().slice(0, 10);
  expect(await open()).toEqual({
    kind: 'broken',
    reason: `Electron crashed (SIGTRAP) on ${day}. To try again, run: npx electron .`,
  });
  // Later it is only started anew.
  const later = { kind: 'broken', reason: 'Electron crashed (SIGSEGV).' } as const;
  await installPackage('', '45.0.1');
  for (let time = 0; time < 2; time++)
    expect(await open({ run: async () => later })).toEqual(later);
});

it.each<[string, number | null, NodeJS.Signals | null, string, string]>([
  ['Quit', 0, null, 'ended', 'ended'],
  ['an error said by the program', 1, null, 'ended', 'ended'],
  ['a missing library', 127, null, 'broken', 'broken'],
  ['Windows: a missing library', 0xc0_00_01_35, null, 'crashed', 'broken'],
  ['Windows: a check of Chromium', 0x80_00_00_03, null, 'crashed', 'broken'],
  ['Windows: Ctrl+C', 0xc0_00_01_3a, null, 'ended', 'ended'],
  ['Linux: no sandbox', null, 'SIGTRAP', 'crashed', 'broken'],
  ['a crash', null, 'SIGSEGV', 'crashed', 'broken'],
  ['a request to end', null, 'SIGTERM', 'ended', 'ended'],
  ['Ctrl+C', null, 'SIGINT', 'ended', 'ended'],
  ['macOS: a refused signature', null, 'SIGKILL', 'crashed', 'ended'],
])(
  'how Electron ended: %s (%j, %j) at the start: %s, later: %s',
  (_what, code, signal, ...kinds) => {
    expect([4900, 5100].map((afterMs) => readEnd(code, signal, afterMs).kind)).toEqual(kinds);
  },
);

it.runIf(process.platform !== 'win32')(
  'how Electron ended is told by the process itself',
  async () => {
    const executable = join(root, 'electron');
    const run = (): ReturnType<typeof runElectron> =>
      runElectron({
        executable,
        args: ['/program', '--sample'],
        environment: { ELECTRON_RUN_AS_NODE: '1', PATH: process.env['PATH'] },
      });
    const broken = (why: string, kind = 'broken') => ({ kind, reason: `Electron ${why}.` });
    expect(await run()).toEqual(broken('can’t be started (ENOENT)'));
    const script = `#!/bin/sh\n[ "$1 $2 $ELECTRON_RUN_AS_NODE" = "/program --sample " ] || exit 9\nexit 5\n`;
    await writeFile(executable, script);
    expect(await run()).toEqual(broken('can’t be started (EACCES)'));
    await chmod(executable, 0o755);
    expect(await run()).toEqual({ kind: 'ended', code: 5 });
    await writeFile(executable, '#!/bin/sh\nkill -TERM $$\n');
    expect(await run()).toEqual({ kind: 'ended', code: 143 });
    await writeFile(executable, '#!/bin/sh\nkill -TRAP $$\n');
    expect(await run()).toEqual(broken('crashed (SIGTRAP)', 'crashed'));
  },
);
