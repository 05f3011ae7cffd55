import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#main/core/json/index.ts';
import { encodeRecord, mostRows } from '#main/core/store/record.ts';
import {
  at as answeredAt,
  collect,
  newRun,
  rowsFrom,
  runId,
  streamedRows,
  testRows,
  testStore,
} from '#test/support/store/runs.ts';
import type { NewRun } from '#test/support/store/runs.ts';
import { count } from '#test/support/thorough.ts';

/** Opens the run, reads all rows in both ways, and says what it has to say. */
async function opened({ dataDir }: NewRun) {
  const run = await testStore(dataDir).open(runId);
  const rows = await rowsFrom(run, 0, 99);
  expect(await collect(streamedRows(run, Array(run.rowCount).keys()))).toEqual(rows);
  return { rows, notices: run.notices };
}

describe('where the rows of a page are', () => {
  it('is found in its body, whichever byte of what its record says changed', async () => {
    const made = await newRun([4, 2, 3]);
    await made.run.close();
    const whole = readFileSync(made.log);
    const places = [...whole.toString('latin1').matchAll(/,"places":\[[\d,]*\]/g)];
    expect(places).toHaveLength(3);
    for (const { index, 0: text } of places) {
      for (let offset = index; offset < index + text.length; offset += count(5, 1)) {
        const damaged = Buffer.from(whole);
        damaged[offset]! ^= 0x41;
        writeFileSync(made.log, damaged);
        expect(await opened(made)).toEqual({ rows: testRows(0, 9), notices: [] });
      }
    }
    const zeros = Buffer.from(whole).fill(0, places[1]!.index, places[1]!.index + 9);
    writeFileSync(made.log, zeros);
    expect(await opened(made)).toEqual({ rows: testRows(0, 9), notices: [] });
  });

  it.each([
    ['other places', (all: number[]) => all.map((n, at) => (at % 3 === 1 ? n - 1 : n))],
    ['other checksums', (all: number[]) => all.map((n, at) => (at % 3 === 2 ? n ^ 1 : n))],
    ['places beyond its body', (all: number[]) => [1e9, ...all.slice(1)]],
    ['fewer rows', (all: number[]) => all.slice(3)],
    ['rows without length', (all: number[]) => [all[0]!, 0, ...all.slice(2)]],
    ['what is no number', () => ['x', null, -1, 0.5, {}, []] as unknown as number[]],
  ])('[44] is found in its body when a record from elsewhere says %s', async (_, change) => {
    const made = await newRun([2]);
    await made.run.close();
    const whole = readFileSync(made.log, 'utf8');
    const start = whole.indexOf('\n') + 1;
    const line = JSON.parse(whole.slice(start)) as Record<string, unknown>;
    const { v, len, crc, tail, head, body, places, ...header } = line;
    expect([v, len, crc, tail, head].includes(undefined)).toBe(false);
    const text = /"body":(.*),"places":/.exec(whole.slice(start))![1]!;
    expect(JSON.parse(text)).toEqual(body);
    const { parts } = encodeRecord(header as never, Buffer.from(text), {
      places: change(places as number[]),
    });
    writeFileSync(made.log, Buffer.concat([Buffer.from(whole.slice(0, start)), ...parts]));
    expect(await opened(made)).toEqual({ rows: testRows(0, 2), notices: [] });
  });

  it('is right for short and long rows, in any order, while more come', async () => {
    const { run, store } = await newRun();
    const text = (seq: number): string => (seq % 9999 === 0 ? 'x'.repeat(70_000) : '');
    const row = (seq: number): JsonObject => ({ seq, text: text(seq) });
    const rows = Array.from({ length: 70_000 }, (_, seq) => row(seq));
    const pages = [rows.slice(0, 35_000), rows.slice(35_000), [], [row(70_000)]];
    for (const [page, results] of pages.entries()) {
      const body = Buffer.from(JSON.stringify({ results }, null, page));
      await run.appendPage({ body, page: page + 1, at: answeredAt });
    }
    await run.close();
    const seqs = [70_000, 9999, 10_000, 63, 64, 0, 65_535, 65_536, 34_999, 35_000, 69_999];
    const again = await store.open(runId);
    const body = Buffer.from(JSON.stringify({ results: [row(70_001)] }));
    const [read, streamed] = await Promise.all([
      again.rowsAt(seqs),
      collect(streamedRows(again, [70_000, 1])),
      again.appendPage({ body, page: 5, at: answeredAt }),
    ]);
    expect(read).toEqual(seqs.map(row));
    expect(streamed).toEqual([row(70_000), row(1)]);
    expect(await again.rowsAt([70_001])).toEqual([row(70_001)]);
    const lines = Buffer.concat(await collect(again.jsonLinesAt([0, 1, 2, 9, 34_999, 35_000])));
    const expected = [0, 1, 2, 9, 34_999].map((seq) => `${JSON.stringify(row(seq))}\n`);
    expect(lines.toString('utf8').startsWith(expected.join(''))).toBe(true);
  });
});

it.each([
  ['as it is', '_input', true],
  ['escaped', '\\u005finput', true],
  ['escaped, large', '\\u005Finput', true],
  ['a letter escaped', '_\\u0069nput', true],
  ['another of ours', '_collected_at', true],
  ['none of ours', '_id', false],
])(
  'a member that has the name of one of our columns is renamed: %s',
  async (_what, name, isOurs) => {
    const { run } = await newRun();
    // Another place of an underscore comes first.
    const body = Buffer.from(`{"results":[{"a_b":"c_d","${name}":1}]}`);
    await run.appendPage({ body, page: 1, at: answeredAt });
    const plain: unknown = JSON.parse(`"${name}"`);
    const member = isOurs ? `${String(plain)} (service)` : String(plain);
    expect(await run.rowsAt([0])).toEqual([{ a_b: 'c_d', [member]: 1 }]);
  },
);

it('[44] an answer with more rows than a page can have is kept as a file', async () => {
  const { run } = await newRun();
  const body = Buffer.from(`{"results":[{}${',{}'.repeat(mostRows)}]}`);
  await run.appendPage({ body, page: 1, at: answeredAt });
  const file = { why: 'tooLarge', bytes: body.length };
  expect(run.pages).toMatchObject([{ rows: 0, file }]);
});
