/** CSV: with SQL where the columns tell all that the file must say, else cell by cell. */
import type { CsvOptions } from '#shared/export/formats.ts';
import { changesOf } from '../changes.ts';
import { rowsDiffer } from '../deliver.ts';
import { openTable } from '../table.ts';
import type { ExportWork, Outcome } from '../work.ts';
import { CsvCheck, csvHead, csvLine, headLines } from './write-csv.ts';
import { copyCsv } from './copy-csv.ts';

export async function saveCsv(work: ExportWork<CsvOptions>): Promise<Outcome> {
  return (await copyCsv(work)) ?? (await writeCsv(work));
}

/** Rows gathered into one chunk, so that the disk is asked seldom. */
const chunkCharacters = 256 * 1024;

async function writeCsv(work: ExportWork<CsvOptions>): Promise<Outcome> {
  const { format, progress } = work;
  const table = await openTable(work, format);
  const check = new CsvCheck();
  let rows = 0;

  async function* content(): AsyncGenerator<Uint8Array> {
    let pending = csvHead(
      table.columns.map(({ name }) => name.toWellFormed()),
      format,
    );
    for await (const batch of table.batches()) {
      for (const cells of batch) {
        pending += csvLine(cells, format);
        if (pending.length < chunkCharacters) continue;
        yield check.take(Buffer.from(pending));
        pending = '';
      }
      rows += batch.length;
    }
    if (pending !== '') yield check.take(Buffer.from(pending));
  }

  const file = await work.deliver(content(), {
    onBytes: (bytes) => progress.writing({ rows, bytes }),
    check: () => rowsDiffer(check.records - headLines(format), table.told().rows),
  });
  const told = table.told();
  return {
    file,
    rows: told.rows,
    columns: told.columns,
    changes: changesOf({ ...told.changes, nulCharacters: check.nuls }),
  };
}
