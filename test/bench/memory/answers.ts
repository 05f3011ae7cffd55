/** A service whose answers are longer than anybody should hold in memory, each under a name. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';

const megabyte = 1024 ** 2;
const row = `{"id":1234567890123456789,"text":"${'of the sea '.repeat(50)}","author":{"name":"x"}},\n`;
const nothing = Buffer.from('{},'.repeat(megabyte / 3));
const rows = Buffer.from(row.repeat(Math.ceil(megabyte / row.length)));

/** Megabytes of rows; `status` is asked for as a page about the service. */
export const cases = {
  '60 MB, shown': 60,
  '60 MB of nothing': 60,
  '600 MB': 600,
  '3 GB': 3072,
  'without end': Infinity,
  'a gzip bomb of 1 MB': 1024,
  '/api/status without end': Infinity,
  'a request by hand without end': Infinity,
} as const;
export type Case = keyof typeof cases;

/** A gigabyte that is packed into one megabyte. */
async function bomb(): Promise<Buffer> {
  const gzip = createGzip({ level: constants.Z_BEST_COMPRESSION });
  const parts: Buffer[] = [];
  gzip.on('data', (part: Buffer) => parts.push(part));
  for (let sent = 0; sent < 1024; sent++) {
    if (!gzip.write(Buffer.alloc(megabyte, '['))) await once(gzip, 'drain');
  }
  gzip.end();
  await finished(gzip);
  return Buffer.concat(parts);
}

function* rowsOf(mostMegabytes: number, part: Buffer): Generator<Buffer> {
  yield Buffer.from('{"results":[');
  for (let sent = 0; sent < mostMegabytes; sent++) yield part;
  yield Buffer.from('{"id":"last"}],"has_more":true,"next_page_cursor":"c"}');
}

/** Whoever hangs up has heard enough. */
const sendRows = (response: ServerResponse, mostMegabytes: number, part: Buffer): Promise<void> =>
  pipeline(Readable.from(rowsOf(mostMegabytes, part)), response).catch(() => undefined);

export async function startService(): Promise<{
  address: string;
  answer: (name: Case) => void;
  close: () => void;
}> {
  const packed = await bomb();
  let now: Case = '600 MB';
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (now === 'a gzip bomb of 1 MB') response.setHeader('Content-Encoding', 'gzip').end(packed);
    else void sendRows(response, cases[now], now === '60 MB of nothing' ? nothing : rows);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return {
    address: `http://127.0.0.1:${bound.port}`,
    answer: (name) => (now = name),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
