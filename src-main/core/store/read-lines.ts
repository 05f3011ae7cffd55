/** Lines of a file that the column store wrote. */
import { createReadStream } from 'node:fs';

const lineFeed = 0x0a;

/**
 * Yields the non-empty lines. Only a line feed ends a line: Node's own reader also splits at U+2028,
 * which JSON allows in its strings.
 */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let open: Buffer[] = [];
  for await (const chunk of createReadStream(path, {
    highWaterMark: 1024 ** 2,
  }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      const line = Buffer.concat([...open, chunk.subarray(start, end)]).toString('utf8');
      open = [];
      start = end + 1;
      if (line !== '') yield line;
    }
    open.push(chunk.subarray(start));
  }
  const last = Buffer.concat(open).toString('utf8');
  if (last !== '') yield last;
}
