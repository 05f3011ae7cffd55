/**
 * CSV by the column store: each run's rows without a header into a file in the data folder, then
 * one pass that puts them together, looks at every byte, and writes them to their place.
 */
import { stat } from 'node:fs/promises';
import type { CsvOptions } from '#shared/export/formats.ts';
import { ColumnsError } from '../../store/columns/column-store.ts';
import type { CopyColumn, CopyCsv } from '../../store/columns/column-store.ts';
import { nodeFiles } from '../../store/file-port.ts';
import { StoreError } from '../../store/store-error.ts';
import { bytesOfFile } from '../save-content.ts';
import { changesOf } from '../changes.ts';
import type { OutputColumn } from '../columns.ts';
import { nameColumns, plainSources } from '../columns.ts';
import { rowsDiffer } from '../deliver.ts';
import { countOf } from '../selection.ts';
import type { SelectedRun } from '../selection.ts';
import { renamedOf } from '../table.ts';
import { countLost, findUnreadable } from '../lost.ts';
import type { ExportWork, Outcome } from '../work.ts';
import { CsvCheck, csvHead, headLines, lineEnd } from './write-csv.ts';

type Work = ExportWork<CsvOptions>;

interface Part {
  selected: SelectedRun;
  path: string;
  rows: number;
  filled: number[];
  unreadable: number;
}

/** Null when it can't be done so, or not on this disk: then nothing was written. */
export async function copyCsv(work: Work): Promise<Outcome | null> {
  const columns = nameColumns(plainSources(work.columns, work.spec.runIds.length > 1), work.format);
  if (!isPlain(work, columns) || !(await hasRoom(work))) return null;
  const parts = await writeParts(work, columns).catch((error: unknown) => {
    if (work.signal.aborted || !isAvoidable(error)) throw error;
    // What hindered the columns does not hinder the log.
    work.report(error);
    return null;
  });
  return parts === null ? null : putTogether(work, columns, parts);
}

/** A line of one null can't be told from an empty line there. */
function isPlain({ format, replace, selection }: Work, columns: readonly OutputColumn[]): boolean {
  const { dates, objects, lists } = format;
  return (
    replace === null &&
    selection.every(({ isWholeView }) => isWholeView) &&
    columns.length > 1 &&
    dates === 'asGiven' &&
    objects === 'json' &&
    lists === 'json'
  );
}

const spareRoom = 64 * 1024 * 1024;

/** Whether the data folder has room for what would lie there on the way: about as much as the log. */
async function hasRoom({ selection, workplace }: Work): Promise<boolean> {
  try {
    const folder = await workplace.file('.');
    const bytes = await Promise.all(
      selection.map(async ({ run }) => (await stat(`${run.stored.folder}/pages.jsonl`)).size),
    );
    const needed = bytes.reduce((sum, size) => sum + size, spareRoom);
    return (await nodeFiles.freeBytes(folder)) >= needed;
  } catch {
    return false;
  }
}

const isAvoidable = (error: unknown): boolean =>
  error instanceof ColumnsError || error instanceof StoreError;

async function writeParts(work: Work, columns: readonly OutputColumn[]): Promise<Part[] | null> {
  const parts: Part[] = [];
  let before = 0;
  for (const [at, selected] of work.selection.entries()) {
    const path = await work.workplace.file(`part-${at}.csv`);
    const stop = watch(path, (bytes) =>
      work.progress.writing({ rows: null, bytes: before + bytes }),
    );
    try {
      const part = await writePart(work, columns, selected, path);
      if (part === null) return null;
      parts.push(part);
    } finally {
      stop();
    }
    before += (await stat(path)).size;
  }
  return parts;
}

async function writePart(
  { keeper, spec, format, signal }: Work,
  columns: readonly OutputColumn[],
  selected: SelectedRun,
  path: string,
): Promise<Part | null> {
  const { run, rows, label } = selected;
  const store = await keeper.of(run.stored);
  const unreadable = await findUnreadable(selected);
  const copied = await store.copy(
    run.stored.id,
    spec.view,
    {
      path,
      columns: columns.map((column) => copyColumn(column, label)),
      format: copyFormat(format),
      without: unreadable.stretches,
    },
    { rows, signal },
  );
  if (copied === null) return null;
  return { selected, path, ...copied, unreadable: unreadable.chosen };
}

function copyColumn({ source, name }: OutputColumn, label: string): CopyColumn {
  return source.kind === 'run' ? { text: label, name } : { field: source.field, name };
}

function copyFormat(format: CsvOptions): CopyCsv {
  return {
    kind: 'csv',
    delimiter: format.delimiter,
    lineEnd: lineEnd(format),
    decimalComma: format.decimal === 'comma',
    quoteTexts: format.quoting === 'allTexts',
    formulaGuard: format.formulaGuard,
  };
}

/** COPY says nothing on its way; its file grows. */
function watch(path: string, tell: (bytes: number) => void): () => void {
  const timer = setInterval(() => {
    stat(path).then(
      ({ size }) => tell(size),
      () => undefined,
    );
  }, 200);
  return () => clearInterval(timer);
}

async function putTogether(
  work: Work,
  columns: readonly OutputColumn[],
  parts: readonly Part[],
): Promise<Outcome> {
  const { format, selection, progress } = work;
  const unreadable = parts.reduce((sum, part) => sum + part.unreadable, 0);
  const expected = countOf(selection) - unreadable;
  const check = new CsvCheck();
  const sizes = await Promise.all(parts.map(async ({ path }) => (await stat(path)).size));
  const of = sizes.reduce((sum, size) => sum + size, 0);

  async function* content(): AsyncGenerator<Uint8Array> {
    const head = csvHead(
      columns.map(({ name }) => name.toWellFormed()),
      format,
    );
    if (head !== '') yield check.take(Buffer.from(head));
    for (const { path } of parts) {
      for await (const chunk of bytesOfFile(path)) yield check.take(chunk);
    }
  }

  const file = await work.deliver(content(), {
    onBytes: (bytes) => progress.finishing(Math.min(bytes, of), of),
    check: () => rowsDiffer(check.records - headLines(format), expected),
  });
  return {
    file,
    rows: expected,
    columns: columns.map(({ name, field, label }, at) => ({
      name,
      field,
      label,
      filled: parts.reduce((sum, { filled }) => sum + (filled[at] ?? 0), 0),
    })),
    changes: changesOf({
      loneSurrogates: check.hasReplacement ? await countLost(work) : 0,
      nulCharacters: check.nuls,
      unreadableRows: unreadable,
      renamedColumns: renamedOf(columns, format),
    }),
  };
}
