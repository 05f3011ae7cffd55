/** What a format does: it writes rows to its file, and shows the first of them as they would be written. */
import type { ExportPreview, WrittenFile } from '#shared/contract/export/export.ts';
import type { FormatId, FormatOptions } from '#shared/contract/export/formats.ts';
import type { ProjectDetails } from '#shared/contract/project.ts';
import { changesOf } from '../changes.ts';
import { cellText } from '../cells.ts';
import type { Cell } from '../cells.ts';
import type { DeliverOptions, FolderOutcome, Outcome, Progress } from '../deliver.ts';
import type { SheetDeps } from '../methods/provenance.ts';
import type { Rows, RowsRead } from '../rows.ts';
import type { TempFolder } from '../temp-folder.ts';
import type { SheetLimits } from '../xlsx/workbook.ts';

export type OptionsOf<K extends FormatId> = Extract<FormatOptions, { kind: K }>;

export interface Format<O> {
  /** @throws the error that stopped it; then nothing is left of the file. */
  write(rows: Rows, options: O, out: Sink): Promise<Outcome | FolderOutcome>;
  preview(rows: Rows, options: O, most: number): Promise<FirstRows>;
}

/** Where a format writes to. */
export interface Sink extends SheetDeps {
  /** The path that was chosen. */
  target: string;
  /** The path of another file with the same name but another ending. */
  besidePath: (ending: string) => string;
  /** Writes the file to its target, or another one to `path`. */
  deliver: (
    content: AsyncIterable<Uint8Array>,
    options: Pick<DeliverOptions, 'onBytes' | 'check'> & { path?: string | undefined },
  ) => Promise<WrittenFile>;
  progress: Progress;
  tempFolder: TempFolder;
  signal: AbortSignal;
  /** Fills in the form again, for a format that can contain it; null when the file must not have it. */
  recipe: string | null;
  /** Maximum length of a workbook's sheets; Excel's limits by default. */
  sheetLimits?: SheetLimits;
  project: () => ProjectDetails;
}

/** The outcome of a file whose rows were read so. @param lost what the format itself could not hold. */
export function outcomeOf(
  file: WrittenFile,
  { lost: unread, ...read }: RowsRead,
  lost: RowsRead['lost'] = {},
): Outcome {
  return { file, ...read, changes: changesOf({ ...unread, ...lost }) };
}

export const namesOf = (columns: readonly { name: string }[]): string[] =>
  columns.map(({ name }) => name);

/** The first rows as they would be written. */
export type FirstRows = Pick<ExportPreview, 'header' | 'rows' | 'text' | 'network'>;

/** Rows that are read for the columns that objects become. */
export const sampleRows = 2000;

export async function firstCells(
  rows: Rows,
  options: FormatOptions,
  most: number,
): Promise<{ header: string[]; cells: Cell[][] }> {
  const { columns, content } = await rows.first(sampleRows).cells(options);
  const cells: Cell[][] = [];
  for await (const batch of content) {
    cells.push(...batch.slice(0, most - cells.length));
    if (cells.length >= most) break;
  }
  return { header: namesOf(columns), cells };
}

/** For formats in which a cell is its text. */
export async function firstTexts(
  rows: Rows,
  options: FormatOptions,
  most: number,
): Promise<FirstRows> {
  const { header, cells } = await firstCells(rows, options, most);
  return { header, rows: cells.map((row) => row.map(cellText)), text: null, network: null };
}
