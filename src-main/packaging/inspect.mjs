/** Inspects a packaged program in a folder: what must and must not be in it, and the state of its fuses. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { builtinModules } from 'node:module';
import { basename, join, normalize } from 'node:path';
import asar from '@electron/asar';
import { fuseProblems } from './fuses.mjs';

const nativeFile = /\.(?:node|so(?:\.\d+)*|dylib|dll)$/;
const unwanted = [
  [/\.(?:tsx?|mts|cts|map)$/, 'a source or map'],
  [/(?:^|\/)\.(?!package-lock)/, 'a hidden file'],
  [/\.(?:pem|key|p12|pfx|jsonl|duckdb)$/, 'a key or data'],
  [/^(?!package\.json$|out\/|node_modules\/)/, 'outside of what is shipped'],
  [/^out\/main\/(?:browser|launch|sample-service)\.js$/, 'a program of its own'],
];
const secrets = /-----BEGIN [A-Z ]*PRIVATE KEY-----|\bgh[pousr]_\w{36}|\bAKIA[0-9A-Z]{16}\b/;

/** Finds packages by what electron-builder leaves in its output folder. */
export function findPackages(dist) {
  const folders = existsSync(dist) ? readdirSync(dist) : [];
  return folders.flatMap((folder) => {
    const location = join(dist, folder);
    if (/^linux.*-unpacked$/.test(folder)) {
      return [{ location, platform: 'linux', program: join(location, 'social-data-explorer') }];
    }
    if (/^win.*-unpacked$/.test(folder)) {
      return [{ location, platform: 'win32', program: join(location, 'Social Data Explorer.exe') }];
    }
    if (folder.startsWith('mac') && statSync(location).isDirectory()) {
      return [
        { location, platform: 'darwin', program: join(location, 'Social Data Explorer.app') },
      ];
    }
    return [];
  });
}

/**
 * @param {{location: string, platform: string, program: string}} found
 * @param {{fuses: Record<string, boolean>, root: string, key?: string}} wanted `root`: where it was built;
 *   `key`: a secret of the build computer. Neither may be in the package.
 * @returns {Promise<{problems: string[], sizes: Record<string, number>, files: string[]}>} sizes in
 *   bytes; files as the program sees them.
 */
export async function inspectPackage({ location, platform, program }, { fuses, root, key }) {
  const resources =
    platform === 'darwin' ? join(program, 'Contents', 'Resources') : join(location, 'resources');
  const archive = join(resources, 'app.asar');
  const unpacked = `${archive}.unpacked`;
  // Inside an archive, too, the library looks for names as this system writes them.
  const files = asar
    .listPackage(archive)
    .map((file) => file.slice(1))
    .filter((file) => !('files' in asar.statFile(archive, normalize(file))))
    .map((file) => file.replaceAll('\\', '/'));
  const read = (file) => asar.extractFile(archive, normalize(file));
  const problems = [
    ...(await fuseProblems(program, fuses)),
    ...files.flatMap((file) =>
      unwanted.flatMap(([pattern, what]) => (pattern.test(file) ? [`${file} is ${what}.`] : [])),
    ),
    ...nativeProblems(files, unpacked, platform),
    ...moduleProblems(files, read),
    ...manifestProblems(JSON.parse(read('package.json').toString('utf8'))),
    ...files
      .filter((file) => !nativeFile.test(file))
      .flatMap((file) => secretProblems(file, read(file).toString('latin1'), [root, key])),
    ...['LICENSE.txt', 'LICENSES.third-party.txt']
      .filter((file) => !existsSync(join(resources, file)))
      .map((file) => `${file} is missing.`),
  ];
  const sizes = {
    all: sizeOf(location),
    archive: statSync(archive).size,
    unpacked: sizeOf(unpacked),
  };
  return { problems, sizes, files };
}

/** Native modules can't be loaded from inside an archive. */
function nativeProblems(files, unpacked, platform) {
  const natives = files.filter((file) => nativeFile.test(file));
  const lacking = [
    ['DuckDB', new RegExp(`^node_modules/@duckdb/node-bindings-${platform}-\\w+/duckdb\\.node$`)],
    [
      'A keychain module',
      new RegExp(
        `^node_modules/(?:keytar/build/Release/keytar|@napi-rs/keyring-${platform}-[\\w-]+/keyring\\.[\\w-]+)\\.node$`,
      ),
    ],
  ].filter(([, pattern]) => !natives.some((file) => pattern.test(file)));
  return [
    ...lacking.map(([name]) => `${name} for ${platform} is missing.`),
    ...natives
      .filter((file) => !existsSync(join(unpacked, file)))
      .map((file) => `${file} is not unpacked.`),
  ];
}

/** Checks that exactly the packages are included that the built program can reach. */
function moduleProblems(files, read) {
  const packages = new Set(
    files.flatMap((file) => file.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1] ?? []),
  );
  const reached = new Set();
  const reach = (name) => {
    if (reached.has(name)) return;
    reached.add(name);
    if (!packages.has(name)) return;
    const manifest = JSON.parse(read(`node_modules/${name}/package.json`).toString('utf8'));
    for (const next of Object.keys(manifest.dependencies ?? {})) {
      if (!installersOnly.has(next)) reach(next);
    }
    for (const next of Object.keys(manifest.optionalDependencies ?? {})) {
      if (packages.has(next)) reach(next);
    }
  };
  for (const file of files.filter((name) => /^out\/main\/.*\.js$/.test(name))) {
    const text = read(file).toString('utf8');
    for (const [, name] of text.matchAll(
      /(?:\bfrom|\bimport\(?|require\()\s*["']((?:@[\w.-]+\/)?[\w.-]+)/g,
    )) {
      if (!name.startsWith('.') && name !== 'electron' && name !== 'node') reach(name);
    }
  }
  for (const name of builtinModules) reached.delete(name);
  return [
    ...[...reached]
      .filter((name) => !packages.has(name))
      .map((name) => `The package ${name} is missing.`),
    ...[...packages]
      .filter((name) => !reached.has(name))
      .map((name) => `The package ${name} is not used.`),
  ];
}

/** keytar declares its installation dependencies as runtime dependencies. */
const installersOnly = new Set(['node-addon-api', 'prebuild-install']);

function manifestProblems(manifest) {
  return ['devDependencies', 'scripts', 'build']
    .filter((member) => member in manifest)
    .map((member) => `package.json still has ${member}.`);
}

function secretProblems(file, text, never) {
  return [
    ...(secrets.test(text) ? [`${file} has what looks like a secret.`] : []),
    ...(never.some((value) => value && text.includes(value))
      ? [`${file} names the computer it was built on, or its key.`]
      : []),
  ];
}

function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** From a folder with a space Chromium can't start its sandbox. Needs dpkg-deb, which Debian and Ubuntu have. */
export function debProblems(deb) {
  const { stdout, error } = spawnSync('dpkg-deb', ['--contents', deb], { encoding: 'utf8' });
  if (error) return [`${basename(deb)} can’t be inspected: ${error.message}`];
  const paths = stdout
    .split('\n')
    .map((line) => line.slice(line.indexOf(' ./') + 1).split(' -> ')[0]);
  const spaced = paths.find((path) => path.includes(' '));
  return spaced === undefined ? [] : [`${basename(deb)} has a space in ${spaced}`];
}

export const nameOf = ({ location }) => basename(location);
