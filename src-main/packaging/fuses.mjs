/**
 * Electron's fuses: named in package.json (`build.electronFuses`), burnt strictly, read back.
 * electron-builder includes a version of @electron/fuses that does not know the ninth; ours does, and
 * refuses an Electron with a fuse that is not decided (checklist 11).
 */
import {
  flipFuses,
  FuseState,
  FuseV1Options,
  FuseVersion,
  getCurrentFuseWire,
} from '@electron/fuses';

/** electron-builder's names. */
const fuseOf = {
  runAsNode: FuseV1Options.RunAsNode,
  enableCookieEncryption: FuseV1Options.EnableCookieEncryption,
  enableNodeOptionsEnvironmentVariable: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
  enableNodeCliInspectArguments: FuseV1Options.EnableNodeCliInspectArguments,
  enableEmbeddedAsarIntegrityValidation: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  onlyLoadAppFromAsar: FuseV1Options.OnlyLoadAppFromAsar,
  loadBrowserProcessSpecificV8Snapshot: FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
  grantFileProtocolExtraPrivileges: FuseV1Options.GrantFileProtocolExtraPrivileges,
};

/** The fuse that package.json can't name; on is Electron's default (V8's guard pages for wasm). */
const others = { [FuseV1Options.WasmTrapHandlers]: true };

/** @param {Record<string, boolean>} named `build.electronFuses`. @throws when one is missing. */
function decided(named) {
  const fuses = { ...others };
  for (const [name, fuse] of Object.entries(fuseOf)) {
    if (typeof named[name] !== 'boolean') throw new Error(`package.json does not say ${name}.`);
    fuses[fuse] = named[name];
  }
  return fuses;
}

/** @param {string} executable the program's executable; on macOS the folder `….app`. */
export async function burnFuses(executable, named) {
  await flipFuses(executable, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    ...decided(named),
  });
}

/** @returns {Promise<string[]>} a sentence for every fuse that differs from package.json. */
export async function fuseProblems(executable, named) {
  const { version: _version, ...wire } = await getCurrentFuseWire(executable);
  const wanted = decided(named);
  const keys = new Set([...Object.keys(wire), ...Object.keys(wanted)]);
  return [...keys].flatMap((fuse) => {
    const name = FuseV1Options[fuse] ?? `number ${fuse}`;
    if (!(fuse in wire)) return [`The fuse ${name} does not exist in this Electron.`];
    if (!(fuse in wanted)) return [`Nobody decided about the fuse ${name}.`];
    const state = wanted[fuse] ? FuseState.ENABLE : FuseState.DISABLE;
    return wire[fuse] === state ? [] : [`The fuse ${name} is not ${wanted[fuse] ? 'on' : 'off'}.`];
  });
}
