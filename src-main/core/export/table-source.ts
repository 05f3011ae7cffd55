/** The cells of an export as rows for the column store, as if they were a run's. */
import { randomUUID } from 'node:crypto';
import type { RunSource } from '../store/columns/column-store.ts';
import type { Cell } from './cells.ts';
import { DateCell } from './cells.ts';
import type { OutputColumn } from './columns.ts';
import { countOf } from './selection.ts';
import type { ShapeOptions } from './shape.ts';
import type { Table } from './table.ts';
import { openTable } from './table.ts';
import type { ExportWork } from './work.ts';

export interface TableSource extends RunSource {
  readonly columns: readonly OutputColumn[];
  /** The field under which the column store has a column. */
  fieldOf(column: number): string;
  /** Of all rows, once they were read. */
  told(): ReturnType<Table['told']>;
}

/** `folder`: where the columns may lie. */
export async function createTableSource(
  work: ExportWork,
  options: ShapeOptions,
  folder: string,
): Promise<TableSource> {
  let table = await openTable(work, options);
  const { columns } = table;
  // Those that can't be read are missing; rows of nothing at the end stand for them.
  const rowCount = countOf(work.selection);
  const fieldOf = (column: number): string => `x${column}`;

  return {
    id: `export-${randomUUID()}`,
    logId: randomUUID(),
    folder,
    readOnly: false,
    rowCount,
    columns,
    fieldOf,
    told: () => table.told(),

    async *rowBytes(from, to) {
      // Only what broke is asked for again, and not from its beginning.
      table = await openTable(work, options);
      let seq = 0;
      for await (const batch of table.batches()) {
        const rows = batch.map((cells) => Buffer.from(asJson(cells)));
        work.progress.writing({ rows: seq + rows.length, bytes: 0 });
        yield rows.slice(Math.max(0, from - seq), Math.max(0, to - seq));
        seq += rows.length;
      }
      const missing = Math.max(0, to - Math.max(from, seq));
      yield Array.from({ length: missing }, () => undefined);
    },
  };
}

function asJson(cells: readonly Cell[]): string {
  const members: string[] = [];
  for (const [at, cell] of cells.entries()) {
    if (cell !== null) members.push(`"x${at}":${jsonOf(cell)}`);
  }
  return `{${members.join(',')}}`;
}

function jsonOf(cell: Exclude<Cell, null>): string {
  if (cell instanceof DateCell) return JSON.stringify(cell.text);
  return typeof cell === 'object' ? cell.$n : JSON.stringify(cell);
}
