/**
 * CSV: by SQL if the columns contain everything the file must state, otherwise cell by cell. By SQL, each
 * run's rows are written without a header to a file in the data folder; then one pass joins these files,
 * checks every byte, and writes them to their target.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CsvOptions } from '#shared/contract/export/formats.ts';
import { ColumnsError } from '../../store/columns/column-store.ts';
import { nodeFiles } from '../../store/file-port.ts';
import { logName } from '../../store/page-log.ts';
import { StoreError } from '../../store/store-error.ts';
import { changesOf } from '../changes.ts';
import type { OutputColumn } from '../columns.ts';
import { nameColumns, plainSources } from '../columns.ts';
import { copyRun, countLost, isPlain } from '../copy-run.ts';
import { rowsDiffer } from '../deliver.ts';
import { bytesOfFile } from '../save-files.ts';
import { selectedCount } from '../selection.ts';
import { openTable, renamedOf } from '../table.ts';
import { writtenColumns } from '../work.ts';
import type { ExportWork, Outcome } from '../work.ts';
import { CsvCheck, csvHead, csvLine, guard, headLines, lineEnd } from './write-csv.ts';

type Work = ExportWork<CsvOptions>;
type Part = NonNullable<Awaited<ReturnType<typeof copyRun>>> & { path: string };

export async function saveCsv(work: Work): Promise<Outcome> {
  return (await copyCsv(work)) ?? (await writeCsv(work));
}

/** Returns null when that is impossible for these rows, or on this disk: then nothing was written. */
async function copyCsv(work: Work): Promise<Outcome | null> {
  const columns = nameColumns(plainSources(work.columns, work.spec.runIds.length > 1), work.format);
  const canCopy =
    isPlain(work) &&
    work.selection.every(({ isWholeView }) => isWholeView) &&
    // A row with one null column would be written as an empty line.
    columns.length > 1;
  if (!canCopy || !(await hasRoom(work))) return null;
  const parts = await copyParts(work, columns).catch((error: unknown) => {
    const isAvoidable = error instanceof ColumnsError || error instanceof StoreError;
    if (work.signal.aborted || !isAvoidable) throw error;
    // An error of the columns need not prevent reading the log.
    work.report(error);
    return null;
  });
  return parts === null ? null : joinParts(work, columns, parts);
}

const namesOf = (columns: readonly OutputColumn[]): string[] => columns.map(({ name }) => name);

const spareRoom = 64 * 1024 * 1024;

/** Returns whether the data folder has room for the parts: about as much as the log. */
async function hasRoom({ selection, tempFolder }: Work): Promise<boolean> {
  try {
    const folder = await tempFolder.file('.');
    const bytes = await Promise.all(
      selection.map(async ({ run }) => (await stat(join(run.stored.folder, logName))).size),
    );
    const needed = bytes.reduce((sum, size) => sum + size, spareRoom);
    return (await nodeFiles.freeBytes(folder)) >= needed;
  } catch {
    return false;
  }
}

async function copyParts(work: Work, columns: readonly OutputColumn[]): Promise<Part[] | null> {
  const { format } = work;
  const copyFormat = {
    kind: 'csv',
    delimiter: format.delimiter,
    lineEnd: lineEnd(format),
    decimalComma: format.decimal === 'comma',
    quoteTexts: format.quoting === 'allTexts',
    formulaGuard: format.formulaGuard,
  } as const;
  const parts: Part[] = [];
  let before = 0;
  for (const [at, selected] of work.selection.entries()) {
    const path = await work.tempFolder.file(`part-${at}.csv`);
    // COPY reports no progress, but its file grows.
    const timer = setInterval(() => {
      stat(path).then(
        ({ size }) => work.progress.writing({ rows: null, bytes: before + size }),
        () => undefined,
      );
    }, 200);
    try {
      const label = format.formulaGuard ? guard(selected.label) : selected.label;
      const copied = await copyRun(work, { ...selected, label }, columns, copyFormat, path);
      if (copied === null) return null;
      parts.push({ ...copied, path });
    } finally {
      clearInterval(timer);
    }
    before += (await stat(path)).size;
  }
  return parts;
}

async function joinParts(
  work: Work,
  columns: readonly OutputColumn[],
  parts: readonly Part[],
): Promise<Outcome> {
  const { format, selection, progress } = work;
  const unreadable = parts.reduce((sum, part) => sum + part.unreadable, 0);
  const expected = selectedCount(selection) - unreadable;
  const check = new CsvCheck();
  const sizes = await Promise.all(parts.map(async ({ path }) => (await stat(path)).size));
  const of = sizes.reduce((sum, size) => sum + size, 0);

  async function* content(): AsyncGenerator<Uint8Array> {
    yield check.take(Buffer.from(csvHead(namesOf(columns), format)));
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
    columns: writtenColumns(columns, (at) =>
      parts.reduce((sum, { filled }) => sum + (filled[at] ?? 0), 0),
    ),
    changes: changesOf({
      loneSurrogates: check.hasReplacement ? await countLost(work) : 0,
      nulCharacters: check.nuls,
      unreadableRows: unreadable,
      renamedColumns: renamedOf(columns, format),
    }),
  };
}

async function writeCsv(work: Work): Promise<Outcome> {
  const { format, progress } = work;
  const table = await openTable(work, format);
  const check = new CsvCheck();
  let rows = 0;

  async function* content(): AsyncGenerator<Uint8Array> {
    yield check.take(Buffer.from(csvHead(namesOf(table.columns), format)));
    for await (const batch of table.batches()) {
      const lines = batch.map((cells) => csvLine(cells, format));
      yield check.take(Buffer.from(lines.join('')));
      rows += batch.length;
    }
  }

  const file = await work.deliver(content(), {
    onBytes: (bytes) => progress.writing({ rows, bytes }),
    check: () => rowsDiffer(check.records - headLines(format), table.result().rows),
  });
  const { changes, ...result } = table.result();
  return { file, ...result, changes: changesOf({ ...changes, nulCharacters: check.nuls }) };
}
