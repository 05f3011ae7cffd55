/** Views: duplicates counted and hidden, rows in another order, and a restart, without a call. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { startSampleService } from '#main/sample-service/index.ts';
import type { SampleServiceHandle } from '#main/sample-service/index.ts';
import { mintRunId } from '#test/support/core.ts';
import { waysIn } from '#test/support/ways-in.ts';
import { plainCsv, save } from '#test/support/saving.ts';
import type { WayIn } from '#test/support/ways-in.ts';

/** The specification: its results can overlap across pages. */
const query = { endpointId: 'shortvideo.sounds.search', values: { keyword: 'rain' }, fields: [] };
/** These ids are numbers that JavaScript can't hold. */
const idText = (id: unknown): string => z.object({ $n: z.string() }).parse(id).$n;
const withoutDuplicates: View = { ...everyRow, hideDuplicatesBy: 'id' };

describe.each(waysIn)('through %s', (_, open) => {
  let service: SampleServiceHandle;
  let way: WayIn;
  let runId: string;
  let dataDir: string;

  const openAgain = async (): Promise<void> => {
    way = await open({
      serviceAddress: service.address,
      accessKey: service.accessKey,
      dataDir,
    });
  };

  beforeEach(async () => {
    service = await startSampleService();
    dataDir = await mkdtemp(join(tmpdir(), 'sde-views-'));
    await openAgain();
    runId = mintRunId();
    await way.value('run.start', { runId, query });
    await expect
      .poll(async () => {
        await way.value('run.next', { runId, limit: { pages: 5, rows: null } });
        return (await way.value('run.open', { runId })).run.pageCount;
      })
      .toBeGreaterThanOrEqual(6);
    await expect
      .poll(async () => (await way.value('run.open', { runId })).run.state.kind)
      .toBe('limit');
  });
  afterEach(async () => {
    await way.close();
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const all = async (view: View = everyRow): Promise<{ rows: Row[]; numbers: number[] | null }> =>
    way.value('rows.window', { runId, page: null, view, offset: 0, count: 1000 });

  /** Numbers of the rows whose id came before, by looking at them. */
  function repeated(rows: readonly Row[]): number[] {
    const seen = new Set<unknown>();
    return rows.flatMap(({ id }, number) => {
      const came = seen.has(idText(id));
      seen.add(idText(id));
      return came ? [number] : [];
    });
  }

  it('counts duplicates, hides them and shows them again; none is deleted', async () => {
    const { calls } = await way.value('app.snapshot', {});
    const { rows } = await all();
    const hidden = repeated(rows);
    expect(hidden.length).toBeGreaterThan(5);
    const told = await way.value('view.duplicates', { runId });
    expect(told).toEqual({
      field: 'id',
      rows: rows.length,
      of: rows.length,
      count: hidden.length,
    });

    const opened = await way.value('view.open', { runId, view: withoutDuplicates });
    expect(opened).toMatchObject({ rows: rows.length, count: rows.length - hidden.length });
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
    const { numbers, rows } = await all(sorted);
    for (const anchor of [0, 7, rows.length - 1]) {
      expect(await anchorIn(sorted, anchor)).toBe(numbers?.indexOf(anchor));
      expect(await anchorIn(everyRow, anchor)).toBe(anchor);
    }
    expect(await anchorIn(sorted, null)).toBeNull();
    expect(await anchorIn(everyRow, rows.length)).toBeNull();
    const [hidden = -1] = repeated((await all()).rows);
    expect(await anchorIn(withoutDuplicates, hidden)).toBeNull();
  });

  it('sums up the rows of a view, without a call', async () => {
    const { calls } = await way.value('app.snapshot', {});
    const fields = ['title', 'userCount'];
    const { rows } = await all(withoutDuplicates);
    const summary = await way.value('view.summary', { runId, view: withoutDuplicates, fields });
    expect(summary).toMatchObject({ count: rows.length, of: (await all()).rows.length });
    expect(summary.columns.map(({ field, filled }) => ({ field, filled }))).toEqual(
      fields.map((field) => ({
        field,
        filled: rows.filter((row) => row[field] !== undefined && row[field] !== null).length,
      })),
    );
    expect((await way.value('app.snapshot', {})).calls).toEqual(calls);
  });

  it('draws charts from the rows of a view, and saves their pictures as they are', async () => {
    const { calls } = await way.value('app.snapshot', {});
    const { rows } = await all(withoutDuplicates);
    const question = { kind: 'values', field: 'title', most: 100 } as const;
    const chart = await way.value('view.chart', { runId, view: withoutDuplicates, question });
    if (chart.drawn.kind !== 'values') throw new Error('Another chart was drawn.');
    expect(chart).toMatchObject({ count: rows.length, of: (await all()).rows.length });
    const titles = new Set(rows.flatMap(({ title }) => title ?? []));
    expect(chart.drawn.distinct.count).toBe(titles.size);
    for (const { value, count } of chart.drawn.values) {
      expect(rows.filter(({ title }) => title === value).length).toBe(count);
    }
    for (const picture of [
      { format: 'svg', text: '<svg xmlns="http://www.w3.org/2000/svg"><text>ä 日</text></svg>' },
      { format: 'png', base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk' },
    ] as const) {
      const saved = await way.value('export.savePicture', { runId, name: 'Top: titles', picture });
      if (saved.kind !== 'saved') throw new Error('It was not saved.');
      expect(saved.name).toMatch(/^shortvideo-.*-Top-titles\.(svg|png)$/);
      const sent =
        picture.format === 'svg'
          ? Buffer.from(picture.text)
          : Buffer.from(picture.base64, 'base64');
      expect(await way.readSaved(saved)).toEqual(sent);
    }
    expect((await way.value('app.snapshot', {})).calls).toEqual(calls);
  });

  it('saves what is shown: the same rows in the same order', async () => {
    const view: View = { ...withoutDuplicates, sort: [{ field: 'id', direction: 'descending' }] };
    const { rows } = await all(view);
    const saved = await save(way, { runIds: [runId], view, format: plainCsv });
    expect(saved.rows).toBe(rows.length);
    const csv: { id: string }[] = parse(await way.readSaved(saved), { columns: true });
    expect(csv.map(({ id }) => id)).toEqual(rows.map(({ id }) => idText(id)));
  });

  it('a view has no rows beyond the row limit, also after a restart', async () => {
    const limited = mintRunId();
    await way.value('run.start', { runId: limited, query, limit: { pages: null, rows: 25 } });
    await expect
      .poll(async () => (await way.value('run.open', { runId: limited })).run.state)
      .toEqual({ kind: 'limit', reason: 'rows' });
    const before = await way.value('run.open', { runId: limited });
    expect(before.run).toMatchObject({ rowCount: 25 });
    expect(before.run.heldBack).toBeGreaterThan(0);
    runId = limited;
    const { rows } = await all();
    expect(rows.length).toBe(25);
    const opened = await way.value('view.open', { runId, view: withoutDuplicates });
    expect(opened).toMatchObject({ rows: 25, of: 25, count: 25 - repeated(rows).length });

    await way.close();
    await openAgain();
    const { run } = await way.value('run.open', { runId });
    expect(run).toMatchObject({ rowCount: 25, heldBack: before.run.heldBack });
    const { runs } = await way.value('history.list', {});
    expect(runs.find(({ id }) => id === runId)).toMatchObject({ rows: 25 });
    const shownAll = await way.value('run.showAll', { runId });
    expect(shownAll.run).toMatchObject({ rowCount: 25 + before.run.heldBack, heldBack: 0 });
  });

  it('columns that were deleted are made again when something is asked of them', async () => {
    const before = await way.value('view.duplicates', { runId });
    await way.close();
    await rm(join(dataDir, 'runs', runId, 'derived'), { recursive: true });
    await openAgain();
    expect(await way.value('view.duplicates', { runId })).toEqual(before);
  });
});
