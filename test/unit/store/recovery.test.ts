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

describe('opening a log that a crash left behind', () => {
  it('[43] loses nothing but the unfinished record, wherever it was cut', async () => {
    const last = lines.slice(0, 5);
    const start = Buffer.concat(last).length;
    const page = lines[5]!;
    for (let cut = 1; cut < page.length; cut += count(9, 1)) {
      const { run, log, torn } = await openLog(whole.subarray(0, start + cut));
      expect(run.rowCount).toBe(9);
      expect(codes(run)).toEqual(['torn_tail']);
      expect(readFileSync(log).equals(Buffer.concat(last))).toBe(true);
      expect(Buffer.concat(torn()).equals(page.subarray(0, cut))).toBe(true);
      await run.close();
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
    const { run, log, torn } = await openLog(Buffer.concat([whole, Buffer.alloc(zeros)]));
    expect(codes(run)).toEqual(['torn_tail']);
    expect(await run.rows(0, 99)).toEqual(rowsOf(1, 2, 3, 4));
    expect(run.end?.reason).toBe('noMore');
    expect(readFileSync(log).equals(whole)).toBe(true);
    expect(Buffer.concat(torn()).equals(Buffer.alloc(zeros))).toBe(true);
  });

  it.each([1, 2])(
    'cuts off %i records at the end whose bodies came back as zeros',
    async (records) => {
      const good = Buffer.concat(lines.slice(0, 4));
      const bad = [];
      for (let page = 4; page < 4 + records; page++) {
        const header = { kind: 'page', firstRow: 9 + page - 4, at, page, ms: 1, rows: 1 } as const;
        const body = answer(9, 1);
        const line = lineOf(header, body);
        bad.push(line.fill(0, line.length - 2 - body.length, line.length - 2));
      }
      const { run, torn } = await openLog(Buffer.concat([good, ...bad]));
      expect(codes(run)).toEqual(['torn_tail']);
      expect(await run.rows(0, 99)).toEqual(rowsOf(1, 2, 3));
      expect(Buffer.concat(torn()).equals(Buffer.concat(bad))).toBe(true);
    },
  );

  it('[44] leaves the tail where it is when it can’t be set aside, and only reads', async () => {
    const bytes = whole.subarray(0, whole.length - 3);
    const { files, fail } = faultyFiles();
    fail({ operations: ['write'], path: '.bin', code: 'ENOSPC' });
    const { run, log, torn } = await openLog(bytes, { files });
    expect(codes(run)).toEqual(['torn_tail_kept']);
    expect(run.readOnly).toBe(true);
    expect(await run.rows(0, 99)).toEqual(rowsOf(1, 2, 3, 4));
    await expect(appendPages(run, [1])).rejects.toMatchObject({ code: 'read_only' });
    expect(readFileSync(log).equals(bytes)).toBe(true);
    expect(torn()).toEqual([]);
  });
});

describe('a log of a newer version', () => {
  const newer = (line: Buffer): Buffer =>
    Buffer.from(line.toString('latin1').replace('"v":1', '"v":3'), 'latin1');

  it('[44] is left alone, read-only and explained, when it is newer from the start', async () => {
    const bytes = Buffer.concat(lines.map(newer));
    const { run, log } = await openLog(bytes);
    expect(codes(run)).toEqual(['newer_version']);
    expect(run.readOnly).toBe(true);
    expect(run.pages).toEqual([]);
    await expect(appendPages(run, [1])).rejects.toMatchObject({ code: 'read_only' });
    await run.close();
    expect(readFileSync(log).equals(bytes)).toBe(true);
  });

  it('[44] is read as far as it is understood, when a newer version went on with it', async () => {
    const bytes = Buffer.concat([...lines.slice(0, 5), ...lines.slice(5).map(newer)]);
    const { run, log, torn } = await openLog(bytes);
    expect(codes(run)).toEqual(['newer_version']);
    expect(run.readOnly).toBe(true);
    expect(run.header).toEqual({ query: 'cats' });
    expect(await run.rows(0, 99)).toEqual(rowsOf(1, 2, 3));
    await run.close();
    expect(torn()).toEqual([]);
    expect(readFileSync(log).equals(bytes)).toBe(true);
  });
});
