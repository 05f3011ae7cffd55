import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultyFiles } from '#test/support/store/faulty-files.ts';
import { count } from '#test/support/thorough.ts';
import {
  codes,
  lineOf,
  logLines,
  openLog,
  rowsOf,
  answer,
  appendPages,
  at,
  testRows,
} from '#test/support/store/runs.ts';

/** The log of a run with four pages, and its lines. */
const lines = await logLines();
const whole = Buffer.concat(lines);

type Opened = Awaited<ReturnType<typeof openLog>>;

/** These rows are there, the log is cut to what was whole, and what was torn off is set aside. */
async function expectCut({ run, log, torn }: Opened, kept: Buffer, off: Buffer, rows: unknown[]) {
  expect(codes(run)).toEqual(['torn_tail']);
  expect(await run.rows(0, 99)).toEqual(rows);
  expect(readFileSync(log).equals(kept)).toBe(true);
  expect(Buffer.concat(torn()).equals(off)).toBe(true);
}

/** These rows can be read, the reason is told, and the log stays as it is. */
async function expectLeftAlone({ run, log, torn }: Opened, code: string, rows: unknown[]) {
  const before = readFileSync(log);
  expect([codes(run), run.readOnly]).toEqual([[code], true]);
  expect(await run.rows(0, 99)).toEqual(rows);
  await expect(appendPages(run, [1])).rejects.toMatchObject({ code: 'read_only' });
  await run.close();
  expect(readFileSync(log).equals(before)).toBe(true);
  expect(torn()).toEqual([]);
}

describe('opening a log that a crash left behind', () => {
  it('[43] loses nothing but the unfinished record, wherever it was cut', async () => {
    const start = Buffer.concat(lines.slice(0, 5));
    const page = lines[5]!;
    for (let cut = 1; cut < page.length; cut += count(9, 1)) {
      const opened = await openLog(whole.subarray(0, start.length + cut));
      await expectCut(opened, start, page.subarray(0, cut), rowsOf(1, 2, 3));
      await opened.run.close();
    }
  });

  it('goes on after a torn tail, and says nothing the next time', async () => {
    const { run, log } = await openLog(whole.subarray(0, whole.length - lines[6]!.length - 5));
    expect(run.end).toBeUndefined();
    await appendPages(run, [1]);
    expect(await run.rows(0, 99)).toEqual(testRows(0, 10));
    await run.close();
    const again = await openLog(readFileSync(log));
    expect(again.run.notices).toEqual([]);
    expect(await again.run.rows(0, 99)).toEqual(testRows(0, 10));
  });

  it.each([1, 7, 600, 5000, 3_000_000])('cuts off %i zeros at the end', async (zeros) => {
    const opened = await openLog(Buffer.concat([whole, Buffer.alloc(zeros)]));
    await expectCut(opened, whole, Buffer.alloc(zeros), rowsOf(1, 2, 3, 4));
    expect(opened.run.end?.reason).toBe('noMore');
  });

  it.each([1, 2])(
    'cuts off %i records at the end whose bodies came back as zeros',
    async (records) => {
      const good = Buffer.concat(lines.slice(0, 4));
      const body = answer(9, 1);
      const bad = Array.from({ length: records }, (_, n) => {
        const place = { firstRow: 9 + n, at, page: 4 + n, ms: 1, rows: 1 };
        const line = lineOf({ kind: 'page', ...place }, body);
        return line.fill(0, line.length - 2 - body.length, line.length - 2);
      });
      const opened = await openLog(Buffer.concat([good, ...bad]));
      await expectCut(opened, good, Buffer.concat(bad), rowsOf(1, 2, 3));
    },
  );

  it('[44] leaves the tail where it is when it can’t be set aside, and only reads', async () => {
    const { files, fail } = faultyFiles();
    fail({ operations: ['write'], path: '.bin', code: 'ENOSPC' });
    const opened = await openLog(whole.subarray(0, whole.length - 3), { files });
    await expectLeftAlone(opened, 'torn_tail_kept', rowsOf(1, 2, 3, 4));
  });
});

it.each([
  ['from the start', 0, [], undefined],
  ['from its fifth record on: what is understood is read', 5, rowsOf(1, 2, 3), { query: 'cats' }],
])(
  '[44] a log of a newer version %s is left alone, read-only and explained',
  async (_, from, rows, header) => {
    const newer = lines.map((line, n) =>
      n < from ? line : Buffer.from(line.toString('latin1').replace('"v":1', '"v":3'), 'latin1'),
    );
    const opened = await openLog(Buffer.concat(newer));
    expect(opened.run.header).toEqual(header);
    await expectLeftAlone(opened, 'newer_version', rows);
  },
);
