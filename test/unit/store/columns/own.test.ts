/** A person's own columns are columns like any other: held against the definition of views, over rows that have them. */
import { existsSync, rmSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OwnValue } from '#shared/contract/codes.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { Filter, View } from '#shared/contract/view.ts';
import { openCodes } from '#main/core/store/own-values.ts';
import type { CodesStore } from '#main/core/store/own-values.ts';
import { ownValuesName } from '#main/core/store/own-values.ts';
import { referenceView } from '#test/support/columns/reference.ts';
import { ownStore, storeWith, TestRun } from '#test/support/columns/store.ts';
import type { TestColumns } from '#test/support/columns/store.ts';
import { count } from '#test/support/thorough.ts';

const resource = { id: 'microblog.post', identity: 'id' };
const kinds = {
  topic: 'code',
  themes: 'codes',
  ad: 'yesNo',
  weight: 'number',
  memo: 'note',
} as const;
type Name = keyof typeof kinds;
const names = Object.keys(kinds) as Name[];
const pools: Record<Name, readonly OwnValue[]> = {
  topic: ['Protest', 'protest', '12', null],
  themes: [['a'], ['b', 'a'], null],
  ad: [true, false, null],
  weight: [0, -1.5, 7, 1e21, 0.1, null],
  memo: ['İstanbul', '2024-05-01', '7', '"', null],
};
const fieldOf = (name: string): string => `_own:${name}`;

async function withColumns(own: TestColumns): Promise<{ codes: CodesStore; note: Note }> {
  const codes = await openCodes(own.folder);
  for (const [name, kind] of Object.entries(kinds)) {
    const column = { field: fieldOf(name), name, kind, description: '', codes: [] };
    await codes.change(() => ({ resource: resource.id, who: 'AB', what: name, columns: [column] }));
  }
  const note: Note = async (name, values) => {
    await codes.change(() => ({
      resource: resource.id,
      who: 'AB',
      what: name,
      values: [{ field: fieldOf(name), items: values }],
    }));
  };
  return { codes, note };
}
type Note = (name: string, values: [item: string, value: OwnValue][]) => Promise<void>;

const ids = ['1', '2', '3', '12345678901234567890', 'x'];
const rowArbitrary = fc.record({
  id: fc.constantFrom(...ids, 2, { $n: '12345678901234567890' }, null),
  text: fc.constantFrom('Protest', 'a', ''),
});
const nameArbitrary = fc.constantFrom(...names);
const valuesArbitrary = nameArbitrary.chain((name) =>
  fc.record({
    kind: fc.constant('note' as const),
    name: fc.constant(name),
    values: fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...pools[name])), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
);
const stepArbitrary = fc.oneof(
  { weight: 5, arbitrary: valuesArbitrary },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rows' as const),
      rows: fc.array(rowArbitrary, { maxLength: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('gone' as const), name: nameArbitrary }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'detach' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'noFile' as const }) },
);
const viewArbitrary: fc.Arbitrary<View> = fc
  .record({
    by: nameArbitrary,
    filter: fc.option(
      fc.oneof(
        nameArbitrary.map((name): Filter => ({ kind: 'isEmpty', field: fieldOf(name) })),
        nameArbitrary.chain((name) =>
          fc.constantFrom('Protest', 'true', '7', '["a"]').map((value): Filter => {
            return { kind: 'is', field: fieldOf(name), value };
          }),
        ),
        fc.constant<Filter>({ kind: 'number', field: fieldOf('weight'), min: '0', max: null }),
      ),
    ),
    search: fc.constantFrom('', '', 'protest', 'ist', '2024'),
  })
  .map(({ by, filter, search }) => {
    const filters = filter === null ? [] : [filter];
    const sort = [{ field: fieldOf(by), direction: 'descending' as const }];
    return { filters, search, sort, hideDuplicatesBy: null };
  });

it('views of own columns are what their definition says, in whatever order rows and values came', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rowArbitrary, { maxLength: 8 }),
      fc.array(fc.tuple(stepArbitrary, viewArbitrary), { minLength: 1, maxLength: 8 }),
      async (first, steps) => {
        const own = ownStore();
        const { codes, note } = await withColumns(own);
        const { source: ownSource, add } = codes.of(resource);
        const run = new TestRun(own.folder, first);
        run.own = ownSource;
        for (const [step, view] of steps) {
          if (step.kind === 'note') await note(step.name, step.values);
          else if (step.kind === 'rows') run.rows = [...run.rows, ...step.rows];
          else if (step.kind === 'gone') {
            const columns = [{ gone: fieldOf(step.name) }];
            await codes.change(() => ({ resource: resource.id, who: 'AB', what: '', columns }));
          } else {
            await own.store.detach(run.id);
            if (step.kind === 'noFile') rmSync(run.file, { force: true });
          }
          const rows = run.rows.map((row) => row && add(row));
          const { seqs } = await own.store.query(run, view);
          expect([...(seqs ?? rows.keys())]).toEqual(referenceView(rows, view));
        }
        await own.store.close();
      },
    ),
    { numRuns: count(15, 150) },
  );
});

const byTopic: View = {
  ...everyRow,
  sort: [{ field: fieldOf('topic'), direction: 'ascending' }],
};

it('only views that own columns can change get another epoch', async () => {
  const own = ownStore();
  const { codes, note } = await withColumns(own);
  const run = new TestRun(
    own.folder,
    ids.map((id) => ({ id, text: 'a' })),
  );
  run.own = codes.of(resource).source;
  const byText: View = { ...everyRow, sort: [{ field: 'text', direction: 'ascending' }] };
  await note('topic', [['2', 'Protest']]);
  const before = [await own.store.query(run, byTopic), await own.store.query(run, byText)];
  expect([...before[0]!.seqs]).toEqual([1, 0, 2, 3, 4]);
  await note('topic', [['x', 'Always']]);
  const after = [await own.store.query(run, byTopic), await own.store.query(run, byText)];
  expect([...after[0]!.seqs]).toEqual([4, 1, 0, 2, 3]);
  expect(after[0]!.epoch).toBeGreaterThan(before[0]!.epoch);
  expect(after[1]!.epoch).toBe(before[1]!.epoch);
  // The list on screen stays the same while it is on screen.
  expect(await own.store.query(run, byTopic, { rows: 5 })).toEqual(after[0]);
});

it('a file with the values of other codes is made again', async () => {
  const own = ownStore();
  const { codes, note } = await withColumns(own);
  const run = new TestRun(
    own.folder,
    ids.map((id) => ({ id })),
  );
  run.own = codes.of(resource).source;
  await note('topic', [['x', 'Protest']]);
  await own.store.query(run, byTopic);
  await own.store.close();
  rmSync(`${own.folder}/${ownValuesName}`);

  const later = ownStore({ dataFolder: own.folder });
  const others = await withColumns({ ...later, folder: own.folder });
  run.own = others.codes.of(resource).source;
  await others.note('topic', [['3', 'Protest']]);
  expect([...(await later.store.query(run, byTopic)).seqs]).toEqual([2, 0, 1, 3, 4]);
});

it('where nothing can be written, values that changed since are in memory', async () => {
  const own = ownStore();
  const { codes, note } = await withColumns(own);
  const run = new TestRun(
    own.folder,
    ids.map((id) => ({ id })),
  );
  run.own = codes.of(resource).source;
  await own.store.query(run, byTopic);
  await own.store.detach(run.id);
  run.readOnly = true;
  await own.store.query(run, byTopic);
  await note('topic', [['3', 'Protest']]);
  expect([...(await own.store.query(run, byTopic)).seqs]).toEqual([2, 0, 1, 3, 4]);
  expect(existsSync(run.file)).toBe(true);
});

it('only what both columns have can differ', async () => {
  const { store, source } = await storeWith([
    { a: 'x', b: 'y' },
    { a: 'x', b: 'x' },
    { a: 'x', b: '' },
    { a: 'x' },
    { b: 'y' },
  ]);
  const filters = [{ kind: 'differs' as const, field: 'a', from: 'b' }];
  const { seqs } = await store.query(source, { ...everyRow, filters });
  expect([...(seqs ?? [])]).toEqual([0]);
});
