/**
 * What is packed, for each system: over a stand-in for Electron, by the real electron-builder; and
 * `--smoke` of what was built and packed, in plain Node.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  access,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPackage, extractAll, getRawHeader } from '@electron/asar';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { builtFile } from '#test/e2e/built-file.ts';
import bundleFake from '#test/support/electron-fake/bundle.ts';
import * as headless from '#test/support/headless.ts';
import { z } from 'zod';
import { check, pack, root, smoke } from './pack.ts';
import type { System } from './stand-in-electron.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sde-packing-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (program: string, ...flags: string[]): { status: number | null; said: string[] } => {
  const { status, stdout } = spawnSync(process.execPath, [program, '--smoke', ...flags], {
    encoding: 'utf8',
    // So far from the project that nothing is found by accident.
    cwd: tmpdir(),
  });
  return { status, said: stdout.trim().split('\n') };
};
const works = {
  status: 0,
  said: [
    expect.stringMatching(/^Social Data Explorer /),
    expect.stringMatching(/^ok {6}Stores: opened; /),
    expect.stringMatching(/^ok {6}Sample query: \d+ rows$/),
    expect.stringMatching(/^ok {6}DuckDB: /),
    'ok      Service description: read',
    'ok      Closing: files closed',
    expect.stringMatching(/^ok {6}Keychain module: key(?:tar|ring) loaded$/),
    'Everything works.',
  ],
};

it('the window has the styles of every component that it shows', async () => {
  const assets = dirname(builtFile('renderer/assets/index.js'));
  const names = await readdir(assets);
  const texts = async (ending: string): Promise<string> =>
    (
      await Promise.all(
        names
          .filter((name) => name.endsWith(ending))
          .map((name) => readFile(join(assets, name), 'utf8')),
      )
    ).join('');
  const [scripts, styles] = [await texts('.js'), await texts('.css')];
  const all = await readFile(join(root, 'node_modules/@mantine/core/styles.layer.css'), 'utf8');
  const classesIn = (text: string): Set<string> => new Set(text.match(/\bm_[\da-f]{6,8}\b/g));
  const [styled, here] = [classesIn(all), classesIn(styles)];
  const shown = [...classesIn(scripts)].filter((name) => styled.has(name));
  expect(shown.length).toBeGreaterThan(100);
  expect(shown.filter((name) => !here.has(name))).toEqual([]);
});

describe('--smoke of what was built', () => {
  it('everything works in the launcher too', () => {
    expect(run(builtFile('main/launch.js'))).toEqual(works);
  });

  it('says what does not work, and fails', async () => {
    const file = join(folder, 'a file');
    await writeFile(file, '');
    const { status, said } = run(builtFile('main/browser.js'), '--data-dir', file);
    expect(said[1]).toMatch(/^FAILED {2}Stores: /);
    expect([status, said.at(-1)]).toEqual([1, 'Did not work: Stores.']);
  });
});

/** Natives are those of the computer it is packed on: elsewhere the workflows pack. */
describe.runIf(process.platform === 'linux')('packed', () => {
  const systems = ['linux', 'win', 'mac'] as const;
  const dists = new Map<System, string>();
  const dist = (system: System): string => dists.get(system) ?? '';
  const resources = (...names: string[]): string =>
    join(dist('linux'), 'linux-unpacked', 'resources', ...names);
  beforeAll(async () => {
    await Promise.all(
      systems.map(async (system) => dists.set(system, await pack(join(folder, system), system))),
    );
    // A busy computer needs minutes for them.
  }, 300_000);

  it('[11] for Linux: all that is needed and nothing else, with every fuse as decided', async () => {
    const { code, said } = await check(dist('linux'));
    console.log(said.trim());
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/^linux-unpacked: .* are as they should be\n$/),
    ]);
    // Native modules lie beside the archive, with the library that DuckDB loads.
    for (const file of [
      `@duckdb/node-bindings-linux-${process.arch}/duckdb.node`,
      `@duckdb/node-bindings-linux-${process.arch}/libduckdb.so`,
      'keytar/build/Release/keytar.node',
      `@napi-rs/keyring-linux-${process.arch}-gnu/keyring.linux-${process.arch}-gnu.node`,
    ]) {
      await access(resources('app.asar.unpacked', 'node_modules', file));
    }
    // The icon in the tray is read from there, at both sizes.
    for (const icon of ['tray.png', 'tray@2x.png']) await access(resources(icon));
    // The licences of what is bundled into the window are there too.
    const licences = await readFile(resources('LICENSES.third-party.txt'), 'utf8');
    for (const name of [
      'react 19',
      '@mantine/core 9',
      '@duckdb/node-api 1',
      'keytar 7',
      '@napi-rs/keyring 2',
    ]) {
      expect(licences).toContain(`\n${name}`);
    }
    expect(licences).not.toContain('\nelectron-builder 26');
  });

  it('works with nothing but what was packed', async () => {
    const program = join(folder, 'program');
    extractAll(resources('app.asar'), program);
    // The only entry that runs without Electron is not packed.
    const entry = join(program, 'out', 'main', 'browser.js');
    await copyFile(builtFile('main/browser.js'), entry);
    expect(run(entry)).toEqual(works);
  });

  describe('its command, on a computer without a display', () => {
    headless.eachTestHasFolder();
    let program = '';
    beforeAll(async () => {
      const endFake = await bundleFake();
      program = join(folder, 'with command');
      extractAll(resources('app.asar'), program);
      return endFake;
    });

    /** Over the fake of Electron, which ends if it looks for a display, and can open no window. */
    function start(args: readonly string[]) {
      const register = new URL('../support/electron-fake/register.mjs', import.meta.url).href;
      const main = join(program, 'out', 'main', 'electron.js');
      const child = spawn(process.execPath, ['--import', register, main, 'collect', ...args], {
        cwd: headless.folder,
        env: {
          PATH: process.env['PATH'],
          TMPDIR: join(headless.folder, 'tmp'),
          ELECTRON_FAKE: process.env['ELECTRON_FAKE'],
          ELECTRON_FAKE_MODE: 'noDisplay',
          SOCIAL_DATA_API_KEY: headless.key,
        },
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      let [printed, logged] = ['', ''];
      child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
      child.stderr.on('data', (text: Buffer) => (logged += text.toString()));
      const ended = once(child, 'close').then(([code]) => ({ code, printed, logged }));
      return { child, ended };
    }
    beforeEach(() => mkdir(join(headless.folder, 'tmp')));
    const resultOf = async (args: readonly string[]) => {
      const { code, printed, logged } = await start(args).ended;
      expect(printed.trim().split('\n'), logged).toHaveLength(1);
      return { code, ...z.looseObject({}).parse(JSON.parse(printed)) };
    };

    it.each<[exit: number, input: string, flags: readonly string[], more: object]>([
      [0, 'user-1', [], { rows: 6, calls: 2, cause: null }],
      [1, 'user-1', ['--data-dir', '/proc/none/data'], { cause: 'storage_failed' }],
      [2, 'user-1', ['--max-calls', '0'], { cause: 'invalid_input' }],
      [3, 'user-1', ['--max-calls', '1'], { calls: 1, cause: 'maxCalls' }],
      [4, 'poor-1', [], { cause: 'plan_limit' }],
      [75, 'user-1', ['--service', 'http://127.0.0.1:9'], { calls: 0, cause: 'connection' }],
    ])('ends with %i as that of the sources does', async (exit, input, flags, more) => {
      if (input === 'poor-1') headless.service.credits = 0;
      const args = headless.flagsOf([input], ['--pages', '2', ...flags]);
      expect(await resultOf(args)).toMatchObject({ code: exit, exit, ...more });
      // Nor does it leave anything behind.
      expect(await readdir(join(headless.folder, 'tmp'))).toEqual([]);
    });

    it('writes the same files, reads the standard input, and says how it is called', async () => {
      const args = (name: string) => [
        '--out',
        join(headless.folder, name),
        '--data-dir',
        join(headless.folder, `data-${name}`),
      ];
      await headless.run(['user-1'], args('sources'));
      expect(await resultOf(headless.flagsOf(['user-1'], args('packed')))).toMatchObject({
        code: 0,
      });
      const rows = (name: string) =>
        Object.entries(headless.files(name)).filter(([file]) => file.endsWith('.jsonl'));
      expect(rows('packed')).toEqual(rows('sources'));
      const { child, ended } = start(headless.flagsOf(null, [...args('input'), '--inputs', '-']));
      child.stdin.end('username\nuser-2\n');
      expect(await ended).toMatchObject({ code: 0 });
      expect((await start(['--help']).ended).printed).toMatch(/^Usage: .*collect -- RECIPE/);
    });

    it.each([
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const)(
      'stops at %s with %i, once, and keeps the data folder for itself until then',
      async (signal, code) => {
        let answer = (): void => undefined;
        const asked = new Promise<void>((resolve) => {
          headless.service.before = () => {
            resolve();
            return new Promise((send) => (answer = send));
          };
        });
        const { child, ended: end } = start(headless.flagsOf(['user-1', 'user-2'], []));
        await asked;
        const other = await resultOf(headless.flagsOf(['user-3'], ['--label', 'other']));
        expect(other).toMatchObject({ code: 75, cause: 'in_use' });
        child.kill(signal);
        answer();
        const { printed, code: ended } = await end;
        // What was under way is paid for: it was waited for.
        const calls = headless.service.asked.length;
        expect([ended, JSON.parse(printed)]).toMatchObject([code, { exit: code, calls }]);
      },
    );
  });

  it('is started with --smoke before a release, and its exit code counts', async () => {
    expect(await smoke(dist('linux'))).toEqual({
      code: 0,
      said: 'linux-unpacked:\nstarted with --smoke\n\n',
    });
    expect(await smoke(dist('linux'), { STAND_IN_CODE: '1' })).toMatchObject({ code: 1 });
    expect(await smoke(join(folder, 'nothing'))).toMatchObject({ code: 1 });
  });

  it('[11] for Windows: fuses burnt, and the archive’s hash in the program', async () => {
    const { said } = await check(dist('win'));
    // `npm ci` gets the DuckDB of its own computer.
    expect(said.split('\n').slice(1)).toEqual(['- DuckDB for win32 is missing.', '']);
    const program = await readFile(join(dist('win'), 'win-unpacked', 'Social Data Explorer.exe'));
    const value = hashOfHead(join(dist('win'), 'win-unpacked', 'resources', 'app.asar'));
    expect(program.toString('latin1')).toContain(
      JSON.stringify([{ file: 'resources\\app.asar', alg: 'SHA256', value }]),
    );
    expect(program.toString('utf16le')).toContain('Social Data Explorer');
    // Windows waits for a script only; what follows the dashes is neither Chromium's nor refused by Electron.
    const script = join(dist('win'), 'win-unpacked', 'social-data-explorer.cmd');
    expect((await readFile(script, 'utf8')).split('\r\n')).toEqual([
      '@echo off',
      '"%~dp0Social Data Explorer.exe" -- %*',
      'exit /b %ERRORLEVEL%',
      '',
    ]);
  });

  it('[11] for macOS: fuses burnt, the archive’s hash and the recipes in Info.plist', async () => {
    const { said } = await check(dist('mac'));
    expect(said.split('\n').slice(1)).toEqual(['- DuckDB for darwin is missing.', '']);
    const contents = join(dist('mac'), 'mac', 'Social Data Explorer.app', 'Contents');
    const info = await readFile(join(contents, 'Info.plist'), 'utf8');
    expect(info).toContain(hashOfHead(join(contents, 'Resources', 'app.asar')));
    // Offered under “Open With”, never what opens every JSON file.
    expect(info).toMatch(/<string>json<\/string>[\s\S]*<string>Alternate<\/string>/);
    expect(await readFile(join(contents, 'Resources', 'icon.icns'))).toEqual(
      await readFile(join(root, 'src-main', 'packaging', 'icon.icns')),
    );
  });

  // The last: it spoils what was packed for Linux.
  it('[11] what was tampered with fails: fuses, binaries, licences, and what nobody decided to ship', async () => {
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
    const inside = join(folder, 'inside');
    extractAll(resources('app.asar'), inside);
    for (const [name, content] of Object.entries(added)) {
      await mkdir(join(inside, dirname(name)), { recursive: true });
      await writeFile(join(inside, name), content);
    }
    await createPackage(inside, resources('app.asar'));
    await rm(resources('app.asar.unpacked/node_modules/keytar/build/Release/keytar.node'));
    await rm(resources('LICENSES.third-party.txt'));
    const program = join(dist('linux'), 'linux-unpacked', 'social-data-explorer');
    const bytes = await readFile(program);
    const first = bytes.indexOf('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX') + 34;
    for (let fuse = first; fuse < first + 9; fuse++) bytes[fuse]! ^= 1;
    await writeFile(program, bytes);

    const { code, said } = await check(dist('linux'));
    const problems = said.split('\n').filter((line) => line.startsWith('- '));
    expect(code).toBe(1);
    expect(problems.toSorted()).toEqual(
      [
        '- .env is a hidden file.',
        '- .env is outside of what is shipped.',
        '- LICENSES.third-party.txt is missing.',
        ...[
          'RunAsNode is not off',
          'EnableCookieEncryption is not off',
          'EnableNodeOptionsEnvironmentVariable is not off',
          'EnableNodeCliInspectArguments is not off',
          'EnableEmbeddedAsarIntegrityValidation is not on',
          'OnlyLoadAppFromAsar is not on',
          'LoadBrowserProcessSpecificV8Snapshot is not off',
          'GrantFileProtocolExtraPrivileges is not off',
          'WasmTrapHandlers is not on',
        ].map((problem) => `- The fuse ${problem}.`),
        '- node_modules/keytar/build/Release/keytar.node is not unpacked.',
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
    const nothing = await check(join(folder, 'nothing'));
    expect(nothing).toMatchObject({ code: 1, said: expect.stringContaining('Nothing was packed') });
  });
});

const hashOfHead = (archive: string): string =>
  createHash('sha256').update(getRawHeader(archive).headerString).digest('hex');

it('the software bill of materials names what is shipped, Electron too, and no tool', async () => {
  const file = join(folder, 'sbom.json');
  const script = join(root, 'src-main', 'packaging', 'sbom.mjs');
  expect(spawnSync(process.execPath, [script, file]).status).toBe(0);
  const list = z
    .object({
      bomFormat: z.literal('CycloneDX'),
      metadata: z.object({ component: z.object({ name: z.literal('social-data-explorer') }) }),
      components: z.array(z.object({ name: z.string(), version: z.string() })),
    })
    .parse(JSON.parse(await readFile(file, 'utf8')));
  const names = list.components.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['electron', 'react', 'zod', 'keytar', '@duckdb/node-bindings']),
  );
  for (const tool of ['vitest', 'vite', 'electron-builder', 'typescript']) {
    expect(names).not.toContain(tool);
  }
});
