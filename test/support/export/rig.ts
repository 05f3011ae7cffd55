/** Runs made of given rows, and everything that exports them, without a service. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { catalogue } from '#main/catalogue/index.ts';
import { isDataEndpoint } from '#shared/catalogue/types.ts';
import { noDetails } from '#shared/contract/project.ts';
import { exportSpecSchema, isOver } from '#shared/contract/export/export.ts';
import type { Export } from '#shared/contract/export/export.ts';
import type { Chain, StepRecipe } from '#shared/contract/recipe.ts';
import { buildRequest, requestTarget } from '#shared/query/request.ts';
import type { Query } from '#shared/query/types.ts';
import { createReplacer } from '#main/core/export/privacy/replacer.ts';
import { createExports } from '#main/core/export/exports.ts';
import type { Exports, ExportsDeps } from '#main/core/export/exports.ts';
import type { JsonObject } from '#main/core/json/index.ts';
import { parseAsSent, stringifyJson } from '#main/core/json/index.ts';
import { OwnValues } from '#main/core/store/own-values.ts';
import type { OwnRows } from '#main/core/store/own-values.ts';
import type { LiveRun } from '#main/core/runs/live-run.ts';
import { reopenRun } from '#main/core/runs/open-run.ts';
import { createViews } from '#main/core/runs/views.ts';
import { ColumnStore } from '#main/core/store/columns/column-store.ts';
import type { WorkerProcess } from '#main/core/store/columns/column-store.ts';
import { createRunStore } from '#main/core/store/run-store.ts';
import type { RunStore } from '#main/core/store/run-store.ts';
import { startColumnsWorker } from '#test/support/columns/worker-pool.ts';
import { readZip } from '#test/support/read-zip.ts';
import { mintExportId } from '#test/support/saving.ts';
import type { Saved, Spec } from '#test/support/saving.ts';

/** How exports are saved. */
export interface SavingOptions extends Partial<ExportsDeps> {
  /** The file of every export; one of its own under the suggested name unless told. */
  at?: string;
}

/** Everything that exports runs made of given rows. */
export type Rig = ReturnType<typeof exportRig>;
export type Saving = ReturnType<Rig['saving']>;

/** What a run asks for. */
/** `derived`: the rows weren’t sent for it, but derived like this. */
export type Asked = Pick<Query, 'endpointId' | 'values'> & {
  derived?: JsonObject;
  /** Of the service. */
  address?: string;
};

export const sea: Asked = { endpointId: 'microblog.posts.search', values: { q: 'sea' } };
const pageRows = 20;
/** What pseudonyms are made with. */
export const testSecret = 'a secret of this test';
let made = 0;

/** The endpoint and the resource of an id, as the catalogue has them. */
export function lookUp(endpointId: string) {
  const endpoint = catalogue.endpoints.find(({ id }) => id === endpointId);
  if (endpoint === undefined || !isDataEndpoint(endpoint)) return null;
  const resource = catalogue.resources.find(({ id }) => id === endpoint.resource);
  return resource === undefined ? null : { endpoint, resource };
}

/** Of items of which nobody has noted anything. */
const nothingNoted: OwnRows = {
  columns: () => [],
  add: (row) => row,
  source: () => null,
  revision: () => 0,
  values: new OwnValues(),
};

/**
 * For all tests of a file. `root` holds the data folder and the targets; whoever gives one closes the
 * rig, a temporary one is closed when the file is done.
 */
export function exportRig(
  given: { startWorker?: () => WorkerProcess; root?: string; own?: OwnRows } = {},
) {
  const root = given.root ?? realpathSync(mkdtempSync(join(tmpdir(), 'sde-export-')));
  const folder = join(root, 'data');
  mkdirSync(folder);
  const reported: unknown[] = [];
  const report = (error: unknown): void => void reported.push(error);
  const store = createRunStore(folder);
  const startWorker = given.startWorker ?? startColumnsWorker;
  const columnStore = new ColumnStore({ startWorker, dataFolder: folder });
  const codes = { of: () => given.own ?? nothingNoted };
  const runs = new Map<string, Promise<LiveRun>>();
  const live = (runId: string): Promise<LiveRun> => {
    const deps = {
      store,
      columnStore,
      ledger: { lastSent: () => null, callsOfRun: () => 0 },
      lookUp,
      codes,
    };
    const known = runs.get(runId) ?? reopenRun({ ...deps, profile: () => null }, runId);
    runs.set(runId, known);
    return known;
  };
  const targets = new Set<string>();
  const opened: Exports[] = [];

  /** The same runs, saved in another way. */
  function saving({ at, changed, ...deps }: SavingOptions) {
    const told: Export[] = [];
    const waiting = new Map<string, (over: Export) => void>();
    let path = '';
    const exports = createExports({
      live,
      views: createViews(columnStore),
      nameOf: async ({ stored }) => `Run ${stored.id}`,
      replacerOf: ({ privacy }, of, people) =>
        createReplacer(privacy, of, async () => testSecret, people),
      recipeRun: async () => null,
      lookUp,
      callsOf: () => 3,
      project: () => noDetails,
      version: '0.0.0-test',
      columnStore,
      dataFolder: folder,
      report,
      showInFolder: () => undefined,
      fetchMedia: () => Promise.reject(new Error('This test has no media.')),
      chooseSaveTarget: async (suggested) => {
        path = at ?? join(mkdtempSync(join(root, 'saved-')), suggested);
        targets.add(dirname(path));
        return { path, finish: async () => ({ name: basename(path), download: null }) };
      },
      changed: (one) => {
        told.push(one);
        changed?.(one);
        if (isOver(one.state)) waiting.get(one.id)?.(one);
      },
      ...deps,
    });
    opened.push(exports);

    /** How it ended, whatever that is. */
    async function exportOf(spec: Spec, chain?: Chain): Promise<Export> {
      const exportId = mintExportId();
      const over = new Promise<Export>((resolve) => waiting.set(exportId, resolve));
      const started = await exports.handlers['export.start']({
        exportId,
        spec: exportSpecSchema.parse(spec),
        chain,
      });
      if (started.kind === 'cancelled') throw new Error('Nobody chose where to save.');
      return over;
    }

    /** What was saved and the bytes of the file itself. */
    async function save(
      spec: Spec,
      chain?: Chain,
    ): Promise<{ state: Saved; bytes: Buffer; path: string }> {
      const { state } = await exportOf({ methods: false, ...spec }, chain);
      if (state.kind === 'saved') return { state, bytes: await readFile(path), path };
      const why = state.kind === 'failed' ? state.problem.title : '';
      throw new Error(`It ended ${state.kind}: ${why} ${String(reported.at(-1))}`);
    }
    return { exports, told, exportOf, save };
  }

  /** The same runs, saved as the steps of a recipe: the files of the archive. */
  function savingChain(runIds: readonly string[], steps: StepRecipe['steps']) {
    const recipe: StepRecipe = {
      kind: 'social-data-explorer/steps',
      version: 1,
      name: 'Steps',
      service: { profileId: 'https://service.example', address: 'https://service.example' },
      steps,
    };
    const { save } = saving({
      recipeRun: async () => ({ recipe, steps: runIds.map((runId) => ({ runId })) }),
    });
    return {
      chained: { recipeRunId: 'run-of-a-recipe' },
      saved: async (spec: Spec, chain: Chain) => readZip((await save(spec, chain)).bytes),
    };
  }

  async function close(): Promise<void> {
    await Promise.all(opened.map((exports) => exports.close()));
    await columnStore.close();
    await store.close();
    if (given.root === undefined) rmSync(root, { recursive: true, force: true });
  }
  if (given.root === undefined) afterAll(close);

  return {
    ...saving({}),
    root,
    folder,
    reported,
    columnStore,
    live,
    saving,
    savingChain,
    /** A run of these rows, in pages of 20; its id. */
    async makeRun(
      rows: readonly JsonObject[],
      query?: Asked,
      atOf?: (page: number) => string,
    ): Promise<string> {
      made += 1;
      // In the order of their names, too.
      const runId = `run-made-${String(made).padStart(4, '0')}`;
      await writeRun(store, runId, rows, query, atOf);
      return runId;
    },
    /** What is left in the data folder's place for exports, and beside the targets unfinished. */
    leftovers: (): string[] => [
      ...list(join(folder, 'tmp', 'exports')),
      ...[...targets].flatMap(list).filter((file) => file.endsWith('.part')),
    ],
    close,
  };
}

/** Writes a finished run and closes it. */
export async function writeRun(
  store: RunStore,
  runId: string,
  rows: readonly JsonObject[],
  asked: Asked = sea,
  atOf: (page: number) => string = () => '2026-03-31T10:00:01.000Z',
): Promise<void> {
  const { derived, address = 'https://service.example', ...question } = asked;
  const query = { ...question, fields: [] };
  const run = await store.create(runId, {
    query,
    target: requestTarget(buildRequest(lookUp(asked.endpointId)!.endpoint, query)),
    address,
    profileId: address,
    createdAt: '2026-03-31T10:00:00.000Z',
    version: '1.2.3',
    ...(derived && { derived }),
  });
  for (let from = 0; from < rows.length; from += pageRows) {
    const items = rows.slice(from, from + pageRows).map(stringifyJson);
    await run.appendPage({
      body: Buffer.from(`{"results":[${items.join(',')}],"dataSource":"api"}`),
      page: from / pageRows + 1,
      at: atOf(from / pageRows),
      ms: 12,
      status: 200,
    });
  }
  await run.appendRest('noMore');
  await run.close();
}

/** What comes out of the log for a row: the same value, numbers as they are kept. */
export function asKept(row: JsonObject): JsonObject {
  return parseAsSent(stringifyJson(row)) as JsonObject;
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
