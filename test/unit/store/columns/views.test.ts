import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyRow, viewSchema } from '#shared/contract/view.ts';
import { caseArbitrary } from '#test/support/columns/arbitrary.ts';
import { duplicates, referenceView } from '#test/support/columns/reference.ts';
import { ListSource } from '#test/support/columns/source.ts';
import { columnStore, testFolder } from '#test/support/columns/store.ts';

describe('views', () => {
  it('are what their definition says, whenever the rows came', async () => {
    const folder = testFolder();
    const store = await columnStore(folder);
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(caseArbitrary, async ({ rows, split, views }) => {
        runs++;
        const source = new ListSource(folder, rows.slice(0, split), `run-${runs}-0000`);
        await store.attach(source);
        await store.filled(source.id);
        source.rows = rows;
        for (const view of views) {
          viewSchema.parse(view);
          const { rows: all, count, seqs } = await store.query(source.id, view);
          const expected = referenceView(rows, view);
          expect(all).toBe(rows.length);
          expect([...(seqs ?? rows.keys())]).toEqual(expected);
          expect(count).toBe(expected.length);
        }
        const by = views[0]?.hideDuplicatesBy ?? 'id';
        const { count } = await store.countDuplicates(source.id, by);
        expect(count).toBe(duplicates(rows, by).length);
        await store.detach(source.id);
      }),
      { numRuns: 150 },
    );
  }, 120_000);

  it('are the same after the columns were opened again', async () => {
    const folder = testFolder();
    const rows = Array.from({ length: 300 }, (_, n) => ({
      id: String(n % 100),
      text: `T${n % 7}`,
    }));
    const view = { ...everyRow, sort: [{ field: 'text', direction: 'descending' as const }] };
    const source = new ListSource(folder, rows);
    const before = await columnStore(folder);
    await before.attach(source);
    const first = await before.query(source.id, view);
    await before.close();
    source.read = 0;
    const after = await columnStore(folder);
    await after.attach(source);
    expect((await after.query(source.id, view)).seqs).toEqual(first.seqs);
    // Only its last rows were compared: the file itself was used.
    expect(source.read).toBe(10);
  });
});
