/** Runs for the column store: in memory, and on disk. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '#main/core/json/index.ts';
import { stringifyJson } from '#main/core/json/index.ts';
import type { RunSource } from '#main/core/store/columns/column-store.ts';
import type { StoredRun } from '#main/core/store/run-store.ts';

const batchRows = 700;

/** A run whose log is a list. It may be added to, replaced, and counted how often it is read. */
export class ListSource implements RunSource {
  readonly id: string;
  readonly folder: string;
  logId = 'log-1';
  readOnly = false;
  rows: (JsonObject | undefined)[];
  /** Rows that were read. */
  read = 0;

  constructor(folder: string, rows: (JsonObject | undefined)[] = [], id = 'run-0001') {
    this.id = id;
    this.folder = join(folder, 'runs', id);
    this.rows = rows;
  }

  get rowCount(): number {
    return this.rows.length;
  }

  get file(): string {
    return join(this.folder, 'derived', 'columns.duckdb');
  }

  async *rowBytes(from: number, to: number): AsyncGenerator<(Uint8Array | undefined)[]> {
    for (let at = from; at < to; at += batchRows) {
      const batch = this.rows.slice(at, Math.min(to, at + batchRows));
      this.read += batch.length;
      yield batch.map((row) => (row === undefined ? row : Buffer.from(stringifyJson(row))));
    }
  }
}

/** A run on disk. */
export function storedSource(run: StoredRun, folder: string): RunSource {
  const firstLine = readFileSync(join(folder, 'pages.jsonl'), 'utf8').split('\n')[0] ?? '';
  return {
    id: run.id,
    logId: createHash('sha256').update(firstLine).digest('hex'),
    folder,
    readOnly: run.readOnly,
    get rowCount() {
      return run.rowCount;
    },
    async *rowBytes(from, to) {
      for (let at = from; at < to; at += batchRows) {
        const rows = await run.rows(at, Math.min(to - at, batchRows));
        yield rows.map((row) => (row === undefined ? row : Buffer.from(stringifyJson(row))));
      }
    },
  };
}
