/** One file, saved by one of those who are compared, in a process of its own. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { format } from '@fast-csv/format';
import { stringify } from 'csv-stringify';
import { createRunStore } from '#main/core/store/run-store.ts';
import type { Export } from '#shared/contract/export/export.ts';
import { isOver } from '#shared/contract/export/export.ts';
import type { FormatOptions } from '#shared/contract/export/formats.ts';
import { everyRow } from '#shared/contract/view.ts';
import { openBare } from '../bare.ts';
import { report, takeTask } from '../child.ts';
import { openCore } from '../core.ts';
import { mostRss, mostRssOfChildren } from '../measure.ts';
import { runId } from '../stored/run-on-disk.ts';

export interface SaveTask {
  /** Ours, or who else; `copy` is DuckDB's. */
  by: { format: FormatOptions } | 'copy' | 'parquet-copy' | 'bytes' | 'csv-stringify' | 'fast-csv';
  /** By a number, largest first. `parquet-copy` is `copy` as a dataset’s files are packed. */
  sorted: boolean;
  /** So many there are. */
  rows: number;
  dataDir: string;
  target: string;
}

export type SaveReport = Awaited<ReturnType<typeof measure>>;

interface Way {
  /** Answers with the milliseconds of the COPY part where there is one. */
  save: () => Promise<number | null | void>;
  end?: () => Promise<void> | void;
}
const { by, sorted, rows, dataDir, target } = await takeTask<SaveTask>();

/** Over the contract, as a window asks for it. */
async function prepareOurs(options: FormatOptions): Promise<Way> {
  const core = await openCore(dataDir, {
    chooseSaveTarget: async () => ({
      path: target,
      finish: async () => ({ name: '', download: null }),
    }),
  });
  const sort = sorted ? [{ field: 'likeCount', direction: 'descending' as const }] : [];
  // As it is when a person presses Save: the run is open, its columns are attached.
  await core.call('run.open', { runId });
  await core.call('view.open', { runId, view: { ...everyRow, search: 'nothing has this' } });
  const save = async (): Promise<number | null> => {
    const start = performance.now();
    let copyMs: number | null = null;
    const over = new Promise<Export>((resolve) => {
      core.subscribe((event) => {
        if (event.kind !== 'export.changed') return;
        const { state } = event.export;
        if (state.kind === 'finishing') copyMs ??= performance.now() - start;
        if (isOver(state)) resolve(event.export);
      });
    });
    const view = { ...everyRow, sort };
    const spec = { runIds: [runId], format: options, methods: false, ...(sorted && { view }) };
    await core.call('export.start', { exportId: 'export-bench', spec });
    const { state } = await over;
    if (state.kind !== 'saved' || state.rows !== rows) {
      throw new Error(`It ended ${JSON.stringify(state)}`);
    }
    return copyMs;
  };
  return { save, end: () => core.close() };
}

async function prepareCopy(options: string): Promise<Way> {
  const bare = await openBare(join(dataDir, 'runs', runId, 'derived', 'columns.duckdb'));
  const columns = bare.fields.map((field) => `{${field}} AS "${field}"`).join(', ');
  const order = sorted ? ' ORDER BY {likeCount} DESC, seq' : '';
  const copy = `COPY (SELECT ${columns} FROM f.t${order}) TO '${target}' (${options})`;
  return { save: () => bare.ask(copy).then(() => undefined), end: () => bare.close() };
}

/** The log’s bytes read, hashed and written, safe on disk, as every file that is saved. */
function prepareBytes(): Way {
  const log = join(dataDir, 'runs', runId, 'pages.jsonl');
  const save = async (): Promise<void> => {
    const hash = createHash('sha256');
    await pipeline(
      createReadStream(log, { highWaterMark: 1024 ** 2 }),
      async function* hashed(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(target, { flush: true }),
    );
    hash.digest('hex');
  };
  return { save };
}

/** Rows from the log as a program in JavaScript has them: objects, what is nested as JSON. */
async function* rowsOfLog(): AsyncGenerator<Record<string, unknown>> {
  const store = createRunStore(dataDir);
  try {
    const run = await store.open(runId);
    for await (const batch of run.rowBatches(Array(run.rowCount).keys())) {
      for (const { row } of batch) {
        const cells: Record<string, unknown> = {};
        for (const [name, value] of Object.entries(row ?? {})) {
          cells[name] = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
        }
        yield cells;
      }
    }
  } finally {
    await store.close();
  }
}

async function prepareLibrary(name: 'csv-stringify' | 'fast-csv'): Promise<Way> {
  let columns: string[] = [];
  for await (const first of rowsOfLog()) {
    columns = Object.keys(first);
    break;
  }
  const writer =
    name === 'fast-csv' ? format({ headers: columns }) : stringify({ header: true, columns });
  return { save: () => pipeline(Readable.from(rowsOfLog()), writer, createWriteStream(target)) };
}

async function prepare(): Promise<Way> {
  if (typeof by === 'object') return prepareOurs(by.format);
  if (by === 'copy') return prepareCopy('FORMAT csv, HEADER true');
  if (by === 'bytes') return prepareBytes();
  if (by === 'parquet-copy') {
    return prepareCopy('FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880');
  }
  return prepareLibrary(by);
}

/** Of a file, or of all files of a folder. */
function bytesIn(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size;
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  const files = names.map((name) => statSync(join(path, name))).filter((one) => one.isFile());
  return files.reduce((sum, { size }) => sum + size, 0);
}

async function measure() {
  const { save, end } = await prepare();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const start = performance.now();
  /** Milliseconds until what was written was put together; ours only. */
  const copyMs = (await save()) ?? null;
  const ms = performance.now() - start;
  delay.disable();
  /** `held`: the longest the event loop was held, in milliseconds. */
  const told = {
    ms,
    copyMs,
    bytes: bytesIn(target),
    peak: mostRss(),
    columnsPeak: mostRssOfChildren(),
    held: delay.max / 1e6,
  };
  await end?.();
  return told;
}
report(await measure());
