import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#main/core/json/index.ts';
import { ColumnsError } from '#main/core/store/columns/column-store.ts';
import type { View } from '#shared/contract/view.ts';
import { everyRow } from '#shared/contract/view.ts';
import { referenceView } from '#test/support/columns/reference.ts';
import {
  TestRun,
  filledRun,
  expectRight,
  ownStore,
  sharedStore,
  wholeSummary,
} from '#test/support/columns/store.ts';

const shared = sharedStore();
const { store, folder, tap } = shared;

const row = (n: number) => ({ id: String(n % 90), likes: (n * 37) % 101, text: `Text ${n % 10}` });
const rowsTo = (count: number) => Array.from({ length: count }, (_, n) => row(n));

const filtered: View = {
  ...everyRow,
  filters: [{ kind: 'contains', field: 'text', text: 'TEXT 3' }],
  hideDuplicatesBy: 'id',
};
const sorted: View = { ...everyRow, sort: [{ field: 'likes', direction: 'descending' }] };
const byA: View = { ...everyRow, sort: [{ field: 'a', direction: 'ascending' }] };

/** Which rows of a run the worker looked at. */
const rangesOf = ({ id }: TestRun) =>
  tap.answers.flatMap(({ command, answer }) =>
    command.kind === 'query' &&
    command.log.id === id &&
    typeof answer === 'object' &&
    answer !== null &&
    'from' in answer
      ? [[answer.from, answer.rows]]
      : [],
  );

it('lets go of the files of runs that were used longest ago, and answers for each all the same', async () => {
  const sources = Array.from({ length: 20 }, (_, n) => {
    return new TestRun(folder, rowsTo(50 + n), `many-runs-${n}`);
  });
  for (const source of sources) await expectRight(store, source, filtered);
  // What is only in the journal is in the file once that is closed.
  const areOpen = () => sources.map(({ file }) => existsSync(`${file}.wal`));
  await expect.poll(areOpen).toEqual(sources.map((_, n) => n >= 4));
  for (const source of sources) await expectRight(store, source, sorted);
});

it('an order that the cache dropped is the same when it is asked for again', async () => {
  const { store: own, folder: at } = ownStore({ cacheBytes: 0 });
  const temporary = join(at, 'tmp', 'columns');
  mkdirSync(temporary, { recursive: true });
  writeFileSync(join(temporary, 'spilled'), '');
  const source = new TestRun(at, rowsTo(5000));
  await own.catchUp(source);
  // What a killed program left is removed when the first question comes.
  expect(readdirSync(temporary)).toEqual([]);
  const first = await own.query(source, sorted);
  source.rows = rowsTo(10_000);
  await own.query(source, { ...sorted, search: '1' });
  expect(await own.query(source, sorted, { rows: 5000 })).toEqual(first);
});

describe('a run that grows', () => {
  it('leaves a result as it was, and answers anew for more rows', async () => {
    const source = await filledRun(shared);
    for (const view of [filtered, sorted]) {
      source.rows = rowsTo(100);
      const first = await store.query(source, view);
      source.rows = rowsTo(250);
      const again = await store.query(source, view, { rows: 100 });
      expect(again).toEqual(first);
      const all = await expectRight(store, source, view);
      expect(all).toMatchObject({ rows: 250 });
    }
  });

  it('looks only at what came since, where nothing is sorted', async () => {
    const source = await filledRun(shared);
    for (const count of [1000, 1500, 1501, 1501, 4000]) {
      source.rows = rowsTo(count);
      await expectRight(store, source, filtered);
    }
    expect(rangesOf(source)).toEqual([
      [0, 1000],
      [1000, 1500],
      [1500, 1501],
      [1501, 1501],
      [1501, 4000],
    ]);
  });

  it('keeps a sample of what it had, once that is there', async () => {
    const source = await filledRun(shared);
    const { sort: _sort, ...from } = { ...filtered, hideDuplicatesBy: null };
    const sample = { size: 9, by: null, seed: 8241, rows: 2000, ...from };
    const shown: (number[] | undefined)[] = [];
    for (const count of [1000, 2000, 4000]) {
      source.rows = rowsTo(count);
      const { seqs } = await expectRight(store, source, { ...everyRow, sample });
      shown.push(seqs === null ? undefined : [...seqs]);
    }
    expect(shown[1]).toHaveLength(9);
    expect(shown[1]).not.toEqual(shown[0]);
    expect(shown[2]).toEqual(shown[1]);
    expect(rangesOf(source)).toEqual([
      [0, 1000],
      [0, 2000],
      [2000, 4000],
    ]);
  });

  it('never joins a list from before and after the columns were built again', async () => {
    const source = await filledRun(shared, rowsTo(100));
    await store.query(source, filtered);
    source.rows = rowsTo(200);
    tap.answerNext('query', { code: 'fatal' });
    await expectRight(store, source, filtered);
    expect(rangesOf(source).map(([from]) => from)).toEqual([0, 0]);
  });

  it('has another epoch when a column gets another type, and only then', async () => {
    const source = await filledRun(shared, [{ a: 1 }, { a: 2 }]);
    const epochs: number[] = [];
    for (const value of [null, 3, { more: true }, 10, 'ten', 'Eleven', 4.5]) {
      // Only the third one is another member.
      const other = typeof value === 'object' && value !== null;
      const added: JsonObject = other ? { b: 'new', a: 7 } : { a: value };
      source.rows = [...source.rows, added];
      epochs.push((await store.query(source, byA)).epoch);
    }
    expect(epochs.map((epoch) => epoch - epochs[0]!)).toEqual([0, 0, 0, 0, 1, 2, 2]);
  });

  it('keeps a list that is on screen as it was, though it would be another by now', async () => {
    const source = await filledRun(shared, [{ a: 10 }, { a: 9 }]);
    const shown = await store.query(source, byA);
    expect([...shown.seqs]).toEqual([1, 0]);
    // As texts, 10 comes before 9.
    source.rows = [...source.rows, { a: 'ten' }];
    const now = await store.query(source, byA);
    expect([...now.seqs]).toEqual([0, 1, 2]);
    expect(now.epoch).toBeGreaterThan(shown.epoch);
    const again = await store.query(source, byA, { rows: 2 });
    expect([...again.seqs]).toEqual([1, 0]);
    expect(again.epoch).toBe(shown.epoch);
    // Who asks anew for as many, as where a limit holds rows back, has the order of now.
    const limited = await store.query(source, byA, { upTo: 2 });
    expect([...limited.seqs]).toEqual([0, 1]);
  });

  it('answers about the rows there are when many are missing', async () => {
    const of = 20_500;
    const source = new TestRun(folder, rowsTo(of), 'far-behind');
    const early = await store.query(source, sorted);
    expect(early).toMatchObject({ rows: 0, count: 0 });
    // The order of arrival needs no columns at all.
    // Asked for a number of rows, it waits for them.
    expect((await store.query(source, sorted, { rows: 5 })).count).toBe(5);
    // The others come in the background, though nobody waits for them.
    await expect.poll(() => store.query(source, sorted)).toMatchObject({ rows: of, count: of });
  });

  it('is filled in as often as it is told that there is more, each row once', async () => {
    const source = await filledRun(shared, rowsTo(20));
    const { epoch } = await store.query(source, sorted);
    const told: Promise<void>[] = [];
    for (let count = 40; count <= 200; count += 20) {
      source.rows = rowsTo(count);
      told.push(store.catchUp(source));
    }
    await Promise.all(told);
    expect(await expectRight(store, source, sorted)).toMatchObject({ rows: 200, epoch });
  });

  it('is read no further than it is stored: what follows may be taken back', async () => {
    const source = await filledRun(shared, rowsTo(50));
    source.rows = rowsTo(100);
    // This page could not be synced.
    source.rows = rowsTo(120);
    const ofThese = await store.query(source.asOf(100), sorted);
    expect([...ofThese.seqs]).toEqual(referenceView(rowsTo(100), sorted));
    source.rows = [...rowsTo(100), ...rowsTo(30)];
    await expectRight(store, source, sorted);
  });

  it('widens where it is, without being read again', async () => {
    const source = await filledRun(shared);
    const long = { $n: '12345678901234567890' };
    const kinds: JsonValue[] = [true, 5, 2.5, long, '7', 'Text', ['A'], { a: 1 }];
    // Each kind goes on for longer than one chunk.
    const rows = kinds.flatMap((value) => Array.from({ length: 2100 }, () => ({ a: value, b: 1 })));
    for (let count = 2100; count <= rows.length; count += 2100) {
      source.rows = rows.slice(0, count);
      await store.catchUp(source);
    }
    const summary = await store.ask(source, wholeSummary);
    expect(summary.columns[0]).toMatchObject({ type: 'mixed', filled: rows.length });
    expect(summary.columns[0]?.top.map(({ value }) => value).toSorted()).toEqual(
      ['true', '5', '2.5', '12345678901234567890', '7', 'Text', '["A"]', '{"a":1}'].toSorted(),
    );
    const ordered = await store.query(source, byA);
    const firsts = Array.from({ length: 8 }, (_, n) => rows[ordered.seqs.slice(n * 2100)[0]!]!.a);
    expect(firsts).toEqual([long, 2.5, 5, '7', ['A'], 'Text', true, { a: 1 }]);
  });

  it('leaves members past the thousandth to the log', async () => {
    const wide = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`member ${n}`, n]));
    const source = await filledRun(shared, [wide, { ...wide, more: 1 }]);
    const count = async (field: string): Promise<number> =>
      (await store.query(source, { ...everyRow, filters: [{ kind: 'isNotEmpty', field }] })).count;
    expect([await count('member 999'), await count('member 1000')]).toEqual([2, 0]);
  });
});

it('a question can be given up', async () => {
  const source = await filledRun(shared, rowsTo(5000));
  const given = new AbortController();
  const { signal } = given;
  const asked = Promise.allSettled([
    store.ask(source, wholeSummary, { signal }),
    store.query(source, sorted, { signal }),
    store.query(source, sorted, { rows: 100_000, signal }),
  ]);
  given.abort();
  for (const answer of await asked) {
    const reason: unknown = answer.status === 'rejected' ? answer.reason : answer.value;
    expect(reason).toBeInstanceOf(ColumnsError);
    expect(reason).toMatchObject({ code: 'cancelled' });
  }
  // Nothing else was harmed.
  expect((await store.query(source, sorted)).count).toBe(5000);
});
