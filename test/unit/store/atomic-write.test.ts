import {
  chmodSync,
  chownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { atomicWrite, sweepParts } from '#main/core/store/atomic-write.ts';
import { nodeFiles } from '#main/core/store/file-port.ts';
import { faultyFiles } from '#test/support/store/faulty-files.ts';
import type { Operation } from '#test/support/store/faulty-files.ts';
import { testFolder } from '#test/support/store/runs.ts';

type Options = NonNullable<Parameters<typeof atomicWrite>[2]>;
type Saving = Options & { content: Parameters<typeof atomicWrite>[1] };

/** On a disk that refuses this, after two bytes. */
function refusing(operation: Operation, code: string): Saving {
  const { files, fail } = faultyFiles();
  fail({ operations: [operation], path: '.part', code, takes: 2 });
  return { content: 'new content', files };
}

async function* breakingOff(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('new');
  throw new TypeError('no more rows');
}

/** Cancelled after so many of two chunks. */
function cancelled(moment: number): Saving {
  const controller = new AbortController();
  async function* content(): AsyncGenerator<Uint8Array> {
    for (let chunk = 1; chunk <= 2; chunk++) {
      yield Buffer.from('new');
      if (chunk === moment) controller.abort(new Error('cancelled'));
    }
  }
  if (moment === 0) controller.abort(new Error('cancelled'));
  return { content: content(), signal: controller.signal };
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

  it('[40] writes beside the file, syncs, renames and syncs the folder, which may fail', async () => {
    const folder = testFolder();
    const { files, calls, fail } = faultyFiles();
    fail({ operations: ['syncFolder'], path: '', code: 'EIO' });
    expect(await atomicWrite(join(folder, 'file.txt'), 'new', { files })).toBe(3);
    const operations = calls.map(({ operation }) => operation);
    expect(operations).toEqual(['open', 'write', 'sync', 'syncFolder']);
    expect(calls[0]!.path).toMatch(/\.part$/);
    expect(dirname(calls[0]!.path)).toBe(folder);
    expect(readFileSync(join(folder, 'file.txt'), 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['file.txt']);
  });

  it.each<[string, Saving, object]>([
    ['a refused open', refusing('open', 'EACCES'), { code: 'storage_failed' }],
    ['a full disk', refusing('write', 'ENOSPC'), { code: 'storage_full' }],
    ['a failed sync', refusing('sync', 'EIO'), { code: 'storage_failed' }],
    ['content that breaks off', { content: breakingOff() }, TypeError('no more rows')],
    ['cancelling before', cancelled(0), { message: 'cancelled' }],
    ['cancelling between', cancelled(1), { message: 'cancelled' }],
    ['cancelling at the end', cancelled(2), { message: 'cancelled' }],
  ])('[40][41] %s leaves the old file and nothing else', async (_, saving, error) => {
    const folder = testFolder();
    const path = join(folder, 'file.txt');
    writeFileSync(path, 'old');
    const { content, ...options } = saving;
    await expect(atomicWrite(path, content, options)).rejects.toMatchObject(error);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['file.txt']);
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

  it('[44] replaces a link, and leaves what it leads to', async () => {
    const folder = testFolder();
    writeFileSync(join(folder, 'real.txt'), 'mine');
    symlinkSync('real.txt', join(folder, 'link.txt'));
    await atomicWrite(join(folder, 'link.txt'), 'new');
    expect(readFileSync(join(folder, 'real.txt'), 'utf8')).toBe('mine');
    expect(lstatSync(join(folder, 'link.txt')).isSymbolicLink()).toBe(false);
    expect(readFileSync(join(folder, 'link.txt'), 'utf8')).toBe('new');
  });

  it('[44] what a killed process left is swept, and never what is being written', async () => {
    const folder = testFolder();
    const left = ['.0123456789abcdef.part', '.fedcba9876543210.part'];
    for (const name of [...left, 'thesis.part', '.thesis.part']) {
      writeFileSync(join(folder, name), 'half');
    }
    async function* content(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('new');
      await sweepParts([join(folder, 'none'), folder]);
    }
    expect(await atomicWrite(join(folder, 'file.txt'), content())).toBe(3);
    expect(readdirSync(folder)).toEqual(['.thesis.part', 'file.txt', 'thesis.part']);
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

  it('leaves a file of the person’s own as readable as it was', async () => {
    const folder = testFolder();
    const path = join(folder, 'export.csv');
    for (const mode of [0o600, 0o640, 0o666]) {
      writeFileSync(path, 'old');
      chmodSync(path, mode);
      let meanwhile = 0;
      async function* content(): AsyncGenerator<Uint8Array> {
        yield Buffer.from('new');
        const part = readdirSync(folder).find((name) => name.endsWith('.part'))!;
        meanwhile = statSync(join(folder, part)).mode & 0o777;
      }
      await atomicWrite(path, content(), { access: 'default' });
      expect([meanwhile, statSync(path).mode & 0o777]).toEqual([0o600, mode]);
    }
  });

  const isRoot = process.getuid?.() === 0;
  it.runIf(isRoot)('leaves a file to its owner and group', async () => {
    const path = join(testFolder(), 'export.csv');
    writeFileSync(path, 'old');
    chownSync(path, 1234, 4321);
    await atomicWrite(path, 'new', { access: 'default' });
    expect(statSync(path)).toMatchObject({ uid: 1234, gid: 4321 });
  });
});

it('a file that can’t get its name closes no other one, which has its number by then', async () => {
  const path = join(testFolder(), 'a');
  const first = await nodeFiles.open(path, 'create');
  await first.close();
  const other = await nodeFiles.open(path, 'read');
  await first.close();
  expect(await other.size()).toBe(0);
  await other.close();
});
