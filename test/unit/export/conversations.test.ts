/** Rows saved as conversations: in their order, with depth and thread, in every format with rows. */
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { privacySchema } from '#shared/contract/export/privacy.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import type { JsonObject } from '#main/core/json/index.ts';
import { readParquet } from '#test/support/export/read-parquet.ts';
import { readWorkbook } from '#test/support/export/read-workbook.ts';
import { exportRig } from '#test/support/export/rig.ts';

const rig = exportRig();

/** The post `p` and what is below it: `a` (with `c` and, below that, `d`), `b`; `x` answers what isn't here. */
const rows: JsonObject[] = [
  { id: 'd', text: 'yes', to: 'c', likes: 1 },
  { id: 'c', text: 'no', to: 'a', likes: 2 },
  { id: 'x', text: 'yes', to: 'gone', likes: 3 },
  { id: 'b', text: 'yes', to: null, likes: 4 },
  { id: 'a', text: 'no', to: null, likes: 5 },
];
const view: View = {
  ...everyRow,
  sort: [{ field: 'likes', direction: 'descending' }],
  thread: { identity: 'id', answers: ['to'], about: null, prefixes: [], asked: [], by: null },
};
const expected = [
  ['a', 0, 'a'],
  ['c', 1, 'a'],
  ['d', 2, 'a'],
  ['b', 0, 'b'],
  ['x', 0, 'x'],
];

it.each(['csv', 'jsonl', 'xlsx', 'parquet'] as const)(
  '%s has them in their order, each with how deep it is and the first of its thread',
  async (kind) => {
    const runIds = [await rig.makeRun(rows)];
    const { bytes, path, state } = await rig.save({ runIds, view, format: { kind } });
    expect(state.rows).toBe(rows.length);
    const text = bytes.toString();
    const objects = async (): Promise<Record<string, unknown>[]> => {
      if (kind === 'csv') return parse(text, { bom: true, columns: true });
      if (kind === 'parquet') return (await readParquet(path)).rows;
      if (kind === 'jsonl') {
        return text
          .split('\n')
          .slice(0, -1)
          .map((one) => JSON.parse(one));
      }
      const [head = [], ...cells] = [...readWorkbook(bytes).values()][0]!;
      return cells.map((one) => Object.fromEntries(head.map((name, at) => [name, one[at]])));
    };
    const read = await objects();
    expect(Object.keys(read[0]!).slice(0, 3)).toEqual(['depth', 'thread', 'id']);
    expect(read.map(({ id, depth, thread }) => [id, Number(depth), thread])).toEqual(expected);
  },
);

async function cellsOf(saved: Parameters<typeof rig.save>[0]): Promise<Record<string, string>[]> {
  const { bytes } = await rig.save(saved);
  return parse(bytes, { bom: true, columns: true });
}

it('has only rows that match, as deep as they are among all', async () => {
  const runIds = [await rig.makeRun(rows)];
  const found = await cellsOf({
    runIds,
    view: { ...view, search: 'yes' },
    format: { kind: 'csv' },
  });
  expect(found.map(({ id, depth, thread }) => [id, depth, thread])).toEqual([
    ['d', '2', 'a'],
    ['b', '0', 'b'],
    ['x', '0', 'x'],
  ]);
});

it('a thread is named as its first row is: by its pseudonym, or not at all', async () => {
  const runIds = [await rig.makeRun(rows)];
  const format = { kind: 'csv' } as const;
  const privacy = privacySchema.parse({ pseudonyms: [{ field: 'id', kind: 'id' }] });
  const found = await cellsOf({ runIds, view, format, privacy });
  expect(found.map(({ thread }) => thread)).toEqual(
    [0, 0, 0, 3, 4].map((first) => found[first]!['id']),
  );
  expect(found[0]!['thread']).toMatch(/^id_/);
  const dropped = await cellsOf({
    runIds,
    view,
    format,
    privacy: privacySchema.parse({ drop: ['id'] }),
  });
  expect(Object.keys(dropped[0]!)).toEqual(['depth', 'text', 'to', 'likes']);
});

it('names that items have themselves stay theirs', async () => {
  const runIds = [await rig.makeRun(rows.map((row) => ({ ...row, depth: 'own' })))];
  const [first] = await cellsOf({ runIds, view, format: { kind: 'csv' } });
  expect(first).toMatchObject({ depth: 'own', 'depth (2)': '0' });
});

it('the methods sheet says what the order and the columns mean', async () => {
  const runIds = [await rig.makeRun(rows)];
  const of = {
    ...view,
    sort: [],
    thread: { ...view.thread!, about: 'post', prefixes: ['t1'], by: 'at' },
  };
  const { path } = await rig.save({ runIds, view: of, format: { kind: 'csv' }, methods: true });
  expect(await readFile(`${path}.methods.md`, 'utf8')).toContain(
    'As conversations: each row is below the row whose id it has in to, which means the same without “t1”; ' +
      'rows that answer the same one are by at, then by when they were received.',
  );
});
