/** Files longer than the memory: read in parts, with progress, and stopped at any moment. */
import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mintRunId } from '#test/support/core.ts';
import { startWithFiles } from '#test/support/open-files.ts';
import type { Files } from '#test/support/open-files.ts';
import { count } from '#test/support/thorough.ts';

const megabyte = 1024 ** 2;
const bytes = count(24, 2048) * megabyte;
const patience = count(60, 3600) * 1000;

let files: Files;
beforeAll(async () => void (files = await startWithFiles()));
afterAll(() => files.core.close());

/** Rows of some 400 bytes, up to this length. */
async function write(
  name: string,
  head: string,
  rowOf: (n: number) => string,
): Promise<{ path: string; rows: number }> {
  let rows = 0;
  const path = join(files.folder, name);
  function* parts(): Generator<string> {
    yield head;
    let written = 0;
    while (written < bytes) {
      let part = '';
      for (; part.length < megabyte; rows++) part += rowOf(rows);
      written += part.length;
      yield part;
    }
  }
  await pipeline(Readable.from(parts()), createWriteStream(path));
  return { path, rows };
}

const filler =
  'All of it is text that people wrote, with "quotes", commas and\nline breaks. '.repeat(4);
const csvRow = (n: number): string =>
  `${1_700_000_000_000_000_000n + BigInt(n)},"${filler.replaceAll('"', '""')}",${n},${n / 4}\n`;

async function opened(path: string) {
  files.give(path);
  const { opened: one } = await files.core.value('open.take', {});
  if (one === null) throw new Error('Nothing was given');
  return { runId: mintRunId(), fileId: one.id, table: '', name: 'Long' };
}

it('opens in bounded memory, and says how far it is', { timeout: patience }, async () => {
  const { path, rows } = await write('long.csv', 'id,text,n,quarter\n', csvRow);
  const asked = await opened(path);
  globalThis.gc?.();
  const before = process.memoryUsage();
  let most = 0;
  const timer = setInterval(() => {
    const { heapUsed, external } = process.memoryUsage();
    most = Math.max(most, heapUsed + external - before.heapUsed - before.external);
  }, 20);
  const { run } = await files.core.value('open.table', asked);
  clearInterval(timer);
  expect(run.rowCount).toBe(rows);
  expect(most / megabyte).toBeLessThan(300);
  const shares = files.core.events.flatMap((event) =>
    event.kind === 'open.progress' && event.runId === asked.runId ? [event.share] : [],
  );
  expect(shares.length).toBeGreaterThan(2);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBeLessThanOrEqual(1);
  await files.core.value('open.close', { fileId: asked.fileId });
  await files.core.value('history.remove', { runIds: [run.id] });
});

it.each(['csv', 'jsonl'])(
  '%s leaves nothing behind when it is stopped',
  { timeout: patience },
  async (kind) => {
    const { path } = await write(
      `stopped.${kind}`,
      kind === 'csv' ? 'id,text,n,quarter\n' : '',
      kind === 'csv' ? csvRow : (n) => `${JSON.stringify({ id: `${n}`, text: filler })}\n`,
    );
    for (const share of [0.1, 0.5, 0.9]) {
      const asked = await opened(path);
      const { runId, fileId } = asked;
      const reading = files.core.call('open.table', asked);
      await new Promise<void>((resolve) => {
        const timer = setInterval(() => {
          const isThere = files.core.events.some(
            (event) =>
              event.kind === 'open.progress' && event.runId === runId && event.share >= share,
          );
          if (!isThere) return;
          clearInterval(timer);
          resolve();
        }, 5);
      });
      await files.core.value('derived.cancel', { runId });
      expect(await reading).toMatchObject({
        ok: false,
        error: { title: 'Stopped. Nothing was saved.', call: 'noCall' },
      });
      await files.core.value('open.close', { fileId });
      const runs = join(files.core.dataDir, 'runs');
      const left = existsSync(runs) ? readdirSync(runs, { withFileTypes: true }) : [];
      expect(left.filter((one) => one.isDirectory() && one.name.includes(runId))).toEqual([]);
      const temp = join(files.core.dataDir, 'tmp', 'exports');
      expect(existsSync(temp) ? readdirSync(temp) : []).toEqual([]);
    }
    expect(files.core.reported).toEqual([]);
  },
);
