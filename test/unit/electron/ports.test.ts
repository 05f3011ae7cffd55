/** What the core gets from Electron: saving and fetching. */
import { dirname, join } from 'node:path';
import type { SaveDialogOptions, SaveDialogReturnValue } from 'electron';
import { describe, expect, it } from 'vitest';
import { createChooseSaveTarget } from '#main/electron/dialogs.ts';
import { createNetFetch } from '#main/electron/net-fetch.ts';

describe('save dialog', () => {
  const choosing = (
    answer: SaveDialogReturnValue,
  ): { choose: ReturnType<typeof createChooseSaveTarget>; asked: SaveDialogOptions[] } => {
    const asked: SaveDialogOptions[] = [];
    const choose = createChooseSaveTarget({
      dialog: {
        showSaveDialog: async (...args: unknown[]) => {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- with or without a window
          asked.push(args.at(-1) as SaveDialogOptions);
          return answer;
        },
      },
      window: () => null,
      firstFolder: join('/home', 'ada', 'Downloads'),
    });
    return { choose, asked };
  };

  it('suggests the name in the usual folder, then in the last one', async () => {
    const path = join('/data', 'study', 'a.csv');
    const { choose, asked } = choosing({ canceled: false, filePath: path });
    const target = await choose('posts.csv');
    expect(target?.path).toBe(path);
    expect(await target?.finish([path])).toEqual({ name: 'a.csv', download: null });
    await choose('more.csv');
    expect(asked.map(({ defaultPath }) => defaultPath)).toEqual([
      join('/home', 'ada', 'Downloads', 'posts.csv'),
      join(dirname(path), 'more.csv'),
    ]);
    expect(asked[0]?.filters).toEqual([{ name: 'CSV', extensions: ['csv'] }]);
  });

  it('answers null when the person cancels', async () => {
    const { choose } = choosing({ canceled: true, filePath: '' });
    expect(await choose('posts.csv')).toBeNull();
  });

  it('a suggested name can not point elsewhere', async () => {
    const { choose, asked } = choosing({ canceled: true, filePath: '' });
    await choose('../../.bashrc');
    expect(dirname(asked[0]?.defaultPath ?? '')).toBe(join('/home', 'ada', 'Downloads'));
  });
});

describe('22 net fetch', () => {
  it('22 sends no cookies, uses no cache and hands our own headers through', async () => {
    const sent: unknown[] = [];
    const fetch = createNetFetch({
      fetch: async (address, init) => {
        sent.push([address, init]);
        return new Response('{}');
      },
    });
    const { signal } = new AbortController();
    const headers = { Authorization: 'Bearer x' };
    await fetch('https://example.test/a', { headers, redirect: 'manual', signal });
    expect(sent).toEqual([
      [
        'https://example.test/a',
        {
          headers,
          redirect: 'manual',
          signal,
          credentials: 'omit',
          cache: 'no-store',
          bypassCustomProtocolHandlers: true,
        },
      ],
    ]);
  });

  it('22 answers a redirect as Node does, and only where it was not to be followed', async () => {
    const fetch = createNetFetch({
      fetch: () => Promise.reject(new Error('Redirect was cancelled')),
    });
    const answer = await fetch('https://example.test/', { redirect: 'manual' });
    expect([answer.status, answer.body]).toEqual([302, null]);
    await expect(fetch('https://example.test/')).rejects.toThrow('Redirect');
  });

  it('leaves other failures as they are', async () => {
    const fetch = createNetFetch({
      fetch: () => Promise.reject(new Error('net::ERR_CONNECTION_REFUSED')),
    });
    await expect(fetch('https://example.test/', { redirect: 'manual' })).rejects.toThrow(
      'net::ERR_CONNECTION_REFUSED',
    );
  });
});
