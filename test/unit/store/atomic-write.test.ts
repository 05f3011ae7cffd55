import {
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { atomicWrite } from '#main/core/store/atomic-write.ts';
import { faultyFiles } from '#test/support/store/faulty-files.ts';
import { testFolder } from '#test/support/store/runs.ts';

/** A folder with a file in it, and what must be so when saving failed: it is as it was, alone. */
function oldFile(): { folder: string; path: string; expectOld: () => void } {
  const folder = testFolder();
  const path = join(folder, 'file.txt');
  writeFileSync(path, 'old');
  const expectOld = (): void => {
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['file.txt']);
  };
  return { folder, path, expectOld };
}

describe('saving a file', () => {
  it('[40] takes text, bytes and streams, and says how many bytes it wrote', async () => {
    const path = join(testFolder(), 'file.txt');
    for (const [content, text, bytes] of [
      ['é😀', 'é😀', 6],
      [Buffer.from('bytes'), 'bytes', 5],
      [Readable.from(['a', '', 'bc'].map((part) => Buffer.from(part))), 'abc', 3],
    ] as const) {
      expect(await atomicWrite(path, content)).toBe(bytes);
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
  });

  it('[40] writes beside the file, syncs, renames and syncs the folder', async () => {
    const folder = testFolder();
    const { files, calls } = faultyFiles();
    await atomicWrite(join(folder, 'file.txt'), 'x', { files });
    const operations = calls.map(({ operation }) => operation);
    expect(operations).toEqual(['open', 'write', 'sync', 'syncFolder']);
    expect(calls[0]!.path).toMatch(/\.part$/);
    expect(calls[0]!.path.startsWith(`${folder}/`)).toBe(true);
    expect(readdirSync(folder)).toEqual(['file.txt']);
  });

  it.each([
    ['open', 'EACCES', 'storage_failed'],
    ['write', 'ENOSPC', 'storage_full'],
    ['sync', 'EIO', 'storage_failed'],
  ] as const)(
    '[41] leaves the old file and nothing else when %s fails: %s',
    async (operation, code, expected) => {
      const { path, expectOld } = oldFile();
      const faulty = faultyFiles();
      faulty.fail({ operations: [operation], path: '.part', code, takes: 2 });
      const saving = atomicWrite(path, 'new content', { files: faulty.files });
      await expect(saving).rejects.toMatchObject({ code: expected });
      expectOld();
    },
  );

  it('[40] has saved the file when only its name can’t be synced', async () => {
    const { folder, path } = oldFile();
    const faulty = faultyFiles();
    faulty.fail({ operations: ['syncFolder'], path: '', code: 'EIO' });
    expect(await atomicWrite(path, 'new', { files: faulty.files })).toBe(3);
    expect(faulty.calls.at(-1)?.operation).toBe('syncFolder');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['file.txt']);
  });

  it('[40] leaves the old file when the content breaks off, and passes its error on', async () => {
    const { path, expectOld } = oldFile();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('new');
      throw new TypeError('no more rows');
    }
    await expect(atomicWrite(path, broken())).rejects.toThrow(TypeError);
    expectOld();
  });

  it('[40] leaves the old file when it is cancelled', async () => {
    const { path, expectOld } = oldFile();
    for (const moment of [0, 1, 2]) {
      const controller = new AbortController();
      const content = async function* (): AsyncGenerator<Uint8Array> {
        for (let chunk = 1; chunk <= 2; chunk++) {
          yield Buffer.from('new');
          if (chunk === moment) controller.abort(new Error('cancelled'));
        }
      };
      if (moment === 0) controller.abort(new Error('cancelled'));
      const saving = atomicWrite(path, content(), { signal: controller.signal });
      await expect(saving).rejects.toThrow('cancelled');
      expectOld();
    }
  });

  it('[41] says clearly that a folder is missing or is none', async () => {
    const folder = testFolder();
    writeFileSync(join(folder, 'file'), '');
    for (const path of [join(folder, 'none', 'x'), join(folder, 'file', 'x')]) {
      const error: unknown = await atomicWrite(path, 'x').catch((refused: unknown) => refused);
      expect(error).toMatchObject({ code: 'storage_failed' });
      expect((error as Error).message).not.toContain(folder);
    }
  });

  it('writes through a link to where it leads', async () => {
    const folder = testFolder();
    writeFileSync(join(folder, 'real.txt'), 'old');
    symlinkSync('real.txt', join(folder, 'link.txt'));
    await atomicWrite(join(folder, 'link.txt'), 'new');
    expect(readFileSync(join(folder, 'real.txt'), 'utf8')).toBe('new');
    expect(lstatSync(join(folder, 'link.txt')).isSymbolicLink()).toBe(true);
  });

  it('keeps files of ours private, and those of the person with default access', async () => {
    const folder = testFolder();
    const mask = process.umask(0o022);
    try {
      await atomicWrite(join(folder, 'settings.json'), 'x');
      await atomicWrite(join(folder, 'export.csv'), 'x', { access: 'default' });
    } finally {
      process.umask(mask);
    }
    expect(statSync(join(folder, 'settings.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'export.csv')).mode & 0o777).toBe(0o644);
  });
});
