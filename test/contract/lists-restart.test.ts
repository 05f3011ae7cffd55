/** Lists over restarts and on disks that refuse: what is finished stays so, and nothing is paid twice. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { expect, it, onTestFinished, vi } from 'vitest';
import { StoredRun } from '#main/core/store/stored-run.ts';
import { StoreError } from '#main/core/store/store-error.ts';
import type { MethodOutput } from '#shared/contract/methods.ts';
import { everyRow } from '#shared/contract/view.ts';
import { question, rested, rowsIn } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { accounts, askList, begin, goOn, inputsOf, names } from '#test/support/lists/ask-list.ts';
import { idsOf, pageRows, startListService } from '#test/support/lists/list-service.ts';
import { plainCsv, save } from '#test/support/saving.ts';
import { smallDisks } from '#test/support/small-disk.ts';

const full = new StoreError('storage_full', 'The disk is full.');

it.each(smallDisks)('[41] on %s a list keeps its page and continues', async (_, newDisk) => {
  const disk = newDisk();
  const service = await startListService(2);
  const core = await begin(service, { dataDir: join(disk.folder, 'data') });
  service.before = () => {
    if (service.asked.length === 3) disk.fill();
  };
  const run = await askList(core, { text: names('long', 3).join('\n') });
  expect(run.state).toMatchObject({ kind: 'failed', problem: { code: 'storage_full' } });
  await expect(goOn(core, run.id)).rejects.toThrow('storage_full');
  expect(service.asked.length).toBe(3);
  disk.makeRoom();
  await core.value('run.trySavingAgain', { runId: run.id });
  expect((await goOn(core, run.id)).state).toEqual({ kind: 'noMore' });
  expect(service.asked).toEqual(names('long', 3).flatMap((name) => [name, name]));
  const ids = (await rowsIn(core, run.id)).map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([18, 18]);
});

it('[41] a page that the disk refused goes when its run is deleted: restored, the list asks for it again', async () => {
  const [[, newDisk]] = smallDisks;
  const disk = newDisk();
  const service = await startListService(2);
  const core = await begin(service, { dataDir: join(disk.folder, 'data') });
  service.before = () => {
    if (service.asked.length === 1) disk.fill();
  };
  const { id } = await askList(core, { text: 'user-1\nuser-2', perInput: 1 });
  await core.value('history.remove', { runIds: [id] });
  disk.makeRoom();
  await core.value('history.restore', { runIds: [id] });
  expect((await core.value('run.open', { runId: id })).run.state.kind).toBe('stopped');
  expect(await goOn(core, id)).toMatchObject({ list: { statuses: { partly: 2 } }, calls: 3 });
  const ids = (await rowsIn(core, id)).map((row) => row['id']);
  expect(ids).toEqual([...idsOf('user-1', 1), ...idsOf('user-2', 1)]);
});

it('a list that was pasted, read from a file or taken from a run, and not asked yet is taken again after a restart', async () => {
  const service = await startListService(1);
  const first = await begin(service);
  const run = await askList(first, { text: names('user', 4).join('\n'), perInput: 1 });
  const rows = {
    kind: 'rows' as const,
    runId: run.id,
    view: { ...everyRow, search: 'user-' },
    rows: run.rowCount,
    spans: [{ first: 0, last: run.rowCount - 4 }],
    field: 'authorUsername',
    endpointId: 'microblog.users.get',
    key: 'username',
  };
  const inputs = { kind: 'inputs', runId: run.id } as const;
  const taken = await first.value('list.take', rows);
  const again = await first.value('list.take', inputs);
  const users = question('microblog.users.get', {});
  const ofRows = {
    tableId: taken.tableId,
    taken: rows,
    hasHeader: false,
    query: users,
    mapping: taken.mapping ?? {},
  } as const;
  const ofInputs = {
    tableId: again.tableId,
    taken: inputs,
    hasHeader: false,
    query: accounts,
    mapping: again.mapping ?? {},
  } as const;
  // By itself it would be read as cells between semicolons.
  const text = 'user-1,A;B\nuser-2,C;D';
  const paste = { kind: 'text', text, separator: ',' } as const;
  const pasted = await first.value('list.take', paste);
  const ofText = {
    tableId: pasted.tableId,
    taken: paste,
    hasHeader: pasted.hasHeader,
    query: accounts,
    mapping: { username: 0 },
  } as const;
  // The person has chosen how it is read.
  const file = {
    kind: 'file',
    name: 'people.csv',
    base64: Buffer.from('anna;1\nç;2\ncem;3', 'latin1').toString('base64'),
    encoding: 'windows-1252',
    separator: ';',
  } as const;
  const chosen = await first.value('list.take', file);
  const ofFile = {
    tableId: chosen.tableId,
    taken: file,
    hasHeader: chosen.hasHeader,
    query: question('microblog.posts.search', {}),
    mapping: { q: 0 },
  } as const;
  const checkedBy = async (core: TestCore) => [
    await core.value('list.check', ofRows),
    await core.value('list.check', ofInputs),
    await core.value('list.check', ofText),
    await core.value('list.check', ofFile),
  ];
  const before = await checkedBy(first);
  expect(before).toMatchObject([
    { different: 3 },
    { different: 4 },
    { different: 2, sample: ['user-1', 'user-2'] },
    { different: 3, sample: ['anna', 'ç', 'cem'] },
  ]);
  const { dataDir } = first;
  await first.core.close();

  const second = await begin(service, { dataDir });
  const { taken: _, ...forgotten } = ofRows;
  expect(await second.call('list.check', forgotten)).toMatchObject({ ok: false });
  const withoutId = ({ listId: _id, ...checked }: MethodOutput<'list.check'>) => checked;
  expect((await checkedBy(second)).map(withoutId)).toEqual(before.map(withoutId));
  // It is in memory again, and can be asked.
  const { listId } = await second.value('list.check', forgotten);
  const limit = { perInput: 1, calls: 10 };
  await second.value('run.start', { runId: 'taken-again', query: users, limit, list: { listId } });
  expect((await rested('taken-again', second)).list?.count).toBe(3);
});

it('[41] an input whose failure the disk refused is not asked again', async () => {
  const service = await startListService(2);
  const core = await begin(service);
  const note = vi.spyOn(StoredRun.prototype, 'appendFail').mockRejectedValueOnce(full);
  onTestFinished(() => note.mockRestore());
  const run = await askList(core, { text: 'gone-1\nuser-2' });
  expect(run.state).toMatchObject({ kind: 'failed', problem: { code: 'storage_full' } });
  expect(service.asked).toEqual(['gone-1']);
  // There is still no room: nothing is asked either.
  note.mockRejectedValueOnce(full);
  expect((await goOn(core, run.id)).state.kind).toBe('failed');
  expect(service.asked.length).toBe(1);
  expect((await goOn(core, run.id)).state).toEqual({ kind: 'noMore' });
  expect(service.asked).toEqual(['gone-1', 'user-2', 'user-2']);
  expect((await inputsOf(core, run.id)).map(({ status }) => status)).toEqual(['notFound', 'done']);
});

it('after a restart, more of an input begins at its first page, goes beyond what was there, and says so', async () => {
  const service = await startListService(3);
  const first = await begin(service);
  const run = await askList(first, { text: names('user', 2).join('\n'), perInput: 1 });
  expect(run.list).toMatchObject({ statuses: { partly: 2 }, moreCalls: 2 });
  await first.core.close();

  const core = await begin(service, { dataDir: first.dataDir });
  expect((await core.value('run.open', { runId: run.id })).run.list?.moreCalls).toBe(4);
  expect(await goOn(core, run.id, { which: 'more' })).toMatchObject({
    calls: 6,
    rowCount: 2 * (1 + 2) * pageRows,
    list: { statuses: { partly: 2 }, moreCalls: 2 },
  });
  expect(await goOn(core, run.id, { which: 'more' })).toMatchObject({
    calls: 8,
    rowCount: 2 * (1 + 3) * pageRows,
    list: { statuses: { partly: 0, done: 2 }, moreCalls: 0 },
  });
});

it('an input that fails later keeps its rows, and continues with the page that failed', async () => {
  const service = await startListService(12);
  service.failsFor = 0;
  const first = await begin(service);
  const { id } = await askList(first, { text: 'flaky-1' });
  expect(await goOn(first, id, { which: 'more' })).toMatchObject({ calls: 6, rowCount: 18 });
  service.failsFor = 3;
  const failed = await goOn(first, id, { which: 'more' });
  const ended = { statuses: { failed: 1 }, failedCalls: 3 };
  expect(failed).toMatchObject({ calls: 9, rowCount: 18, list: ended });
  const whole = await goOn(first, id, { which: 'failed' });
  expect(whole).toMatchObject({ calls: 12, rowCount: 27, list: { statuses: { partly: 1 } } });
  await first.core.close();

  // From the first page again, of which the second fails.
  const second = await begin(service, { dataDir: first.dataDir });
  let asked = 0;
  service.before = () => {
    asked += 1;
    if (asked === 2) service.failsFor = 6;
  };
  const again = await goOn(second, id, { which: 'more' });
  expect(again).toMatchObject({ calls: 16, rowCount: 30, list: { failedCalls: 11 } });
  const shown = async (core: TestCore): Promise<unknown[]> =>
    (await rowsIn(core, id)).map((row) => row['id']);
  const kept = [...idsOf('flaky-1', 9), ...idsOf('flaky-1', 1)];
  expect(await shown(second)).toEqual(kept);
  expect((await inputsOf(second, id))[0]).toMatchObject({ status: 'failed', rows: 27, pages: 9 });
  await second.core.close();

  const third = await begin(service, { dataDir: first.dataDir });
  expect((await third.value('run.open', { runId: id })).run.list?.failedCalls).toBe(9);
  const reached = await goOn(third, id, { which: 'failed' });
  expect(reached).toMatchObject({ calls: 25, rowCount: 57, hasRepeats: true });
  const more = { inputs: 'more' as const, limit: { calls: 1000 } };
  const { window: next } = await third.value('run.next', { runId: id, ...more });
  expect([next.offset, next.rows.length]).toEqual([57, pageRows]);
  expect((await rested(id, third)).rowCount).toBe(66);
  expect(await shown(third)).toEqual([...kept, ...idsOf('flaky-1', 12)]);
});

it('after a restart finished inputs stay, and one that was cut short keeps both tries; duplicates can be hidden', async () => {
  const service = await startListService(4);
  const first = await begin(service);
  // The cap ends in the middle of the second account.
  const text = names('user', 3).join('\n');
  const { id: runId, rowCount } = await askList(first, { text, perInput: 4, calls: 6 });
  expect(rowCount).toBe(6 * pageRows);
  const { dataDir } = first;
  await first.core.close();

  const second = await begin(service, { dataDir });
  const opened = (await second.value('run.open', { runId })).run;
  expect(opened.state).toEqual({ kind: 'limit', reason: 'maxCalls' });
  expect(opened.list?.statuses).toMatchObject({ done: 1, waiting: 2 });
  expect(opened.columns[0]).toMatchObject({ field: '_input', label: 'Input' });
  const before = service.asked.length;
  const rest = { inputs: 'waiting' as const, limit: { calls: 1000 } };
  const { window: next } = await second.value('run.next', { runId, ...rest });
  const done = await rested(runId, second);
  const fourTimes = (name: string): string[] => Array<string>(4).fill(name);
  expect(service.asked.slice(before)).toEqual(['user-2', 'user-3'].flatMap(fourTimes));
  expect(done).toMatchObject({ rowCount: 14 * pageRows, hasRepeats: true });
  expect(next).toMatchObject({ offset: 6 * pageRows, total: 7 * pageRows });
  const { runs } = await second.value('history.list', {});
  expect(runs).toMatchObject([{ rows: done.rowCount }]);
  const kept = [...idsOf('user-1', 4), ...idsOf('user-2', 2), ...idsOf('user-2', 4)];
  const all = [...kept, ...idsOf('user-3', 4)];
  expect((await rowsIn(second, runId)).map(({ id }) => id)).toEqual(all);

  // Without what was sent again, in order of arrival.
  const wanted = [...new Set(all)];
  const once = { ...everyRow, hideDuplicatesBy: 'id' };
  const window = { runId, view: once, offset: 0, count: 100 };
  const { rows } = await second.value('rows.window', window);
  expect(rows.map(({ id }) => id)).toEqual(wanted);
  const fields = ['_input'];
  const summary = await second.value('view.summary', { runId, view: once, fields });
  expect(summary).toMatchObject({ rows: 42, of: 42, count: 36 });
  const saved = await save(second, { runIds: [runId], format: plainCsv, view: once });
  expect(saved).toMatchObject({ rows: 36 });
  const [header, ...lines]: string[][] = parseCsv(readFileSync(second.saved.at(-1) ?? ''));
  expect(header?.slice(0, 2)).toEqual(['input', 'id']);
  expect(lines.map((line) => line.slice(0, 2))).toEqual(wanted.map((id) => [id.split('/')[0], id]));
});
