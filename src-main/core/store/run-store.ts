/** All runs on disk: creating, listing, opening and deleting them. */
import { createReadStream, readdirSync, statSync } from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { longestName } from '#shared/contract/history.ts';
import { runIdSchema } from '#shared/contract/run.ts';
import * as clock from '../clock.ts';
import type { JsonObject } from '../json/index.ts';
import { createComputerMarks } from './computer-marks.ts';
import { ensureFolder, refuseLink, refuseLinksTo, removeLink } from './data-folder.ts';
import { nodeFiles } from './file-port.ts';
import type { FilePort } from './file-port.ts';
import { PageLog, logName } from './page-log.ts';
import {
  conditionOf,
  isSameLog,
  keepSummary,
  readKeptSummary,
  readMeta,
  readObject,
  summarise,
  writeMeta,
} from './run-summary.ts';
import type { LogState, LogSummary, RunMeta, RunSummary } from './run-summary.ts';
import type { ListInput } from './record.ts';
import { Serial, createPause } from './serial.ts';
import { asStoreError, StoreError, systemCode } from './store-error.ts';
import { StoredRun } from './stored-run.ts';
import type { StorePorts } from './stored-run.ts';
import { readContents, scanLog } from './log-contents.ts';

export type { StoredRun } from './stored-run.ts';
export type { RunStore };

const isRunId = (name: string): boolean => runIdSchema.safeParse(name).success;

/** The runs below `dataDir`, which must exist (`openDataFolder`). Does not access the disk yet. */
export const createRunStore = (dataDir: string, ports: Partial<StorePorts> = {}): RunStore =>
  new RunStore(dataDir, ports);

class RunStore {
  readonly #dataDir: string;
  readonly #runs: string;
  readonly #trash: string;
  readonly #ports: StorePorts;
  readonly #open = new Map<string, Promise<StoredRun>>();
  /** Runs that are being moved to the trash. */
  readonly #removing = new Set<string>();
  /** Changes of descriptions and of places, one at a time: each begins with what the last one left. */
  readonly #changes = new Serial();
  /** Summaries of runs that are not open: only we change anything in their folders. */
  readonly #listed = new Map<string, { log: LogState; run: RunSummary }>();

  constructor(
    dataDir: string,
    {
      files = nodeFiles,
      now = clock.now,
      marks = createComputerMarks(dataDir),
    }: Partial<StorePorts>,
  ) {
    this.#dataDir = dataDir;
    this.#runs = join(dataDir, 'runs');
    this.#trash = join(dataDir, 'trash');
    this.#ports = { files, now, marks };
  }

  /**
   * Creates a run with `header` (query, wire names, address, profile, versions; never a key) and the
   * inputs of its list. When this resolves, the run survives a power loss.
   * @throws StoreError `invalid_input`, `run_exists`, `storage_full`, `storage_failed`.
   */
  async create(
    runId: string,
    header: JsonObject,
    inputs?: readonly ListInput[],
  ): Promise<StoredRun> {
    return this.#make(runId, { header, inputs }, () => Promise.resolve());
  }

  /**
   * Creates a complete run: `fill` appends its records, and on failure nothing is left.
   * @throws StoreError as `create` does; whatever `fill` throws.
   */
  async createWhole(
    runId: string,
    header: JsonObject,
    name: string,
    fill: (run: StoredRun) => Promise<void>,
  ): Promise<StoredRun> {
    return this.#make(runId, { header }, async (draft, files) => {
      const run = await StoredRun.open(this.#ports, draft, runId, () => undefined);
      await fill(run).finally(() => run.close());
      const shortened = name.slice(0, longestName);
      await writeMeta(files, draft, { name: shortened }, this.#ports.now());
    });
  }

  async #make(
    runId: string,
    about: { header: JsonObject; inputs?: readonly ListInput[] | undefined },
    complete: (draft: string, files: FilePort) => Promise<void>,
  ): Promise<StoredRun> {
    const folder = this.#folder(runId);
    if (await exists(folder)) throw runExists();
    // Created under another name, so that a folder with a run's name always holds a whole log. The dot
    // excludes it from the list; what a crash leaves is removed on the next attempt or with the trash.
    const draft = join(this.#runs, `.new-${runId}`);
    const { files, now } = this.#ports;
    try {
      await this.#makeFolder(this.#runs, 'The run could not be created.');
      await rm(draft, { recursive: true, force: true });
      await mkdir(draft, { mode: 0o700 });
      await PageLog.create(files, draft, { id: runId, at: now().toISOString(), ...about });
      await complete(draft, files);
      await rename(draft, folder);
      await files.syncFolder(this.#runs);
    } catch (error) {
      await rm(draft, { recursive: true, force: true }).catch(() => undefined);
      // File system errors become StoreErrors; anything else that `complete` throws is passed on.
      throw systemCode(error) === '' ? error : asStoreError(error, 'The run could not be created.');
    }
    return this.open(runId);
  }

  /** Returns whether there is a run with this id outside the trash. */
  async has(runId: string): Promise<boolean> {
    return !this.#removing.has(runId) && (await exists(this.#folder(runId)));
  }

  /** Opens a run; returns the same object while it is open. Throws the same errors as `StoredRun.open`. */
  async open(runId: string): Promise<StoredRun> {
    const folder = this.#folder(runId);
    // What it saves when it is closed would be in the folder's old path, and it could not be restored.
    if (this.#removing.has(runId))
      throw new StoreError('unknown_run', 'This run is being deleted.');
    const known = this.#open.get(runId);
    if (known !== undefined) return known;
    const forget = (): void => {
      this.#open.delete(runId);
      this.#listed.delete(runId);
    };
    this.#listed.delete(runId);
    const opening = Promise.resolve().then(() => {
      refuseLinksTo(folder);
      return StoredRun.open(this.#ports, folder, runId, forget);
    });
    this.#open.set(runId, opening);
    opening.catch(forget);
    return opening;
  }

  /**
   * Summarises all runs that have a log, without opening them, latest first. An unreadable log is a damaged
   * run: it must not keep the others out of the list.
   */
  async list(): Promise<RunSummary[]> {
    const summaries: RunSummary[] = [];
    const pause = createPause();
    for (const id of await this.#ids()) {
      const log = statOf(join(this.#runs, id, logName));
      if (log !== undefined) summaries.push(await this.#summarise(id, log));
      await pause();
    }
    return summaries.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  }

  /** Whether a run's log has this text anywhere, found without opening the run. */
  async hasText(runId: string, text: string): Promise<boolean> {
    const folder = this.#folder(runId);
    refuseLinksTo(folder);
    let before = Buffer.alloc(0);
    const log = createReadStream(join(folder, logName), { highWaterMark: 1024 ** 2 });
    for await (const chunk of log as AsyncIterable<Buffer>) {
      const bytes = Buffer.concat([before, chunk]);
      if (bytes.includes(text)) return true;
      before = bytes.subarray(Math.max(0, bytes.length - Buffer.byteLength(text) + 1));
    }
    return false;
  }

  async #summarise(id: string, log: Stats): Promise<RunSummary> {
    const folder = join(this.#runs, id);
    const known = this.#listed.get(id);
    if (known !== undefined && isSameLog(known.log, log)) return known.run;
    const run = await this.#open.get(id)?.catch(() => undefined);
    const summary =
      // Foreign bytes at the end of an open run's log are unknown to the run.
      (run?.logSize === log.size ? await run.summarise() : undefined) ??
      readKeptSummary(folder, log) ??
      (await this.#scan(folder, log, run === undefined));
    const meta = readMeta(folder);
    const described = { meta: meta ?? {}, metaDamaged: meta === undefined };
    const listed = { id, ...summary, bytes: folderBytes(folder), ...described };
    const state = { size: log.size, mtimeMs: log.mtimeMs };
    if (run === undefined) this.#listed.set(id, { log: state, run: listed });
    return listed;
  }

  /** Scans the log from header to header. `isKept`: keeps the summary for later. */
  async #scan(folder: string, state: Stats, isKept: boolean): Promise<LogSummary> {
    const createdAt = state.birthtime.toISOString();
    const { files } = this.#ports;
    const log = await files.open(join(folder, logName), 'read').catch(() => undefined);
    try {
      if (log === undefined) return unreadable(createdAt);
      const scan = await scanLog(log, await log.size());
      const contents = readContents(scan);
      const header = await readObject(log, contents.run);
      const torn = scan.goodEnd < scan.size;
      const condition = conditionOf(scan, header);
      const summary = await summarise(log, contents, { header, createdAt, torn, condition });
      if (isKept) await keepSummary(folder, state, summary);
      return summary;
    } catch {
      return unreadable(createdAt);
    } finally {
      await log?.close();
    }
  }

  /** Returns the ids of the runs whose next page is the answer of an operation that this computer asked for. */
  async withOperation(): Promise<string[]> {
    const { marks } = this.#ports;
    return (await this.list()).flatMap(({ id, operation }) =>
      operation !== undefined && operation.mark === marks.of(this.#folder(id), operation.id)
        ? [id]
        : [],
    );
  }

  /** Returns whether there are runs outside the trash. */
  async hasRuns(): Promise<boolean> {
    return (await this.#ids()).length > 0;
  }

  /** Name, star and note of a run; empty when there are none or they can't be read. */
  async meta(runId: string): Promise<RunMeta> {
    return readMeta(this.#folder(runId)) ?? {};
  }

  /** Changes the given members; undefined removes one. Returns what is then stored. */
  async updateMeta(runId: string, change: RunMeta): Promise<RunMeta> {
    const folder = this.#folder(runId);
    const { files, now } = this.#ports;
    return this.#changes.run(async () => {
      refuseLinksTo(folder);
      const meta = { ...readMeta(folder), ...change };
      await writeMeta(files, folder, meta, now());
      this.#listed.delete(runId);
      return meta;
    });
  }

  /** Closes the run and moves it to the trash. */
  async remove(runId: string): Promise<void> {
    const folder = this.#folder(runId);
    this.#removing.add(runId);
    try {
      refuseLinksTo(folder);
      const open = await this.#open.get(runId)?.catch(() => undefined);
      await open?.close();
      await removeLink(this.#trash);
      await this.#makeFolder(this.#trash, 'The run could not be moved.');
      await this.#changes.run(() => this.#move(folder, join(this.#trash, runId)));
    } finally {
      this.#removing.delete(runId);
    }
  }

  /** Moves the run back from the trash. */
  async restore(runId: string): Promise<void> {
    const folder = this.#folder(runId);
    await refuseLink(this.#trash);
    refuseLinksTo(join(this.#trash, runId));
    await this.#changes.run(() => this.#move(join(this.#trash, runId), folder));
  }

  /** Returns the ids of the runs in the trash. */
  async trashed(): Promise<string[]> {
    return namesIn(this.#trash);
  }

  /** Permanently deletes the content of the trash. */
  async emptyTrash(): Promise<void> {
    await removeLink(this.#trash);
    await refuseLink(this.#runs);
    const drafts = (await namesIn(this.#runs)).filter((name) => name.startsWith('.new-'));
    const paths = [
      ...(await namesIn(this.#trash)).map((name) => join(this.#trash, name)),
      ...drafts.map((name) => join(this.#runs, name)),
    ];
    try {
      for (const path of paths) await rm(path, { recursive: true, force: true });
    } catch (error) {
      throw asStoreError(error, 'The trash could not be emptied.');
    }
  }

  /** Closes every open run. */
  async close(): Promise<void> {
    const open = await Promise.allSettled(this.#open.values());
    for (const run of open) {
      if (run.status === 'fulfilled') await run.value.close();
    }
  }

  /** Links aren't runs: their summaries would be saved where they lead. */
  async #ids(): Promise<string[]> {
    await refuseLink(this.#runs);
    return (await entriesIn(this.#runs))
      .filter((entry) => entry.isDirectory() && isRunId(entry.name))
      .map(({ name }) => name);
  }

  /** Ids are untrusted: only this shape ever becomes part of a path. */
  #folder(runId: string): string {
    if (!isRunId(runId)) throw new StoreError('invalid_input', 'This is not a run id.');
    return join(this.#runs, runId);
  }

  async #makeFolder(path: string, failed: string): Promise<void> {
    if (await ensureFolder(path, failed)) await this.#ports.files.syncFolder(this.#dataDir);
  }

  async #move(from: string, to: string): Promise<void> {
    if (!(await exists(from))) throw new StoreError('unknown_run', 'This run does not exist.');
    if (await exists(to)) throw runExists();
    try {
      await rename(from, to);
      await this.#ports.files.syncFolder(this.#runs);
      await this.#ports.files.syncFolder(this.#trash);
    } catch (error) {
      throw asStoreError(error, 'The run could not be moved.');
    }
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw asStoreError(error, 'The run could not be looked up.');
  }
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await entriesIn(folder)).map(({ name }) => name);

async function entriesIn(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw asStoreError(error, 'The folder could not be read.');
  }
}

const runExists = (): StoreError =>
  new StoreError('run_exists', 'A run with this id already exists.');

function unreadable(createdAt: string): LogSummary {
  const nothing = { header: undefined, last: undefined, failure: undefined, torn: false };
  const counts = { workedMs: 0, pages: 0, rows: 0, unshownPages: 0 };
  const inputs = { failed: 0, refused: 0, partly: 0, cutOff: 0 };
  return { ...nothing, ...counts, inputs, createdAt, condition: 'damaged' };
}

/** Returns undefined when the file is missing or can't be examined. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Size of all files in the folder. A file that can't be measured (deleted in between) counts as 0. */
function folderBytes(folder: string): number {
  let bytes = 0;
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) bytes += folderBytes(path);
      else if (entry.isFile()) bytes += statOf(path)?.size ?? 0;
    }
  } catch {
    // Returns what was counted so far.
  }
  return bytes;
}
