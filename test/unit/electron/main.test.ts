/** The Electron program: what it makes of flags and environment. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ended, RunOptions } from '#main/launch/open-window.ts';
import type { ElectronHostOptions } from '#main/electron/host.ts';
import { testFolder } from '#test/support/store/runs.ts';

const world = vi.hoisted(() => ({
  packaged: false,
  exits: [] as number[],
  boxes: [] as string[],
  ran: [] as ElectronHostOptions[],
  handedOn:
    'BrowserWindow ipcMain Menu nativeTheme Notification protocol safeStorage screen session shell Tray utilityProcess',
  again: [] as RunOptions[],
  ended: { kind: 'ended', code: 75 } as Ended,
}));

vi.mock('electron', () => ({
  app: {
    get isPackaged() {
      return world.packaged;
    },
    commandLine: { hasSwitch: (name: string) => process.argv.includes(`--${name}`) },
    whenReady: () => Promise.resolve(),
    exit: (code: number) => void world.exits.push(code),
  },
  dialog: { showErrorBox: (_title: string, text: string) => void world.boxes.push(text) },
  ...Object.fromEntries(world.handedOn.split(' ').map((name) => [name, null])),
}));
vi.mock('#main/launch/open-window.ts', () => ({
  async runElectron(options: RunOptions) {
    world.again.push(options);
    return world.ended;
  },
}));
vi.mock('#main/launch/start-core.ts', () => ({ startCore: null }));
vi.mock('#main/electron/host.ts', () => ({
  runElectronHost: (_electron: unknown, options: ElectronHostOptions) =>
    void world.ran.push(options),
}));

let folder: string;
const argv = process.argv;
// Electron's own.
Object.assign(process, { resourcesPath: '/opt/explorer/resources' });
beforeEach(() => {
  folder = testFolder();
  Object.assign(world, { packaged: false, exits: [], boxes: [], ran: [], again: [] });
});
afterEach(() => {
  process.argv = argv;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function start(...args: string[]): Promise<void> {
  vi.resetModules();
  process.argv = args;
  await import('#main/electron/main.ts');
}

describe('electron/main', () => {
  it('keeps Chromium’s files apart, inside the data folder, for this account only', async () => {
    const data = join(folder, 'data');
    await start('electron', '.', '--data-dir', data, '--sample', '--disable-gpu');
    expect(world.ran).toHaveLength(1);
    expect(world.ran[0]).toMatchObject({
      start: { sample: true, serviceAddress: null, accessKey: null },
      dataDir: data,
      sessionDir: join(data, 'window'),
    });
    if (process.platform !== 'win32') {
      for (const made of [data, join(data, 'window')]) {
        expect((await stat(made)).mode & 0o077).toBe(0);
      }
    }
  });

  it('finds its flags where they are, packaged or not', async () => {
    world.packaged = true;
    await start('/opt/explorer', '--sample', '--data-dir', folder);
    expect(world.ran[0]?.start.sample).toBe(true);
  });

  it('[2] packaged, it says that it does not run without the sandbox, and ends', async () => {
    world.packaged = true;
    await start('/tmp/.mount/explorer', '--no-sandbox', '--data-dir', folder);
    await expect.poll(() => world.exits).toEqual([1]);
    expect(world.boxes).toEqual([expect.stringContaining('Install the .deb package')]);
    expect(world.ran).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'a command is run by another process that looks for no display, also without the sandbox: it has no page',
    async () => {
      vi.stubEnv('SOCIAL_DATA_API_KEY', 'canary');
      world.packaged = true;
      const words = ['--no-sandbox', 'collect', 'recipe.json', '--data-dir'];
      await start('/tmp/.mount/explorer', ...words);
      expect([world.exits, world.boxes, world.ran]).toEqual([[75], [], []]);
      const asked = ['--ozone-platform=headless', ...words];
      expect(world.again).toMatchObject([
        { args: [...process.execArgv, ...asked], environment: { SOCIAL_DATA_API_KEY: 'canary' } },
      ]);

      const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      world.ended = { kind: 'crashed', reason: 'Electron crashed (SIGTRAP).' };
      await start('/opt/explorer', 'collect');
      expect([world.exits, said.mock.calls]).toEqual([[75, 1], [['Electron crashed (SIGTRAP).']]]);
    },
  );

  it('17 takes the key out of the environment that other processes would inherit', async () => {
    vi.stubEnv('SOCIAL_DATA_API_KEY', 'canary');
    await start('electron', '.', '--data-dir', folder);
    expect(world.ran[0]?.start.accessKey).toBe('canary');
    expect(process.env['SOCIAL_DATA_API_KEY']).toBeUndefined();
  });

  it('refuses a flag with a wrong value in one line', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await start('electron', '.', '--data-dir', '--sample');
    expect(said).toHaveBeenCalledTimes(1);
    expect(said.mock.calls[0]?.[0]).toMatch(/^--data-dir needs a value\. Usage: /);
    expect([world.exits, world.ran]).toEqual([[2], []]);
  });

  it('says so when the data folder can’t be made', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await start('electron', '.', '--data-dir', join(process.execPath, 'no'));
    expect(said.mock.calls[0]?.[0]).toMatch(/can’t start/);
    expect([world.exits, world.ran]).toEqual([[1], []]);
    // Packaged, it was started without a terminal.
    world.packaged = true;
    await start('/opt/explorer', '--data-dir', join(process.execPath, 'no'));
    await expect.poll(() => world.exits).toEqual([1, 1]);
    expect(world.boxes).toEqual([expect.stringContaining('Check that the disk is there')]);
  });
});
