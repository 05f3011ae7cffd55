/**
 * Folders with the files that electron-builder expects of an unpacked Electron, for each system.
 * The executables do nothing; what is real in them is the fuse wire, and on Windows the form that
 * icon, version and the archive's hash are written into.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type System = 'linux' | 'mac' | 'win';

/** As in Electron 45: sentinel, version, number of fuses, and the state each has when it comes. */
const fuseWire = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009101100011', 'latin1');

const common = ['LICENSE', 'LICENSES.chromium.html', 'icudtl.dat', 'v8_context_snapshot.bin'];
const onLinux = ['chrome-sandbox', 'chrome_crashpad_handler', 'libffmpeg.so', 'locales/en-US.pak'];
const onWindows = ['ffmpeg.dll', 'd3dcompiler_47.dll', 'locales/en-US.pak'];
/** Tells how it was started; fails when it is told to. */
const script = '#!/bin/sh\necho "started with $*"\nexit ${STAND_IN_CODE:-0}\n';
const helpers = ['Helper', 'Helper (GPU)', 'Helper (Plugin)', 'Helper (Renderer)'];

const files: Record<System, () => ReadonlyMap<string, string | Buffer>> = {
  linux: () =>
    new Map<string, string | Buffer>([
      ...[...common, ...onLinux].map((name) => [name, name] as const),
      ['electron', Buffer.concat([Buffer.from(script), fuseWire, Buffer.alloc(64)])],
    ]),
  win: () =>
    new Map<string, string | Buffer>([
      ...[...common, ...onWindows].map((name) => [name, name] as const),
      ['electron.exe', windowsExecutable()],
    ]),
  mac: () =>
    new Map<string, string | Buffer>([
      ['LICENSE', 'LICENSE'],
      ['LICENSES.chromium.html', 'LICENSES.chromium.html'],
      ...bundle('Electron.app', 'Electron'),
      ['Electron.app/Contents/Resources/electron.icns', 'icon'],
      [
        'Electron.app/Contents/Frameworks/Electron Framework.framework/Electron Framework',
        fuseWire,
      ],
      ...helpers.flatMap((helper) =>
        bundle(`Electron.app/Contents/Frameworks/Electron ${helper}.app`, `Electron ${helper}`),
      ),
    ]),
};

const bundle = (folder: string, name: string): [string, string][] => [
  [`${folder}/Contents/MacOS/${name}`, 'an executable'],
  [
    `${folder}/Contents/Info.plist`,
    `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string></dict></plist>`,
  ],
];

/** The smallest that has what is looked for: version strings in one language, and the wire. */
function windowsExecutable(): Buffer {
  // What electron-builder itself edits Windows' executables with.
  const { NtExecutable, NtExecutableResource, Resource } = createRequire(
    createRequire(import.meta.url).resolve('app-builder-lib'),
  )('resedit');
  const executable = NtExecutable.createEmpty();
  const resources = NtExecutableResource.from(executable);
  const version = Resource.VersionInfo.createEmpty();
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron' });
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(executable);
  executable.setExtraData(new Uint8Array(fuseWire).buffer);
  return Buffer.from(executable.generate());
}

/** @param folder Created; becomes electron-builder's `electronDist`. */
export async function makeStandIn(folder: string, system: System): Promise<void> {
  for (const [name, content] of files[system]()) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content, { mode: 0o755 });
  }
}
