/**
 * Manages the program's projects. One is open at a time, each with its own core. Credentials, and the
 * address that the environment's key is bound to, belong to the program: they outlive a switch of
 * projects, and no project's folder holds any of them.
 */
import { quoted } from '#shared/characters.ts';
import { randomBytes } from 'node:crypto';
import { cp, lstat, realpath, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { AppEvent } from '#shared/contract/event.ts';
import type { Notice } from '#shared/contract/run.ts';
import { createUnfinished } from '../unfinished.ts';
import type { Core, CorePorts } from '../core.ts';
import type { Credentials } from '../credentials/credentials.ts';
import { createEvents } from '../dispatch.ts';
import type { HandlersOf } from '../dispatch.ts';
import { ownProblem, ProblemError, refused } from '../problem-error.ts';
import { credentialsAtStart } from '../service-in-use.ts';
import { profileOf } from '../settings/addresses.ts';
import { openSettings } from '../settings/settings.ts';
import type { Settings, SettingsFile } from '../settings/settings.ts';
import { partName } from '../store/atomic-write.ts';
import { Serial } from '../store/serial.ts';
import { StoreError } from '../store/store-error.ts';
import { copyProject } from './copy-project.ts';
import * as folders from './folders.ts';
import { openKnownProjects, createProjectList } from './project-list.ts';
import { openProjectFile } from './project.ts';
import type { ProjectFile } from './project.ts';

/** The ports of one project's core: the host's, and what the program adds. */
export interface FolderPorts extends CorePorts {
  credentials: Credentials;
  projects: Projects;
  /** Id of this opening: what windows loaded before it save is ignored. */
  opening: string;
  /** Whether the service given at start goes before the project's own choice. */
  startGoesFirst: boolean;
  /** Called when the folder is locked, before anything in it is read. */
  prepare: () => Promise<void>;
  /** Notices for the project's windows. */
  notices: readonly Notice[];
}

export interface FolderCore extends Core {
  /** Real path. */
  folder: string;
  settings: SettingsFile;
  /** The service in use; null: none. */
  service: () => Settings['service'];
  project: ProjectFile;
}

interface Projects {
  handlers: HandlersOf<`project.${'list' | 'create' | 'open' | 'copy' | 'forget'}`>;
  /** Whether there are other projects than the open one. */
  hasOthers(): boolean;
  /** Records the open project's title and service after a change. */
  recordChange(): Promise<void>;
}

/**
 * Opens the most recently opened project if the host asks for it, else the folder that the host names.
 * @param openFolder opens the core of one folder.
 * @throws what `openFolder` throws for the folder the host names; `in_use` also for the last one.
 */
export async function openProjects(
  ports: CorePorts,
  openFolder: (ports: FolderPorts) => Promise<FolderCore>,
): Promise<Core> {
  const given = resolve(ports.dataDir);
  /** With links resolved, like the paths of open folders. */
  const home = await realpath(given).catch(() => given);
  const parent = `${home}-projects`;
  const known = openKnownProjects(home);
  const events = createEvents(ports.report);
  const leaving = createUnfinished();
  const switches = new Serial();
  const closing = new AbortController();
  /** Calls wait for this while one core replaces the other. */
  let gate: Promise<void> = Promise.resolve();
  let current: FolderCore;
  let credentials: Credentials;
  /** The folder that the program started with, until the person chooses another service there. */
  let startsIn: string | null = null;
  const list = createProjectList({
    known,
    home,
    parent,
    asksForFolder: ports.chooseProjectFolder !== undefined,
    openNow: () => current.folder,
    report: ports.report,
  });

  /** Returns the address of a folder's service unless the person agreed to it; else null. */
  function notAgreedTo(folder: string, settings: SettingsFile): string | null {
    const address = addressOf(settings);
    return folder === home || known.find(folder)?.address === address ? null : address;
  }

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
      startGoesFirst: folder === startsIn,
      prepare: () => Promise.resolve(),
      notices: [],
      ...more,
    });

  function use(core: FolderCore): void {
    current = core;
    core.subscribe(emit);
    ports.openedFolder?.(core.folder);
    ports.preferencesInUse?.(core.settings.get().preferences);
  }

  const record = (how: 'recordOpened' | 'recordCreated', core: FolderCore): Promise<void> =>
    known[how]({
      path: core.folder,
      title: core.project.details().title,
      address: addressOf(core.settings),
    })
      // A project opens even when the list can't be written.
      .catch(ports.report);

  /** Opens another project and closes this one, which stays open when the other can't be opened. */
  async function switchTo(folder: string, prepare?: () => Promise<void>): Promise<void> {
    const next = await open(folder, prepare === undefined ? {} : { prepare }).catch(inUseHere);
    let openGate = (): void => undefined;
    gate = new Promise((resolved) => {
      openGate = resolved;
    });
    try {
      await record('recordOpened', current);
      const isOwnChoice = isDeepStrictEqual(current.service(), current.settings.get().service);
      if (current.folder === startsIn && isOwnChoice) startsIn = null;
      // Every page is on disk, so an error on closing is only logged.
      await current.close().catch(ports.report);
      use(next);
      await record('recordOpened', next);
    } finally {
      openGate();
    }
    emit({ kind: 'project.opened' });
  }

  /** Returns the path for a new folder; null when the person cancels. */
  async function newPath(purpose: 'new' | 'copy', title: string): Promise<string | null> {
    if (ports.chooseProjectFolder === undefined) return folders.freePath(parent, title);
    const path = await ports.chooseProjectFolder(purpose, folders.folderName(title));
    if (path === null) return null;
    await folders.refuseDataFolders(path);
    return resolve(path);
  }

  const handlers: Projects['handlers'] = {
    'project.list': () => list.read(),

    'project.create': ({ title, stops: isAgreed }) =>
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

    'project.open': ({ id, address: agreed, stops: isAgreed }) =>
      switches.run(async () => {
        const path =
          id === null ? await ports.chooseProjectFolder?.('open', '') : await list.pathOf(id);
        if (path === undefined || path === null) return { kind: 'cancelled' };
        const folder = await folders.examine(path);
        if (folder === current.folder) return { kind: 'opened' };
        const isHome = folder === home;
        const isKnown = isHome || known.find(folder) !== undefined;
        // Checked before anything in it is opened.
        if (!isKnown) await folders.refuseOddFiles(folder);
        const asksFor = notAgreedTo(folder, await openSettings(folder));
        const stopped = leaving.wordsWithStops();
        if ((asksFor !== null && asksFor !== agreed) || (stopped !== null && !isAgreed)) {
          const offered = list.offer(folder);
          const service =
            asksFor === null
              ? null
              : { address: asksFor, hasKey: await hasKey(credentials, asksFor) };
          const { title } = openProjectFile(folder).details();
          return { kind: 'ask', id: offered, title, service, stops: stopped };
        }
        const { preferences } = current.settings.get();
        await switchTo(folder, async () => {
          if (isKnown) return;
          await folders.removeDerived(folder);
          // Limits, pictures and theme are this person's, not the previous owner's.
          await (await openSettings(folder)).change({ preferences });
          const file = openProjectFile(folder);
          if (file.id() === null) await file.save({ id: newId() });
        });
        return { kind: 'opened' };
      }),

    'project.copy': ({ title }) =>
      switches.run(async () => {
        if (leaving.running() !== null) {
          throw refused(
            'A project can’t be copied while something is running in it.',
            'Stop it or wait until it has finished, then try again.',
          );
        }
        const path = await newPath('copy', title);
        if (path === null) return { kind: 'cancelled' };
        const leftOut = await copyProject(current.folder, path, {
          signal: closing.signal,
          onPart: (part) => known.recordPart(part),
          finish: (part) => openProjectFile(part).save({ title }),
        });
        await known.recordPart(null).catch(ports.report);
        const folder = await folders.examine(path);
        await known
          .recordCreated({ path: folder, title, address: addressOf(current.settings) })
          .catch(ports.report);
        const where = ports.chooseProjectFolder === undefined ? folder : null;
        return { kind: 'copied', id: list.offer(folder), folder: where, leftOut };
      }),

    'project.forget': async ({ id }) => {
      await list.forget(id);
      return {};
    },
  };

  const projects: Projects = {
    handlers,
    hasOthers: () => list.hasOthers(),
    async recordChange() {
      // The list exists only once there is more than one project.
      if (known.list().length > 0) await record('recordOpened', current);
    },
  };

  use(await openFirst());
  await sweepPart();

  /** Opens a folder whose service the person agreed to, and binds the environment's key to it. */
  function openAtStart(
    folder: string,
    settings: SettingsFile,
    notices: readonly Notice[] = [],
  ): Promise<FolderCore> {
    credentials = credentialsAtStart(ports, settings);
    startsIn = folder;
    return open(folder, { notices: [...known.notices, ...notices] });
  }

  async function openFirst(): Promise<FolderCore> {
    const first = firstFolder(ports, home, known.last());
    if (first === home) return openAtStart(home, await openSettings(home));
    try {
      const folder = await folders.examine(first);
      const settings = await openSettings(folder);
      if (notAgreedTo(folder, settings) !== null) {
        throw refused(
          'The address of its service has changed: open it again to see which one it has now.',
        );
      }
      return await openAtStart(folder, settings);
    } catch (error) {
      // Opening the first project instead would be mistaken for the one that is already open.
      if (error instanceof StoreError && error.code === 'in_use') throw error;
      const why = error instanceof ProblemError || error instanceof StoreError ? error.message : '';
      const title = known.find(first)?.title || basename(first);
      const message = `The project ${quoted(title)} could not be opened, so this one is open. ${why}`;
      return openAtStart(home, await openSettings(home), [
        { code: 'project_not_opened', message: message.trim() },
      ]);
    }
  }

  /** Deletes what an interrupted copy left, only if its name can be nothing else. */
  async function sweepPart(): Promise<void> {
    const part = known.part();
    if (part === null) return;
    if (partName.test(basename(part))) await rm(part, { recursive: true, force: true });
    await known.recordPart(null).catch(ports.report);
  }

  return {
    async call(method, input) {
      await gate;
      return current.call(method, input);
    },
    async media(capability, range) {
      await gate;
      return current.media(capability, range);
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

/** Returns the folder to open at start. */
const firstFolder = (ports: CorePorts, home: string, last: string | null): string =>
  ports.reopensLast === true && last !== null ? last : home;

/** Copies to a new project how the person works (settings, service, corrections), not what they found. */
async function inherit(from: FolderCore, path: string): Promise<void> {
  const { preferences, service } = from.settings.get();
  // A service given at start goes before a choice here, but not in the new project.
  const inUse = service === null ? null : from.service();
  await (await openSettings(path)).change({ preferences, service: inUse });
  const profiles = 'service-profiles';
  await cp(join(from.folder, profiles), join(path, profiles), {
    recursive: true,
    filter: async (source) => !source.endsWith('.part') && !(await lstat(source)).isSymbolicLink(),
  }).catch((error: unknown) => {
    // There may be none yet.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  });
}

/** Rethrows, with `in_use` worded for another project instead of the program's own folder. */
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
