/** The same rows written by others: plain COPY over the same columns, and libraries for CSV. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { format } from '@fast-csv/format';
import { stringify } from 'csv-stringify';
import { createRunStore } from '#main/core/store/run-store.ts';
import { report, takeTask } from '../child.ts';
import { benchRow } from '../columns/rows.ts';
import type { PeerTask } from './tasks.ts';
import { runId } from './tasks.ts';
import { watched } from './watch.ts';

const task = await takeTask<PeerTask>();
const names = Object.keys(benchRow(0));

async function copy(sorted: boolean): Promise<void> {
  // The column store's own limits.
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '256MB', threads: '2' });
  const connection = await instance.connect();
  const file = join(task.dataDir, 'runs', runId, 'derived', 'columns.duckdb');
  await connection.run(`ATTACH '${file}' AS f (READ_ONLY)`);
  const known = await connection.runAndReadAll('SELECT path, n FROM f.cols ORDER BY n');
  const there = await connection.runAndReadAll('DESCRIBE f.t');
  const physical = new Set(there.getRows().map(([name]) => String(name)));
  const columns = known.getRows().map(([path, n]) => {
    const value = physical.has(`c${String(n)}`) ? `c${String(n)}` : 'NULL';
    return { field: String(path), sql: `${value} AS "${String(path)}"`, value };
  });
  const by = columns.find(({ field }) => field === 'likeCount')?.value ?? '';
  await connection.run(
    `COPY (SELECT ${columns.map(({ sql }) => sql).join(', ')} FROM f.t` +
      `${sorted ? ` ORDER BY ${by} DESC, seq` : ''}) TO '${task.target}' (FORMAT csv, HEADER true)`,
  );
  connection.closeSync();
  instance.closeSync();
}

/** Rows from the log as a program in JavaScript has them: objects, what is nested as JSON. */
async function* rows(): AsyncGenerator<Record<string, unknown>> {
  const store = createRunStore(task.dataDir);
  const run = await store.open(runId);
  for await (const row of run.iterateRows()) {
    const cells: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(row ?? {})) {
      cells[name] = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
    }
    yield cells;
  }
  await store.close();
}

const work: Record<PeerTask['kind'], () => Promise<void>> = {
  copy: () => copy(false),
  'sorted copy': () => copy(true),
  'csv-stringify': () =>
    pipeline(
      Readable.from(rows()),
      stringify({ header: true, columns: names }),
      createWriteStream(task.target),
    ),
  'fast-csv': () =>
    pipeline(Readable.from(rows()), format({ headers: names }), createWriteStream(task.target)),
};

report(
  await watched(task.target, async () => {
    await work[task.kind]();
    return { copyMs: null };
  }),
);
