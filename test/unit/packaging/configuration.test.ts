/** 19: what electron-builder is told, where a test of what was packed can't see it here; and fuses. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { burnFuses, fuseProblems } from '#main/packaging/fuses.mjs';
import { check } from '#test/packaging/pack.ts';
import { testFolder } from '#test/support/store/runs.ts';
import lock from '../../../package-lock.json' with { type: 'json' };
import packageJson from '../../../package.json' with { type: 'json' };

const { build } = packageJson;

describe('[11] packages', () => {
  it('are those that people expect on each system', () => {
    expect([build.linux.target, build.mac.target, build.win.target]).toEqual([
      ['AppImage', 'deb'],
      ['dmg', 'zip'],
      ['nsis'],
    ]);
  });

  it('leave the sandbox on: without a word, an AppImage is started without it', () => {
    expect(build.linux.executableArgs).toEqual([]);
  });

  it.runIf(existsSync('/usr/bin/dpkg-deb'))(
    'for Debian have no space in their paths: there Chromium can’t start its sandbox',
    async () => {
      const folder = testFolder();
      const deb = async (name: string): Promise<void> => {
        const tree = join(folder, name);
        await mkdir(join(tree, 'DEBIAN'), { recursive: true });
        await mkdir(join(tree, 'opt', name), { recursive: true });
        const control = `Package: x\nVersion: 1\nArchitecture: all\nMaintainer: x <x@x.invalid>\nDescription: x\n`;
        await writeFile(join(tree, 'DEBIAN', 'control'), control);
        await symlink('/opt/a target', join(tree, 'opt', name, 'link'));
        const made = spawnSync('dpkg-deb', ['--build', tree, join(folder, `${name}.deb`)]);
        expect(made.status).toBe(0);
      };
      await deb('explorer');
      const good = await check(folder);
      await deb('Social Data Explorer');
      const { said } = await check(folder);
      expect([good.said, said].map((text) => text.split('\n').slice(1))).toEqual([
        [''],
        ['- Social Data Explorer.deb has a space in ./opt/Social Data Explorer/', ''],
      ]);
    },
  );

  it('windows belong to the installed program’s entry, which has the name that people read', () => {
    const { desktopName, productName } = packageJson;
    const { executableName, syncDesktopName, desktop } = build.linux;
    expect([desktopName, syncDesktopName]).toEqual([`${executableName}.desktop`, true]);
    expect(desktop.entry.Name).toBe(productName);
  });

  it('on macOS the hardened runtime is loosened for V8 only', async () => {
    const { hardenedRuntime, entitlements, entitlementsInherit } = build.mac;
    expect([hardenedRuntime, entitlementsInherit]).toEqual([true, entitlements]);
    const text = await readFile(new URL(`../../../${entitlements}`, import.meta.url), 'utf8');
    expect(text.match(/<key>.*?<\/key>/g)).toEqual(['<key>com.apple.security.cs.allow-jit</key>']);
  });

  it('on Windows no administrator is asked for', () => {
    expect([build.nsis.perMachine, build.nsis.allowElevation]).toEqual([false, false]);
  });

  it('are one archive, with binaries as they were published, and never published by hand', () => {
    expect([build.asar, build.npmRebuild, build.publish]).toEqual([true, false, null]);
  });
});

it('every package that wants to run a script when it is installed was decided about: npm 12 runs no other', () => {
  const wanting = Object.entries(lock.packages).flatMap(([path, one]) =>
    'hasInstallScript' in one ? [path.replace(/^.*node_modules\//, '')] : [],
  );
  // By name: npm believes a version only of addresses, which this lock file leaves out; it pins the content itself.
  expect(packageJson.allowScripts).toEqual({ keytar: true, 'electron-winstaller': false });
  expect(Object.keys(packageJson.allowScripts).toSorted()).toEqual(wanting.toSorted());
  expect(JSON.stringify(lock)).not.toContain('"resolved"');
});

const { resetAdHocDarwinSignature: _signature, ...fuses } = build.electronFuses;
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

let program: string;
beforeEach(() => void (program = join(testFolder(), 'program')));

/** @param wire A character per fuse: 1 on, 0 off. */
const makeProgram = (wire: string): Promise<void> =>
  writeFile(
    program,
    Buffer.from(
      `before${sentinel}\u0001${String.fromCodePoint(wire.length)}${wire}after`,
      'latin1',
    ),
  );
const wireOf = async (): Promise<string> =>
  (await readFile(program, 'latin1')).replace(/^.*sX../s, '').replace(/after$/, '');

describe('[11] fuses', () => {
  it('each is decided: what opens the program up is off, what closes it is on', () => {
    expect(fuses).toEqual({
      runAsNode: false,
      // Until packages are signed: macOS would ask for its keychain at each first start, for no cookie at all.
      enableCookieEncryption: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it.each(['101100011', '010011100'])('are burnt whatever they were: %s', async (wire) => {
    await makeProgram(wire);
    await burnFuses(program, fuses);
    expect([await wireOf(), await fuseProblems(program, fuses)]).toEqual(['000011001', []]);
  });

  it.each([
    ['one more than anybody decided about', '1011000111'],
    ['one less', '10110001'],
  ])('an Electron with %s is refused and left as it is', async (_, wire) => {
    await makeProgram(wire);
    await expect(burnFuses(program, fuses)).rejects.toThrow(/fuse/i);
    expect(await wireOf()).toBe(wire);
    expect((await fuseProblems(program, fuses)).length).toBeGreaterThan(0);
  });

  it('one that Electron has removed is a problem', async () => {
    await makeProgram('00001100r');
    expect(await fuseProblems(program, fuses)).toEqual(['The fuse WasmTrapHandlers is not on.']);
  });

  it('without a word about one of them nothing is burnt', async () => {
    await makeProgram('101100011');
    for (const name of Object.keys(fuses)) {
      const { [name]: _left, ...others }: Record<string, boolean> = fuses;
      const burning = burnFuses(program, others);
      await expect(burning).rejects.toThrow(`package.json does not say ${name}.`);
    }
    expect(await wireOf()).toBe('101100011');
  });
});
