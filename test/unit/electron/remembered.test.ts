/** What is remembered across starts, and where the window opens because of it. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserWindow, Rectangle } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Memory, openRemembered, type Remembered } from '#main/electron/remembered.ts';
import { boundsFor, rememberBounds } from '#main/electron/window.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { createEvents, standIn } from './stand-in.ts';

let folder: string;
let file: string;
const reported: unknown[] = [];
const open = (): Remembered => openRemembered(file, (error) => void reported.push(error));
const bounds = { x: 40, y: 50, width: 1000, height: 700 };
const nothing = {
  bounds: null,
  maximized: false,
  folders: [],
  theme: 'system',
  keepsRunning: false,
};

beforeEach(() => {
  folder = testFolder();
  file = join(folder, 'inside', 'window.json');
  reported.length = 0;
});
afterEach(() => void vi.useRealTimers());

describe('what is remembered', () => {
  it('is there at the next start, for this account only', async () => {
    open().change({ bounds, folders: ['/a'] });
    open().change({ theme: 'dark' });
    expect(open().get()).toEqual({ ...nothing, bounds, folders: ['/a'], theme: 'dark' });
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o077).toBe(0);
  });

  it.each<[string, Partial<Memory>]>([
    ['', {}],
    ['{', {}],
    ['{"bounds":{"x":"1"},"maximized":3,"theme":"pink"}', {}],
    ['{"bounds":1,"maximized":true,"theme":"dark"}', { maximized: true, theme: 'dark' }],
  ])('is what is sound where the file holds %j', async (content, sound) => {
    file = join(folder, 'window.json');
    await writeFile(file, content);
    expect(open().get()).toEqual({ ...nothing, ...sound });
  });

  it('is forgotten where it can’t be written, and nothing else happens', async () => {
    await writeFile(join(folder, 'inside'), 'a file where the folder should be');
    const remembered = open();
    remembered.change({ maximized: true });
    expect(remembered.get().maximized).toBe(true);
    expect(reported).toHaveLength(1);
  });

  it('is not written again when nothing changed', async () => {
    const remembered = open();
    remembered.change({ bounds });
    await writeFile(file, 'untouched');
    remembered.change({ bounds: { ...bounds } });
    expect(await readFile(file, 'utf8')).toBe('untouched');
  });
});

const left: Rectangle = { x: 0, y: 0, width: 1920, height: 1040 };
const right: Rectangle = { x: 1920, y: -200, width: 1280, height: 1000 };

const at = (x: number, y = 50): Rectangle => ({ ...bounds, x, y });
const anywhere = { width: 1000, height: 700 };

it.each<[string, Rectangle | null, Rectangle[], object]>([
  ['as usual at first', null, [left], { width: 1280, height: 800 }],
  ['where it was', bounds, [left], bounds],
  ['on the second screen', at(2000, -150), [left, right], at(2000, -150)],
  ['anywhere when its screen is gone', at(2000), [left], anywhere],
  ['anywhere when its title is above the screen', at(40, -30), [left], anywhere],
  ['anywhere when too little of it could be caught', at(-950), [left], anywhere],
  ['no larger than the screen', { x: 0, y: 0, width: 4000, height: 3000 }, [left], left],
  ['somewhere without a screen to be seen', bounds, [], anywhere],
])('the window opens %s', (_what, was, areas, place) => {
  expect(boundsFor({ bounds: was }, areas)).toEqual(place);
});

it('the place of the window is kept when the window rests or closes', () => {
  vi.useFakeTimers();
  const events = createEvents();
  let now = bounds;
  const remembered = open();
  rememberBounds(
    standIn<BrowserWindow>({
      on: events.on,
      getNormalBounds: () => now,
      isMaximized: () => now.x > 100,
      isDestroyed: () => false,
    }),
    remembered,
  );
  events.emit('move');
  expect(remembered.get().bounds).toBeNull();
  vi.advanceTimersByTime(1000);
  expect(remembered.get()).toMatchObject({ bounds, maximized: false });
  now = { ...bounds, x: 200 };
  events.emit('resize');
  events.emit('close');
  expect(remembered.get()).toMatchObject({ bounds: now, maximized: true });
});
