/** Whether a saved file has every row, in the order it should have. */
import { createReadStream, openSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import type { FormatId } from '#shared/export/formats.ts';
import { benchRow } from '../columns/rows.ts';

/** Ids in the order of the rows. */
export function expectedIds(rows: number, sorted: boolean): string[] {
  const all = Array.from({ length: rows }, (_, at) => benchRow(at));
  const numbers = all.map((row) => Number(row['likeCount']));
  const ids = all.map((row) => String(row['id']));
  if (!sorted) return ids;
  const order = ids.map((_, at) => at).toSorted((a, b) => numbers[b]! - numbers[a]! || a - b);
  return order.map((at) => ids[at]!);
}

/** Throws where the ids in the file are not these. */
export async function checkOrder(
  path: string,
  kind: FormatId,
  expected: readonly string[],
): Promise<void> {
  let at = 0;
  for await (const id of idsIn(path, kind)) {
    if (id !== expected[at]) throw new Error(`${kind}: row ${at} is ${id}, not ${expected[at]}`);
    at++;
  }
  if (at !== expected.length) throw new Error(`${kind}: ${at} rows, not ${expected.length}`);
}

async function* idsIn(path: string, kind: FormatId): AsyncGenerator<string> {
  switch (kind) {
    case 'csv': {
      // The rows of the bench have no line ends inside; the id is the first column.
      let isHeader = true;
      for await (const line of createInterface({ input: createReadStream(path) })) {
        if (!isHeader) yield line.slice(0, line.indexOf(','));
        isHeader = false;
      }
      return;
    }
    case 'jsonl':
      for await (const line of createInterface({ input: createReadStream(path) })) {
        yield /"id":"(\d+)"/.exec(line)?.[1] ?? '';
      }
      return;
    case 'raw':
      for await (const line of createInterface({ input: createReadStream(path) })) {
        const { body } = JSON.parse(line) as { body: { results: { id: string }[] } };
        for (const { id } of body.results) yield id;
      }
      return;
    case 'parquet': {
      const file = await asyncBufferFromFile(path);
      for (const row of await parquetReadObjects({ file, columns: ['id'] })) {
        yield String(row['id']);
      }
      return;
    }
    case 'xlsx':
      yield* idsInFirstSheet(path);
      return;
    default:
      kind satisfies never;
  }
}

/** The first entry of the archive is the first sheet. */
async function* idsInFirstSheet(path: string): AsyncGenerator<string> {
  const head = Buffer.alloc(30);
  readSync(openSync(path, 'r'), head, 0, 30, 0);
  const start = 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  const inflate = createInflateRaw();
  Readable.from(createReadStream(path, { start })).pipe(inflate);
  let rest = '';
  for await (const chunk of inflate as AsyncIterable<Buffer>) {
    const text = rest + chunk.toString('latin1');
    const cut = text.lastIndexOf('<row ');
    for (const [, id = ''] of text
      .slice(0, cut)
      .matchAll(/<c r="A\d+" t="inlineStr"><is><t>(\d+)</g)) {
      yield id;
    }
    rest = text.slice(cut);
  }
  const last = /<c r="A\d+" t="inlineStr"><is><t>(\d+)</.exec(rest)?.[1];
  if (last !== undefined) yield last;
}
