/**
 * The sample service with pages of 100 rows, in a process of its own: what it needs must not be
 * counted as ours. To make a page takes it some 15 ms; recorded ones come at once, so that nothing
 * is hidden behind the wait.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '#test/support/listen.ts';
import { startTestSample } from '#test/support/sample-service.ts';
import { rowsPerPage } from './asked.ts';
import type { Recorder } from './asked.ts';

const sample = await startTestSample({
  amounts: { pageRows: rowsPerPage, searchTotal: 1_000_000 },
  // Cursors are recorded too, and expire by this clock.
  now: () => Date.UTC(2026, 10, 20, 19, 30),
});

/** By cursor: there is one question only. */
const recorded = new Map<string, Buffer>();
let isRecorded = true;
let requests = 0;

async function bodyOf({ url = '/', headers }: IncomingMessage): Promise<Buffer> {
  const cursor = new URL(url, sample.address).searchParams.get('cursor') ?? '';
  const known = recorded.get(cursor);
  if (isRecorded && known !== undefined) return known;
  const { authorization = '' } = headers;
  const made = await fetch(sample.address + url, { headers: { authorization } });
  const body = Buffer.from(await made.arrayBuffer());
  if (made.status !== 200) throw new Error(`${made.status} ${url} ${body.toString()}`);
  recorded.set(cursor, body);
  return body;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  requests++;
  const body = await bodyOf(request);
  response.writeHead(200, {
    'content-type': 'application/json; charset=UTF-8',
    'content-length': body.length,
  });
  response.end(body);
}

const { address } = await listen((request, response) => void answer(request, response));
const recorder: Recorder = { address, accessKey: sample.accessKey };
process.send?.(recorder);
/** From now on pages that went by before come as they were, or each is made anew. */
process.on('message', ({ recorded: wanted }: { recorded: boolean }) => {
  isRecorded = wanted;
  process.send?.(requests);
});
process.on('disconnect', () => process.exit());
