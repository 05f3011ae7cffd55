/** All exports of this session: starting, listing, cancelling. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { exportSpecSchema, isOver } from '#shared/contract/export/export.ts';
import type {
  Export,
  ExportPreview,
  ExportSpec,
  ExportState,
} from '#shared/contract/export/export.ts';
import { replacesPeople } from '#shared/contract/export/privacy.ts';
import { isChoosable } from '#shared/contract/export/formats.ts';
import { ProblemError, ownProblem, refused } from '../problem-error.ts';
import { ColumnsError } from '../store/columns/column-store.ts';
import type { ColumnStore } from '../store/columns/column-store.ts';
import { createAnnouncer } from '../runs/announcer.ts';
import { checkedSpec, formatOf } from './formats/index.ts';
import { archiveName, chainToSave, mustHoldSteps, openSteps, saveChain, specOf } from './chain.ts';
import type { ChainToSave, LookUp, RunOfRecipe } from './chain.ts';
import { exportProblem } from './changes.ts';
import { runFileName } from './save-files.ts';
import { collectPeople, findPeople, findRemaining } from './privacy/people.ts';
import { openRows } from './rows.ts';
import type { ReplacerOf, Rows } from './rows.ts';
import { openRuns } from './selection.ts';
import type { SelectionDeps } from './selection.ts';
import { openTempFolder } from './temp-folder.ts';
import { isoTime } from '../clock.ts';
import { sampleRows } from './formats/format.ts';
import type { Format, TableDeps } from './formats/format.ts';
import { networkChart, networkFields } from './network.ts';
import { asCitation, provenanceOf } from './methods/provenance.ts';
import type { SheetDeps } from './methods/provenance.ts';
import { saveTable } from './save-table.ts';
import type { SavedFiles, Table } from './save-table.ts';
import { Serial } from '../store/serial.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { CorePorts, SaveTarget } from '../core.ts';
import type { HandlersOf } from '../dispatch.ts';
import type { Media } from '../media/media.ts';
import type { LiveRun } from '../runs/live-run.ts';
import type { Chain } from '#shared/contract/recipe.ts';
import type { ProjectDetails } from '#shared/contract/project.ts';
import type { SheetLimits } from './workbook.ts';

export interface ExportsDeps extends SelectionDeps, SheetDeps, LookUp {
  replacerOf: ReplacerOf;
  /** A recipe's run with the inputs that it began with; null if there is none. */
  recipeRun: (id: string) => Promise<RunOfRecipe | null>;
  columnStore: ColumnStore;
  dataFolder: string;
  /** The project's details, for the metadata. */
  project: () => ProjectDetails;
  /** Maximum length of a workbook's sheets; Excel's limits by default. */
  sheetLimits?: SheetLimits;
  chooseSaveTarget: CorePorts['chooseSaveTarget'];
  showInFolder: CorePorts['showInFolder'];
  /** Fetches what a link of a run leads to. */
  fetchMedia: Media['fetch'];
  /** Called whenever an export's visible state changes. */
  changed: (one: Export) => void;
}

export interface Exports {
  handlers: HandlersOf<`export.${string}` | 'view.network'>;
  /**
   * Saves what a folder lacks of a run, as an export with the id `<run>-<kind>`. Resolves with what became of it;
   * null: it was cancelled. @throws ProblemError
   */
  saveInto(
    path: string,
    runId: string,
    kind: 'media' | 'dataset',
    signal: AbortSignal,
  ): Promise<Extract<ExportState, { kind: 'saved' }> | null>;
  /** Cancels running exports. */
  close(): Promise<void>;
}

/** The number of finished exports to keep in the list. */
const maxFinished = 50;
const redrawPauseMs = 200;

interface Entry {
  current: Export;
  /** Absolute path of the file. */
  path: string;
  stop: AbortController;
  done: Promise<void>;
}

export function createExports(deps: ExportsDeps): Exports {
  /** By id; null while the person is choosing a target. */
  const starting = new Map<string, Promise<Entry | null>>();
  const entries = new Map<string, Entry>();
  const announcer = createAnnouncer<Entry>((entry) => deps.changed(entry.current), redrawPauseMs);
  let closed = false;
  const closing = new AbortController();
  const previews = new Map<string, AbortController>();
  const endPreview = (id: string): void => previews.get(id)?.abort(new ColumnsError('cancelled'));

  function change(entry: Entry, update: Partial<Pick<Export, 'state' | 'of'>>): void {
    const isNewState = update.state !== undefined && update.state.kind !== entry.current.state.kind;
    entry.current = { ...entry.current, ...update, revision: entry.current.revision + 1 };
    announcer.announce(entry, isNewState ? 'now' : 'soon');
  }

  async function begin(
    id: string,
    asked: ExportSpec,
    together: Chain | null,
  ): Promise<Entry | null> {
    const spec = checked(asked);
    const format = formatOf(spec.format);
    if (together !== null) mustHoldSteps(format, together);
    const recipeRun = together && (await deps.recipeRun(together.recipeRunId));
    const chain = together && chainToSave(together, recipeRun, spec);
    // The steps of a recipe have different columns: each is a table of its own.
    const runs = await openRuns(spec.runIds, deps.live, chain === null);
    if (!isChoosable(format) && runs.some(({ derived }) => derived !== null)) {
      throw new ProblemError(workedOut(format));
    }
    const name = chain === null ? suggestedName(runs, spec) : archiveName(chain);
    const target = await deps.chooseSaveTarget(name, isFolder(format) ? 'folder' : 'file');
    return target === null || closed ? null : enter({ id, spec, runs, chain, target });
  }

  /** Begins to save, and lists it. @param also cancels it, too. */
  function enter(job: Job, also?: AbortSignal): Entry {
    const { id, spec, target } = job;
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, ...(also ? [also] : [])]);
    const current: Export = {
      id,
      revision: 0,
      format: spec.format.kind,
      name: basename(target.path),
      of: null,
      state: { kind: 'preparing' },
    };
    const entry: Entry = { current, path: target.path, stop, done: Promise.resolve() };
    entries.set(id, entry);
    dropOld();
    const tempFolder = openTempFolder(deps.dataFolder, id);
    const saved = runJob(job, {
      ...deps,
      tempFolder,
      signal,
      onPart: (part) => tempFolder.note(part),
      onState: (state) => change(entry, { state }),
      onCount: (of) => change(entry, { of }),
    });
    entry.done = saved.then(
      (state) => change(entry, { state }),
      (error: unknown) =>
        change(entry, {
          state: signal.aborted
            ? { kind: 'cancelled' }
            : { kind: 'failed', problem: exportProblem(error, deps.report) },
        }),
    );
    return entry;
  }

  function dropOld(): void {
    const over = [...entries.values()].filter(({ current }) => isOver(current.state));
    for (const { current } of over.slice(0, Math.max(0, over.length - maxFinished))) {
      entries.delete(current.id);
    }
  }

  const handlers: Exports['handlers'] = {
    async 'export.start'({ exportId, spec, chain = null }) {
      const known = entries.get(exportId);
      if (known !== undefined) return { kind: 'started', export: known.current };
      let beginning = starting.get(exportId);
      if (beginning === undefined) {
        beginning = begin(exportId, spec, chain).finally(() => starting.delete(exportId));
        starting.set(exportId, beginning);
      }
      const entry = await beginning;
      return entry === null ? { kind: 'cancelled' } : { kind: 'started', export: entry.current };
    },

    async 'export.preview'({ exportId, spec, rows }) {
      const stop = new AbortController();
      if (exportId !== undefined) {
        endPreview(exportId);
        previews.set(exportId, stop);
      }
      try {
        const signal = AbortSignal.any([closing.signal, stop.signal]);
        const runs = await openRuns(spec.runIds, deps.live);
        return await preview(runs, checked(spec), rows, deps, signal);
      } finally {
        if (exportId !== undefined && previews.get(exportId) === stop) previews.delete(exportId);
      }
    },

    async 'view.network'({ runId, view, network }) {
      const runs = await openRuns([runId], deps.live);
      const spec = exportSpecSchema.parse({
        runIds: [runId],
        view,
        network,
        format: { kind: 'gexf' },
      });
      return withRows(runs, spec, deps, closing.signal, (rows) => networkChart(rows, network));
    },

    async 'export.findPeople'({ runIds }) {
      const runs = await openRuns(runIds, deps.live);
      const spec = exportSpecSchema.parse({ runIds, format: { kind: 'jsonl' } });
      return withRows(runs, spec, deps, closing.signal, (rows) => findPeople(rows));
    },

    /** Resolves when the export is over. */
    async 'export.cancel'({ exportId }) {
      endPreview(exportId);
      const entry = entries.get(exportId);
      entry?.stop.abort();
      await entry?.done;
      return {};
    },

    async 'export.showInFolder'({ exportId }) {
      const entry = entries.get(exportId);
      if (entry?.current.state.kind !== 'saved' || deps.showInFolder === null) {
        throw refused('There is no such file to show.');
      }
      deps.showInFolder(entry.path);
      return {};
    },

    'export.list': async () => ({
      exports: [...entries.values()].map(({ current }) => current).toReversed(),
    }),
  };

  return {
    handlers,
    async saveInto(path, runId, kind, signal) {
      const runs = await openRuns([runId], deps.live);
      const asked = exportSpecSchema.parse({ runIds: [runId], format: { kind } });
      const spec = specOf(runs[0]!, asked);
      const target = { path, finish: async () => ({ name: basename(path), download: null }) };
      const entry = enter({ id: `${runId}-${kind}`, spec, runs, chain: null, target }, signal);
      await entry.done;
      const { state } = entry.current;
      if (state.kind === 'failed') throw new ProblemError(state.problem);
      return state.kind === 'saved' ? state : null;
    },
    async close() {
      closed = true;
      closing.abort();
      for (const { stop } of entries.values()) stop.abort();
      await Promise.all([...entries.values()].map(({ done }) => done));
      announcer.close();
    },
  };
}

/** @throws ProblemError if no file can be like that. */
function checked(asked: ExportSpec): ExportSpec {
  const spec = checkedSpec(asked);
  if (typeof spec === 'string') throw refused(spec);
  return spec;
}

const workedOut = ({ holds }: Format): Problem =>
  holds === 'pages'
    ? ownProblem(
        'invalid_input',
        'Raw pages are what a service sent, and this table was worked out here.',
        'Choose JSON Lines, or save the raw pages of the runs it was made from.',
      )
    : ownProblem(
        'invalid_input',
        'A dataset holds what a service sent, and this table was worked out here.',
        'Choose Parquet, or save the runs it was made from.',
      );

/** Describes the content and the day; leaves out the values of the query if people are replaced. */
function suggestedName(runs: readonly LiveRun[], { format, privacy }: ExportSpec): string {
  const [first] = runs;
  const isNeutral = replacesPeople(privacy);
  const name = first === undefined ? isoTime().slice(0, 10) : runFileName(first, { isNeutral });
  const more = runs.length > 1 ? `-and-${runs.length - 1}-more` : '';
  return `${name}${more}.${formatOf(format).extension}`;
}

// One export, from its spec to the finished files; and its preview.

const isFolder = ({ holds }: Format): boolean => holds === 'folder' || holds === 'media';

const savesByFolder = new Map<string, Serial>();

/**
 * Saves to one folder one after the other: two of the same run would write the same files. What is stopped
 * doesn't wait for those before it, which may take hours.
 */
function inTurn<T>(folder: string, signal: AbortSignal, save: () => Promise<T>): Promise<T> {
  const serial = savesByFolder.get(folder) ?? new Serial();
  savesByFolder.set(folder, serial);
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    signal.addEventListener('abort', leave);
    const turn = serial.run(async () => {
      signal.removeEventListener('abort', leave);
      signal.throwIfAborted();
      return save();
    });
    turn.then(resolve, reject);
  });
}

interface Job {
  id: string;
  spec: ExportSpec;
  runs: readonly LiveRun[];
  /** The runs are steps of a recipe, and the target is an archive. */
  chain: ChainToSave | null;
  target: SaveTarget;
}

/** @throws the error that stopped it; the signal's reason when cancelled. No partial file is left. */
async function runJob(
  { spec, runs, target, chain }: Job,
  deps: ExportsDeps & TableDeps,
): Promise<ExportState> {
  const { signal } = deps;
  try {
    const opened =
      chain === null
        ? [await openRows(runs, spec, deps, signal)]
        : await openSteps(runs, spec, chain, (run, own, people) =>
            openRows([run], own, deps, signal, people),
          );
    const format = formatOf(spec.format);
    if (format.holds !== 'pages' && format.holds !== 'media') {
      deps.onCount(opened.reduce((sum, { count }) => sum + count, 0));
    }
    const tables = await withPeople(opened);
    const save = (): Promise<SavedFiles> =>
      chain === null
        ? saveTable(tables[0]!, target, deps)
        : saveChain(tables, chain, target.path, deps);
    const { paths, ...saved } = await (isFolder(format)
      ? inTurn(target.path, signal, save)
      : save());
    const finished = await target.finish(paths);
    return { kind: 'saved', ...finished, ...saved };
  } finally {
    await deps.tempFolder.remove().catch(deps.report);
  }
}

/**
 * The first rows as they would be written; with privacy, also as they were before.
 * @throws the signal's reason.
 */
async function preview(
  runs: readonly LiveRun[],
  spec: ExportSpec,
  most: number,
  deps: ExportsDeps,
  signal: AbortSignal,
): Promise<ExportPreview> {
  const { privacy } = spec;
  const format = formatOf(spec.format);
  return withRows(runs, spec, deps, signal, async (rows) => {
    const { replacer, count } = rows;
    // They may also name people from later rows: saving the file checks all rows.
    if (replacer !== null) await collectPeople(rows.first(sampleRows), replacer.people);
    const shown = await format.preview(rows, most);
    const hasBefore = privacy !== null && shown.network === undefined;
    const plain = hasBefore ? rows.withoutPrivacy() : null;
    const before = plain && (await format.preview(plain, most));
    return {
      of: count,
      text: null,
      network: null,
      contents: null,
      ...shown,
      citation: asCitation(provenanceOf(rows, deps.version), count),
      before: before && { header: before.header, rows: before.rows },
    };
  });
}

/** Reads rows that aren't saved, with a temporary folder for as long as that takes. */
async function withRows<T>(
  runs: readonly LiveRun[],
  spec: ExportSpec,
  deps: ExportsDeps,
  signal: AbortSignal,
  read: (rows: Rows) => Promise<T>,
): Promise<T> {
  const tempFolder = openTempFolder(deps.dataFolder, randomUUID());
  try {
    return await read(await openRows(runs, spec, { ...deps, tempFolder }, signal));
  } finally {
    await tempFolder.remove().catch(deps.report);
  }
}

/** Finds where people are still named after replacement, once those of all tables are known. */
async function withPeople(opened: readonly Rows[]): Promise<Table[]> {
  for (const rows of opened) {
    if (rows.replacer !== null) await collectPeople(rows, rows.replacer.people);
  }
  const tables: Table[] = [];
  for (const rows of opened) {
    const { replacer } = rows;
    const remains =
      replacer === null
        ? []
        : await findRemaining(
            rows,
            writtenFields(rows),
            replacer.people,
            replacer.replaceUncounted,
          );
    tables.push({ rows, remains });
  }
  return tables;
}

/** The fields whose values are in the file. */
function writtenFields({ spec, runs, chosen }: Rows): string[] {
  if (spec.network !== null) return networkFields(spec.network, runs, spec.privacy);
  const fields = chosen.map(({ field }) => field);
  return formatOf(spec.format).holds === 'media'
    ? fields.filter((field) => field === runs[0]?.resource.identity)
    : fields;
}
