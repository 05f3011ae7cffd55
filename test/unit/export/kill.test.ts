/** kill -9 while saving: under the chosen name there is always one whole file, the old or the new. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { manifestSchema } from '#main/core/export/manifest.ts';
import { sweepExports } from '#main/core/export/temp-folder.ts';
import { createRunStore } from '#main/core/store/run-store.ts';
import { columnsWorker } from '#test/support/columns/worker-pool.ts';
import { writeRun } from '#test/support/export/rig.ts';
import type { SaveOptions } from '#test/support/export/save-until-killed.ts';
import { bundleProgram, startChild } from '#test/support/store/child.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { count } from '#test/support/thorough.ts';

let program: string;
beforeAll(async () => {
  const source = new URL('../../support/export/save-until-killed.ts', import.meta.url);
  program = await bundleProgram(source);
});

const killsPerFormat = count(1, 6);
const rowCount = count(1000, 4000);
const runId = 'run-to-be-saved';
const old = 'the file that was there before\n';

/** By its last bytes or by its lines; the end of a workbook is its archive's list of contents. */
const isWhole = {
  csv: (file: string) => file.split('\r\n').length === rowCount + 2,
  jsonl: (file: string) => file.split('\n').length === rowCount + 1,
  parquet: (file: string) => file.startsWith('PAR1') && file.endsWith('PAR1'),
  xlsx: (file: string) => file.startsWith('PK') && file.slice(-22).startsWith('PK\u0005\u0006'),
};

/** A run on disk, and what saves it under `saved/posts` until it is killed. */
async function aRun(kind: string, textOf: (at: number) => string, atOf?: (page: number) => string) {
  const root = testFolder();
  const [dataDir, saved] = [join(root, 'data'), join(root, 'saved')];
  for (const folder of [dataDir, saved]) mkdirSync(folder, { mode: 0o700 });
  const store = createRunStore(dataDir);
  const rows = Array.from({ length: rowCount }, (_, at) => ({ id: `${at}`, text: textOf(at) }));
  await writeRun(store, runId, rows, undefined, atOf);
  await store.close();
  const target = join(saved, 'posts');
  const how = { columnsWorker: columnsWorker().href, format: { kind } };
  const options: SaveOptions = { dataDir, runId, target, ...how };
  /** Kills it so long after it printed so many lines, and starts as the program does. */
  const kill = async (lines: number, afterMs: number): Promise<void> => {
    const child = startChild(program, [JSON.stringify(options)]);
    await child.printed(lines);
    await sleep(afterMs);
    await child.kill();
    await sweepExports(dataDir);
  };
  return { saved, target, kill };
}

it.each(['csv', 'xlsx', 'jsonl', 'parquet'] as const)(
  `[40] %s: killed at ${killsPerFormat} random moments`,
  async (kind) => {
    const { saved, target, kill } = await aRun(kind, (at) => `row ${at} `.repeat(20));
    writeFileSync(target, old);
    const seen = new Set([old]);
    for (let kills = 0; kills < killsPerFormat; kills++) {
      // From the first start on, or after some files: any moment of any step.
      await kill(1 + Math.random() * 3, Math.random() * 150);
      const file = readFileSync(target, 'latin1');
      if (!seen.has(file)) {
        // A new file is as whole as any after it: the same bytes, but for a workbook's times.
        expect(isWhole[kind](file)).toBe(true);
        if (kind !== 'xlsx') seen.add(file);
      }
      expect(readdirSync(saved).filter((name) => !name.startsWith('posts'))).toEqual([]);
    }
    expect(seen.size).toBeLessThanOrEqual(2);
  },
  120_000,
);

it(`[40] dataset: killed at ${killsPerFormat} random moments, what its records name is whole`, async () => {
  const day = (page: number): string => `2026-03-${page % 40 < 20 ? 30 : 31}T10:00:00.000Z`;
  const { target, kill } = await aRun('dataset', (at) => `row ${at}`, day);
  for (let kills = 0; kills <= killsPerFormat; kills++) {
    const isLast = kills === killsPerFormat;
    await kill(isLast ? 2 : 1, isLast ? 0 : 300 + Math.random() * 700);
    const names = existsSync(target)
      ? readdirSync(target, { recursive: true, encoding: 'utf8' })
      : [];
    const files = names.filter((name) => name.endsWith('.parquet')).toSorted();
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
    for (const name of files)
      expect(isWhole.parquet(readFileSync(join(target, name), 'latin1'))).toBe(true);
    const record = join(target, '_complete', `${runId}.json`);
    if (existsSync(record)) {
      const { files: known } = manifestSchema.parse(JSON.parse(readFileSync(record, 'utf8')));
      expect(known.map(({ name }) => name).toSorted()).toEqual(files);
      expect(known.reduce((sum, file) => sum + file.rows, 0)).toBe(rowCount);
      rmSync(target, { recursive: true });
    } else expect(isLast).toBe(false);
  }
}, 120_000);
