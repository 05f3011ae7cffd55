import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createColumnTally } from '#main/core/runs/column-tally.ts';
import { catalogue } from '#shared/catalogue/index.ts';
import { caseArbitrary } from '#test/support/columns/arbitrary.ts';
import { attachFilled, sharedStore } from '#test/support/columns/store.ts';
import { count } from '#test/support/thorough.ts';

const resource = catalogue.resources[0]!;

describe('the columns of a run at a glance', () => {
  const shared = sharedStore();

  it('are those counted row by row, wherever the counting is taken over', async () => {
    await fc.assert(
      fc.asyncProperty(caseArbitrary, async ({ rows, split }) => {
        const { store } = shared;
        const source = await attachFilled(shared, rows.slice(0, split));
        const known = await store.describe(source.id);
        await store.detach(source.id);

        const counted = createColumnTally(resource, []);
        for (const row of rows) if (row !== undefined) counted.add(row);
        const resumed = createColumnTally(resource, []);
        resumed.take(known.columns ?? []);
        for (const row of rows.slice(known.rows)) if (row !== undefined) resumed.add(row);
        expect(known.rows).toBe(Math.min(split, rows.length));
        expect(resumed.columns()).toEqual(counted.columns());
      }),
      { numRuns: count(15, 60) },
    );
  });
});
