/** kill -9 while saving: under the chosen name there is always one whole file, the old or the new. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it, vi } from 'vitest';
import { manifestSchema } from '#main/core/export/manifest.ts';
import type { JsonObject } from '#main/core/json/index.ts';
import { sweepExports } from '#main/core/export/temp-folder.ts';
import { createRunStore } from '#main/core/store/run-store.ts';
import { columnsWorker } from '#test/support/columns/worker-pool.ts';
import { sea, writeRun } from '#test/support/export/rig.ts';
import type { SaveOptions } from '#test/support/export/save-until-killed.ts';
import { bundleProgram, startChild } from '#test/support/store/child.ts';
import { png } from '#test/support/second-server/media.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
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

interface Options {
  atOf?: (page: number) => string;
  /** Of the service in use. */
  address?: string;
  count?: number;
}

/** A run on disk, and what saves it under `saved/posts` until it is killed. */
async function aRun(
  kind: string,
  rowOf: (at: number) => JsonObject,
  { atOf, address, count: rowsIn = rowCount }: Options = {},
) {
  const root = testFolder();
  const [dataDir, saved] = [join(root, 'data'), join(root, 'saved')];
  for (const folder of [dataDir, saved]) mkdirSync(folder, { mode: 0o700 });
  const store = createRunStore(dataDir);
  const rows = Array.from({ length: rowsIn }, (_, at) => ({ id: `${at}`, ...rowOf(at) }));
  await writeRun(store, runId, rows, { ...sea, ...(address && { address }) }, atOf);
  await store.close();
  const target = join(saved, 'posts');
  const how = {
    columnsWorker: columnsWorker().href,
    format: { kind },
    ...(address && { address }),
  };
  const options: SaveOptions = { dataDir, runId, target, ...how };
  /** Kills it so long after it printed so many lines, and after something happened; starts as the program does. */
  const kill = async (
    lines: number,
    afterMs: number,
    when?: () => Promise<unknown>,
  ): Promise<void> => {
    const child = startChild(program, [JSON.stringify(options)]);
    await child.printed(lines);
    await when?.();
    await sleep(afterMs);
    await child.kill();
    await sweepExports(dataDir);
  };
  return { saved, target, kill };
}

it.each(['csv', 'xlsx', 'jsonl', 'parquet'] as const)(
  `[40] %s: killed at ${killsPerFormat} random moments`,
  async (kind) => {
    const { saved, target, kill } = await aRun(kind, (at) => ({ text: `row ${at} `.repeat(20) }));
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
  const { target, kill } = await aRun('dataset', (at) => ({ text: `row ${at}` }), { atOf: day });
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

const killsOfMedia = count(2, 30);

it(`[40] media: killed at ${killsOfMedia} random moments, files are whole, and none is fetched twice`, async () => {
  const server = await startSecondServer();
  const links = count(12, 60);
  const linkOf = (at: number): string => `/media/large/${at}.png`;
  const { target, kill } = await aRun(
    'media',
    (at) => ({ mediaUrls: [server.address + linkOf(at)] }),
    { address: server.address, count: links },
  );
  /** The rows whose file is there. */
  const whole = (): number[] => {
    const names = existsSync(target) ? readdirSync(target) : [];
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
    return names.flatMap((name) => {
      const [, row] = /^(\d+)_mediaUrls_1\.png$/.exec(name) ?? [];
      if (row === undefined) return [];
      expect(readFileSync(join(target, name)).equals(png(`${row}.png`, 400))).toBe(true);
      return [Number(row)];
    });
  };
  const sent = (): string[] => server.requests.map(({ path }) => path);
  let inTheMiddle = 0;
  // In the end it is let finish.
  for (let kills = 0; kills <= killsOfMedia; kills++) {
    const isLast = kills === killsOfMedia;
    const [before, asked] = [whole(), sent().length];
    const left = links - before.length;
    // A site is asked for two at a time: with the fifth, the first are whole.
    const few = Math.min(left, 5 + Math.floor(Math.random() * left * 0.5));
    await (isLast
      ? kill(2, 0)
      : kill(1, Math.random() * 30, () =>
          vi.waitUntil(() => sent().length >= asked + few, { timeout: 20_000, interval: 5 }),
        ));
    expect(
      sent()
        .slice(asked)
        .filter((path) => before.some((at) => path === linkOf(at))),
    ).toEqual([]);
    const after = whole().length;
    if (after > before.length && after < links) inTheMiddle += 1;
    if (after === links && !isLast) rmSync(target, { recursive: true });
  }
  expect(whole()).toHaveLength(links);
  expect(inTheMiddle).toBeGreaterThan(0);
  await server.close();
}, 300_000);
