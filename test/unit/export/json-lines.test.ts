/** JSON Lines and raw pages: what the service sent, for any parser of JSON. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import type { JsonObject } from '#main/core/json/index.ts';
import { parseJson, stringifyJson } from '#main/core/json/index.ts';
import { fixedNastyRows, nastyRows } from '#test/support/export/nasty.ts';
import { exportRig } from '#test/support/export/rig.ts';
import type { Rig } from '#test/support/export/rig.ts';

let rig: Rig;
beforeAll(() => {
  rig = exportRig();
});
afterAll(() => rig.close());

const jsonl = { kind: 'jsonl' } as const;
const lines = (bytes: Buffer): string[] => bytes.toString().split('\n').slice(0, -1);

describe('JSON Lines', () => {
  it('[30] hold each row byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(nastyRows, async (rows) => {
        const { bytes, state } = await rig.save({
          runIds: [await rig.makeRun(rows)],
          format: jsonl,
        });
        expect(lines(bytes)).toEqual(rows.map(stringifyJson));
        expect(state).toMatchObject({ rows: rows.length, changes: [] });
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  it('a plain parser reads the texts and nested values that were sent', async () => {
    const rows = fixedNastyRows();
    const { bytes } = await rig.save({ runIds: [await rig.makeRun(rows)], format: jsonl });
    expect(lines(bytes).map((line) => JSON.parse(line).text)).toEqual(rows.map(({ text }) => text));
    expect(lines(bytes).map((line) => parseJson(line))).toEqual(
      rows.map((row) => parseJson(stringifyJson(row))),
    );
  });

  it('chosen columns in their order; a missing member stays missing, null stays null', async () => {
    const rows: JsonObject[] = [
      { id: '1', text: 'a', 7: 'seven', n: { $n: '1790000000000000001' } },
      { id: '2', text: null },
    ];
    const { bytes } = await rig.save({
      runIds: [await rig.makeRun(rows)],
      columns: ['text', '7', 'n', 'nobody has it'],
      format: jsonl,
    });
    expect(lines(bytes)).toEqual([
      '{"text":"a","7":"seven","n":1790000000000000001}',
      '{"text":null}',
    ]);
  });

  it('the rows of a view in its order, and of several runs with their names', async () => {
    const first = await rig.makeRun([{ id: '1' }, { id: '3' }, { id: '2' }]);
    const second = await rig.makeRun([{ id: '9', run: 'its own' }]);
    const view = { ...everyRow, sort: [{ field: 'id', direction: 'descending' as const }] };
    const { bytes } = await rig.save({ runIds: [first], view, format: jsonl });
    expect(lines(bytes)).toEqual(['{"id":"3"}', '{"id":"2"}', '{"id":"1"}']);
    const both = await rig.save({ runIds: [first, second], view, format: jsonl });
    expect(lines(both.bytes)).toEqual([
      `{"run (2)":"Run ${first}","id":"3"}`,
      `{"run (2)":"Run ${first}","id":"2"}`,
      `{"run (2)":"Run ${first}","id":"1"}`,
      `{"run (2)":"Run ${second}","id":"9","run":"its own"}`,
    ]);
  });
});

describe('rows that lie far apart', () => {
  it('come out as they are, in their order', async () => {
    const rows: JsonObject[] = Array.from({ length: 4500 }, (_, at) => ({
      id: String(at),
      tenth: at % 10 === 0,
      text: 'x'.repeat(2000),
    }));
    const view: View = {
      ...everyRow,
      filters: [{ kind: 'is', field: 'tenth', value: 'true' }],
      sort: [{ field: 'id', direction: 'descending' }],
    };
    const { bytes } = await rig.save({ runIds: [await rig.makeRun(rows)], view, format: jsonl });
    const expected = rows
      .filter(({ tenth }) => tenth === true)
      .toSorted((a, b) => Number(b['id']) - Number(a['id']));
    expect(lines(bytes)).toEqual(expected.map(stringifyJson));
  });
});

describe('duplicates over several runs', () => {
  const view = { ...everyRow, hideDuplicatesBy: 'id' };

  it.each(['csv', 'jsonl', 'parquet', 'xlsx'] as const)(
    '%s: an item is in the first run that has it; rows without an id are all there',
    async (kind) => {
      const runIds = [
        await rig.makeRun([{ id: '1', n: 1 }, { id: '1', n: 2 }, { n: 3 }, { id: 7, n: 4 }]),
        await rig.makeRun([{ id: '2', n: 5 }, { id: '1', n: 6 }, { n: 7 }, { id: '7', n: 8 }]),
        await rig.makeRun([{ id: '9', n: 9 }]),
      ];
      const { state, bytes } = await rig.save({ runIds, view, format: { kind } });
      expect(state.rows).toBe(6);
      if (kind !== 'jsonl') return;
      expect(lines(bytes).map((line) => (JSON.parse(line) as { n: number }).n)).toEqual([
        1, 3, 4, 5, 7, 9,
      ]);
    },
  );
});

describe('raw pages', () => {
  it('hold every page as it is in the log, with when and from where it came', async () => {
    const rows = fixedNastyRows().slice(0, 25);
    const runId = await rig.makeRun(rows);
    const { bytes, state } = await rig.save({ runIds: [runId], format: { kind: 'raw' } });
    const { stored } = await rig.live(runId);
    expect(state.rows).toBe(25);
    const bodies = await Promise.all(stored.pages.map(({ page }) => stored.pageBody(page)));
    expect(lines(bytes)).toEqual(
      bodies.map(
        (body, at) =>
          `{"page":${at + 1},"at":"2026-03-31T10:00:01.000Z","dataSource":"api","body":${body?.toString() ?? ''}}`,
      ),
    );
    const results = lines(bytes).flatMap((line) => JSON.parse(line).body.results as unknown[]);
    expect(results).toEqual(rows.map((row) => JSON.parse(stringifyJson(row)) as unknown));
  });

  it('hold everything: choosing rows or columns is refused, not overlooked', async () => {
    const runId = await rig.makeRun([{ id: '1' }]);
    const refused = rig.exportOf({ runIds: [runId], columns: ['id'], format: { kind: 'raw' } });
    await expect(refused).rejects.toThrow(/Raw pages hold everything/);
  });
});
