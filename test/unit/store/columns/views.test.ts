import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#main/core/json/index.ts';
import { everyRow, viewSchema } from '#shared/contract/view.ts';
import type { Filter, Sort } from '#shared/contract/view.ts';
import { caseArbitrary } from '#test/support/columns/arbitrary.ts';
import { duplicates, referenceView } from '#test/support/columns/reference.ts';
import { ListSource } from '#test/support/columns/source.ts';
import { columnStore, sharedStore, testFolder } from '#test/support/columns/store.ts';

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

const exact = (lexeme: string): JsonValue => ({ $n: lexeme });

describe('what a person relies on:', () => {
  const shared = sharedStore();
  let runs = 0;

  /** The values of `v` that a view leaves, in its order. */
  async function ask(values: JsonValue[], view: { filters?: Filter[]; sort?: Sort[] }) {
    const { store, folder } = shared;
    runs++;
    const rows = values.map((v) => ({ v }));
    const source = new ListSource(folder, rows, `run-${runs}-0000`);
    await store.attach(source);
    const { seqs } = await store.query(source.id, { ...everyRow, ...view });
    await store.detach(source.id);
    return [...(seqs ?? values.keys())].map((seq) => values[seq]);
  }

  const missing = null;
  const orders: [name: string, ascending: JsonValue[], descending: JsonValue[]][] = [
    ['numbers go by value', [-5, 0, 9, 10, 100, 2.5e3], [2.5e3, 100, 10, 9, 0, -5]],
    ['what is missing comes last', [1, 2, missing, missing], [2, 1, missing, missing]],
    ['and so does the empty text', ['a', 'B', 'c', ''], ['c', 'B', 'a', '']],
    [
      'ids of 19 digits are not rounded',
      [exact('1986934512780812301'), exact('1986934512780812302'), exact('1986934512780812303')],
      [exact('1986934512780812303'), exact('1986934512780812302'), exact('1986934512780812301')],
    ],
    [
      'ids as texts go by value',
      ['9', '10', '1986934512780812301', '1986934512780812302', ''],
      ['1986934512780812302', '1986934512780812301', '10', '9', ''],
    ],
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
    const ids = ['1986934512780812301', '1986934512780812302', '1986934512780812303'].map(exact);
    const filters: Filter[] = [
      { kind: 'number', field: 'v', min: '1986934512780812302', max: '1986934512780812302' },
    ];
    expect(await ask(ids, { filters })).toEqual([ids[1]]);
  });

  it('a day is that of UTC, whatever day its text begins with', async () => {
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
    const filters: Filter[] = [{ kind: 'date', field: 'v', from: '2024-05-02', to: '2024-05-02' }];
    const [first, , third, fourth, fifth] = moments;
    expect(await ask(moments, { filters })).toEqual([first, third, fourth, fifth]);
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
