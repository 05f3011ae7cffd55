/** What is packed, for each system: over a stand-in for Electron, by the real electron-builder. */
import { createHash } from 'node:crypto';
import { access, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPackage, extractAll, getRawHeader } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check, pack, type Packed, root, smoke } from './pack.ts';

/** Natives are those of the computer it is packed on. */
const system = { linux: 'linux', darwin: 'mac', win32: 'win' } as const;
const here = system[process.platform as keyof typeof system];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sde-packing-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.runIf(here === 'linux')('packed for Linux', () => {
  let packed: Packed;
  const resources = (): string => join(packed.dist, 'linux-unpacked', 'resources');
  beforeAll(async () => {
    packed = await pack(join(folder, 'linux'), 'linux');
  }, 120_000);

  it('[19] has all that is needed and nothing else, with every fuse as decided', async () => {
    const { code, said } = await check(packed.dist);
    console.log(said.trim());
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/^linux-unpacked: .* are as they should be\n$/),
    ]);
  });

  it('has native modules beside the archive, with the library that DuckDB loads', async () => {
    const modules = join(resources(), 'app.asar.unpacked', 'node_modules');
    for (const file of [
      `@duckdb/node-bindings-linux-${process.arch}/duckdb.node`,
      `@duckdb/node-bindings-linux-${process.arch}/libduckdb.so`,
      'keytar/build/Release/keytar.node',
    ]) {
      await access(join(modules, file));
    }
  });

  it('has the licences of what is bundled into the window too', async () => {
    const text = await readFile(join(resources(), 'LICENSES.third-party.txt'), 'utf8');
    for (const name of ['react 19', '@mantine/core 9', '@duckdb/node-api 1', 'keytar 7']) {
      expect(text).toContain(`\n${name}`);
    }
    expect(text).not.toContain('\nelectron-builder 26');
  });

  describe('a copy that was tampered with', () => {
    let copy: string;
    beforeAll(async () => {
      copy = join(folder, 'copy');
      await cp(packed.dist, copy, { recursive: true });
    });
    const inCopy = (...names: string[]): string => join(copy, 'linux-unpacked', ...names);

    it.each([
      [0, 'RunAsNode is not off'],
      [1, 'EnableCookieEncryption is not on'],
      [2, 'EnableNodeOptionsEnvironmentVariable is not off'],
      [3, 'EnableNodeCliInspectArguments is not off'],
      [4, 'EnableEmbeddedAsarIntegrityValidation is not on'],
      [5, 'OnlyLoadAppFromAsar is not on'],
      [6, 'LoadBrowserProcessSpecificV8Snapshot is not off'],
      [7, 'GrantFileProtocolExtraPrivileges is not off'],
      [8, 'WasmTrapHandlers is not on'],
    ])('[19] fails for fuse %i: %s', async (fuse, problem) => {
      const program = inCopy('social-data-explorer');
      const bytes = await readFile(program);
      const at = bytes.indexOf('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX') + 34 + fuse;
      bytes[at]! ^= 1;
      await writeFile(program, bytes);
      const { code, said } = await check(copy);
      bytes[at]! ^= 1;
      await writeFile(program, bytes);
      expect([code, said]).toEqual([1, expect.stringContaining(problem)]);
    });

    it('fails without keytar’s binary, and without licences', async () => {
      const native = 'app.asar.unpacked/node_modules/keytar/build/Release/keytar.node';
      await rm(inCopy('resources', native));
      await rm(inCopy('resources', 'LICENSES.third-party.txt'));
      const { code, said } = await check(copy);
      expect(code).toBe(1);
      expect(said).toContain('keytar/build/Release/keytar.node is not unpacked.');
      expect(said).toContain('LICENSES.third-party.txt is missing.');
    });
  });

  it('fails for sources, settings, secrets, tools and packages that nothing uses', async () => {
    const archive = join(folder, 'tampered', 'linux-unpacked', 'resources', 'app.asar');
    const inside = join(folder, 'inside');
    await cp(packed.dist, join(folder, 'tampered'), { recursive: true });
    extractAll(archive, inside);
    const added = {
      'src-main/launch.ts': '',
      '.env': 'SOCIAL_DATA_API_KEY=x',
      'out/main/main.js.map': '{}',
      'out/main/browser.js': 'import "not-installed";',
      'out/main/leak.js': `const from = ${JSON.stringify(root)};`,
      'out/renderer/key.js': '-----BEGIN RSA PRIVATE KEY-----',
      'node_modules/vitest/package.json': '{}',
      'package.json': '{ "devDependencies": {} }',
    };
    for (const [name, content] of Object.entries(added)) {
      await mkdir(join(inside, dirname(name)), { recursive: true });
      await writeFile(join(inside, name), content);
    }
    await createPackage(inside, archive);
    const { code, said } = await check(join(folder, 'tampered'));
    const problems = said.split('\n').filter((line) => line.startsWith('- '));
    expect(code).toBe(1);
    expect(problems.toSorted()).toEqual(
      [
        '- .env is a hidden file.',
        '- .env is outside of what is shipped.',
        '- out/main/browser.js is a program of its own.',
        '- out/main/leak.js names the computer it was built on, or its key.',
        '- out/main/main.js.map is a source or map.',
        '- out/renderer/key.js has what looks like a secret.',
        '- package.json still has devDependencies.',
        '- src-main/launch.ts is a source or map.',
        '- src-main/launch.ts is outside of what is shipped.',
        '- The package not-installed is missing.',
        '- The package vitest is not used.',
      ].toSorted(),
    );
  });

  it('is started with --smoke before a release, and its exit code counts', async () => {
    expect(await smoke(packed.dist)).toEqual({
      code: 0,
      said: 'linux-unpacked:\nstarted with --smoke\n\n',
    });
    expect(await smoke(packed.dist, { STAND_IN_CODE: '1' })).toMatchObject({ code: 1 });
    expect(await smoke(join(folder, 'nothing'))).toMatchObject({ code: 1 });
  });

  it('says so when there is nothing to look at', async () => {
    const { code, said } = await check(join(folder, 'nothing'));
    expect([code, said]).toEqual([1, expect.stringContaining('Nothing was packed')]);
  });
});

/** What these two lack here is DuckDB's binary: `npm ci` gets the one of its own computer. */
describe.runIf(here === 'linux')('packed for other systems', () => {
  it('[19] for Windows: fuses burnt, and the archive’s hash in the program', async () => {
    const { dist } = await pack(join(folder, 'win'), 'win');
    const { said } = await check(dist);
    expect(said.split('\n').slice(1)).toEqual(['- DuckDB for win32 is missing.', '']);
    const program = await readFile(join(dist, 'win-unpacked', 'Social Data Explorer.exe'));
    const archive = join(dist, 'win-unpacked', 'resources', 'app.asar');
    expect(program.toString('latin1')).toContain(
      JSON.stringify([{ file: 'resources\\app.asar', alg: 'SHA256', value: hashOfHead(archive) }]),
    );
    expect(program.toString('utf16le')).toContain('Social Data Explorer');
  });

  it('[19] for macOS: fuses burnt, the archive’s hash and the recipes in Info.plist', async () => {
    const { dist } = await pack(join(folder, 'mac'), 'mac');
    const { said } = await check(dist);
    expect(said.split('\n').slice(1)).toEqual(['- DuckDB for darwin is missing.', '']);
    const contents = join(dist, 'mac', 'Social Data Explorer.app', 'Contents');
    const info = await readFile(join(contents, 'Info.plist'), 'utf8');
    expect(info).toContain(hashOfHead(join(contents, 'Resources', 'app.asar')));
    // Offered under “Open With”, never what opens every JSON file.
    expect(info).toMatch(/<string>json<\/string>[\s\S]*<string>Alternate<\/string>/);
    expect(await readFile(join(contents, 'Resources', 'icon.icns'))).toEqual(
      await readFile(join(root, 'src-main', 'packaging', 'icon.icns')),
    );
  });
});

const hashOfHead = (archive: string): string =>
  createHash('sha256').update(getRawHeader(archive).headerString).digest('hex');
