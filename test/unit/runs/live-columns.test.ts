import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLiveColumns } from '#main/core/runs/live-columns.ts';
import { inputsOf } from '#shared/contract/run.ts';
import type { ColumnStore } from '#main/core/store/columns/column-store.ts';
import type { StoredRun } from '#main/core/store/run-store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pauseMs = 1000;

/** Columns that take `fillMs` to be filled, and the times at which that began. */
function setUp(fillMs: number) {
  const begun: number[] = [];
  const detached: string[] = [];
  const start = performance.now();
  const columns = {
    catchUp: () => {
      begun.push(performance.now() - start);
      return new Promise<void>((resolve) => setTimeout(resolve, fillMs));
    },
    detach: async (id: string) => void detached.push(id),
  } as unknown as ColumnStore;
  const run = { id: 'run-0001', rowCount: 20 } as StoredRun;
  const liveColumns = createLiveColumns(
    columns,
    (error) => expect.unreachable(String(error)),
    pauseMs,
  );
  /** Pages come ten times a second. */
  const collect = async (seconds: number): Promise<void> => {
    for (let page = 0; page < seconds * 10; page++) {
      liveColumns.grown(run, true);
      await vi.advanceTimersByTimeAsync(100);
    }
  };
  return { begun, detached, liveColumns, run, collect };
}

it('fills once a second while pages come slowly', async () => {
  const { begun, collect } = setUp(5);
  await collect(5);
  expect(begun.length).toBeGreaterThanOrEqual(4);
  expect(begun[0]).toBe(pauseMs);
});

it('pauses after a fill for four times its length, so that pages have the disk', async () => {
  const { begun, collect } = setUp(2000);
  await collect(40);
  expect(begun[0]).toBe(pauseMs);
  const between = begun.slice(1).map((time, place) => time - begun[place]!);
  expect(between.length).toBeGreaterThanOrEqual(3);
  for (const time of between) expect(time).toBeGreaterThanOrEqual(5 * 2000);
});

it('fills the last rows soon after the run came to rest, however long a fill takes', async () => {
  const { begun, liveColumns, run, collect } = setUp(2000);
  await collect(4);
  expect(begun).toEqual([pauseMs]);
  liveColumns.grown(run, false);
  await vi.advanceTimersByTimeAsync(pauseMs);
  expect(begun).toHaveLength(2);
});

it('lets go of a run with the inputs of its list, which would fill the memory of the columns', async () => {
  const { detached, liveColumns, run } = setUp(5);
  await liveColumns.release(run.id);
  expect(detached).toEqual([run.id, inputsOf(run.id)]);
});
