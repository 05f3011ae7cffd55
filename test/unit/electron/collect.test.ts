/** The command in the installed program: what is one, how it is called here, how it ends. Run in `packaging`. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import {
  commandAmong,
  commandOf,
  needsDisplay,
  runInstalledCommand,
} from '#main/electron/collect.ts';
import { createWorld } from './world.ts';

afterEach(() => vi.restoreAllMocks());

it.each<[args: string[], command: string[] | null]>([
  [['collect'], []],
  [
    ['collect', 'recipe.json', '--sample'],
    ['recipe.json', '--sample'],
  ],
  // As an AppImage's start script, the program itself and the script for Windows write it.
  [['--no-sandbox', 'collect', 'collect'], ['collect']],
  [['--ozone-platform=headless', '--no-sandbox', 'collect', '-'], ['-']],
  [
    ['--', 'collect', '--', '-'],
    ['--', '-'],
  ],
  [[], null],
  [['--no-sandbox'], null],
  [['table.csv', 'collect'], null],
  [['--data-dir', 'collect'], null],
  [['--sample', 'collect'], null],
])('%j: the command’s arguments are %j', (args, command) => {
  expect(commandAmong(args)).toEqual(command);
});

it('looks for a display on Linux only, unless it was told not to', () => {
  expect(needsDisplay(['collect'], 'linux')).toBe(true);
  expect(needsDisplay(['--ozone-platform=headless', 'collect'], 'linux')).toBe(false);
  expect(needsDisplay(['collect'], 'darwin')).toBe(false);
});

it.each<[path: string, environment: NodeJS.ProcessEnv]>([
  ['/opt/social-data-explorer/social-data-explorer', {}],
  ['/Applications/Social Data Explorer.app/Contents/MacOS/Social Data Explorer', {}],
  [
    `/home/a b/it's $HOME "x" \`id\`.AppImage`,
    { APPIMAGE: `/home/a b/it's $HOME "x" \`id\`.AppImage`, APPDIR: dirname(process.execPath) },
  ],
])('a shell finds the program by its name: %s', (path, environment) => {
  const execPath = environment['APPIMAGE'] === undefined ? path : process.execPath;
  const { call, shell } = commandOf(environment, execPath, 'linux');
  const said = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${call}`], { encoding: 'utf8' });
  expect([said, shell]).toEqual([`${path}\ncollect\n`, 'sh']);
});

it('on Windows it is the script beside the program: PowerShell waits for that', () => {
  const { call, shell } = commandOf({}, "/a’s it's/Social Data Explorer.exe", 'win32');
  expect([call, shell]).toEqual([`& '/a’’s it''s/social-data-explorer.cmd' collect`, 'powershell']);
});

const run = (args: readonly string[]) => {
  const world = createWorld();
  const startCore = vi.fn(() => Promise.reject(new Error('No core.')));
  runInstalledCommand(world.electron, args, '/opt/explorer collect', startCore);
  const [, path = ''] = /^path userData (.*)$/m.exec(world.seen.join('\n')) ?? [];
  return { world, startCore, path };
};

it('has no window, no lock and no part in the data folder, says how it is called, and leaves nothing behind', async () => {
  const printed: unknown[] = [];
  const write = vi.spyOn(process.stdout, 'write');
  write.mockImplementation((text, done) => {
    printed.push(text);
    (done as (() => void) | undefined)?.();
    return true;
  });
  const { world, path } = run(['--help']);
  expect(existsSync(path)).toBe(true);
  await world.becomeReady();
  await expect.poll(() => world.seen.at(-1)).toBe('exit 0');
  expect(world.seen).toEqual([
    'no graphics',
    `path userData ${path}`,
    `path sessionData ${path}`,
    'ready',
    'exit 0',
  ]);
  expect(printed[0]).toMatch(/^Usage: \/opt\/explorer collect RECIPE\.json --label/);
  expect(existsSync(path)).toBe(false);
});

it('a signal before it has begun ends it as one, not as complete', async () => {
  const { world, startCore } = run(['--help']);
  let prevented = 0;
  world.app.emit('before-quit', { preventDefault: () => (prevented += 1) });
  await expect.poll(() => world.seen.at(-1)).toBe('exit 143');
  expect([prevented, startCore.mock.calls]).toEqual([1, []]);
});
