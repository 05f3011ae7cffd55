/**
 * What a format is: its words, its options, what it is offered for, and two functions. It writes rows to its file,
 * and shows the first of them as they would be written.
 */
import type { z } from 'zod';
import type { ExportPreview, ExportState } from '#shared/contract/export/export.ts';
import type { Held, Preset } from '#shared/contract/export/formats.ts';
import type { ProjectDetails } from '#shared/contract/project.ts';
import { changesOf } from '../changes.ts';
import { cellText } from '../cells.ts';
import type { Cell } from '../cells.ts';
import type { CellOptions, WrittenColumn } from '../columns.ts';
import type { DeliverOptions, Outcome, Placed, Progress } from '../deliver.ts';
import type { Media } from '../../media/media.ts';
import type { SheetDeps } from '../methods/provenance.ts';
import type { Rows, RowsRead } from '../rows.ts';
import type { TempFolder } from '../temp-folder.ts';
import type { SheetLimits, WorkbookTable } from '../workbook.ts';
import type { CsvOptions } from './options.ts';

/** `S`: the schema of its options. */
interface Described<S extends z.ZodObject> {
  label: string;
  /** Without the dot. */
  extension: string;
  /** What it is good for, in a sentence. */
  line: string;
  /** How null, the empty text, numbers and yes/no are distinguished, in sentences. */
  values: string;
  holds: Held;
  options: S;
  presets: readonly OwnPreset<S>[];
  /** @throws the error that stopped it; then nothing is left of the file. */
  write(rows: Rows, options: z.output<S>, out: Sink): Promise<Outcome>;
  preview(rows: Rows, options: z.output<S>, most: number): Promise<FirstRows>;
  /** How inputs are written beside the rows, for the same program; plain CSV unless given. */
  inputs?(options: z.output<S>): CsvOptions;
  /** The file has the inputs and the methods sheet in itself; nothing is saved beside it. */
  hasSheets?: boolean;
  /** Lines of code that read the file without damage. */
  reading?(file: string, options: z.output<S>, columns: readonly WrittenColumn[]): string[];
}

interface OwnPreset<S extends z.ZodObject> extends Pick<Preset, 'id' | 'label' | 'brief'> {
  /** The reason for its choices, in a line. */
  line: string;
  /** Where it stands among those of all formats. */
  place: number;
  choices?: Omit<Partial<z.input<S>>, 'kind'>;
}

/** A format for any rows, with the options that they are saved with. */
export interface Format extends Omit<
  Described<z.ZodObject>,
  'write' | 'preview' | 'inputs' | 'reading'
> {
  kind: string;
  write(rows: Rows, out: Sink): ReturnType<Described<z.ZodObject>['write']>;
  preview(rows: Rows, most: number): Promise<FirstRows>;
  inputs(options: unknown): CsvOptions | null;
  reading(file: string, options: unknown, columns: readonly WrittenColumn[]): string[];
}

export function defineFormat<S extends z.ZodObject<{ kind: z.ZodLiteral<string> }>>(
  format: Described<S>,
): Format {
  const { options } = format;
  return {
    ...format,
    kind: options.shape.kind.value,
    write: (rows, out) => format.write(rows, options.parse(rows.spec.format), out),
    preview: (rows, most) => format.preview(rows, options.parse(rows.spec.format), most),
    inputs: (given) => format.inputs?.(options.parse(given)) ?? null,
    reading: (file, given, columns) => format.reading?.(file, options.parse(given), columns) ?? [],
  };
}

/** What a file says of its own rows. */
interface OwnSheets {
  /** Null without a list, and when no input may be saved. */
  inputs: WorkbookTable | null;
  /** Lines of the methods sheet, once the rows have been written; null if it is somewhere else. */
  methods: ((written: Omit<Outcome, 'files'>) => Promise<string[][]>) | null;
  /** Fills in the form again, in a part that nobody sees; null if that is somewhere else. */
  recipe: string | null;
}

/** What tables are saved with, wherever they are written to. */
export interface TableDeps extends SheetDeps {
  tempFolder: TempFolder;
  signal: AbortSignal;
  /** Notes an unfinished file. */
  onPart: NonNullable<DeliverOptions['onPart']>;
  onState: (state: ExportState) => void;
  /** Called once it is known how many rows, or links of media, there will be. */
  onCount: (count: number) => void;
  /** Maximum length of a workbook's sheets; Excel's limits by default. */
  sheetLimits?: SheetLimits;
  project: () => ProjectDetails;
  /** Fetches what a link of a run leads to. */
  fetchMedia: Media['fetch'];
}

/** Where a format writes to. */
export interface Sink extends TableDeps {
  /** The path that was chosen. */
  target: string;
  /** The path of another file with the same name but another ending. */
  besidePath: (ending: string) => string;
  /** Writes the file to its target, or another one to `path`. */
  deliver: (
    content: AsyncIterable<Uint8Array>,
    options: Pick<DeliverOptions, 'onBytes' | 'check'> & { path?: string | undefined },
  ) => Promise<Placed>;
  progress: Progress;
  /** For a format that has them in itself; null for any other, and when nobody wants them. */
  sheets: OwnSheets | null;
}

/** The outcome of rows that were read so. @param lost what the format itself could not hold. */
export const outcomeOf = (
  { lost: unread, ...read }: RowsRead,
  lost: RowsRead['lost'] = {},
): Omit<Outcome, 'files'> => ({ ...read, changes: changesOf({ ...unread, ...lost }) });

export const namesOf = (columns: readonly { name: string }[]): string[] =>
  columns.map(({ name }) => name);

/** The first rows as they would be written. */
export type FirstRows = Pick<ExportPreview, 'header' | 'rows'> &
  Partial<Pick<ExportPreview, 'text' | 'network' | 'contents'>>;

/** Rows that are read for the columns that objects become. */
export const sampleRows = 2000;

export async function firstCells(
  rows: Rows,
  options: CellOptions,
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
  options: CellOptions,
  most: number,
): Promise<FirstRows> {
  const { header, cells } = await firstCells(rows, options, most);
  return { header, rows: cells.map((row) => row.map(cellText)) };
}
