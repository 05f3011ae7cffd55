/** Runs for the column store, in memory. */
import { join } from 'node:path';
import type { JsonObject } from '#main/core/json/index.ts';
import { stringifyJson } from '#main/core/json/index.ts';
import type { RunSource } from '#main/core/store/columns/column-store.ts';

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
