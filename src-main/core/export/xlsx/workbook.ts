/** A workbook, streamed: from rows to XML to the archive, sheet by sheet. */
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { refused } from '../../problem-error.ts';
import type { Cell } from '../cells.ts';
import {
  filterRange,
  maxSheetColumns,
  maxSheetRows,
  SheetWriter,
  sheetEnd,
  sheetPath,
  sheetStart,
  widthsOf,
  workbookParts,
} from './xml.ts';

export interface SheetLimits {
  /** Rows of a sheet, including its header. */
  rows: number;
  /** Bytes of its XML: beyond 4 GB an archive needs a format that Excel does not read. */
  bytes: number;
}

const defaultLimits: SheetLimits = { rows: maxSheetRows, bytes: 3.5e9 };

const chunkCharacters = 256 * 1024;

/** Rows that determine the widths of columns. */
const sampleRows = 200;

export interface WorkbookTable {
  /** The name of its sheet; further sheets of the same table are numbered. */
  title: string;
  columns: readonly string[];
  batches: AsyncGenerator<Cell[][]>;
}

interface WorkbookOptions {
  /** XML that no sheet shows; null for none. */
  recipe?: string | null;
  limits?: SheetLimits | undefined;
}

interface Workbook {
  content: AsyncGenerator<Uint8Array>;
  /** Rows, and what a workbook can't contain, so far. */
  counts: () => { rows: number } & Pick<SheetWriter, 'controlCharacters' | 'cutTexts'>;
}

/** @throws ProblemError if the table has more columns than a sheet can have. */
export function writeWorkbook(
  { title, columns, batches }: WorkbookTable,
  { recipe = null, limits = defaultLimits }: WorkbookOptions = {},
): Workbook {
  if (columns.length > maxSheetColumns) {
    throw refused(
      'A sheet can have at most 16,384 columns.',
      'Choose fewer columns, or save as CSV.',
    );
  }
  const names = columns.map((name) => name.toWellFormed());
  const writer = new SheetWriter(names.length);
  let written = 0;
  let pending: Cell[][] = [];
  let isDone = false;
  let widths: readonly number[] | null = null;
  const ranges: (string | null)[] = [];

  /** Returns the pending rows, or the next ones; none at the end. */
  async function pendingRows(): Promise<Cell[][]> {
    if (pending.length > 0) return pending;
    const next = await batches.next();
    isDone = next.done === true;
    pending = isDone ? [] : (next.value ?? []);
    return pending;
  }

  async function* sheet(): AsyncGenerator<Buffer> {
    let row = 1;
    let bytes = 0;
    widths ??= widthsOf(names, (await pendingRows()).slice(0, sampleRows));
    let xml = sheetStart(widths) + writer.header(names, row);
    while ((await pendingRows()).length > 0 || !isDone) {
      let used = 0;
      for (const cells of pending) {
        if (row >= limits.rows || bytes >= limits.bytes) break;
        row += 1;
        used += 1;
        xml += writer.row(cells, row);
        if (xml.length < chunkCharacters) continue;
        const chunk = Buffer.from(xml);
        bytes += chunk.length;
        yield chunk;
        xml = '';
      }
      written += used;
      const isFull = used < pending.length;
      pending = pending.slice(used);
      if (isFull) break;
    }
    ranges.push(names.length === 0 ? null : filterRange(names.length, row));
    yield Buffer.from(xml + sheetEnd(names.length, row));
  }

  const content = archive(async (zip) => {
    let sheets = 0;
    do {
      sheets += 1;
      await addStream(zip, sheetPath(sheets), Readable.from(sheet(), { objectMode: false }));
      // A full sheet may have been the last one.
    } while (pending.length > 0 || (!isDone && (await pendingRows()).length > 0));
    for (const [path, text] of Object.entries(workbookParts(title, ranges, recipe))) {
      zip.addBuffer(Buffer.from(text), path);
    }
  });

  const counts: Workbook['counts'] = () => {
    const { controlCharacters, cutTexts } = writer;
    return { rows: written, controlCharacters, cutTexts };
  };
  return { content, counts };
}

function addStream(zip: ZipFile, path: string, stream: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('end', resolve);
    stream.once('error', reject);
    // Level 1: XML compresses well anyway, and a million rows take a third of the time.
    zip.addReadStream(stream, path, { compressionLevel: 1 });
  });
}

/** Bytes are joined into chunks of this size, to keep writes few. */
const chunkBytes = 256 * 1024;

/** Yields the bytes of an archive with the content that `fill` adds. */
async function* archive(fill: (zip: ZipFile) => Promise<void>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  zip.once('error', (error: Error) => output.destroy(error));
  fill(zip).then(
    () => zip.end(),
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of output as AsyncIterable<Buffer>) {
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes < chunkBytes) continue;
    yield Buffer.concat(parts);
    parts = [];
    bytes = 0;
  }
  yield Buffer.concat(parts);
}
