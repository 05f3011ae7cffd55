/** The input and output of a format's writer. */
import type {
  Change,
  ExportSpec,
  NetworkSize,
  WrittenFile,
  ExportState,
} from '#shared/contract/export/export.ts';
import type { FormatOptions } from '#shared/contract/export/formats.ts';
import type { RecipeFile } from '#shared/contract/export/methods-sheet.ts';
import type { Column } from '#shared/contract/run.ts';
import type { OutputColumn } from './columns.ts';
import type { DeliverOptions } from './deliver.ts';
import type { Replacer } from './privacy/replacer.ts';
import type { SelectedRun } from './selection.ts';
import type { Replace } from './shape.ts';
import type { TempFolder } from './temp-folder.ts';
import type { ColumnStore } from '../store/columns/column-store.ts';

export interface ExportWork<F extends FormatOptions = FormatOptions> {
  spec: ExportSpec;
  format: F;
  selection: readonly SelectedRun[];
  /** The columns chosen by the person, without those that are left out. */
  columns: readonly Column[];
  /** Null when no values are replaced. */
  replace: Replace | null;
  replacer: Replacer | null;
  /** Fills in the form again, for a format that can contain it; null when the file must not have it. */
  recipe: RecipeFile | null;
  columnStore: ColumnStore;
  tempFolder: TempFolder;
  progress: Progress;
  signal: AbortSignal;
  /** For errors that don't stop the export. */
  report: (error: unknown) => void;
  /** The application's version. */
  version: string;
  /** The path of another file with the same name but another ending. */
  besidePath: (ending: string) => string;
  /** Writes the file to its target, or another one to `path`. */
  deliver: (
    content: AsyncIterable<Uint8Array>,
    options: Pick<DeliverOptions, 'onBytes' | 'check'> & { path?: string },
  ) => Promise<WrittenFile>;
}

type WrittenMember = 'name' | 'field' | 'label' | 'type';

export interface WrittenColumn extends Pick<OutputColumn, WrittenMember> {
  /** Rows in which it is present and not null; null when not counted. */
  filled: number | null;
}

/** Adds to each column the number of rows in which it is filled. */
export function writtenColumns(
  columns: readonly Pick<OutputColumn, WrittenMember>[],
  filled: (at: number) => number | null,
): WrittenColumn[] {
  return columns.map(({ name, field, label, type }, at) => ({
    name,
    field,
    label,
    type,
    filled: filled(at),
  }));
}

export interface Outcome {
  file: WrittenFile;
  /** A second file that belongs to the first. */
  beside?: { file: WrittenFile; path: string } | null;
  /** For networks: the size, and how it was made, in sentences. */
  network?: (NetworkSize & { words: string[] }) | null;
  rows: number;
  columns: WrittenColumn[];
  changes: Change[];
}

export interface Progress {
  writing(written: { rows: number | null; bytes: number }): void;
  finishing(bytes: number, of: number): void;
}

export function createProgress(onState: (state: ExportState) => void): Progress {
  let phase: ExportState['kind'] | null = null;
  let since = 0;
  const rate = (kind: ExportState['kind'], bytes: number): number => {
    if (phase !== kind) {
      phase = kind;
      since = performance.now();
    }
    const seconds = (performance.now() - since) / 1000;
    return seconds > 0 ? Math.round(bytes / seconds) : 0;
  };
  return {
    writing: ({ rows, bytes }) =>
      onState({ kind: 'writing', rows, bytes, bytesPerSecond: rate('writing', bytes) }),
    finishing: (bytes, of) =>
      onState({ kind: 'finishing', bytes, of, bytesPerSecond: rate('finishing', bytes) }),
  };
}
