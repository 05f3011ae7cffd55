/** JSON Lines and raw pages: what the service sent, for any parser of JSON. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyRow } from '#shared/contract/view.ts';
import { privacySchema } from '#shared/contract/export/privacy.ts';
import type { JsonObject } from '#main/core/json/index.ts';
import { stringifyJson } from '#main/core/json/index.ts';
import { fixedNastyRows, nastyRows } from '#test/support/export/nasty.ts';
import { exportRig } from '#test/support/export/rig.ts';
import type { Spec } from '#test/support/saving.ts';
import { count } from '#test/support/thorough.ts';

const rig = exportRig();

async function linesOf(runIds: string[], spec: Omit<Spec, 'runIds' | 'format'> = {}) {
  const { bytes, state } = await rig.save({ runIds, format: { kind: 'jsonl' }, ...spec });
  const lines = bytes.toString().split('\n').slice(0, -1);
  expect(state.rows).toBe(lines.length);
  return lines;
}

const idsDown = { ...everyRow, sort: [{ field: 'id', direction: 'descending' as const }] };

describe('JSON Lines', () => {
  it('[30] hold each row byte for byte, so that a plain parser reads what was sent', async () => {
    const fixed = fixedNastyRows();
    const lines = await linesOf([await rig.makeRun(fixed)]);
    expect(lines.map((line) => JSON.parse(line).text)).toEqual(fixed.map(({ text }) => text));
    await fc.assert(
      fc.asyncProperty(nastyRows, async (rows) => {
        expect(await linesOf([await rig.makeRun(rows)])).toEqual(rows.map(stringifyJson));
      }),
      { numRuns: count(12, 40) },
    );
  });

  it('chosen columns in their order; a missing member stays missing, null stays null', async () => {
    const rows: JsonObject[] = [
      { id: '1', text: 'a', 7: 'seven', n: { $n: '1790000000000000001' } },
      { id: '2', text: null },
    ];
    const runIds = [await rig.makeRun(rows)];
    expect(await linesOf(runIds, { columns: ['text', '7', 'n', 'nobody has it'] })).toEqual([
      '{"text":"a","7":"seven","n":1790000000000000001}',
      '{"text":null}',
    ]);
    const privacy = privacySchema.parse({ drop: ['text', '7'] });
    expect(await linesOf(runIds, { privacy })).toEqual([
      '{"id":"1","n":1790000000000000001}',
      '{"id":"2"}',
    ]);
  });

  it('the input has the same name wherever it is in a row, as in a dataset that was opened', async () => {
    const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' } };
    const source = { runId: 'a', title: '', query: { ...query, fields: [] }, request: '' };
    const asked = { createdAt: '', firstAnswerAt: null, lastAnswerAt: null, pages: 1, rows: 1 };
    const sources = [{ ...source, ...asked, listKeys: ['q'], isComplete: true }];
    const derived = { kind: 'dataset', sources, table: 't', collectedAt: 'at', run: 'run' };
    const rows = [{ run: 'a', _input: 'mira', id: '1' }];
    const runId = await rig.makeRun(rows, { ...query, derived });
    expect(JSON.parse((await linesOf([runId]))[0]!)).toEqual({ run: 'a', input: 'mira', id: '1' });
  });

  it('the rows of a view in its order, and of several runs with their names', async () => {
    const first = await rig.makeRun([{ id: '1' }, { id: '3' }, { id: '2' }]);
    const second = await rig.makeRun([{ id: '9', run: 'its own' }]);
    expect(await linesOf([first], { view: idsDown })).toEqual([
      '{"id":"3"}',
      '{"id":"2"}',
      '{"id":"1"}',
    ]);
    expect(await linesOf([first, second], { view: idsDown })).toEqual([
      `{"run (2)":"Run ${first}","id":"3"}`,
      `{"run (2)":"Run ${first}","id":"2"}`,
      `{"run (2)":"Run ${first}","id":"1"}`,
      `{"run (2)":"Run ${second}","id":"9","run":"its own"}`,
    ]);
  });
});

it.each(['csv', 'jsonl', 'parquet', 'xlsx'] as const)(
  'of an item that several runs have, %s has the first; rows without an id are all there',
  async (kind) => {
    const runIds = [
      await rig.makeRun([{ id: '1', n: 1 }, { id: '1', n: 2 }, { n: 3 }, { id: 7, n: 4 }]),
      await rig.makeRun([{ id: '2', n: 5 }, { id: '1', n: 6 }, { n: 7 }, { id: '7', n: 8 }]),
      await rig.makeRun([{ id: '9', n: 9 }]),
    ];
    const view = { ...everyRow, hideDuplicatesBy: 'id' };
    const { state, bytes } = await rig.save({ runIds, view, format: { kind } });
    expect(state.rows).toBe(6);
    if (kind !== 'csv' && kind !== 'jsonl') return;
    const numbers = bytes.toString().matchAll(kind === 'csv' ? /,(\d)\r$/gm : /"n":(\d)/g);
    expect([...numbers].map(([, n]) => Number(n))).toEqual([1, 3, 4, 5, 7, 9]);
  },
);

describe('raw pages', () => {
  it('hold every page as it is in the log, with when and from where it came', async () => {
    const rows = fixedNastyRows().slice(0, 25);
    const runId = await rig.makeRun(rows);
    const { bytes, state } = await rig.save({ runIds: [runId], format: { kind: 'raw' } });
    expect(state.rows).toBe(25);
    const pages = [rows.slice(0, 20), rows.slice(20)].map(
      (some, at) =>
        `{"page":${at + 1},"at":"2026-03-31T10:00:01.000Z","dataSource":"api",` +
        `"body":{"results":[${some.map(stringifyJson).join(',')}],"dataSource":"api"}}\n`,
    );
    expect(bytes.toString()).toBe(pages.join(''));
  });

  it.each([{ columns: ['id'] }, { privacy: privacySchema.parse({ drop: ['id'] }) }])(
    'hold everything: %j is refused, not overlooked',
    async (choice) => {
      const runIds = [await rig.makeRun([{ id: '1' }])];
      const refused = rig.exportOf({ runIds, ...choice, format: { kind: 'raw' } });
      await expect(refused).rejects.toThrow(/Raw pages and datasets hold everything/);
    },
  );
});
