import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#main/core/json/index.ts';
import { stringifyJson } from '#main/core/json/index.ts';
import { everyRow } from '#shared/contract/view.ts';
import { textOf } from '#test/support/columns/reference.ts';
import { columnStore, testFolder } from '#test/support/columns/store.ts';
import { at, runId } from '#test/support/store/pages.ts';
import { testStore } from '#test/support/store/folder.ts';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** Pages whose members change from one to the next. */
function item(page: number, position: number): JsonObject {
  const n = page * 100 + position;
  return {
    id: { $n: String(10n ** 20n + BigInt(n)) },
    seq: n,
    text: `Row ${n} “quoted” \\ \n 😀`,
    ratio: n / 8,
    ...(page > 1 ? { late: n % 3 === 0 ? null : [n, { deep: true }] } : {}),
    changing: page === 1 ? n : page === 2 ? n / 3 : `text ${n}`,
  };
}

describe('columns and log', () => {
  it('agree row for row, as pages come and after opening again', async () => {
    const folder = testFolder();
    const runs = testStore(folder);
    const run = await runs.create(runId, {});
    const store = await columnStore(folder);
    await store.attach(run);
    const told: Promise<void>[] = [];
    for (let page = 1; page <= 4; page++) {
      const items = Array.from({ length: page * 7 }, (_, position) => item(page, position));
      const body = Buffer.from(stringifyJson({ results: items, has_more: true }));
      await run.appendPage({ body, page, at });
      told.push(store.filled(runId));
    }
    await Promise.all(told);
    const rows = await run.rows(0, run.rowCount);
    expect(rows).toHaveLength(70);
    for (const [seq, row] of rows.entries()) {
      const filters = Object.keys(row ?? {}).map((field) => {
        const value = textOf(row?.[field] ?? null);
        return value === null
          ? ({ kind: 'isEmpty', field } as const)
          : ({ kind: 'is', field, value } as const);
      });
      const { seqs } = await store.query(runId, { ...everyRow, filters });
      expect([...seqs!], JSON.stringify(row)).toEqual([seq]);
    }
    await store.close();
    const cells = await allCells(join(folder, 'runs', runId, 'derived', 'columns.duckdb'));
    expect(cells).toEqual(
      rows.map((row) =>
        ['id', 'seq', 'text', 'ratio', 'changing', 'late'].map((field) =>
          textOf(row?.[field] ?? null),
        ),
      ),
    );
  });
});

/** The file read by hand: every value of every row, in the order of the columns. */
async function allCells(path: string): Promise<(string | null)[][]> {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const names = await connection.runAndReadAll('SELECT n FROM cols ORDER BY n');
  const select = names.getRows().map(([n]) => `CAST(c${String(n)} AS VARCHAR)`);
  const cells = await connection.runAndReadAll(`SELECT ${select.join()} FROM t ORDER BY seq`);
  connection.closeSync();
  instance.closeSync();
  return cells.getRows().map((row) => row.map((cell) => (cell === null ? null : String(cell))));
}
