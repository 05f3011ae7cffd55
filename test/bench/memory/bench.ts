/** How much memory main takes at most for answers that are longer than it should hold. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { listen } from '#test/support/listen.ts';
import { doTask } from '../child.ts';
import type { BundledFile } from '../measure.ts';
import { megabytes } from '../measure.ts';
import type { Task, Told } from './ours.ts';

export async function bench(words: readonly string[], file: BundledFile): Promise<void> {
  const service = await startService();
  try {
    for (const name of Object.keys(cases) as Case[]) {
      if (!words.every((word) => name.includes(word))) continue;
      service.answer(name);
      const by = name.startsWith('/') ? 'status' : name.includes('by hand') ? 'hand' : 'run';
      const task: Task = { address: service.address, by };
      const { beforeRss, mostRss, ms, said } = await doTask<Told>(file('ours'), task);
      console.log(
        `${name}: ${megabytes(mostRss)} MB at most (${megabytes(beforeRss)} before), ${(ms / 1000).toFixed(1)} s\n  ${said}`,
      );
    }
  } finally {
    await service.close();
  }
}

const megabyte = 1024 ** 2;
const row = `{"id":1234567890123456789,"text":"${'of the sea '.repeat(50)}","author":{"name":"x"}},\n`;
const nothing = Buffer.from('{},'.repeat(megabyte / 3));
const rows = Buffer.from(row.repeat(Math.ceil(megabyte / row.length)));

/** Megabytes of rows; `status` is asked for as a page about the service. */
const cases = {
  '60 MB, shown': 60,
  '60 MB of nothing': 60,
  '600 MB': 600,
  '3 GB': 3072,
  'without end': Infinity,
  'a gzip bomb of 1 MB': 1024,
  '/api/status without end': Infinity,
  'a request by hand without end': Infinity,
} as const;
type Case = keyof typeof cases;

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

async function startService() {
  const packed = await bomb();
  let now: Case = '600 MB';
  const server = await listen((_, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (now === 'a gzip bomb of 1 MB') response.setHeader('Content-Encoding', 'gzip').end(packed);
    else void sendRows(response, cases[now], now === '60 MB of nothing' ? nothing : rows);
  });
  return { ...server, answer: (name: Case) => void (now = name) };
}
