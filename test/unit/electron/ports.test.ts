/** What the core gets from Electron: saving, fetching and encryption. */
import { EventEmitter } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type * as Electron from 'electron';
import { describe, expect, it, vi } from 'vitest';
import {
  createChooseProjectFolder,
  createChooseSaveTarget,
  createEncryption,
  createStartWorker,
  type SafeStoragePart,
  withFolder,
} from '#main/electron/ports.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { createFileDialogs } from './stand-in.ts';

describe('save dialog', () => {
  const downloads = join('/home', 'ada', 'Downloads');
  const choosing = (chosen: string | null, folders: readonly string[] = []) => {
    const { asked, dialog } = createFileDialogs(chosen);
    const used: string[] = [];
    const choose = createChooseSaveTarget({
      dialog,
      window: () => null,
      defaultFolder: downloads,
      folders: () => folders,
      useFolder: (folder) => void used.push(folder),
    });
    return { choose, asked, used };
  };

  it('suggests the name in the usual folder, and tells where the file went', async () => {
    const path = join('/data', 'study', 'a.csv');
    const { choose, asked, used } = choosing(path);
    const target = await choose('posts.csv');
    expect(target?.path).toBe(path);
    expect(await target?.finish([path])).toEqual({ name: 'a.csv', download: null });
    expect(asked.map(({ defaultPath }) => defaultPath)).toEqual([join(downloads, 'posts.csv')]);
    expect(asked[0]?.filters).toEqual([{ name: 'CSV', extensions: ['csv'] }]);
    expect(used).toEqual([dirname(path)]);
  });

  it.each([
    ['a dataset', '_complete'],
    ['media', '.media.jsonl'],
    ['what a recipe saved', 'media/step-1/.media.jsonl'],
  ])(
    '%s goes into the folder chosen if it is empty or one, else into one of its own',
    async (_, own) => {
      const root = testFolder();
      const chosen = async (): Promise<string | undefined> =>
        (await choosing(root).choose('posts.dataset', 'folder'))?.path;
      expect(await chosen()).toBe(root);
      writeFileSync(join(root, 'thesis.docx'), '');
      expect(await chosen()).toBe(join(root, 'posts.dataset'));
      mkdirSync(join(root, own), { recursive: true });
      expect(await chosen()).toBe(root);
      expect(await choosing(null).choose('posts.dataset', 'folder')).toBeNull();
    },
  );

  it('opens in the latest folder that is still there', async () => {
    const { choose, asked } = choosing(null, [join('/no', 'such', 'drive'), import.meta.dirname]);
    await choose('posts.csv');
    expect(dirname(asked[0]?.defaultPath ?? '')).toBe(import.meta.dirname);
  });

  it('remembers five folders, each once, the latest first', () => {
    expect(withFolder(['a', 'b', 'c', 'd', 'e'], 'c')).toEqual(['c', 'a', 'b', 'd', 'e']);
    expect(withFolder(['a', 'b', 'c', 'd', 'e'], 'f')).toEqual(['f', 'a', 'b', 'c', 'd']);
  });

  it('answers null when the person cancels; a suggested name can not point elsewhere', async () => {
    const { choose, asked, used } = choosing(null);
    expect(await choose('../../.bashrc')).toBeNull();
    expect(used).toEqual([]);
    expect(dirname(asked[0]?.defaultPath ?? '')).toBe(downloads);
  });
});

const usual = { window: () => null, defaultFolder: '/home/ada', folder: () => '/home/ada' };
const flood = join('/data', 'Flood');
const proposed = { defaultPath: join('/home/ada', 'Flood') };

it.each([
  ['open', { title: 'Open project', defaultPath: '/home/ada', properties: ['openDirectory'] }],
  ['new', { title: 'New project', ...proposed }],
  ['copy', { title: 'Save a copy', ...proposed }],
] as const)(
  'a project’s folder to %s is asked for with %j; cancelling is null',
  async (purpose, dialogOf) => {
    for (const chosen of [flood, null]) {
      const { asked, dialog } = createFileDialogs(chosen);
      expect(await createChooseProjectFolder({ dialog, ...usual })(purpose, 'Flood')).toBe(chosen);
      expect(asked).toMatchObject([dialogOf]);
    }
  },
);

describe('a worker', () => {
  const start = (isSpawned: boolean) => {
    const child = new EventEmitter();
    const kill = vi.fn<() => boolean>(() => isSpawned);
    const fork = () => Object.assign(child, { kill }) as unknown as Electron.UtilityProcess;
    const worker = createStartWorker({ fork })(new URL('file:///worker.js'));
    return { worker, child, kill };
  };

  it('that runs out of memory only ends: unheard, its error would be main’s', () => {
    const { child } = start(true);
    expect(() => child.emit('error', 'FatalError', 'v8::ToLocalChecked', '')).not.toThrow();
  });

  it('is ended once it has started if it hasn’t yet, and once if it has', () => {
    const early = start(false);
    early.worker.kill();
    early.child.emit('spawn');
    const late = start(true);
    late.worker.kill();
    late.child.emit('spawn');
    expect([early.kill.mock.calls.length, late.kill.mock.calls.length]).toEqual([2, 1]);
  });
});

type Backend = ReturnType<SafeStoragePart['getSelectedStorageBackend']>;
const turned = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0xff));

// Which of them are trusted: `credentials/secret-stores.test.ts`.
it.each([
  ['linux', 'gnome_libsecret'],
  ['darwin', null],
  ['win32', null],
] as const)('19 encryption on %s is kept by %s', async (platform, by) => {
  const encryption = createEncryption(
    {
      isAsyncEncryptionAvailable: async () => true,
      getSelectedStorageBackend(): Backend {
        if (by === null) throw new TypeError('getSelectedStorageBackend is not a function');
        return by;
      },
      encryptStringAsync: async (text) => turned(Buffer.from(text)),
      decryptStringAsync: async (bytes) => ({
        result: turned(bytes).toString('utf8'),
        shouldReEncrypt: true,
      }),
    },
    platform,
  );
  expect([await encryption.isAvailable(), encryption.backend()]).toEqual([true, by]);
  const bytes = await encryption.encrypt('a key');
  expect(await encryption.decrypt(bytes)).toEqual({ text: 'a key', isOutdated: true });
});
