/** Summaries of all runs without opening them: from memory, from what is cached, or from their logs. */
import { readdirSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import type { FilePort, OpenFile } from './file-port.ts';
import { isSameLog, keep, readKept } from './kept.ts';
import type { LogState } from './kept.ts';
import { conditionOf, keptSummary, readObject, summarise } from './run-summary.ts';
import type { LogSummary, RunSummary } from './run-summary.ts';
import { readContents } from './log-contents.ts';
import { scanLog } from './log-scan.ts';
import { logName } from './page-log.ts';
import { createPause } from './serial.ts';
import { readMeta } from './run-meta.ts';
import type { RunMeta } from './run-meta.ts';
import type { StoredRun } from './stored-run.ts';

interface Listed {
  summary: LogSummary;
  bytes: number;
  meta: RunMeta | undefined;
}

/** For runs that are not open: only we change anything in their folders. */
type Known = Listed & LogState;

export class RunList {
  readonly #files: FilePort;
  readonly #runs: string;
  readonly #known = new Map<string, Known>();

  /** For the runs in the folder `runs`. */
  constructor(files: FilePort, runs: string) {
    this.#files = files;
    this.#runs = runs;
  }

  /** Must be called before anything in a run's folder changes. */
  forget(id: string): void {
    this.#known.delete(id);
  }

  /**
   * Summarises those of `ids` that have a log, latest first. `opened` returns the run, while it is open.
   * An unreadable log is a damaged run: it must not keep the others out of the list.
   */
  async of(
    ids: readonly string[],
    opened: (id: string) => StoredRun | undefined,
  ): Promise<RunSummary[]> {
    const summaries: RunSummary[] = [];
    const pause = createPause();
    for (const id of ids) {
      const log = statOf(join(this.#runs, id, logName));
      if (log !== undefined) summaries.push(await this.#summarise(id, log, opened(id)));
      await pause();
    }
    return summaries.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  }

  #open(folder: string): Promise<OpenFile | undefined> {
    return this.#files.open(join(folder, logName), 'read').catch(() => undefined);
  }

  async #summarise(id: string, log: Stats, run: StoredRun | undefined): Promise<RunSummary> {
    const folder = join(this.#runs, id);
    const known = this.#known.get(id);
    if (known !== undefined && isSameLog(known, log)) return toRun(id, known);
    const summary =
      // Foreign bytes at the end of an open run's log are unknown to the run.
      (run?.logSize === log.size ? await run.summarise() : undefined) ??
      readKept(folder, keptSummary, log) ??
      (await this.#scan(folder, log, run === undefined));
    const listed = { summary, bytes: folderBytes(folder), meta: readMeta(folder) };
    if (run === undefined) this.#known.set(id, { size: log.size, mtimeMs: log.mtimeMs, ...listed });
    return toRun(id, listed);
  }

  /** Scans the log from header to header. `isKept`: saves the summary for later. */
  async #scan(folder: string, state: Stats, isKept: boolean): Promise<LogSummary> {
    const createdAt = state.birthtime.toISOString();
    const log = await this.#open(folder);
    try {
      if (log === undefined) return unreadable(createdAt);
      const { scan, contents, header } = await readLog(log);
      const torn = scan.goodEnd < scan.size;
      const condition = conditionOf(scan, header);
      const summary = await summarise(log, contents, { header, createdAt, torn, condition });
      if (isKept) await keep(folder, keptSummary, state, summary);
      return summary;
    } catch {
      return unreadable(createdAt);
    } finally {
      await log?.close();
    }
  }
}

async function readLog(log: OpenFile) {
  const scan = await scanLog(log, await log.size());
  const contents = readContents(scan);
  return { scan, contents, header: await readObject(log, contents.run) };
}

function toRun(id: string, { summary, bytes, meta }: Listed): RunSummary {
  const described = { meta: meta ?? {}, metaDamaged: meta === undefined };
  return { id, ...summary, bytes, ...described };
}

function unreadable(createdAt: string): LogSummary {
  const nothing = { header: undefined, last: undefined, failure: undefined, torn: false };
  const counts = { workedMs: 0, pages: 0, rows: 0, unshownPages: 0, failures: 0 };
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
