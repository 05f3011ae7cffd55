import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#main/core/json/index.ts';
import { everyRow, viewSchema } from '#shared/contract/view.ts';
import type { Filter, Sort } from '#shared/contract/view.ts';
import { caseArbitrary } from '#test/support/columns/arbitrary.ts';
import { duplicates, referenceView } from '#test/support/columns/reference.ts';
import { attachFilled, sharedStore } from '#test/support/columns/store.ts';
import { count as runsOf } from '#test/support/thorough.ts';
import { createColumnTally } from '#main/core/runs/column-tally.ts';
import { catalogue } from '#shared/catalogue/index.ts';

// Orders of more rows are in files.
const shared = sharedStore({ numbersInMemory: 7 });

it('views are what their definition says, whenever the rows came', async () => {
  const { store } = shared;
  await fc.assert(
    fc.asyncProperty(caseArbitrary, async ({ rows, split, views }) => {
      const source = await attachFilled(shared, rows.slice(0, split));
      source.rows = rows;
      for (const view of views) {
        viewSchema.parse(view);
        const { rows: all, count, seqs } = await store.query(source, view);
        const expected = referenceView(rows, view);
        expect(all).toBe(rows.length);
        expect([...(seqs ?? rows.keys())]).toEqual(expected);
        expect(count).toBe(expected.length);
      }
      const by = views[0]?.hideDuplicatesBy ?? 'id';
      const { count } = await store.ask(source, {
        kind: 'duplicates',
        field: by,
        acrossInputs: false,
      });
      expect(count).toBe(duplicates(rows, by).length);
      await store.detach(source.id);
    }),
    { numRuns: runsOf(50, 150) },
  );
});

const exact = (lexeme: string): JsonValue => ({ $n: lexeme });

describe('what a person relies on:', () => {
  /** The values of `v` that a view leaves, in its order. */
  async function ask(values: JsonValue[], view: { filters?: Filter[]; sort?: Sort[] }) {
    const { store } = shared;
    const rows = values.map((v) => ({ v }));
    const source = await attachFilled(shared, rows);
    const { seqs } = await store.query(source, { ...everyRow, ...view });
    await store.detach(source.id);
    return [...(seqs ?? values.keys())].map((seq) => values[seq]);
  }

  const missing = null;
  const ids = [1, 2, 3].map((n) => `198693451278081230${n}`);
  const orders: [name: string, ascending: JsonValue[], descending: JsonValue[]][] = [
    ['numbers go by value', [-5, 0, 9, 10, 100, 2.5e3], [2.5e3, 100, 10, 9, 0, -5]],
    ['what is missing comes last', [1, 2, missing, missing], [2, 1, missing, missing]],
    ['and so does the empty text', ['a', 'B', 'c', ''], ['c', 'B', 'a', '']],
    ['ids of 19 digits are not rounded', ids.map(exact), ids.toReversed().map(exact)],
    ['ids as texts go by value', ['9', '10', ...ids, ''], [...ids.toReversed(), '10', '9', '']],
  ];

  it.each(orders)('%s', async (_name, ascending, descending) => {
    const mixed = [...ascending.slice(2), ...ascending.slice(0, 2)];
    for (const [direction, expected] of [
      ['ascending', ascending],
      ['descending', descending],
    ] as const) {
      expect(await ask(mixed, { sort: [{ field: 'v', direction }] })).toEqual(expected);
    }
  });

  it('a range of ids of 19 digits ends where it says', async () => {
    const middle = ids[1]!;
    const filters: Filter[] = [{ kind: 'number', field: 'v', min: middle, max: middle }];
    expect(await ask(ids.map(exact), { filters })).toEqual([exact(middle)]);
  });

  it('a day is that of the filter’s clock, whatever day its text begins with', async () => {
    const moments = [
      '2024-05-06T10:00:00+99:00',
      '2024-05-02T13:59:59+14:00',
      '2024-05-02T14:00:00+14:00',
      '2024-05-02',
      '2024-05-02T23:59:59.999999Z',
      '2024-05-03',
      '2024-05-02T13:00:00-11:00',
      '2024-04-29T00:00:00-99:00',
      '2024-05-01T23:59:59Z',
    ];
    const day = '2024-05-02';
    const daysOf = (timeZone: string): Promise<unknown> => {
      const filters: Filter[] = [{ kind: 'date', field: 'v', from: day, to: day, timeZone }];
      return ask(moments, { filters });
    };
    const [first, second, third, fourth, fifth, , seventh, eighth, last] = moments;
    expect(await daysOf('UTC')).toEqual([first, third, fourth, fifth]);
    // Until 22:00 there; a day without a time is that day everywhere.
    expect(await daysOf('Europe/Berlin')).toEqual([first, second, third, fourth, last]);
    expect(await daysOf('America/New_York')).toEqual([first, fourth, fifth, seventh, eighth]);
  });

  it.each(['istanbul', 'ISTANBUL', 'İstanbul', 'i\u0307stanbul'])(
    'İstanbul is found by %s, and accents are not ignored',
    async (text) => {
      const places = ['Hello İSTANBUL!', 'istanbul', 'Ístanbul', 'i\u0307stanbul'];
      const filters: Filter[] = [{ kind: 'contains', field: 'v', text }];
      expect(await ask(places, { filters })).toEqual([places[0], places[1], places[3]]);
    },
  );
});

const resource = catalogue.resources[0]!;

it('the columns of a run at a glance are those counted row by row, wherever the counting is taken over', async () => {
  await fc.assert(
    fc.asyncProperty(caseArbitrary, async ({ rows, split }) => {
      const { store } = shared;
      const source = await attachFilled(shared, rows.slice(0, split));
      const known = await store.describe(source);
      await store.detach(source.id);

      const counted = createColumnTally(resource, []);
      for (const row of rows) if (row !== undefined) counted.add(row);
      const resumed = createColumnTally(resource, []);
      resumed.take(known.columns ?? []);
      for (const row of rows.slice(known.rows)) if (row !== undefined) resumed.add(row);
      expect(known.rows).toBe(Math.min(split, rows.length));
      expect(resumed.columns()).toEqual(counted.columns());
    }),
    { numRuns: runsOf(15, 60) },
  );
});
