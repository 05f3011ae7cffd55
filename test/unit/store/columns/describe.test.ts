import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createColumnTally } from '#main/core/runs/column-tally.ts';
import type { Subject } from '#main/core/store/columns/worker/attached-run.ts';
import { kind } from '#main/core/store/columns/worker/cells.ts';
import { describe as describeColumns } from '#main/core/store/columns/worker/describe.ts';
import { Layout } from '#main/core/store/columns/worker/layout.ts';
import { catalogue } from '#shared/catalogue/index.ts';
import { caseArbitrary } from '#test/support/columns/arbitrary.ts';
import { lockedDatabase } from '#test/support/columns/database.ts';
import { ListSource } from '#test/support/columns/source.ts';
import { sharedStore, testFolder } from '#test/support/columns/store.ts';

const resource = catalogue.resources[0]!;

describe('the columns of a run at a glance', () => {
  const shared = sharedStore();

  it('are those of the rows there were, though more are being added', async () => {
    const instance = await lockedDatabase(testFolder());
    const connection = await instance.connect();
    onTestFinished(() => {
      connection.closeSync();
      instance.closeSync();
    });
    await connection.run(`ATTACH ':memory:' AS run1`);
    await connection.run('CREATE TABLE run1.t (seq BIGINT, c0 VARCHAR)');
    await connection.run('INSERT INTO run1.t SELECT n, CAST(n AS VARCHAR) FROM range(9) AS of(n)');
    const layout = new Layout([{ n: 0, field: 'id', kinds: kind.digits }]);
    const subject = { connection, catalog: 'run1', layout, rows: 5 } as Subject;
    expect(await describeColumns(subject)).toEqual({
      rows: 5,
      columns: [{ field: 'id', type: 'text', filled: 5 }],
    });
  });

  it('are those counted row by row, wherever the counting is taken over', async () => {
    let made = 0;
    await fc.assert(
      fc.asyncProperty(caseArbitrary, async ({ rows, split }) => {
        const { store, folder } = shared;
        made++;
        const source = new ListSource(folder, rows.slice(0, split), `run-${made}-described`);
        await store.attach(source);
        await store.filled(source.id);
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
      { numRuns: 60 },
    );
  });
});
