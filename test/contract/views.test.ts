/** Views: duplicates counted and hidden, rows in another order, and a restart, without a call. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row, RunLimit } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { startSampleService } from '#main/sample-service/index.ts';
import type { SampleServiceHandle } from '#main/sample-service/index.ts';
import { askIn, question as asking, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { plainCsv, save } from '#test/support/saving.ts';

/** The specification: its results can overlap across pages. */
const query = asking('shortvideo.sounds.search', { keyword: 'rain' });
/** These ids are numbers that JavaScript can't hold. */
const idText = (id: unknown): string => z.object({ $n: z.string() }).parse(id).$n;
const withoutDuplicates: View = { ...everyRow, hideDuplicatesBy: 'id' };

let service: SampleServiceHandle;
let way: TestCore;
let runId: string;
let dataDir: string;
let rows: Row[];
let hidden: number[];

const openAgain = async (): Promise<void> => {
  const { address: serviceAddress, accessKey } = service;
  way = await startTestCore({ serviceAddress, accessKey, dataDir });
};

async function collect(limit: RunLimit): Promise<string> {
  const { id, state } = await askIn(way, query, limit);
  expect(state.kind).toBe('limit');
  return id;
}

const all = (view: View = everyRow, id = runId) =>
  way.value('rows.window', { runId: id, view, offset: 0, count: 1000 });

/** Numbers of the rows whose id came before, by looking at them. */
function repeated(among: readonly Row[]): number[] {
  const ids = among.map(({ id }) => idText(id));
  return [...among.keys()].filter((number) => ids.indexOf(ids[number]!) < number);
}

beforeAll(async () => {
  service = await startSampleService();
  dataDir = await mkdtemp(join(tmpdir(), 'sde-views-'));
  await openAgain();
  runId = await collect({ pages: 6, rows: null });
  ({ rows } = await all());
  hidden = repeated(rows);
});
afterAll(async () => {
  await way.close();
  await service.close();
  await rm(dataDir, { recursive: true, force: true });
});

it('counts duplicates, hides them and shows them again; none is deleted, and no call is made', async () => {
  const { calls } = await way.value('app.snapshot', {});
  expect(hidden.length).toBeGreaterThan(5);
  const [of, count] = [rows.length, hidden.length];
  const told = await way.value('view.duplicates', { runId });
  expect(told).toEqual({ field: 'id', rows: of, of, count, acrossInputs: null });
  const opened = await way.value('view.open', { runId, view: withoutDuplicates });
  expect(opened).toMatchObject({ rows: of, count: of - count });
  const shown = await all(withoutDuplicates);
  expect(shown.numbers).toEqual([...rows.keys()].filter((number) => !hidden.includes(number)));
  expect(shown.rows).toEqual(shown.numbers?.map((number) => rows[number]));
  expect((await all()).rows).toEqual(rows);
  expect((await way.value('app.snapshot', {})).calls).toEqual(calls);
});

it('finds a row again in another order, and says when it is not there', async () => {
  const sorted: View = { ...everyRow, sort: [{ field: 'id', direction: 'descending' }] };
  const anchorIn = async (view: View, anchor: number | null): Promise<number | null> =>
    (await way.value('view.open', { runId, view, anchor })).anchor;
  const { numbers } = await all(sorted);
  for (const anchor of [0, 7, rows.length - 1]) {
    expect(await anchorIn(sorted, anchor)).toBe(numbers?.indexOf(anchor));
    expect(await anchorIn(everyRow, anchor)).toBe(anchor);
  }
  expect(await anchorIn(sorted, null)).toBeNull();
  expect(await anchorIn(everyRow, rows.length)).toBeNull();
  expect(await anchorIn(withoutDuplicates, hidden[0]!)).toBeNull();
});

it('sums up, draws and saves the rows of a view, without a call', async () => {
  const { calls } = await way.value('app.snapshot', {});
  const view: View = { ...withoutDuplicates, sort: [{ field: 'id', direction: 'descending' }] };
  const shown = (await all(view)).rows;
  const told = { count: shown.length, of: rows.length };
  const fields = ['title', 'userCount'];
  const summary = await way.value('view.summary', { runId, view, fields });
  expect(summary).toMatchObject(told);
  expect(summary.columns.map(({ field, filled }) => [field, filled])).toEqual(
    fields.map((field) => [field, shown.filter((row) => (row[field] ?? null) !== null).length]),
  );

  const question = { kind: 'values', field: 'title', most: 100 } as const;
  const chart = await way.value('view.chart', { runId, view, question });
  expect(chart).toMatchObject({ ...told, drawn: { kind: 'values' } });

  // The same rows in the same order.
  const saved = await save(way, { runIds: [runId], view, format: plainCsv });
  const csv: { id: string }[] = parse(await way.readSaved(saved), { columns: true });
  expect(csv.map(({ id }) => id)).toEqual(shown.map(({ id }) => idText(id)));
  expect((await way.value('app.snapshot', {})).calls).toEqual(calls);
});

it('saves the picture of a chart as it is', async () => {
  for (const picture of [
    { format: 'svg', text: '<svg xmlns="http://www.w3.org/2000/svg"><text>ä 日</text></svg>' },
    { format: 'png', base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk' },
  ] as const) {
    const saved = await way.value('file.save', {
      file: { of: 'picture', runId, name: 'Top: titles', picture },
    });
    if (saved.kind !== 'saved') throw new Error('It was not saved.');
    expect(saved.name).toMatch(/^shortvideo-.*-Top-titles\.(svg|png)$/);
    const bytes =
      picture.format === 'svg' ? Buffer.from(picture.text) : Buffer.from(picture.base64, 'base64');
    expect(await way.readSaved(saved)).toEqual(bytes);
  }
});

it('saves a word in its context with the row and its id', async () => {
  const items = (await all(everyRow, runId)).rows;
  const texts = items.map(({ title }) => (typeof title === 'string' ? title : ''));
  const word = /\p{L}{4,}/u.exec(texts[3] ?? '')?.[0] ?? '';
  const question = { kind: 'context', field: 'title', word, sort: 'row' } as const;
  const saved = await way.value('file.save', {
    file: { of: 'context', runId, view: everyRow, question },
  });
  if (saved.kind !== 'saved') throw new Error('It was not saved.');
  expect(saved.name).toContain(word);
  const lines: Record<string, string>[] = parse(await way.readSaved(saved), {
    columns: true,
    bom: true,
  });
  const line = lines.find(({ row }) => row === '4');
  expect(line).toMatchObject({ row: '4', id: idText(items[3]?.['id']) });
  expect(line?.['word']?.toLowerCase()).toBe(word.toLowerCase());
  expect(texts[3]).toContain(`${line?.['before']}${line?.['word']}`.trim());
});

it('has no rows beyond the row limit, also after a restart, and columns that were deleted again', async () => {
  const limited = await collect({ pages: null, rows: 25 });
  const before = await way.value('run.open', { runId: limited });
  expect(before.run).toMatchObject({ state: { reason: 'rows' }, rowCount: 25 });
  const { heldBack } = before.run;
  expect(heldBack).toBeGreaterThan(0);
  const shown = (await all(everyRow, limited)).rows;
  expect(shown.length).toBe(25);
  const opened = await way.value('view.open', { runId: limited, view: withoutDuplicates });
  expect(opened).toMatchObject({ rows: 25, of: 25, count: 25 - repeated(shown).length });
  expect((await save(way, { runIds: [limited], format: plainCsv })).rows).toBe(25);

  await way.close();
  await rm(join(dataDir, 'runs', runId, 'derived'), { recursive: true });
  await openAgain();
  const { run } = await way.value('run.open', { runId: limited });
  expect(run).toMatchObject({ rowCount: 25, heldBack });
  const { runs } = await way.value('history.list', {});
  expect(runs.find(({ id }) => id === limited)).toMatchObject({ rows: 25 });
  const shownAll = await way.value('run.showAll', { runId: limited });
  expect(shownAll.run).toMatchObject({ rowCount: 25 + heldBack, heldBack: 0 });
  expect((await way.value('view.duplicates', { runId })).count).toBe(hidden.length);
});
