/** Files that the operating system opens the program with. */
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGivenFile, fileAmong } from '#main/electron/given-file.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { createEvents, createPreventable } from './stand-in.ts';

let folder: string;
beforeEach(() => void (folder = testFolder()));

it.each([
  [['posts.csv.methods.json'], 'posts.csv.methods.json'],
  [['--sample', 'A B.JSON'], 'A B.JSON'],
  [['a.json', '--allow-file-access', 'b.json'], 'b.json'],
  [[], null],
  [['posts.csv', '--type=x', 'posts.methods.md'], 'posts.methods.md'],
  [['posts.exe'], null],
  [['posts'], null],
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

describe('createGivenFile', () => {
  it('gives what the program was started with, once', () => {
    const given = createGivenFile({ app: createEvents(), args: ['--sample', '/data/a.csv'] });
    expect([given.take(), given.take()]).toEqual(['/data/a.csv', null]);
  });

  it('keeps what macOS tells before there is a window, and tells of what comes later', () => {
    const app = createEvents();
    const given = createGivenFile({ app, args: [] });
    const event = createPreventable('');
    app.emit('open-file', event, '/data/early.csv');
    expect(event.prevented).toBe(true);
    expect(given.take()).toBe('/data/early.csv');

    let told = 0;
    given.hear(() => (told += 1));
    app.emit('open-file', createPreventable(''), '/data/late.xlsx');
    expect([told, given.take()]).toEqual([1, '/data/late.xlsx']);
  });

  it('takes what a second start names, from where it was started', () => {
    const app = createEvents();
    const given = createGivenFile({ app, args: [] });
    let told = 0;
    given.hear(() => (told += 1));
    app.emit('second-instance', {}, ['/opt/explorer', '--flag', 'named.json'], folder);
    app.emit('second-instance', {}, ['/opt/explorer.json'], folder);
    expect([told, given.take()]).toEqual([1, join(folder, 'named.json')]);
  });
});
