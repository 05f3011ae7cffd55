/** Files that are none, links that lead elsewhere, and files that are gone, as the next start meets them. */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mintRunId } from '#test/support/core.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { expectReadable, queryFor, sharedTwoRuns } from '#test/support/two-runs.ts';

const newTwoRuns = sharedTwoRuns();

const pipe = (path: string): void => {
  rmSync(path, { force: true });
  execFileSync('mkfifo', [path]);
};
const endless = (path: string): void => {
  rmSync(path, { force: true });
  symlinkSync('/dev/zero', path);
};

it.each([
  ['pipes', pipe],
  ['links to what has no end', endless],
] as const)('[44] %s in place of files hold nothing up and are said', async (_, put) => {
  const { dataDir, harmed, other, start } = newTwoRuns();
  put(join(dataDir, 'settings.json'));
  put(join(dataDir, 'ledger.jsonl'));
  put(join(dataDir, 'failures.json'));
  put(harmed.log);
  mkdirSync(join(dataDir, 'requests'), { recursive: true });
  put(join(dataDir, 'requests', 'request-1.answer'));
  put(join(other.folder, 'meta.json'));
  put(join(other.folder, 'place.json'));
  put(join(other.folder, 'derived', 'summary.jsonl'));
  put(join(other.folder, 'derived', 'columns.duckdb'));
  const test = await start();
  const { notices } = await test.value('app.snapshot', {});
  const codes = notices.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['settings_refused', 'ledger_read_only']));
  expect(await test.value('request.list', {})).toEqual({ answers: [] });
  const { runs } = await test.value('history.list', {});
  const found = Object.fromEntries(runs.map((run) => [run.id, run]));
  expect(found[harmed.id]).toMatchObject({ condition: 'damaged' });
  expect(found[other.id]).toMatchObject({ condition: 'sound', metaDamaged: true });
  expect(await test.call('run.open', { runId: harmed.id })).toMatchObject({ ok: false });
  await expectReadable(test, other);
});

it('[44] deleting a run never touches what links in its folder lead to, nor what the trash’s does', async () => {
  const { dataDir, harmed, start } = newTwoRuns();
  const outside = testFolder();
  const names = ['rows.idx', 'columns.duckdb', 'summary.jsonl', 'thesis.txt'];
  for (const name of names) writeFileSync(join(outside, name), 'mine');
  rmSync(join(harmed.folder, 'derived'), { recursive: true });
  for (const name of ['derived', 'bodies', 'more']) symlinkSync(outside, join(harmed.folder, name));
  symlinkSync(join(outside, 'thesis.txt'), join(harmed.folder, 'place.json'));
  rmSync(join(dataDir, 'trash'), { recursive: true, force: true });
  symlinkSync(outside, join(dataDir, 'trash'));
  mkdirSync(join(outside, 'tmp'));
  rmSync(join(dataDir, 'tmp'), { recursive: true, force: true });
  symlinkSync(outside, join(dataDir, 'tmp'));

  for (const runIds of [[harmed.id], []]) {
    const test = await start();
    for (const runId of runIds) await test.value('run.open', { runId });
    if (runIds.length > 0) await test.value('history.remove', { runIds });
    await test.close();
  }
  expect(readdirSync(outside).toSorted()).toEqual([...names, 'tmp'].toSorted());
  for (const name of names) expect(readFileSync(join(outside, name), 'utf8'), name).toBe('mine');
  expect(readdirSync(join(dataDir, 'trash'))).toEqual([]);
});

it('[44] nothing is written through a link in a run’s folder, and no paid-for answer is lost', async () => {
  const { server, harmed, start } = newTwoRuns();
  const outside = testFolder();
  writeFileSync(join(outside, '7.bin'), 'mine');
  rmSync(join(harmed.folder, 'derived'), { recursive: true });
  symlinkSync(outside, join(harmed.folder, 'derived'));
  const test = await start({ answerLimits: { held: 20_000, kept: 100_000 } });
  await test.value('history.list', {});
  const runId = mintRunId();
  await test.value('run.start', { runId, query: queryFor('storm') });
  const folder = join(test.dataDir, 'runs', runId);
  symlinkSync(outside, join(folder, 'bodies'));
  const text = 'y'.repeat(30_000);
  server.fail({ kind: 'page', members: { results: [{ text }] } });
  await test.value('run.next', { runId });

  expect(readdirSync(outside)).toEqual(['7.bin']);
  expect(readdirSync(join(folder, 'bodies'))).toEqual(['8.bin']);
  expect(readFileSync(join(folder, 'bodies', '8.bin'), 'utf8')).toContain(text);
  expect(readlinkSync(join(folder, 'bodies-link'))).toBe(outside);
});

it('[44] a ledger that is gone is counted again from the pages that are kept, marked, and said', async () => {
  const { dataDir, start } = newTwoRuns();
  for (const lose of [
    () => rmSync(join(dataDir, 'ledger.jsonl')),
    () => writeFileSync(join(dataDir, 'ledger.jsonl'), ''),
    () => undefined,
  ]) {
    lose();
    const test = await start();
    const { notices, calls } = await test.value('app.snapshot', {});
    expect(notices).toMatchObject([{ code: 'ledger_recounted' }]);
    // Four pages and two.
    expect(calls).toEqual({ session: 0, total: 6 });
    await test.close();
  }
});
