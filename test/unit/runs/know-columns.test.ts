import { describe, expect, it } from 'vitest';
import { createColumnTally } from '#main/core/runs/column-tally.ts';
import { findColumns, finishColumns } from '#main/core/runs/know-columns.ts';
import type { LiveRun } from '#main/core/runs/live-run.ts';
import { ColumnsError, type ColumnStore } from '#main/core/store/columns/column-store.ts';
import { catalogue } from '#shared/catalogue/index.ts';

const of = 100_000;

/** A run of which nothing is known yet, and a column store that takes 40,000 rows at a time. */
function beingPrepared(problem?: ColumnsError) {
  const rows = { now: 0 };
  const store = {
    async filled() {
      if (problem !== undefined && rows.now > 0) throw problem;
      rows.now = Math.min(of, rows.now + 40_000);
    },
    progress: () => ({ rows: rows.now }),
    describe: async () => ({
      rows: rows.now,
      columns: [{ field: rows.now < of ? 'early' : 'late', type: 'text' }],
    }),
  };
  async function* iterateRows(from: number, to: number) {
    for (let row = from; row < to; row++) yield row === of - 1 ? { late: 'x' } : {};
  }
  const run = {
    stored: { id: 'run-1', rowCount: of, iterateRows },
    tally: createColumnTally(catalogue.resources[0]!, []),
    preparing: { rows: 0, of },
  };
  const told: (number | null)[] = [];
  const finished = finishColumns(run as unknown as LiveRun, store as unknown as ColumnStore, () =>
    told.push((run.preparing as LiveRun['preparing'])?.rows ?? null),
  );
  return { run, told, finished };
}

const fields = ({ tally }: Pick<LiveRun, 'tally'>) => tally.columns().map(({ field }) => field);

it('columns that were noted at closing are known without a look at anything', async () => {
  const knownColumns = [{ field: 'likes', type: 'integer' as const }];
  const run = {
    stored: { rowCount: of, knownColumns },
    tally: createColumnTally(catalogue.resources[0]!, []),
    preparing: null,
  } as unknown as LiveRun;
  await findColumns(run, {} as unknown as ColumnStore);
  expect(run.preparing).toBeNull();
  expect(run.tally.columns()).toMatchObject(knownColumns);
});

describe('columns that are made again', () => {
  it('are known as far as they are made, which is told', async () => {
    const { run, told, finished } = beingPrepared();
    await finished;
    expect(told).toEqual([40_000, 80_000, null]);
    expect(fields(run)).toEqual(['early', 'late']);
  });

  it('are read from the log where they can’t be made', async () => {
    const { run, told, finished } = beingPrepared(new ColumnsError('storage_full'));
    await finished;
    expect(told.slice(0, 2)).toEqual([40_000, 40_300]);
    expect(told.at(-1)).toBeNull();
    expect(fields(run)).toEqual(['early', 'late']);
  });

  it('are given up when the run is closed', async () => {
    const { finished } = beingPrepared(new ColumnsError('cancelled'));
    await expect(finished).rejects.toMatchObject({ code: 'cancelled' });
  });
});
