/** What the core gets from Electron: saving and fetching. */
import { dirname, join } from 'node:path';
import type { SaveDialogOptions, SaveDialogReturnValue } from 'electron';
import { describe, expect, it } from 'vitest';
import { createChooseSaveTarget, withFolder } from '#main/electron/dialogs.ts';
import { createNetFetch } from '#main/electron/net-fetch.ts';

describe('save dialog', () => {
  const downloads = join('/home', 'ada', 'Downloads');
  const choosing = (
    answer: SaveDialogReturnValue,
    folders: readonly string[] = [],
  ): {
    choose: ReturnType<typeof createChooseSaveTarget>;
    asked: SaveDialogOptions[];
    used: string[];
  } => {
    const asked: SaveDialogOptions[] = [];
    const used: string[] = [];
    const choose = createChooseSaveTarget({
      dialog: {
        showSaveDialog: async (...args: unknown[]) => {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- with or without a window
          asked.push(args.at(-1) as SaveDialogOptions);
          return answer;
        },
      },
      window: () => null,
      usualFolder: downloads,
      folders: () => folders,
      useFolder: (folder) => void used.push(folder),
    });
    return { choose, asked, used };
  };

  it('suggests the name in the usual folder, and tells where the file went', async () => {
    const path = join('/data', 'study', 'a.csv');
    const { choose, asked, used } = choosing({ canceled: false, filePath: path });
    const target = await choose('posts.csv');
    expect(target?.path).toBe(path);
    expect(await target?.finish([path])).toEqual({ name: 'a.csv', download: null });
    expect(asked.map(({ defaultPath }) => defaultPath)).toEqual([join(downloads, 'posts.csv')]);
    expect(asked[0]?.filters).toEqual([{ name: 'CSV', extensions: ['csv'] }]);
    expect(used).toEqual([dirname(path)]);
  });

  it('opens in the latest folder that is still there', async () => {
    const { choose, asked } = choosing({ canceled: true, filePath: '' }, [
      join('/no', 'such', 'drive'),
      import.meta.dirname,
    ]);
    await choose('posts.csv');
    expect(dirname(asked[0]?.defaultPath ?? '')).toBe(import.meta.dirname);
  });

  it('remembers five folders, each once, the latest first', () => {
    expect(withFolder(['a', 'b', 'c', 'd', 'e'], 'c')).toEqual(['c', 'a', 'b', 'd', 'e']);
    expect(withFolder(['a', 'b', 'c', 'd', 'e'], 'f')).toEqual(['f', 'a', 'b', 'c', 'd']);
  });

  it('answers null when the person cancels', async () => {
    const { choose, used } = choosing({ canceled: true, filePath: '' });
    expect(await choose('posts.csv')).toBeNull();
    expect(used).toEqual([]);
  });

  it('a suggested name can not point elsewhere', async () => {
    const { choose, asked } = choosing({ canceled: true, filePath: '' });
    await choose('../../.bashrc');
    expect(dirname(asked[0]?.defaultPath ?? '')).toBe(downloads);
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
