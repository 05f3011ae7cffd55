/**
 * The projects this computer knows, as stored in `projects.json` of the folder that the program
 * starts with, and as the window lists them. The file belongs to the computer, so a copied project
 * carries nobody's list. It also records which service the person agreed to for which folder.
 */
import { noticesFor } from '../settings/members.ts';
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { MethodOutput } from '#shared/contract/methods.ts';
import type { KnownProject } from '#shared/contract/project.ts';
import { refused } from '../problem-error.ts';
import { isoTime } from '../clock.ts';
import { makeFolders } from '../store/data-folder.ts';
import { fileLimits } from '../store/file-port.ts';
import { openJsonFile } from '../store/json-file.ts';
import * as folders from './folders.ts';
import { openProjectFile } from './project.ts';

const entrySchema = z.object({
  path: z.string(),
  title: z.string(),
  openedAt: z.string().nullable(),
  /** Address of its service, as the person chose it or agreed to it; null: none. */
  address: z.string().nullable(),
});
type KnownFolder = z.infer<typeof entrySchema>;

const mostKnown = 50;
/** Projects beside the first folder that are listed: each of them is examined for every list. */
const mostBeside = 200;

const contentSchema = z.object({
  /** The most recently opened one. */
  last: z.string().nullable().catch(null),
  known: z
    .array(entrySchema.nullable().catch(null))
    .catch([])
    .transform((entries) => entries.filter((entry) => entry !== null).slice(0, mostKnown)),
  /** An unfinished copy. */
  part: z.string().nullable().catch(null),
});
type Content = z.infer<typeof contentSchema>;

const noticesOf = noticesFor('projects', {
  damaged:
    'The list of your projects can’t be read, so it is empty. Open each project again with its folder. The file is kept under another name.',
  refused:
    'The list of your projects can’t be read from the disk, so it is empty and isn’t saved until the next start.',
});

type KnownProjects = ReturnType<typeof openKnownProjects>;

export function openKnownProjects(home: string) {
  const file = openJsonFile(join(home, 'projects.json'), fileLimits.small);
  let content: Content = contentSchema
    .catch({ last: null, known: [], part: null })
    .parse(file.content ?? {});

  async function change(changed: Partial<Content>): Promise<void> {
    content = { ...content, ...changed };
    await file.write(content);
  }
  const others = (path: string): KnownFolder[] => content.known.filter((one) => one.path !== path);
  const withFirst = (folder: KnownFolder): KnownFolder[] =>
    [folder, ...others(folder.path)].slice(0, mostKnown);
  return {
    notices: noticesOf[file.state()],
    /** The most recently opened or created first. */
    list: (): readonly KnownFolder[] => content.known,
    find: (path: string) => content.known.find((one) => one.path === path),
    last: () => content.last,
    part: () => content.part,
    /** Records a folder as the most recently opened one. */
    recordOpened: (folder: Omit<KnownFolder, 'openedAt'>) =>
      change({
        last: folder.path,
        known: withFirst({ ...folder, openedAt: isoTime() }),
      }),
    /** Records a folder that was created here and is not open. */
    recordCreated: (folder: Omit<KnownFolder, 'openedAt'>) =>
      change({ known: withFirst({ ...folder, openedAt: null }) }),
    forget: (path: string) => change({ known: others(path) }),
    recordPart: (part: string | null) => change({ part }),
  };
}

interface ListDeps {
  known: KnownProjects;
  /** The first project's folder. */
  home: string;
  /** The folder beside it that holds other projects. */
  parent: string;
  asksForFolder: boolean;
  /** The folder of the open project. */
  openNow: () => string;
  report: (error: unknown) => void;
}

export function createProjectList(deps: ListDeps) {
  const { known, home, parent, asksForFolder, openNow, report } = deps;
  /** Folders chosen in this session, by id. */
  const chosen = new Map<string, string>();

  async function listed(): Promise<{ paths: string[]; isCut: boolean }> {
    const beside = await folders.projectsIn(parent, mostBeside);
    return { ...beside, paths: [...known.list().map(({ path }) => path), ...beside.paths, home] };
  }

  /** Returns the folder of an id. @throws ProblemError when the id is unknown. */
  async function pathOf(id: string): Promise<string> {
    const path = chosen.get(id) ?? (await listed()).paths.find((one) => idOf(one) === id);
    if (path !== undefined) return path;
    throw refused('This project is no longer in the list.');
  }

  const describe = (path: string, state: KnownProject['state']): KnownProject => {
    const entry = known.find(path);
    const isThere = state !== 'missing';
    return {
      id: idOf(path),
      title: isThere ? openProjectFile(path).details().title : (entry?.title ?? ''),
      folder: basename(path),
      openedAt: entry?.openedAt ?? null,
      state,
      isForgettable: path !== openNow() && path !== home && dirname(path) !== parent,
    };
  };

  const stateOf = async (path: string): Promise<KnownProject['state']> => {
    if (path === openNow()) return 'open';
    const isUsable = await folders.examine(path).then(
      () => true,
      () => false,
    );
    if (isUsable) return 'closed';
    return openProjectFile(path).isNewer ? 'newer' : 'missing';
  };

  return {
    hasOthers: () => known.list().some(({ path }) => path !== openNow()),

    async read(): Promise<MethodOutput<'project.list'>> {
      // The window says where to put a project from elsewhere, so the folder must exist.
      if (!asksForFolder) {
        try {
          makeFolders(parent);
        } catch (error) {
          report(error);
        }
      }
      const { paths, isCut } = await listed();
      const projects = await Promise.all(
        [...new Set([openNow(), ...paths])].map(async (path) =>
          describe(path, await stateOf(path)),
        ),
      );
      return { projects, isCut, asksForFolder, folder: parent };
    },

    pathOf,

    /** Returns the id of a folder that the person chose, which may not be listed yet. */
    offer(folder: string): string {
      const id = idOf(folder);
      chosen.set(id, folder);
      return id;
    },

    async forget(id: string): Promise<void> {
      const path = await pathOf(id);
      if (path !== openNow()) await known.forget(path);
    },
  };
}

/** Returns the id that identifies a folder to the window. */
const idOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 16);
