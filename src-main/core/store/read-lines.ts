/** Lines of a file that the column store wrote. */
import { createReadStream } from 'node:fs';
import { maxBody } from './record.ts';
import { StoreError } from './store-error.ts';

const lineFeed = 0x0a;

/**
 * Yields the non-empty lines. Only a line feed ends a line: Node's own reader also splits at U+2028,
 * which JSON allows in its strings.
 * @throws StoreError `too_large` at a line that no page could hold: a dataset may be from somebody else.
 */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let open: Buffer[] = [];
  let openBytes = 0;
  for await (const chunk of createReadStream(path, {
    highWaterMark: 1024 ** 2,
  }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      const line = Buffer.concat([...open, chunk.subarray(start, end)]).toString('utf8');
      open = [];
      openBytes = 0;
      start = end + 1;
      if (line !== '') yield line;
    }
    open.push(chunk.subarray(start));
    openBytes += chunk.length - start;
    if (openBytes > maxBody) throw new StoreError('too_large', 'A row is longer than 128 MB.');
  }
  const last = Buffer.concat(open).toString('utf8');
  if (last !== '') yield last;
}
