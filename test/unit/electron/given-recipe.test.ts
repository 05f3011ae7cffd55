/** Files that the operating system opens the program with. */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGivenRecipe, fileAmong } from '#main/electron/given-recipe.ts';
import { maxSheetLength } from '#shared/contract/recipe.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { createEvents, createPreventable } from './stand-in.ts';

let folder: string;
beforeEach(() => void (folder = testFolder()));

it.each([
  [['posts.csv.methods.json'], 'posts.csv.methods.json'],
  [['--sample', 'A B.JSON'], 'A B.JSON'],
  [['a.json', '--allow-file-access', 'b.json'], 'b.json'],
  [[], null],
  [['posts.csv'], null],
  [['--service', 'https://a.test/openapi.json'], null],
  [['file:///etc/A%20%C3%A9.json'], '/etc/A é.json'],
  // Another computer would be told who asks.
  [['file://elsewhere/a.json'], null],
  [['file:///etc/a%2Fb.json'], null],
  [['file:///etc/passwd'], null],
  [['--x=a.json'], null],
])('of %j fileAmong finds %j', (args, name) => {
  expect(fileAmong(args, folder)).toBe(name && resolve(folder, name));
});

describe('createGivenRecipe', () => {
  const write = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };

  it('gives what the program was started with, once', async () => {
    // As some editors begin a file.
    const path = await write('a.methods.json', '\uFEFF{"kind":"é"}');
    const given = createGivenRecipe({ app: createEvents(), args: ['--sample', path] });
    expect(await given.take()).toBe('{"kind":"é"}');
    expect(await given.take()).toBeNull();
  });

  it('keeps what macOS tells before there is a window, and tells of what comes later', async () => {
    const app = createEvents();
    const given = createGivenRecipe({ app, args: [] });
    const event = createPreventable('');
    app.emit('open-file', event, await write('early.json', 'early'));
    expect(event.prevented).toBe(true);
    expect(await given.take()).toBe('early');

    let told = 0;
    given.hear(() => (told += 1));
    app.emit('open-file', createPreventable(''), await write('late.json', 'late'));
    expect([told, await given.take()]).toEqual([1, 'late']);
  });

  it('takes what a second start names, from where it was started', async () => {
    const app = createEvents();
    const given = createGivenRecipe({ app, args: [] });
    let told = 0;
    given.hear(() => (told += 1));
    await write('named.json', 'named');
    app.emit('second-instance', {}, ['/opt/explorer', '--flag', 'named.json'], folder);
    app.emit('second-instance', {}, ['/opt/explorer.json'], folder);
    expect([told, await given.take()]).toEqual([1, 'named']);
  });

  it('rejects what can’t be read, and cuts what is too long', async () => {
    const missing = createGivenRecipe({ app: createEvents(), args: [join(folder, 'no.json')] });
    await expect(missing.take()).rejects.toThrow('ENOENT');
    const long = await write('long.json', 'x'.repeat(maxSheetLength + 1));
    const given = createGivenRecipe({ app: createEvents(), args: [long] });
    expect(await given.take()).toHaveLength(maxSheetLength);
  });
});
