/** Loaded media on disk: what makes room, and what of a folder from elsewhere is never touched. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMediaCache } from '#main/core/media/media-cache.ts';
import { testFolder } from '#test/support/store/runs.ts';

const runId = 'run-00000001';
const picture = Buffer.concat([
  Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'),
  Buffer.alloc(1000 - 23),
]);
const linkOf = (n: number): string => `https://a.test/${n}.gif`;

async function cacheOf(limit: number) {
  const folder = testFolder();
  await mkdir(join(folder, 'runs', runId), { recursive: true });
  const cache = createMediaCache(folder, () => limit);
  return {
    ...cache,
    folder: join(folder, 'runs', runId, 'derived', 'media'),
    /** Puts a file there that was used `ago` seconds ago. */
    async add(n: number, ago: number): Promise<void> {
      const path = await cache.pathFor(runId, linkOf(n));
      await writeFile(path, picture);
      const then = Date.now() / 1000 - ago;
      await utimes(path, then, then);
      await cache.added(picture.length);
    },
    kept: async (...all: number[]): Promise<number[]> => {
      const names = await readdir(join(folder, 'runs', runId, 'derived', 'media'));
      const nameOf = (n: number): string => createHash('sha256').update(linkOf(n)).digest('hex');
      return all.filter((n) => names.includes(nameOf(n)));
    },
  };
}

it('what was used longest ago makes room, and as much more as keeps the next from doing it again', async () => {
  const cache = await cacheOf(4500);
  for (const n of [1, 2, 3, 4]) await cache.add(n, 100 - n);
  expect(await cache.bytes()).toBe(4000);
  // It is looked at, and so stays.
  expect(await cache.find(runId, linkOf(1))).toMatchObject({ bytes: 1000, type: 'image/gif' });
  await cache.add(5, 10);
  expect(await cache.kept(1, 2, 3, 4, 5)).toEqual([1, 3, 4, 5]);
  expect(await cache.bytes()).toBe(4000);
  await cache.empty();
  expect([await cache.bytes(), await readdir(cache.folder)]).toEqual([0, []]);
});

it('a limit that was lowered holds when it is next looked at', async () => {
  let limit = 5000;
  const folder = testFolder();
  await mkdir(join(folder, 'runs', runId), { recursive: true });
  const cache = createMediaCache(folder, () => limit);
  for (const n of [1, 2, 3]) await writeFile(await cache.pathFor(runId, linkOf(n)), picture);
  expect(await cache.bytes()).toBe(3000);
  limit = 2000;
  expect(await cache.bytes()).toBe(1000);
});

it('is of media alone: files of others stay, what a killed process left goes', async () => {
  const cache = await cacheOf(1);
  await cache.add(1, 0);
  const [own, part] = ['notes.txt', '.0123456789abcdef.part'].map((name) =>
    join(cache.folder, name),
  );
  await writeFile(own!, 'mine');
  await writeFile(part!, 'half');
  await cache.empty();
  expect([existsSync(own!), existsSync(part!)]).toEqual([true, false]);
});

it('[44] a link in the place of its folder is not followed', async () => {
  const cache = await cacheOf(1);
  const elsewhere = testFolder();
  const name = createHash('sha256').update(linkOf(1)).digest('hex');
  await writeFile(join(elsewhere, name), picture);
  await mkdir(join(cache.folder, '..'), { recursive: true });
  await symlink(elsewhere, cache.folder);
  await expect(cache.pathFor(runId, linkOf(1))).rejects.toThrow('link');
  await cache.empty();
  expect(await readdir(elsewhere)).toEqual([name]);
});

it('what is no media any more isn’t shown, whatever put it there', async () => {
  const cache = await cacheOf(10_000);
  await cache.add(1, 0);
  const { src = '' } = (await cache.find(runId, linkOf(1))) ?? {};
  await writeFile(await cache.pathFor(runId, linkOf(1)), '<script>alert(1)</script>');
  expect(await cache.find(runId, linkOf(1))).toBeNull();
  expect(await cache.answer(src.replace('/media/', ''), null)).toMatchObject({ status: 404 });
});
