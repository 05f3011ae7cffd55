/** The rows of an export as cells, straight from the log: the input of our own writers. */
import type { Change } from '#shared/contract/export/export.ts';
import type { Cell } from './cells.ts';
import { DateCell } from './cells.ts';
import type { OutputColumn } from './columns.ts';
import { nameColumns, plainSources, wantedName } from './columns.ts';
import type { RowSource } from './row-source.ts';
import { rowBatches } from './selection.ts';
import type { ShapeOptions } from './shape.ts';
import { createShaper, createFlattener } from './shape.ts';
import { writtenColumns } from './work.ts';
import type { ExportWork, WrittenColumn } from './work.ts';

/** Changes that converting rows to cells can cause, in any format. */
type TableChange = Extract<
  Change['code'],
  'unreadableRows' | 'loneSurrogates' | 'renamedColumns' | 'keptAsJson'
>;

interface Table {
  readonly columns: readonly OutputColumn[];
  /** Can only be called once. */
  batches(): AsyncGenerator<Cell[][]>;
  /** Known once all batches have been read. */
  result(): {
    rows: number;
    columns: WrittenColumn[];
    changes: Record<TableChange, number>;
  };
}

type TableWork = Pick<
  ExportWork,
  'spec' | 'format' | 'selection' | 'columns' | 'replace' | 'signal'
>;

/** Reads all rows first if objects become columns: the columns depend on all of them. */
export async function openTable(work: TableWork, options: ShapeOptions): Promise<Table> {
  const { selection, format } = work;
  const sources = plainSources(work.columns, work.spec.runIds.length > 1);
  const found =
    options.objects === 'columns'
      ? await flatten(work, sources)
      : { columns: sources, keptAsJson: 0 };
  const columns = nameColumns(await withMoments(work, found.columns), format);
  const shape = createShaper(columns, {
    options,
    isDate: dateFields(work),
    replace: work.replace,
  });
  const filled = columns.map(() => 0);
  let rows = 0;
  let unreadableRows = 0;

  return {
    columns,

    async *batches() {
      for (const selected of selection) {
        const batches = rowBatches(selected, (count) => {
          unreadableRows += count;
        });
        for await (const batch of batches) {
          work.signal.throwIfAborted();
          const cells = batch.map((row) => shape(row, selected.label));
          for (const row of cells) {
            for (let at = 0; at < row.length; at++) if (row[at] !== null) filled[at]!++;
          }
          rows += cells.length;
          yield cells;
        }
      }
    },

    result: () => ({
      rows,
      columns: writtenColumns(columns, (at) => filled[at] ?? 0),
      changes: {
        unreadableRows,
        loneSurrogates: shape.loneSurrogates(),
        renamedColumns: renamedOf(columns, format),
        keptAsJson: found.keptAsJson,
      },
    }),
  };
}

/** Counts columns whose names in the file are neither the service's nor the wanted plain words. */
export function renamedOf(columns: readonly OutputColumn[], format: TableWork['format']): number {
  return columns.filter((column) => column.name !== wantedName(column, format)).length;
}

async function flatten(
  { selection, signal }: TableWork,
  given: ReturnType<typeof plainSources>,
): Promise<{ columns: ReturnType<typeof plainSources>; keptAsJson: number }> {
  const flattener = createFlattener(given);
  for (const selected of selection) {
    for await (const batch of rowBatches(selected, () => undefined)) {
      signal.throwIfAborted();
      for (const row of batch) flattener.add(row);
    }
  }
  return flattener.columns();
}

/**
 * Sets `isDate` of columns by what is written as a moment in the first rows: values of unknown fields and of
 * members of objects are, too, while a day has no time zone, and numbers and other texts stay as they are.
 */
async function withMoments(
  work: TableWork,
  columns: ReturnType<typeof plainSources>,
): Promise<ReturnType<typeof plainSources>> {
  const { format } = work;
  if (format.kind !== 'xlsx' || format.dates === 'asGiven') return columns;
  const shape = createShaper(columns, { options: format, isDate: dateFields(work), replace: null });
  const [moments, others] = [new Set<number>(), new Set<number>()];
  for (const selected of work.selection) {
    for await (const first of rowBatches(selected, () => undefined)) {
      for (const row of first) {
        for (const [at, cell] of shape(row, '').entries()) {
          if (cell === null) continue;
          (cell instanceof DateCell && !cell.isDay ? moments : others).add(at);
        }
      }
      break;
    }
  }
  return columns.map((column, at) => ({
    ...column,
    isDate: moments.has(at) || (column.isDate === true && !others.has(at)),
  }));
}

/** Fields that are dates, and unknown ones: known text fields are never rewritten. */
function dateFields({ selection }: TableWork): (field: string) => boolean {
  const known = new Map(
    selection.flatMap(({ run }) =>
      run.resource.fields.map(({ name, meaning }) => [name, meaning] as const),
    ),
  );
  return (field) => (known.get(field) ?? 'date') === 'date';
}

interface TableSource {
  rows: RowSource;
  columns: readonly OutputColumn[];
  /** The column store's field for a column. */
  fieldOf: (column: number) => string;
  /** For all rows, once they have been read. */
  result: () => ReturnType<Table['result']>;
}

/** The cells of an export's rows, for the column store. `folder`: where the columns may be stored. */
export async function createTableSource(
  work: ExportWork,
  options: ShapeOptions,
  folder: string,
): Promise<TableSource> {
  const table = await openTable(work, options);
  async function* batches(): AsyncGenerator<string[]> {
    let written = 0;
    for await (const batch of table.batches()) {
      written += batch.length;
      work.progress.writing({ rows: written, bytes: 0 });
      yield batch.map(asJson);
    }
  }
  const { columns } = table;
  const fieldOf = (column: number): string => `x${column}`;
  return { rows: { folder, batches }, columns, fieldOf, result: () => table.result() };
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
