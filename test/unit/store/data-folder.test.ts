import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ensureFolder, lockName, openDataFolder } from '#main/core/store/data-folder.ts';
import type { DataFolder } from '#main/core/store/data-folder.ts';
import { nodeFiles, readRegularFile } from '#main/core/store/file-port.ts';
import { count } from '#test/support/thorough.ts';
import { bundleChild, startChild } from '#test/support/store/child.ts';
import { testFolder } from '#test/support/store/runs.ts';

const modeOf = (path: string): number => statSync(path).mode & 0o777;

async function open(path: string): Promise<DataFolder> {
  const folder = await openDataFolder(path);
  onTestFinished(() => folder.close());
  return folder;
}

/** So many ask at once: one has it then, which is closed, and for the others it is in use. */
async function expectOneHasIt(path: string, many: number): Promise<void> {
  const asked = await Promise.allSettled(Array.from({ length: many }, () => openDataFolder(path)));
  const had = asked.filter((result) => result.status === 'fulfilled');
  for (const { value } of had) await value.close();
  expect(had.length).toBe(1);
  for (const result of asked) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'in_use' });
  }
}

describe('the data folder', () => {
  it('is made for this user only; closed to others when it is ours or empty, else left as it is', async () => {
    const made = join(testFolder(), 'a', 'b');
    expect((await open(made)).path).toBe(made);
    expect(modeOf(made)).toBe(0o700);
    for (const [content, mode] of [
      [[], 0o700],
      [['runs'], 0o700],
      [['Documents', 'Music'], 0o755],
    ] as const) {
      const path = testFolder();
      for (const name of content) mkdirSync(join(path, name));
      chmodSync(path, 0o755);
      await open(path);
      expect(modeOf(path)).toBe(mode);
    }
  });

  it('[44] opens no file and takes no folder that is a link', async () => {
    const folder = testFolder();
    writeFileSync(join(folder, 'mine.txt'), 'mine');
    mkdirSync(join(folder, 'mine'));
    for (const name of ['mine.txt', 'mine', 'none']) {
      symlinkSync(join(folder, name), join(folder, `link-${name}`));
    }
    const link = join(folder, 'link-mine.txt');
    expect(() => readRegularFile(link, 100)).toThrow(/ELOOP/);
    for (const mode of ['read', 'update', 'create'] as const) {
      await expect(nodeFiles.open(link, mode)).rejects.toThrow(/ELOOP|EEXIST/);
      await expect(nodeFiles.open(join(folder, 'link-none'), mode)).rejects.toThrow();
    }
    for (const name of ['link-mine', 'link-none']) {
      await expect(ensureFolder(join(folder, name), 'It failed.')).rejects.toMatchObject({
        code: 'storage_failed',
        message: `“${name}” in the data folder is a link, and links aren’t followed.`,
      });
    }
    expect(await ensureFolder(join(folder, 'mine'), 'It failed.')).toBe(false);
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  it('is told by its real path, so a link is no way round', async () => {
    const base = testFolder();
    // However long it is: that of a socket may not be.
    const path = join(base, ...Array.from({ length: 8 }, () => 'ordner mit ü und 😀'.repeat(4)));
    await open(path);
    symlinkSync(path, join(base, 'link'));
    await expect(openDataFolder(join(base, 'link'))).rejects.toMatchObject({ code: 'in_use' });
  });

  it('can be closed although somebody who asked hangs on', async () => {
    const path = testFolder();
    const folder = await openDataFolder(path);
    const socket = connect({ path: join(path, lockName), allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('data', resolve));
    await folder.close();
    await open(path);
  });

  it('[44] is in use when something answers that says nothing sensible', async () => {
    const path = testFolder();
    const server = createServer((socket) => socket.end('who is asking?'));
    await new Promise<void>((resolve) => server.listen(join(path, lockName), resolve));
    onTestFinished(() => void server.close());
    await expect(openDataFolder(path)).rejects.toMatchObject({
      code: 'in_use',
      message: 'Social Data Explorer is already running with this data folder.',
    });
  });

  it('goes to one only of many who ask at once', () => expectOneHasIt(testFolder(), 8));

  it('[41] is refused clearly where a file has its name or its lock’s, which is left as it is', async () => {
    const path = testFolder();
    const [lock, file] = [join(path, lockName), join(path, 'file')];
    for (const taken of [lock, file]) writeFileSync(taken, 'mine');
    for (const place of [path, file, join(file, 'below')]) {
      await expect(openDataFolder(place)).rejects.toMatchObject({ code: 'storage_failed' });
    }
    for (const taken of [lock, file]) expect(readFileSync(taken, 'utf8')).toBe('mine');
  });
});

describe('the data folder and other processes', () => {
  let hold: string;
  let write: string;

  beforeAll(async () => {
    hold = await bundleChild('hold');
    write = await bundleChild('write');
  });

  it('[44] is one process’s at a time, which is named, whatever folder is for temporary files', async () => {
    const path = testFolder();
    const first = startChild(hold, [path], { env: { ...process.env, TMPDIR: testFolder() } });
    await first.printed(1);
    expect(modeOf(join(path, lockName))).toBe(0o600);
    await expect(openDataFolder(path)).rejects.toMatchObject({
      code: 'in_use',
      message: expect.stringContaining(`(process ${first.process.pid})`),
    });
    const second = startChild(hold, [path]);
    await second.ended;
    expect(second.lines[0]).toMatch(new RegExp(`^in_use .*[(]process ${first.process.pid}[)]`));
  });

  it('[43] is free at once after kill -9, for one of those who wait', async () => {
    const path = testFolder();
    for (let round = 0; round < count(1, 3); round++) {
      const child = startChild(hold, [path]);
      await child.printed(1);
      await child.kill();
      expect(existsSync(join(path, lockName))).toBe(true);
      await expectOneHasIt(path, 6);
    }
  });

  it('[41] says what is wrong where permission is missing, and changes nothing', async () => {
    const path = testFolder();
    writeFileSync(join(path, 'old.txt'), 'old');
    chmodSync(path, 0o555);
    onTestFinished(() => chmodSync(path, 0o755));
    // Root may write anywhere, so the child is nobody then.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const child = startChild(write, [path], nobody);
    await child.ended;
    expect(child.lines).toEqual([
      expect.stringMatching(/^file storage_failed The file could not be saved\. Permission/),
      expect.stringMatching(/^run storage_failed The run could not be created\. Permission/),
      expect.stringMatching(/^ledger storage_failed The ledger of calls .* Permission/),
      expect.stringMatching(/^folder storage_failed The data folder can’t be used\. Permission/),
    ]);
    expect(readdirSync(path)).toEqual(['old.txt']);
    expect(readFileSync(join(path, 'old.txt'), 'utf8')).toBe('old');
  });
});
