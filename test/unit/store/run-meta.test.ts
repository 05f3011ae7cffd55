/** The small file beside a run's log, which somebody else may have written. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { metaNotices, readMeta } from '#main/core/store/run-summary.ts';
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
  for (const odd of [
    7,
    [],
    { name: 7 },
    { name: 'x'.repeat(201) },
    { note: 'x'.repeat(10_001) },
    { rowLimit: '5' },
    { maxCalls: {} },
    { operation: 7 },
  ]) {
    write('meta.json', odd);
    expect(readMeta(folder), JSON.stringify(odd)).toBeUndefined();
    expect(metaNotices(folder)).toMatchObject([{ code: 'meta_damaged' }]);
  }
});
