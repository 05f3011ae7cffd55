import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { atomicWrite } from '#main/core/store/atomic-write.ts';
import { openLedger } from '#main/core/store/ledger.ts';
import { bundleChild, startChild } from '#test/support/store/child.ts';
import { testFolder, testStore } from '#test/support/store/folder.ts';
import { runId, testRow } from '#test/support/store/pages.ts';
import { version, wholeVersion } from '#test/support/store/versions.ts';

const kills = 20;

describe('a process that is killed', () => {
  let append: string;
  let replace: string;

  beforeAll(async () => {
    append = await bundleChild('append');
    replace = await bundleChild('replace');
  });

  it(`[43] has saved every page it told of, at ${kills} random moments of one run`, async () => {
    const dataDir = testFolder();
    let pages = 0;
    for (let kill = 0; kill < kills; kill++) {
      const child = startChild(append, [dataDir, runId]);
      await child.printed(1 + Math.floor(Math.random() * 8));
      await sleep(Math.random() * 15);
      await child.kill();
      const [rows, acknowledged] = child.lines.at(-1)!.split(' ').map(Number) as [number, number];

      const store = testStore(dataDir);
      const run = await store.open(runId);
      expect(run.rowCount).toBeGreaterThanOrEqual(rows);
      expect(run.pages.length).toBeGreaterThanOrEqual(acknowledged);
      expect(run.pages.some((page) => page.unreadable)).toBe(false);
      expect(run.notices.filter(({ code }) => code !== 'torn_tail')).toEqual([]);
      let seq = 0;
      const wrong: number[] = [];
      for await (const row of run.iterateRows()) {
        if (!isDeepStrictEqual(row, testRow(seq))) wrong.push(seq);
        seq++;
      }
      expect(wrong).toEqual([]);
      expect(seq).toBe(run.rowCount);
      expect(run.pages.length).toBeGreaterThan(pages);
      pages = run.pages.length;
      await store.close();

      // Every page was noted before it was asked for.
      const ledger = await openLedger(dataDir);
      expect(ledger.callsOfRun(runId)).toBeGreaterThanOrEqual(pages);
      await ledger.close();
    }
  }, 120_000);

  it('[40] leaves a whole file, the old or the new, when it is killed while saving', async () => {
    const path = join(testFolder(), 'export.csv');
    await atomicWrite(path, version(0));
    for (let kill = 0; kill < kills; kill++) {
      const child = startChild(replace, [path]);
      await child.printed(1 + Math.floor(Math.random() * 2));
      await sleep(Math.random() * 15);
      await child.kill();
      const saved = wholeVersion(readFileSync(path, 'utf8'));
      expect(saved).toBeGreaterThanOrEqual(Number(child.lines.at(-1)));
    }
  }, 120_000);
});
