import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#main/core/json/index.ts';
import { depthIn, everyRow, isContextIn, isMissingIn } from '#shared/contract/view.ts';
import type { Thread, View } from '#shared/contract/view.ts';
import { referenceView } from '#test/support/columns/reference.ts';
import { filledRun, sharedStore } from '#test/support/columns/store.ts';
import { runsOf } from '#test/support/thorough.ts';

const shared = sharedStore();
const { store } = shared;

/** A row of a list as conversations. */
interface Listed {
  seq: number;
  depth: number;
  root: number;
  isMissing: boolean;
  isContext: boolean;
}

/** What the order means, in the plainest way: it shares nothing with the store but the view of single rows. */
function referenceThreads(rows: readonly JsonObject[], view: View, thread: Thread): Listed[] {
  const idIn = (seq: number, field: string | null): string | null => {
    const value = field === null ? null : (rows[seq]?.[field] ?? null);
    if (value === null || value === '') return null;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const prefix = thread.prefixes.find((one) => text.startsWith(one)) ?? '';
    return text.slice(prefix.length);
  };
  const all = rows.map((_, seq) => seq);
  const parents = new Map<number, number>();
  const missing = new Set<number>();
  for (const seq of all) {
    const answered = thread.answers
      .map((field) => idIn(seq, field))
      .filter((id) => id !== null && id !== idIn(seq, thread.about));
    const found = answered.map((id) => all.find((one) => idIn(one, thread.identity) === id));
    const isGone = found.length > 0 && found[0] === undefined;
    const known = [...thread.asked, idIn(seq, '_input')];
    if (isGone && !known.includes(answered[0]!)) missing.add(seq);
    const parent = found.find((one) => one !== undefined);
    if (parent !== undefined) parents.set(seq, parent);
  }
  for (const seq of all) {
    const circle = [seq];
    for (let one = parents.get(seq); one !== undefined; one = parents.get(one)) {
      if (one === seq) {
        parents.delete(Math.min(...circle));
        break;
      }
      if (circle.includes(one)) break;
      circle.push(one);
    }
  }
  const above = (seq: number): number[] => {
    const parent = parents.get(seq);
    return parent === undefined ? [] : [parent, ...above(parent)];
  };
  const matching = new Set(referenceView(rows, view));
  const listed = new Set(matching);
  for (const seq of matching) for (const one of above(seq)) listed.add(one);
  const by = thread.by === null ? [] : [{ field: thread.by, direction: 'ascending' as const }];
  const order = referenceView(rows, { ...everyRow, sort: view.sort.length > 0 ? view.sort : by });
  const withBelow = (seq: number, depth: number, root: number): Listed[] => [
    { seq, depth, root, isMissing: missing.has(seq), isContext: !matching.has(seq) },
    ...order
      .filter((one) => listed.has(one) && parents.get(one) === seq)
      .flatMap((one) => withBelow(one, depth + 1, root)),
  ];
  const begins = order.filter((seq) => listed.has(seq) && !parents.has(seq));
  const abouts = [...new Set(begins.map((seq) => idIn(seq, thread.about)))];
  return abouts
    .flatMap((about) => begins.filter((seq) => idIn(seq, thread.about) === about))
    .flatMap((seq) => withBelow(seq, 0, seq));
}

async function listOf(rows: readonly JsonObject[], ...views: View[]): Promise<Listed[][]> {
  const source = await filledRun(shared, [...rows]);
  const found = await Promise.all(views.map((view) => store.query(source, view)));
  await store.detach(source.id);
  return found.map(({ seqs, tree }) =>
    Array.from(seqs, (seq, at) => ({
      seq,
      depth: depthIn(tree!.levels[at]!),
      root: tree!.roots[at]!,
      isMissing: isMissingIn(tree!.levels[at]!),
      isContext: isContextIn(tree!.levels[at]!),
    })),
  );
}

const thread: Thread = {
  identity: 'id',
  answers: ['to', 'top'],
  about: 'post',
  prefixes: ['t1_', 't3_'],
  asked: ['99'],
  by: 'at',
};

/** Few IDs: so there are doubles, circles, what is missing, and rows that answer themselves or the post. */
const some = (...values: JsonValue[]): fc.Arbitrary<JsonValue> => fc.constantFrom(...values);
const id = some('1', '2', '3', '4', '5', 't1_6', '7', 8, '', null);
const row = fc.record({
  id,
  to: some('1', '2', 't1_3', '4', '5', '6', 't1_7', 8, '99', 't3_p', '', null),
  top: some('1', 't1_2', '3', '98', null, null),
  post: some('t3_p', 'p', 'q', null),
  at: some('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z', null),
  likes: some(1, 2, 30, null),
  text: some('yes', 'no'),
  _input: some('98', '97', null),
});
const view = fc.record({
  sort: fc.constantFrom<View['sort']>(
    [],
    [{ field: 'likes', direction: 'descending' }],
    [{ field: 'at', direction: 'descending' }],
  ),
  search: fc.constantFrom('', '', 'yes'),
  hideDuplicatesBy: fc.constantFrom(null, 'id'),
  acrossInputs: fc.constant<true>(true),
  filters: fc.constantFrom<View['filters']>(
    [],
    [{ kind: 'number', field: 'likes', min: '2', max: null }],
  ),
});

it('conversations are the trees that another builder makes of them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 40 }),
      fc.array(view, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(thread, { ...thread, about: null }, { ...thread, by: null, answers: ['to'] }),
      async (rows, views, of) => {
        const all = views.map((one): View => ({ ...everyRow, ...one, thread: of }));
        const expected = all.map((one) => referenceThreads(rows, one, of));
        expect(await listOf(rows, ...all)).toEqual(expected);
      },
    ),
    { numRuns: runsOf(60, 400) },
  );
});

it('10,000 rows that answer each other in a chain are as deep, whichever came first', async () => {
  const [chain, last] = [10_000, 9999];
  const rows = Array.from({ length: chain }, (_, n) => ({
    id: `${n}`,
    to: n === last ? null : `${n + 1}`,
  }));
  const [found = []] = await listOf(rows, { ...everyRow, thread: { ...thread, by: null } });
  expect(found.map(({ depth }) => depth)).toEqual(rows.map((_, n) => n));
  expect(found.map(({ seq }) => seq)).toEqual(rows.map((_, n) => last - n));
  // Nobody begins it: the first received does.
  rows[last]!.to = '0';
  const [circle = []] = await listOf(rows, { ...everyRow, thread: { ...thread, by: null } });
  expect([circle[0]?.seq, circle.length, circle.at(-1)?.depth]).toEqual([0, chain, last]);
});

it('sorted by a column without values, rows are as received, whenever they were written', async () => {
  const rows: JsonObject[] = [
    { id: 'a', likes: null, at: '2026-01-02T00:00:00Z' },
    { id: 'b', likes: null, at: '2026-01-01T00:00:00Z' },
  ];
  const sort: View['sort'] = [{ field: 'likes', direction: 'descending' }];
  const byTime: View = { ...everyRow, thread };
  const found = await listOf(rows, { ...byTime, sort }, byTime);
  expect(found.map((list) => list.map(({ seq }) => seq))).toEqual([
    [0, 1],
    [1, 0],
  ]);
});

it('rows that arrive are put where they belong', async () => {
  const rows: JsonObject[] = [{ id: 'b', to: 'a' }, { id: 'x' }];
  const source = await filledRun(shared, rows);
  const asked: View = { ...everyRow, thread: { ...thread, by: null } };
  expect([...(await store.query(source, asked)).seqs]).toEqual([0, 1]);
  source.rows = [...rows, { id: 'a' }, { id: 'y', to: 'x' }];
  expect([...(await store.query(source, asked)).seqs]).toEqual([1, 3, 2, 0]);
  // On screen, nothing moves.
  expect([...(await store.query(source, asked, { rows: 2 })).seqs]).toEqual([0, 1]);
  await store.detach(source.id);
});
