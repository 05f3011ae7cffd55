/** Running without a window: the icon in the tray, and starting when the person signs in. */
import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ShownRepeat } from '#shared/contract/repeat.ts';
import { createBackground } from '#main/electron/background.ts';
import { openRemembered } from '#main/electron/remembered.ts';
import { createFakeCore } from '#test/unit/browser/fake-core.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { makeRepeat } from '../renderer/make.ts';
import { clickItem } from './stand-in.ts';
import { aMoment, createWorld, type World } from './world.ts';

let folder: string;
let world: World;
let repeats: ShownRepeat[];
beforeEach(() => {
  folder = testFolder();
  world = createWorld();
  repeats = [];
  vi.stubEnv('XDG_CONFIG_HOME', join(folder, 'config'));
  vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const core = createFakeCore(async () => ({ ok: true, value: { repeats, notices: [] } }));
const start = (isInstalled = true) =>
  createBackground(world.electron, {
    remembered: openRemembered(join(folder, 'window.json'), (error) => {
      throw error;
    }),
    icon: '/tray.png',
    isInstalled,
    show: () => void world.seen.push('shown'),
  });
const labels = () => world.drawn().map(({ label }) => label);

it('both are off until they are chosen, and are as they were chosen at the next start', () => {
  const first = start();
  expect(first.get()).toEqual({ keepsRunning: false, startsAtLogin: false });
  expect([first.staysRunning(), world.seen]).toEqual([false, []]);
  first.set({ keepsRunning: true, startsAtLogin: true });
  expect([first.staysRunning(), world.seen[0]]).toEqual([true, 'tray /tray.png']);
  const second = start();
  expect(second.get()).toEqual({ keepsRunning: true, startsAtLogin: true });
  expect(second.staysRunning()).toBe(true);
  second.set({ keepsRunning: false, startsAtLogin: false });
  expect([second.staysRunning(), world.seen.at(-1)]).toEqual([false, 'no tray']);
  expect(start().get()).toEqual({ keepsRunning: false, startsAtLogin: false });
});

it('the icon opens the window and quits, and says what is repeated next', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  vi.stubEnv('TZ', 'Europe/Berlin');
  const background = start();
  background.set({ keepsRunning: true, startsAtLogin: null });
  const named = (name: string, change: Partial<ShownRepeat> = {}) =>
    makeRepeat({ recipe: { ...makeRepeat().recipe, name }, ...change });
  repeats = [
    named('Later', { next: ['2026-12-07T08:00:00.000Z'] }),
    named('R&D'),
    named('-', { next: [] }),
  ];
  background.follow(core);
  await aMoment();
  const moment = 'Monday 30 November, 09:00';
  expect(labels()).toEqual(['Open', `Next: R&&D, ${moment}`, 'Quit']);
  world.tray.heard.get('click')?.();
  clickItem(world.drawn(), 'Open');
  clickItem(world.drawn(), 'Quit');
  expect(world.seen.slice(-3)).toEqual(['shown', 'shown', 'quit']);

  repeats = [named('x'.repeat(100), { isAtWork: true }), ...repeats];
  core.tell({ kind: 'repeat.changed', repeat: named('x') });
  await aMoment();
  expect(labels()[1]).toBe(`Running: ${'x'.repeat(60)}…`);
  // A repeat that is removed sends nothing.
  repeats = [];
  vi.advanceTimersByTime(60_000);
  await aMoment();
  expect(labels()[1]).toBe('No repeat is planned');
});

it('on Linux a file starts the program without its window, wherever it is; a link is not followed', async () => {
  const place = join(folder, 'config', 'autostart');
  const [file, target] = [join(place, 'social-data-explorer.desktop'), join(folder, 'target')];
  const program = '/a b/"x" $HOME `id` \\ 100%\n.AppImage';
  vi.stubEnv('APPIMAGE', program);
  // Its contents, from which it runs.
  vi.stubEnv('APPDIR', dirname(process.execPath));
  start().set({ keepsRunning: false, startsAtLogin: true });
  const text = await readFile(file, 'utf8');
  const [, value = ''] = /^Exec=(.*)$/m.exec(text) ?? [];
  // As the specification reads it: a text, of which an argument in quotes.
  const unescaped = value.replaceAll(/\\(.)/g, (_, letter: string) =>
    letter === 'n' ? '\n' : letter,
  );
  const [, quoted = '', flag] = /^"((?:[^"\\]|\\[^])*)" (.*)$/.exec(unescaped) ?? [];
  expect([quoted.replaceAll(/\\([^])/g, '$1').replaceAll('%%', '%'), flag]).toEqual([
    program,
    '--hidden',
  ]);
  expect(text.split('\n').slice(0, 3)).toEqual([
    '[Desktop Entry]',
    'Type=Application',
    'Name=Social Data Explorer',
  ]);
  start().set({ keepsRunning: false, startsAtLogin: false });
  await writeFile(target, 'mine');
  await symlink(target, file);
  start().set({ keepsRunning: false, startsAtLogin: false });
  start().set({ keepsRunning: false, startsAtLogin: true });
  expect([await readFile(target, 'utf8'), (await lstat(file)).isFile()]).toEqual(['mine', true]);
});

it('started from another AppImage, such as a terminal, it starts itself when the person signs in', async () => {
  vi.stubEnv('APPIMAGE', '/home/a/Terminal.AppImage');
  vi.stubEnv('APPDIR', folder);
  start().set({ keepsRunning: false, startsAtLogin: true });
  const file = join(folder, 'config', 'autostart', 'social-data-explorer.desktop');
  expect(await readFile(file, 'utf8')).toContain(`Exec="${process.execPath}" --hidden`);
});

it.each(['win32', 'darwin'] as const)('on %s the system’s list has it', (system) => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(system);
  const background = start();
  background.set({ keepsRunning: false, startsAtLogin: true });
  expect(background.get().startsAtLogin).toBe(true);
  background.set({ keepsRunning: true, startsAtLogin: false });
  const asked = world.seen.filter((what) => what.startsWith('login'));
  expect(asked).toEqual(['login true --hidden', 'login false --hidden']);
});

it('a system that refuses is said, and nothing else is changed', async () => {
  const refusal = 'The system didn’t accept the change.';
  await mkdir(join(folder, 'config'));
  await writeFile(join(folder, 'config', 'autostart'), 'no folder');
  const background = start();
  expect(() => background.set({ keepsRunning: true, startsAtLogin: true })).toThrow(refusal);
  expect(background.get()).toEqual({ keepsRunning: false, startsAtLogin: false });
  vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
  world.login.refuses = true;
  expect(() => start().set({ keepsRunning: false, startsAtLogin: true })).toThrow(refusal);
});

it('what isn’t installed, or has another data folder, can’t be started by the system', () => {
  const background = start(false);
  background.set({ keepsRunning: true, startsAtLogin: true });
  expect(background.get()).toEqual({ keepsRunning: true, startsAtLogin: null });
  expect(start(true).get().startsAtLogin).toBe(false);
});

it('knows that the system started it: by a flag, on macOS by the system’s word', () => {
  const background = start();
  expect(background.isHiddenStart(['--sample'])).toBe(false);
  expect(background.isHiddenStart(['--hidden'])).toBe(true);
  world.login.wasOpenedAtLogin = true;
  expect(background.isHiddenStart([])).toBe(false);
  vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
  expect([background.isHiddenStart([]), background.staysRunning()]).toEqual([true, true]);
});
