/** The small files beside a run's log, which somebody else may have written. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createComputerMarks } from '#main/core/store/computer-marks.ts';
import { metaNotices, readCursor, readMeta } from '#main/core/store/run-meta.ts';
import { testFolder } from '#test/support/store/runs.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});
const write = (name: string, content: unknown): void =>
  writeFileSync(join(folder, name), JSON.stringify(content));

it('a name, limits and an offered file are in the form of ours, or said to be unreadable', () => {
  write('meta.json', { name: 'Mine', rowLimit: 5 });
  expect(readMeta(folder)).toEqual({ name: 'Mine', rowLimit: 5 });
  for (const odd of [7, [], { name: 7 }, { rowLimit: '5' }, { maxCalls: {} }, { operation: 7 }]) {
    write('meta.json', odd);
    expect(readMeta(folder), JSON.stringify(odd)).toBeUndefined();
    expect(metaNotices(folder)).toMatchObject([{ code: 'meta_damaged' }]);
  }
});

it('where a run stopped is in the form of ours, or said to be unreadable', async () => {
  const marks = createComputerMarks(testFolder());
  const page = { kind: 'storedPage', pageNumber: 2, tableName: 't' };
  const operation = { kind: 'operation', operationId: 'op_1', startedAt: '', page: 1 };
  write('place.json', page);
  expect(await readCursor(folder, marks)).toEqual(page);
  write('place.json', { ...operation, isOwn: true, mark: 'theirs' });
  expect(await readCursor(folder, marks)).toEqual({ ...operation, isOwn: false });
  for (const odd of [
    { kind: 'cursor', value: 'c1' },
    { ...page, pageNumber: '2' },
    { ...page, tableName: null },
    { ...operation, operationId: 7 },
    { ...operation, mark: 7 },
  ]) {
    write('place.json', odd);
    expect(await readCursor(folder, marks), JSON.stringify(odd)).toBeNull();
    expect(metaNotices(folder)).toMatchObject([{ code: 'cursor_damaged' }]);
  }
});
