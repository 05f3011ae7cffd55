import { mkdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { assert, property, string } from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { readZip } from '#test/support/read-zip.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { contentDisposition, createDownloads, plainName } from '#main/browser/downloads.ts';

let folder: string;
beforeEach(() => void (folder = testFolder()));

describe('plainName', () => {
  it.each([
    ['posts.csv', 'posts.csv'],
    ['../../etc/passwd', '-..-etc-passwd'],
    ['..\\..\\x.csv', '-..-x.csv'],
    ['C:\\x.csv', 'C--x.csv'],
    ['  .hidden', 'hidden'],
    ['posts. ', 'posts'],
    ['..', 'export'],
    ['', 'export'],
    ['日本語.csv', '日本語.csv'],
  ])('%j becomes %j', (given, expected) => {
    expect(plainName(given)).toBe(expected);
  });

  it('always names one file that every file system accepts and that can be sent', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 400 }), (given) => {
        const name = plainName(given);
        expect(basename(name)).toBe(name);
        expect(name).not.toMatch(/^\.|[\\/\0]/);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(220);
        expect(() => contentDisposition(name)).not.toThrow();
      }),
    );
  });

  it('keeps the extension of a long name and cuts no character in half', () => {
    const name = plainName(`${'日'.repeat(200)}.csv`);
    expect(name).toMatch(/^日+\.csv$/);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
  });
});

describe('save targets', () => {
  const ticketOf = ({ download }: { download: string | null }): string =>
    download?.replace('/download/', '') ?? '';
  const isPrivate = async (path: string): Promise<boolean> =>
    process.platform === 'win32' || ((await stat(path)).mode & 0o077) === 0;

  it('have a private folder each, inside the data folder', async () => {
    const downloads = createDownloads(() => folder);
    const one = await downloads.chooseSaveTarget('posts.csv');
    const two = await downloads.chooseSaveTarget('posts.csv');
    expect(one.path).not.toBe(two.path);
    expect(basename(one.path)).toBe('posts.csv');
    expect(dirname(dirname(one.path))).toBe(join(folder, 'tmp', 'downloads'));
    expect(await isPrivate(dirname(one.path))).toBe(true);
    // A ticket whose file is gone leads nowhere, and its folder goes.
    expect(await downloads.take(ticketOf(await one.finish([one.path])))).toBeNull();
    await expect.poll(() => stat(dirname(one.path)).catch(() => null)).toBeNull();
    await downloads.close();
    await expect(stat(dirname(two.path))).rejects.toThrow();
  });

  it('are elsewhere, private and gone at the end, where the data folder can’t be written', async () => {
    const file = join(folder, 'no-folder');
    await writeFile(file, '');
    const downloads = createDownloads(() => file);
    await downloads.sweep();
    const target = await downloads.chooseSaveTarget('posts.csv');
    const spare = dirname(dirname(target.path));
    await writeFile(target.path, 'id,text');
    const taken = await downloads.take(ticketOf(await target.finish([target.path])));
    expect(await new Response(taken?.body).text()).toBe('id,text');
    expect(await isPrivate(spare)).toBe(true);
    await downloads.close();
    await expect(stat(spare)).rejects.toThrow();
  });

  it('several files come as one archive, whose length is known, and are gone then', async () => {
    const downloads = createDownloads(() => folder);
    const target = await downloads.chooseSaveTarget('größe 😀.csv');
    const sheet = `${target.path}.methods.md`;
    await writeFile(target.path, 'id,text');
    await writeFile(sheet, '# How');
    const finished = await target.finish([target.path, sheet]);
    expect(finished.name).toBe('größe 😀.csv.zip');
    const taken = await downloads.take(ticketOf(finished));
    const archive = Buffer.from(await new Response(taken?.body).arrayBuffer());
    expect(archive.length).toBe(taken?.bytes);
    expect([...readZip(archive)].map(([name, bytes]) => [name, String(bytes)])).toEqual([
      ['größe 😀.csv', 'id,text'],
      ['größe 😀.csv.methods.md', '# How'],
    ]);
    await expect.poll(() => stat(target.path).catch(() => null)).toBeNull();
    // One of them is no file by then: the program goes on.
    const other = await downloads.chooseSaveTarget('posts.csv');
    await writeFile(other.path, 'id,text');
    const paths = [other.path, `${other.path}.methods.md`];
    await mkdir(paths[1]!);
    expect(await downloads.take(ticketOf(await other.finish(paths)))).toBeNull();
    await expect.poll(() => stat(other.path).catch(() => null)).toBeNull();
    await downloads.close();
  });
});
