/** Runs made of given rows, and everything that exports them, without a service. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { catalogue } from '#shared/catalogue/index.ts';
import { isDataEndpoint } from '#shared/catalogue/types.ts';
import { exportSpecSchema, isOver } from '#shared/export/export.ts';
import type { Export, ExportState } from '#shared/export/export.ts';
import { createReplacer } from '#main/core/export/privacy/replacer.ts';
import { createExports } from '#main/core/export/exports.ts';
import type { Exports, ExportsDeps } from '#main/core/export/exports.ts';
import type { JsonObject } from '#main/core/json/index.ts';
import { parseJson, stringifyJson } from '#main/core/json/index.ts';
import { createColumnKeeper } from '#main/core/runs/column-keeper.ts';
import type { LiveRun } from '#main/core/runs/live-run.ts';
import { reopenRun } from '#main/core/runs/open-run.ts';
import { createViews } from '#main/core/runs/views.ts';
import { ColumnStore } from '#main/core/store/columns/column-store.ts';
import type { WorkerSource } from '#main/core/store/columns/column-store.ts';
import { createRunStore } from '#main/core/store/run-store.ts';
import type { RunStore } from '#main/core/store/run-store.ts';
import { columnsWorker } from '#test/support/columns/worker.ts';
import { mintExportId } from '#test/support/saving.ts';
import type { Saved, Spec } from '#test/support/saving.ts';

export type SpecWithoutRuns = Omit<Spec, 'runIds'>;

export interface RigOptions {
  worker?: WorkerSource;
  /** Where the data folder and the targets are made; a temporary folder unless told. */
  root?: string;
  /** Name of every export's file; the suggested one unless told. */
  fileName?: string;
  deps?: Partial<ExportsDeps>;
}

export interface Rig {
  /** Holds the data folder and the targets. */
  readonly root: string;
  /** The data folder. */
  readonly folder: string;
  /** Where files are saved. */
  readonly target: string;
  readonly exports: Exports;
  readonly told: Export[];
  readonly reported: unknown[];
  /** A run of these rows, in pages of 20; its id. */
  makeRun(rows: readonly JsonObject[], endpointId?: string): Promise<string>;
  live(runId: string): Promise<LiveRun>;
  /** How it ended, whatever that is. */
  exportOf(spec: Spec): Promise<Export>;
  /** What was saved and the bytes of the file itself. */
  save(spec: Spec): Promise<{ state: Saved; bytes: Buffer; path: string }>;
  /** What is left in the data folder's place for exports, and beside the targets unfinished. */
  leftovers(): string[];
  close(): Promise<void>;
}

const pageRows = 20;
let made = 0;

/** The caller closes it. */
export function exportRig(options: RigOptions = {}): Rig {
  const folder = options.root ?? realpathSync(mkdtempSync(join(tmpdir(), 'sde-export-')));
  const target = join(folder, 'saved');
  mkdirSync(target);
  const data = join(folder, 'data');
  mkdirSync(data);
  const reported: unknown[] = [];
  const told: Export[] = [];
  const store = createRunStore(data);
  const columns = new ColumnStore({
    worker: options.worker ?? columnsWorker(),
    dataFolder: data,
  });
  const keeper = createColumnKeeper(columns, (error) => reported.push(error));
  const runs = new Map<string, Promise<LiveRun>>();
  const lookUp = (endpointId: string) => {
    const endpoint = catalogue.endpoints.find(({ id }) => id === endpointId);
    if (endpoint === undefined || !isDataEndpoint(endpoint)) return null;
    const resource = catalogue.resources.find(({ id }) => id === endpoint.resource);
    return resource === undefined ? null : { endpoint, resource };
  };
  const live = (runId: string): Promise<LiveRun> => {
    const deps = { store, columns: keeper, ledger: { lastSent: () => null }, lookUp };
    const known = runs.get(runId) ?? reopenRun({ ...deps, profile: () => null }, runId);
    runs.set(runId, known);
    return known;
  };
  let saved = 0;
  const exports = createExports({
    live,
    views: createViews(keeper),
    nameOf: async ({ stored }) => `Run ${stored.id}`,
    replacerOf: ({ privacy }, [run]) =>
      createReplacer(privacy, run?.endpoint.platform ?? null, async () => 'a secret of this test'),
    callsOf: () => 3,
    version: '0.0.0-test',
    keeper,
    dataFolder: data,
    report: (error) => reported.push(error),
    chooseSaveTarget: async (suggested) => {
      saved += 1;
      const own = join(target, String(saved));
      mkdirSync(own);
      const path = join(own, options.fileName ?? suggested);
      return { path, finish: async () => ({ name: basename(path), download: null }) };
    },
    changed: (one) => told.push(one),
    ...options.deps,
  });

  const rig: Rig = {
    root: folder,
    folder: data,
    target,
    exports,
    told,
    reported,
    async makeRun(rows, endpointId = 'microblog.posts.search') {
      made += 1;
      const runId = `run-made-${made}`;
      await writeRun(store, runId, rows, endpointId);
      return runId;
    },
    live,
    async exportOf(spec) {
      const exportId = mintExportId();
      const started = await exports.start(exportId, exportSpecSchema.parse(spec));
      if (started.kind === 'cancelled') throw new Error('Nobody chose where to save.');
      await over(exportId);
      return exports.list().find(({ id }) => id === exportId)!;
    },
    async save(spec) {
      const one = await rig.exportOf({ methods: false, ...spec });
      const state: ExportState = one.state;
      if (state.kind !== 'saved') {
        const why = state.kind === 'failed' ? state.problem.title : '';
        throw new Error(`It ended ${state.kind}: ${why} ${String(reported.at(-1))}`);
      }
      const path = join(target, String(saved), one.name);
      return { state, bytes: await readFile(path), path };
    },
    leftovers: () => [
      ...list(join(data, 'tmp', 'exports')),
      ...list(target).flatMap((name) =>
        list(join(target, name)).filter((file) => file.endsWith('.part')),
      ),
    ],
    async close() {
      await exports.close();
      await keeper.close();
      await store.close();
      if (options.root === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };

  async function over(exportId: string): Promise<void> {
    for (;;) {
      const state = exports.list().find(({ id }) => id === exportId)?.state;
      if (state === undefined || isOver(state)) return;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
  return rig;
}

/** Writes a finished run and closes it. */
export async function writeRun(
  store: RunStore,
  runId: string,
  rows: readonly JsonObject[],
  endpointId = 'microblog.posts.search',
): Promise<void> {
  const run = await store.create(runId, {
    query: { endpointId, values: { q: 'sea' }, fields: [] },
    target: '/api/data/microblog/posts/live?q=sea',
    address: 'https://service.example',
    profileId: 'https://service.example',
    createdAt: '2026-03-31T10:00:00.000Z',
    version: '1.2.3',
  });
  for (let from = 0; from < rows.length; from += pageRows) {
    const items = rows.slice(from, from + pageRows).map(stringifyJson);
    const body = `{"results":[${items.join(',')}],"dataSource":"api"}`;
    await run.appendPage({
      body: Buffer.from(body),
      page: from / pageRows + 1,
      at: '2026-03-31T10:00:01.000Z',
      ms: 12,
      status: 200,
    });
  }
  await run.appendEnd('noMore');
  await run.close();
}

/** What comes out of the log for a row: the same value, numbers as they are kept. */
export function asKept(row: JsonObject): JsonObject {
  return parseJson(stringifyJson(row)) as JsonObject;
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
