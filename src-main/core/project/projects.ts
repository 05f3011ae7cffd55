/**
 * The program over its projects: one is open at a time, each with a core of its own. Credentials,
 * and which address the environment's key is for, are the program's and stay when another project
 * is opened; nothing of them is in a project's folder.
 */
import { randomBytes } from 'node:crypto';
import { cp, realpath, rm } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import type { AppEvent } from '#shared/contract/event.ts';
import type { MethodInput, MethodOutput } from '#shared/contract/methods.ts';
import type { Notice } from '#shared/contract/run.ts';
import { createUnfinished } from '#shared/contract/unfinished.ts';
import type { Core, CorePorts } from '../core.ts';
import type { Credentials } from '../credentials/credentials.ts';
import { createEvents } from '../dispatch.ts';
import { invalidInput, ownProblem, ProblemError } from '../problem-error.ts';
import { credentialsAtStart } from '../service-in-use.ts';
import { profileOf } from '../settings/addresses.ts';
import { openSettings } from '../settings/settings.ts';
import type { SettingsFile } from '../settings/settings.ts';
import { partName } from '../store/atomic-write.ts';
import { Serial } from '../store/serial.ts';
import { StoreError } from '../store/store-error.ts';
import { copyProject } from './copy-project.ts';
import * as folders from './folders.ts';
import { openKnownProjects, createProjectList } from './project-list.ts';
import { openProjectFile } from './project.ts';
import type { ProjectFile } from './project.ts';

/** What the core of one project gets beside what the host gave the program. */
export interface FolderPorts extends CorePorts {
  credentials: Credentials;
  projects: Projects;
  /** Of this opening: a window that was loaded before it saves nothing here. */
  opening: string;
  /** Done when the folder is reserved, before anything in it is read. */
  prepare: () => Promise<void>;
  /** What its window should know. */
  notices: readonly Notice[];
}

export interface FolderCore extends Core {
  /** Real path. */
  folder: string;
  settings: SettingsFile;
  project: ProjectFile;
}

export interface Projects {
  list(): Promise<MethodOutput<'project.list'>>;
  create(input: MethodInput<'project.create'>): Promise<MethodOutput<'project.create'>>;
  open(input: MethodInput<'project.open'>): Promise<MethodOutput<'project.open'>>;
  copy(input: MethodInput<'project.copy'>): Promise<MethodOutput<'project.copy'>>;
  forget(input: MethodInput<'project.forget'>): Promise<void>;
  /** Whether there are others than the one that is open. */
  hasOthers(): boolean;
  /** Notes the open project's title and service, after they changed. */
  noteChange(): Promise<void>;
}

/**
 * Opens the project that was open last, where the host wants that, or else the folder it names.
 * @param openFolder opens the core of one folder.
 * @throws as `openFolder` does for the folder the host names; `in_use` also for the last one.
 */
export async function openProjects(
  ports: CorePorts,
  openFolder: (ports: FolderPorts) => Promise<FolderCore>,
): Promise<Core> {
  const given = resolve(ports.dataDir);
  /** Links resolved, as the names of open folders are. */
  const home = await realpath(given).catch(() => given);
  const parent = `${home}-projects`;
  const known = openKnownProjects(home);
  const events = createEvents(ports.report);
  const leaving = createUnfinished();
  const switches = new Serial();
  const closing = new AbortController();
  /** While one core takes the other's place, calls wait. */
  let gate: Promise<void> = Promise.resolve();
  let current: FolderCore;
  const list = createProjectList({
    known,
    home,
    parent,
    asksForFolder: ports.chooseProjectFolder !== undefined,
    openNow: () => current.folder,
    report: ports.report,
  });

  const emit = (event: AppEvent): void => {
    leaving.take(event);
    events.emit(event);
  };

  const open = (folder: string, more: Partial<FolderPorts> = {}): Promise<FolderCore> =>
    openFolder({
      ...ports,
      dataDir: folder,
      credentials,
      projects,
      opening: randomBytes(16).toString('hex'),
      prepare: () => Promise.resolve(),
      notices: [],
      ...more,
    });

  function use(core: FolderCore): void {
    current = core;
    core.subscribe(emit);
    ports.openedFolder?.(core.folder);
  }

  const note = (how: 'noteOpened' | 'noteMade', core: FolderCore): Promise<void> =>
    known[how]({
      path: core.folder,
      title: core.project.details().title,
      address: addressOf(core.settings),
    })
      // A list that can't be written is no reason not to open a project.
      .catch(ports.report);

  /** Opens another project and closes this one; when it can't be opened this one stays. */
  async function switchTo(folder: string, prepare?: () => Promise<void>): Promise<void> {
    const next = await open(folder, prepare === undefined ? {} : { prepare }).catch(inUseHere);
    let letThrough = (): void => undefined;
    gate = new Promise((resolved) => {
      letThrough = resolved;
    });
    try {
      await note('noteOpened', current);
      // Every page is on disk: what closing complains about is the host's to know.
      await current.close().catch(ports.report);
      use(next);
      await note('noteOpened', next);
    } finally {
      letThrough();
    }
    emit({ kind: 'project.opened' });
  }

  /** Where a new folder goes; null when the person cancels. */
  async function newPath(purpose: 'new' | 'copy', title: string): Promise<string | null> {
    if (ports.chooseProjectFolder === undefined) return folders.freePath(parent, title);
    const path = await ports.chooseProjectFolder(purpose, folders.folderName(title));
    if (path === null) return null;
    if (`${resolve(path)}${sep}`.startsWith(`${current.folder}${sep}`)) {
      throw new ProblemError(invalidInput('Choose a folder outside the open project.'));
    }
    return resolve(path);
  }

  const projects: Projects = {
    hasOthers: () => list.hasOthers(),
    list: () => list.read(),

    create: ({ title, stops: isAgreed = false }) =>
      switches.run(async () => {
        const stopped = leaving.wordsWithStops();
        if (stopped !== null && !isAgreed) return { kind: 'ask', stops: stopped };
        const path = await newPath('new', title);
        if (path === null) return { kind: 'cancelled' };
        await folders.makeEmpty(path);
        try {
          await inherit(current, path);
          await openProjectFile(path).save({ title, id: newId() });
          await switchTo(path);
        } catch (error) {
          if (current.folder !== path) await rm(path, { recursive: true, force: true });
          throw error;
        }
        return { kind: 'opened' };
      }),

    open: ({ id, address: agreed, stops: isAgreed = false }) =>
      switches.run(async () => {
        const path =
          id === null ? await ports.chooseProjectFolder?.('open', '') : await list.pathOf(id);
        if (path === undefined || path === null) return { kind: 'cancelled' };
        const folder = await folders.examine(path);
        if (folder === current.folder) return { kind: 'opened' };
        const isHome = folder === home;
        const isKnown = isHome || known.find(folder) !== undefined;
        // Nothing in it is opened before.
        if (!isKnown) await folders.refuseLinks(folder);
        const address = addressOf(await openSettings(folder));
        const asksFor =
          address === null || isHome || known.find(folder)?.address === address ? null : address;
        const stopped = leaving.wordsWithStops();
        if ((asksFor !== null && asksFor !== agreed) || (stopped !== null && !isAgreed)) {
          const asked = list.offer(folder);
          const service =
            asksFor === null
              ? null
              : { address: asksFor, hasKey: await hasKey(credentials, asksFor) };
          const { title } = openProjectFile(folder).details();
          return { kind: 'ask', id: asked, title, service, stops: stopped };
        }
        const { preferences } = current.settings.get();
        await switchTo(folder, async () => {
          if (isKnown) return;
          await folders.removeDerived(folder);
          // Limits and pictures are as this person set them, not as the one before did.
          await (await openSettings(folder)).change({ preferences });
          const file = openProjectFile(folder);
          if (file.id() === null) await file.save({ id: newId() });
        });
        return { kind: 'opened' };
      }),

    copy: ({ title }) =>
      switches.run(async () => {
        if (leaving.wordsWithStops() !== null) {
          throw new ProblemError(
            ownProblem(
              'invalid_input',
              'A project can’t be copied while something is running in it.',
              'Stop it or wait until it has finished, then try again.',
            ),
          );
        }
        const path = await newPath('copy', title);
        if (path === null) return { kind: 'cancelled' };
        const leftOut = await copyProject(current.folder, path, {
          signal: closing.signal,
          onPart: (part) => known.notePart(part),
          finish: (part) => openProjectFile(part).save({ title }),
        });
        await known.notePart(null).catch(ports.report);
        const folder = await folders.examine(path);
        await known
          .noteMade({ path: folder, title, address: addressOf(current.settings) })
          .catch(ports.report);
        const where = ports.chooseProjectFolder === undefined ? folder : null;
        return { kind: 'copied', id: list.offer(folder), folder: where, leftOut };
      }),

    forget: ({ id }) => list.forget(id),

    async noteChange() {
      // Who has one project has no list of them.
      if (known.list().length > 0) await note('noteOpened', current);
    },
  };

  const first = firstFolder(ports, home, known.last());
  const credentials = credentialsAtStart(ports, await openSettings(first));
  use(await openFirst());
  await sweepPart();

  async function openFirst(): Promise<FolderCore> {
    if (first === home) return open(home);
    try {
      return await open(await folders.examine(first));
    } catch (error) {
      // A second window of the same project would be taken for the first one.
      if (error instanceof StoreError && error.code === 'in_use') throw error;
      const why = error instanceof ProblemError || error instanceof StoreError ? error.message : '';
      const title = known.find(first)?.title || basename(first);
      const message = `The project “${title}” could not be opened, so this one is open. ${why}`;
      return open(home, { notices: [{ code: 'project_not_opened', message: message.trim() }] });
    }
  }

  /** What a copy left that was killed: only what can be nothing else is deleted. */
  async function sweepPart(): Promise<void> {
    const part = known.part();
    if (part === null) return;
    if (partName.test(basename(part))) await rm(part, { recursive: true, force: true });
    await known.notePart(null).catch(ports.report);
  }

  return {
    async call(method, input) {
      await gate;
      return current.call(method, input);
    },
    subscribe: events.subscribe,
    async close() {
      closing.abort();
      await switches.settle();
      await current.close();
    },
  };
}

const addressOf = (settings: SettingsFile): string | null => {
  const { service } = settings.get();
  return service?.kind === 'address' ? service.address : null;
};

const hasKey = async (credentials: Credentials, address: string): Promise<boolean> =>
  (await credentials.list(profileOf(address).id)).length > 0;

const newId = (): string => randomBytes(16).toString('hex');

/** The project that was open last, where it counts. */
function firstFolder(ports: CorePorts, home: string, last: string | null): string {
  return ports.reopensLast === true && last !== null ? last : home;
}

/** What a new project has of the one it is made in: how the person works, not what they found. */
async function inherit(from: FolderCore, path: string): Promise<void> {
  await (await openSettings(path)).change(from.settings.get());
  const profiles = 'service-profiles';
  await cp(join(from.folder, profiles), join(path, profiles), {
    recursive: true,
    filter: (source) => !source.endsWith('.part'),
  }).catch((error: unknown) => {
    // There are none yet.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  });
}

/** The same in words that fit another project than one's own. */
function inUseHere(error: unknown): never {
  if (!(error instanceof StoreError) || error.code !== 'in_use') throw error;
  throw new ProblemError(
    ownProblem(
      'in_use',
      'This project is open in another window of Social Data Explorer.',
      'Close it there, then try again.',
    ),
  );
}
