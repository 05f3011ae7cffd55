/** A file's bytes for somebody who may never ask for them. */
import { createReadStream } from 'node:fs';
import { chunkLength } from '../store/file-port.ts';

/**
 * The file is opened with the first byte that is asked for, and closed with the last one. A stream
 * made beforehand would keep it open when nobody reads it, and would end the program when the file
 * is missing: nobody listens yet.
 */
export async function* bytesOfFile(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path, { highWaterMark: chunkLength }) as AsyncIterable<Buffer>;
}
