/** The list of projects that the window shows, and which folder each of its ids stands for. */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { MethodOutput } from '#shared/contract/methods.ts';
import type { KnownProject } from '#shared/contract/project.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import * as folders from './folders.ts';
import type { KnownProjects } from './known-projects.ts';
import { openProjectFile } from './project.ts';

interface ListDeps {
  known: KnownProjects;
  /** The first project's folder. */
  home: string;
  /** The folder beside it that has others. */
  parent: string;
  asksForFolder: boolean;
  /** The folder of the open project. */
  openNow: () => string;
  report: (error: unknown) => void;
}

export interface ProjectList {
  read(): Promise<MethodOutput<'project.list'>>;
  hasOthers(): boolean;
  /** The folder of an id. @throws ProblemError when it is in no list. */
  pathOf(id: string): Promise<string>;
  /** Gives the id of a folder that the person chose, which may be in no list yet. */
  offer(folder: string): string;
  forget(id: string): Promise<void>;
}

export function createProjectList(deps: ListDeps): ProjectList {
  const { known, home, parent, asksForFolder, openNow, report } = deps;
  /** Folders chosen in this session, by id. */
  const chosen = new Map<string, string>();

  const knownPaths = async (): Promise<string[]> => [
    ...known.list().map(({ path }) => path),
    ...(await folders.projectsIn(parent)),
    home,
  ];

  async function pathOf(id: string): Promise<string> {
    const path = chosen.get(id) ?? (await knownPaths()).find((one) => idOf(one) === id);
    if (path !== undefined) return path;
    throw new ProblemError(invalidInput('This project is no longer in the list.'));
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
    const complaint = await folders.examine(path).then(
      () => null,
      (error: unknown) => error,
    );
    if (complaint === null) return 'closed';
    return openProjectFile(path).isNewer ? 'newer' : 'missing';
  };

  return {
    hasOthers: () => known.list().some(({ path }) => path !== openNow()),

    async read() {
      // The window says where to put a project from elsewhere: the folder is there then.
      if (!asksForFolder) await mkdir(parent, { recursive: true, mode: 0o700 }).catch(report);
      const paths = [...new Set([openNow(), ...(await knownPaths())])];
      const projects = await Promise.all(
        paths.map(async (path) => describe(path, await stateOf(path))),
      );
      return { projects, asksForFolder, folder: parent };
    },

    pathOf,

    offer(folder) {
      const id = idOf(folder);
      chosen.set(id, folder);
      return id;
    },

    async forget(id) {
      const path = await pathOf(id);
      if (path !== openNow()) await known.forget(path);
    },
  };
}

/** Stands for a folder in the window. */
const idOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 16);
