/**
 * Folders that may be projects: examining them before anything in them is opened, creating them, and
 * removing what must not be trusted in one from somebody else.
 */
import { quoted } from '#shared/characters.ts';
import type { Dirent } from 'node:fs';
import { lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { partName, sweepParts } from '../store/atomic-write.ts';
import { lockName, makeFolders } from '../store/data-folder.ts';
import { ledgerName } from '../store/ledger.ts';
import { ownValuesName } from '../store/own-values.ts';
import { asStoreError, systemCode } from '../store/store-error.ts';
import type { ProblemError } from '../problem-error.ts';
import { refused } from '../problem-error.ts';
import { openProjectFile } from './project.ts';

/**
 * The parts of a project. The ledger is last, so that a copy may count a call too many but never one
 * too few. Deleted runs, failures and what the program keeps for this computer are not parts.
 */
export const projectParts = [
  'settings.json',
  'project.json',
  'workspaces',
  'service-profiles',
  'recipes',
  'runs',
  'requests',
  ownValuesName,
  ledgerName,
] as const;

/** The entries of a project's folder that the program opens or writes. */
const opened: ReadonlySet<string> = new Set([
  ...projectParts,
  lockName,
  'failures.json',
  'saved',
  'tmp',
  'trash',
]);

/** Any one of these makes a folder a project. */
const marks = new Set(['project.json', ledgerName, 'settings.json', 'runs']);

const chooseAnother = 'Choose another folder.';

/**
 * Checks that a folder is a project that this version can open. Read-only.
 * @returns its real path.
 * @throws ProblemError when it isn't.
 */
export async function examine(path: string): Promise<string> {
  const folder = await realpath(path).catch(() => null);
  const names = folder === null ? null : await readdir(folder).catch(() => null);
  if (folder === null || names === null) {
    throw refused(
      'This project’s folder can’t be found or read.',
      'Check its disk, then try again.',
    );
  }
  if (!names.some((name) => marks.has(name))) {
    throw refused('This folder isn’t a project.', chooseAnother);
  }
  if (openProjectFile(folder).isNewer) {
    throw refused(
      'A newer version of Social Data Explorer made this project.',
      'Update the program, then open it.',
    );
  }
  return folder;
}

/**
 * Refuses a folder that this computer doesn't know if anything in it is neither file nor folder. A link
 * from somebody else could lead to this computer's files: what is saved in the project would be written
 * there.
 * @throws ProblemError
 */
export async function refuseOddFiles(folder: string): Promise<void> {
  for await (const { entry, path } of walk(folder, (name) => opened.has(name))) {
    // On Linux a closed program leaves its lock's socket behind, which is harmless.
    if (entry.isFile() || entry.isDirectory() || entry.isSocket()) continue;
    throw refusedFor(folder, path, entry.isSymbolicLink() ? 'is a link' : 'is no ordinary file');
  }
}

/**
 * Refuses a folder with a link among its own names or one level below. Asked at every opening, since a
 * folder that is synchronised may get links at any time; what is in a run's folder is looked at when the
 * run is opened.
 * @throws ProblemError
 */
export async function refuseLinks(folder: string): Promise<void> {
  // What can't be read can't be followed either; the folder itself may be new.
  const list = (path: string): Promise<Dirent[]> =>
    readdir(path, { withFileTypes: true }).catch(() => []);
  const refuseIn = (path: string, entries: readonly Dirent[]): void => {
    const link = entries.find((entry) => entry.isSymbolicLink());
    if (link !== undefined) throw refusedFor(folder, join(path, link.name), 'is a link');
  };
  const own = (await list(folder)).filter(({ name }) => opened.has(name));
  refuseIn(folder, own);
  for (const { name } of own.filter((entry) => entry.isDirectory())) {
    refuseIn(join(folder, name), await list(join(folder, name)));
  }
}

const refusedFor = (folder: string, path: string, why: string): ProblemError =>
  refused(
    `This project isn’t opened, because ${quoted(relative(folder, path).replaceAll(sep, '/'))} in its folder ${why}: what is saved there would be written elsewhere.`,
    'Put the file or folder itself there, or ask for a copy made with “Save a copy”. Nothing was changed.',
  );

/** Deletes what a killed process left unfinished in a project's own files. Needs the folder's lock. */
export const sweepProject = (folder: string): Promise<void> =>
  sweepParts([
    folder,
    ...[
      'workspaces',
      'service-profiles',
      'recipes',
      'recipes/runs',
      'recipes/repeats',
      'requests',
    ].map((name) => join(folder, name)),
  ]);

/**
 * Refuses a place that a person chose for a file or folder if the program keeps its own files there, under
 * whatever name and through whatever link it is reached: they would be overwritten, or deleted one day.
 * @returns the real path.
 * @throws ProblemError
 */
export async function refuseDataFolders(path: string): Promise<string> {
  const real = await realOf(path);
  for (let folder = real; ; folder = dirname(folder)) {
    if (await isDataFolder(folder)) {
      throw refused(
        'The program keeps its own files in this folder, and they could be overwritten.',
        'Choose a folder outside your projects. Nothing was saved.',
      );
    }
    if (dirname(folder) === folder) return real;
  }
}

/** Resolves the links in a path whose last parts may not exist yet. */
const realOf = (path: string): Promise<string> =>
  realpath(path).catch(async () =>
    dirname(path) === path ? path : join(await realOf(dirname(path)), basename(path)),
  );

/** Whether it is a project, or was ever open as one. The disk says which names are the same. */
async function isDataFolder(folder: string): Promise<boolean> {
  const has = (name: string): Promise<boolean> => exists(join(folder, name));
  if ((await has(ledgerName)) || (await has(lockName))) return true;
  return (await has('project.json')) && (await has('settings.json'));
}

/** Removes files that can be rebuilt, and unfinished ones. The folder must have no links. */
export async function removeDerived(folder: string): Promise<void> {
  await rm(join(folder, 'tmp'), { recursive: true, force: true });
  const runs = join(folder, 'runs');
  for (const name of await readdir(runs).catch(() => [])) {
    await rm(join(runs, name, 'derived'), { recursive: true, force: true });
  }
}

/**
 * Yields everything in a folder without following links, each folder before its contents.
 * @param isIncluded selects among the folder's own names; default: all.
 */
export async function* walk(
  folder: string,
  isIncluded: (name: string) => boolean = () => true,
): AsyncGenerator<{ entry: Dirent; path: string }> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!isIncluded(entry.name)) continue;
    const path = join(folder, entry.name);
    yield { entry, path };
    if (entry.isDirectory()) yield* walk(path);
  }
}

/**
 * Returns the paths of projects in `parent`, without unfinished copies, in the order of their names.
 * `isCut`: there may be more than the first `most`.
 */
export async function projectsIn(
  parent: string,
  most: number,
): Promise<{ paths: string[]; isCut: boolean }> {
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  const all = entries
    .filter((entry) => entry.isDirectory() && !partName.test(entry.name))
    .map(({ name }) => join(parent, name))
    .toSorted();
  const paths = all.slice(0, most);
  const names = await Promise.all(paths.map((path) => readdir(path).catch(() => [])));
  return {
    paths: paths.filter((_path, at) => names[at]?.some((name) => marks.has(name)) === true),
    isCut: all.length > most,
  };
}

/** Returns an unused path in `parent` that is named after the project. */
export async function freePath(parent: string, title: string): Promise<string> {
  const name = folderName(title);
  for (let number = 1; ; number += 1) {
    const path = join(parent, number === 1 ? name : `${name} ${number}`);
    if (!(await exists(path))) return path;
  }
}

/** Names that Windows reserves for devices. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Returns a folder name for a title that every system accepts. */
export function folderName(title: string): string {
  const name = title
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, ' ')
    .trim();
  // File systems limit names to 255 bytes.
  let short = name;
  while (Buffer.byteLength(short) > 100) short = short.slice(0, -1).trimEnd();
  const whole = short.isWellFormed() ? short : short.slice(0, -1);
  return whole === '' || devices.test(whole) ? `Project ${whole}`.trim() : whole;
}

/**
 * Creates a private folder for a project.
 * @throws ProblemError when something with this name exists that isn't an empty folder;
 *   StoreError when the disk refuses.
 */
export async function makeEmpty(path: string): Promise<void> {
  try {
    makeFolders(join(path, '..'));
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') {
      throw asStoreError(error, 'The project’s folder could not be created.');
    }
    await refuseOccupied(path);
  }
}

/** @throws ProblemError when something is at `path` that isn't an empty folder. */
export async function refuseOccupied(path: string): Promise<void> {
  const names = await readdir(path).catch((error: unknown) =>
    systemCode(error) === 'ENOENT' ? [] : null,
  );
  if (names?.length !== 0) throw refused('This folder isn’t empty.', chooseAnother);
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
