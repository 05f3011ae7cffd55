import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#main/core/json/index.ts';
import { everyRow, viewSchema } from '#shared/contract/view.ts';
import type { Filter, Sort, View } from '#shared/contract/view.ts';
import { caseArbitrary } from '#test/support/columns/arbitrary.ts';
import { duplicates, referenceView } from '#test/support/columns/reference.ts';
import { filledRun, sharedStore } from '#test/support/columns/store.ts';
import { count as runsOf } from '#test/support/thorough.ts';

const shared = sharedStore();
const { store } = shared;

it('views are what their definition says, whenever the rows came', async () => {
  await fc.assert(
    fc.asyncProperty(caseArbitrary, async ({ rows, split, views }) => {
      const source = await filledRun(shared, rows.slice(0, split));
      source.rows = rows;
      for (const view of views) {
        viewSchema.parse(view);
        const { rows: all, count, seqs } = await store.query(source, view);
        const expected = referenceView(rows, view);
        expect(all).toBe(rows.length);
        expect([...seqs]).toEqual(expected);
        expect(count).toBe(expected.length);
      }
      const by = views[0]?.hideDuplicatesBy ?? 'id';
      const asked = { kind: 'duplicates', field: by, acrossInputs: false } as const;
      expect((await store.ask(source, asked)).count).toBe(duplicates(rows, by).length);
      await store.detach(source.id);
    }),
    { numRuns: runsOf(50, 150) },
  );
});

it('each row is as likely to be drawn as any other', async () => {
  const [rows, size, seeds] = [200, 20, runsOf(200, 2000)];
  const source = await filledRun(
    shared,
    Array.from({ length: rows }, (_, n) => ({ n })),
  );
  const drawn = Array.from({ length: rows }, () => 0);
  for (let seed = 0; seed < seeds; seed++) {
    const { sort: _sort, ...from } = everyRow;
    const sample = { size, by: null, seed, rows, ...from };
    const { seqs } = await store.query(source, { ...everyRow, sample });
    for (const seq of seqs ?? []) drawn[seq]! += 1;
  }
  await store.detach(source.id);
  const [expected, share] = [(seeds * size) / rows, size / rows];
  // Drawn without putting back, so that the variance is smaller by the share that is drawn.
  const chiSquared = drawn.reduce(
    (sum, count) => sum + (count - expected) ** 2 / (expected * (1 - share)),
    0,
  );
  // Of 199 degrees of freedom, 99.9 % are within 136 and 268.
  expect(chiSquared).toBeGreaterThan(136);
  expect(chiSquared).toBeLessThan(268);
});

const exact = (lexeme: string): JsonValue => ({ $n: lexeme });

describe('what a person relies on:', () => {
  /** The values of `v` that each view leaves, in its order. */
  async function shown(values: JsonValue[], ...views: Partial<View>[]): Promise<unknown[][]> {
    const rows = values.map((v) => ({ v }));
    const source = await filledRun(shared, rows);
    const found = await Promise.all(
      views.map((view) => store.query(source, { ...everyRow, ...view })),
    );
    await store.detach(source.id);
    return found.map(({ seqs }) => [...seqs].map((seq) => values[seq]));
  }
  const filtered = (filter: Filter): Partial<View> => ({ filters: [filter] });

  const missing = null;
  const ids = [1, 2, 3].map((n) => `198693451278081230${n}`);
  const dates = ['2026-01-31T00:10:00Z', '2026-01-31 08:00:00', '2026-01-31T12:00:00+02:00'];
  dates.push('2026-01-31T23:50:00Z', '2026-02-30 00:00:00', '');
  const orders: [name: string, ascending: JsonValue[], descending: JsonValue[]][] = [
    ['numbers go by value', [-5, 0, 9, 10, 100, 2.5e3], [2.5e3, 100, 10, 9, 0, -5]],
    ['what is missing comes last', [1, 2, missing, missing], [2, 1, missing, missing]],
    ['and so does the empty text', ['a', 'B', 'c', ''], ['c', 'B', 'a', '']],
    ['ids of 19 digits are not rounded', ids.map(exact), ids.toReversed().map(exact)],
    [
      'dates go by time, however they are written',
      dates,
      [...dates.slice(0, -2).toReversed(), ...dates.slice(-2)],
    ],
    [
      'one moment, spelled in two ways, goes by its text in any case',
      ['2024-05-01t12:00:00z', '2024-05-01T14:00:00+02:00'],
      ['2024-05-01T14:00:00+02:00', '2024-05-01t12:00:00z'],
    ],
    ['ids as texts go by value', ['9', '10', ...ids, ''], [...ids.toReversed(), '10', '9', '']],
  ];

  it.each(orders)('%s', async (_name, ascending, descending) => {
    const mixed = [...ascending.slice(2), ...ascending.slice(0, 2)];
    const sorted = (direction: Sort['direction']) => ({ sort: [{ field: 'v', direction }] });
    const both = await shown(mixed, sorted('ascending'), sorted('descending'));
    expect(both).toEqual([ascending, descending]);
  });

  it('a range of ids of 19 digits ends where it says', async () => {
    const [, middle = ''] = ids;
    const range = filtered({ kind: 'number', field: 'v', min: middle, max: middle });
    expect(await shown(ids.map(exact), range)).toEqual([[exact(middle)]]);
  });

  it('a range of whole numbers ends where it says, however its ends are written', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    const values = [-most, -4, -3, 3, 4, most];
    const range = (min: string | null, max: string | null): Partial<View> =>
      filtered({ kind: 'number', field: 'v', min, max });
    const wide = ['99999999999999999999', '1e400'];
    const found = await shown(
      values,
      range('3', '3'),
      range('3.2', '4.5'),
      range('-3.2', '-2.9'),
      range('3.0', '3e0'),
      ...wide.flatMap((end) => [range(`-${end}`, end), range(end, null), range(null, `-${end}`)]),
      range('9007199254740992', null),
      range('9007199254740991', null),
      ...['3.0', '3.2', '9007199254740992'].map((value) =>
        filtered({ kind: 'is', field: 'v', value }),
      ),
    );
    const ofWide = [values, [], []];
    expect(found).toEqual([[3], [4], [-3], [3], ...ofWide, ...ofWide, [], [most], [3], [], []]);
  });

  it('what is missing is not any value, and a zero that says never is no moment', async () => {
    const isNot = filtered({ kind: 'isNot', field: 'v', value: 'a' });
    expect(await shown(['a', missing, 'b'], isNot)).toEqual([[missing, 'b']]);
    const since1960 = { from: '1960-01-01', to: null, timeZone: 'UTC' };
    const moments = filtered({ kind: 'date', field: 'v', ...since1960 });
    expect(await shown([0, 1_700_000_000], moments)).toEqual([[1_700_000_000]]);
  });

  it('a row has media if a cell links to some: any link of a picture’s column, else one that ends so', async () => {
    const cells: JsonValue[] = [
      'https://a.test/1',
      'HTTP://a.test/p.JPG?w=1',
      'https://a.test/v.mp4#t',
      'https://a.test/s.vtt',
      'https://a.test/?of=1.jpg',
      'see https://a.test/1.jpg',
      'self',
      [],
      ['a, "b', 'https://a.test/1.png'],
      ['https://a.test/1'],
      [['https://a.test/1.png']],
      [{ url: 'https://a.test/1.png' }],
    ];
    const rows: JsonObject[] = cells.flatMap((cell): JsonObject[] => [
      { thumbnail: cell },
      { v: cell },
    ]);
    const source = await filledRun(shared, rows);
    const media = (field: string, ...orIn: string[]): View => ({
      ...everyRow,
      filters: [{ kind: 'hasMedia', field, orIn }],
    });
    const views = [media('thumbnail'), media('v'), media('v', 'thumbnail'), media('gone', 'v')];
    const found = await Promise.all(views.map((view) => store.query(source, view)));
    await store.detach(source.id);
    expect(found.map(({ count }) => count)).toEqual([7, 3, 10, 3]);
    expect(found.map(({ seqs }) => Array.from(seqs))).toEqual(
      views.map((view) => referenceView(rows, view)),
    );
  });

  it('columns with links to media are found, and what most of their links lead to', async () => {
    const link = (ending: string): string => `https://a.test/1.${ending}`;
    const rows: JsonObject[] = [
      { p: 'https://a.test/1', s: link('vtt'), v: link('mp4'), t: `see ${link('png')}`, n: 1 },
      { p: null, s: link('vtt'), v: link('MP4?x=1'), t: link('png'), n: 2 },
      { p: 'self', s: link('vtt'), v: 'https://a.test/page', t: '', n: 3 },
      { s: 'HTTPS://a.test/2', v: [link('webm'), link('jpg#a')], t: { a: [link('png')] }, n: 4 },
      { s: '', v: ['text', link('jpg')], t: [[link('png')]], n: 5 },
    ];
    const source = await filledRun(shared, rows);
    const columns = [
      { field: 'p', kind: 'picture' },
      { field: 's', kind: 'subtitles' },
      { field: 'v', kind: null },
      { field: 't', kind: null },
      { field: 'n', kind: null },
      { field: 'none', kind: 'video' },
    ] as const;
    const asked = { kind: 'media', columns } as const;
    const found = await store.ask(source, asked);
    await store.detach(source.id);
    expect(found).toEqual(['picture', 'subtitles', 'video', 'picture', null, null]);
  });

  it('empty cells are one group of a sample, however they are empty', async () => {
    const { sort: _sort, ...from } = everyRow;
    const drawn = await shown(['', missing, 'a', '', 'b', missing, 'a'], {
      sample: { size: 1, by: 'v', seed: 1, rows: 7, ...from },
    });
    expect(drawn[0]?.map((value) => value || null).toSorted()).toEqual(['a', 'b', null]);
  });

  it('a day is that of the filter’s clock, whatever day its text begins with', async () => {
    const moments = [
      '2024-05-03T10:00:00+23:00',
      '2024-05-02T13:59:59+14:00',
      '2024-05-02T14:00:00+14:00',
      '2024-05-02',
      '2024-05-02T23:59:59.999999Z',
      '2024-05-03',
      '2024-05-02T13:00:00-11:00',
      '2024-05-02T04:00:00-23:00',
      '2024-05-01T23:59:59Z',
    ];
    const day = '2024-05-02';
    const on = (timeZone: string) =>
      filtered({ kind: 'date', field: 'v', from: day, to: day, timeZone });
    const [first, second, third, fourth, fifth, , seventh, eighth, last] = moments;
    const zones = [on('UTC'), on('Europe/Berlin'), on('America/New_York')];
    expect(await shown(moments, ...zones)).toEqual([
      [first, third, fourth, fifth],
      // Until 22:00 there; a day without a time is that day everywhere.
      [first, second, third, fourth, last],
      [first, fourth, fifth, seventh, eighth],
    ]);
  });

  it('İstanbul is found however it is written, and accents are not ignored', async () => {
    const places = ['Hello İSTANBUL!', 'istanbul', 'Ístanbul', 'i\u0307stanbul'];
    const written = ['istanbul', 'ISTANBUL', 'İstanbul', 'i\u0307stanbul'];
    const views = written.map((text) => filtered({ kind: 'contains', field: 'v', text }));
    const found = [places[0], places[1], places[3]];
    expect(await shown(places, ...views)).toEqual(written.map(() => found));
  });

  it('a search finds names and numbers as the window shows them', async () => {
    const rows = [
      { username: 'mira_osei', likeCount: 1204, text: 'start' },
      { username: 'smart_mira', likeCount: 12_045, text: 'Thanks, @mira' },
      { username: '@mira', likeCount: -1204, text: '1204' },
    ];
    const source = await filledRun(shared, rows);
    const found = async (search: string) => [
      ...(await store.query(source, { ...everyRow, search })).seqs,
    ];
    expect(await found('@Mira')).toEqual([0, 1, 2]);
    expect(await found('@mira_')).toEqual([0]);
    expect(await found('@art')).toEqual([]);
    expect(await found('1,204')).toEqual([0, 2]);
    await store.detach(source.id);
  });

  it('the rows of a node are those that name it at either end, alone or in a list', async () => {
    const rows: JsonObject[] = [
      { author: '@Mira', mentions: [] },
      { author: 'bo', mentions: ['chi', '@mira'] },
      { author: 'bo', mentions: ['miracle'] },
    ];
    const source = await filledRun(shared, rows);
    const kept = async (field: string, ...orIn: string[]) => {
      const node = { field, orIn, nodes: ['mira'], as: 'username' as const };
      const filters = [{ kind: 'names' as const, ...node }];
      return [...(await store.query(source, { ...everyRow, filters })).seqs];
    };
    expect(await kept('author')).toEqual([0]);
    expect(await kept('mentions')).toEqual([1]);
    expect(await kept('author', 'mentions')).toEqual([0, 1]);
    await store.detach(source.id);
  });

  it('a search finds grouped digits where the window groups them, and only there', async () => {
    const rows: JsonObject[] = [
      { weight: 1204 },
      { weight: 0.5 },
      { playCount: '-120400' },
      { playCount: 'Many, as 1,204' },
      { size: { $n: '1204123456789012345678' } },
      { id: 1204, authorId: '1204', text: 1204, remark: '1204', changedTimestamp: 1204 },
    ];
    const source = await filledRun(shared, rows);
    const found = async (search: string) => [
      ...(await store.query(source, { ...everyRow, search })).seqs,
    ];
    expect(await found('1204')).toEqual([0, 2, 4, 5]);
    expect(await found('1,204')).toEqual([0, 3, 4]);
    expect(await found('-120,400')).toEqual([2]);
    expect(await found('1,204,123,456,789,012,345,678')).toEqual([4]);
    await store.detach(source.id);
  });
});
