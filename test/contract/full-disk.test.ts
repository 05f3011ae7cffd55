/** A disk that fills up while a run collects (checklist 41): nothing paid for is lost. */
import { cpSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import {
  ask,
  begin,
  eachTestHasServer,
  everything,
  next,
  problemOf,
  rested,
  restart,
  rowsOf,
  server,
  stored,
  test,
} from '#test/support/run-core.ts';
import { smallDisks } from '#test/support/small-disk.ts';
import { testFolder } from '#test/support/store/runs.ts';
import type { SmallDisk } from '#test/support/small-disk.ts';
import { expectReadable, queryFor, sentRows } from '#test/support/two-runs.ts';

const pageSize = 50;
const totalRows = 230;
eachTestHasServer({ pageSize, totalRows });

const noCall = { code: 'storage_full', call: 'noCall', remedies: [{ kind: 'tryAgain' }] };

/** Rows that the server has for the search. */
const sent = (count: number) => sentRows(server, 'sea').slice(0, count);

/** A core on the disk, which is full once this many answers are on their way; 0 for none. */
async function beginOn(newDisk: () => SmallDisk, fullDuring = 0): Promise<SmallDisk> {
  const disk = newDisk();
  let answers = 0;
  await begin({
    dataDir: join(disk.folder, 'data'),
    fetch: async (...request) => {
      const response = await fetch(...request);
      answers += 1;
      if (answers === fullDuring) disk.fill();
      return response;
    },
  });
  return disk;
}

describe.each(smallDisks)('[41] %s', (_, newDisk) => {
  it('keeps the page that was paid for, makes no call, and goes on once there is room', async () => {
    const disk = await beginOn(newDisk, 3);
    const run = await ask(everything);
    const { id: runId } = run;
    const problem = problemOf(run);
    expect(problem).toMatchObject({
      code: 'storage_full',
      call: 'answered',
      remedies: [{ kind: 'trySavingAgain' }],
      title: expect.stringMatching(/no space left on the disk/),
      advice: expect.stringMatching(/Free up disk space/),
    });
    const counts = { pageCount: 2, rowCount: 2 * pageSize, calls: 3 };
    expect(run).toMatchObject({ state: { kind: 'failed' }, ...counts });

    // Nothing more is sent: not for this run, nor for another one.
    const refused = { ok: false, error: problem };
    for (const limit of [{ pages: 1, rows: null }, everything]) {
      expect(await test.call('run.next', { runId, limit })).toMatchObject(refused);
    }
    const other = await test.call('run.start', { runId: mintRunId(), query: queryFor('tide') });
    expect(other).toMatchObject({ ok: false, error: noCall });
    expect(await test.call('run.trySavingAgain', { runId })).toMatchObject(refused);
    expect(server.requests.length).toBe(3);
    expect(readdirSync(join(test.dataDir, 'runs'))).toEqual([runId]);

    // What is there can be read, and saved on another disk.
    await expectReadable(test, { id: runId, rows: sent(2 * pageSize) });

    disk.makeRoom();
    const again = await test.value('run.trySavingAgain', { runId });
    expect(again.run).toMatchObject({ state: { kind: 'more' }, pageCount: 3, calls: 3 });
    expect(again.window.rows).toEqual(sent(3 * pageSize).slice(2 * pageSize));
    const whole = { state: { kind: 'noMore' }, rowCount: totalRows, calls: 5 };
    expect(await next(run, everything)).toMatchObject(whole);
    // Each page was asked for once.
    const cursors = server.requests.map(({ query }) => query['cursor']);
    expect([cursors.length, new Set(cursors).size]).toEqual([5, 5]);
    expect(test.reported).toEqual([]);

    await restart();
    const later = await expectReadable(test, { id: runId, rows: sent(totalRows) });
    expect(later).toMatchObject({ state: { kind: 'noMore' }, notices: [], calls: 5 });
  });
});

describe('[41] a full disk', () => {
  const [[, newDisk]] = smallDisks;

  it('takes the page in memory when the program is closed, if there is room by then', async () => {
    const disk = await beginOn(newDisk, 1);
    const run = await ask();
    expect(problemOf(run).code).toBe('storage_full');
    disk.makeRoom();
    await restart();
    const told = { state: { kind: 'interrupted', rested: 'more' }, calls: 1 };
    expect(await rested(run.id)).toMatchObject(told);
    expect(await rowsOf(run)).toEqual(sent(pageSize));
  });

  it('takes the page in memory with it when its run is deleted: restored, the run asks for it again', async () => {
    const disk = await beginOn(newDisk, 2);
    const { id: runId } = await ask(everything);
    await test.value('history.remove', { runIds: [runId] });
    disk.makeRoom();
    await test.value('history.restore', { runIds: [runId] });
    const { run } = await test.value('run.open', { runId });
    expect(run).toMatchObject({ state: { kind: 'stopped', unanswered: true }, pageCount: 1 });
    expect(await next(run, everything)).toMatchObject({ state: { kind: 'noMore' }, calls: 6 });
    expect(await rowsOf(run)).toEqual(sent(totalRows));
  });

  it('with little room lets no call be made, and one that is there be made later', async () => {
    const disk = await beginOn(newDisk);
    const first = await ask();
    disk.fill(63 * 1024 * 1024);
    expect(problemOf(await next(first))).toMatchObject(noCall);
    expect(server.requests.length).toBe(1);
    expect(await rowsOf(first)).toEqual(sent(pageSize));
    disk.makeRoom();
    const more = { state: { kind: 'more' }, pageCount: 2, calls: 2 };
    expect(await next(first)).toMatchObject(more);
  });

  it('is why a run rests, after a restart and a crash, too', async () => {
    const disk = await beginOn(newDisk);
    const { id } = await ask();
    disk.fill(63 * 1024 * 1024);
    await test.value('run.next', { runId: id, limit: everything });
    const crashed = join(testFolder(), 'data');
    // Sockets, such as the folder's lock, can't be copied.
    const filter = (path: string): boolean => !lstatSync(path).isSocket();
    cpSync(test.dataDir, crashed, { recursive: true, filter });
    const told = { kind: 'interrupted', rested: 'failed', failure: noCall };
    const other = await startTestCore({ dataDir: crashed });
    onTestFinished(() => other.close());
    expect((await other.value('run.open', { runId: id })).run.state).toMatchObject(told);
    await restart();
    expect(await rested(id)).toMatchObject({ state: told, calls: 1 });
    const { runs } = await test.value('history.list', {});
    expect(runs).toMatchObject([{ state: 'interrupted', rested: 'failed' }]);
  });

  it('tells that a file of the service was counted and could not be kept', async () => {
    const disk = await beginOn(newDisk, 1);
    const values = { q: 'sea', responseType: 'csv' };
    const run = await ask(undefined, { ...stored, values });
    expect(problemOf(run)).toMatchObject({
      code: 'storage_full',
      call: 'answered',
      remedies: [{ kind: 'tryAgain' }],
      advice: expect.stringContaining('another call'),
    });
    disk.makeRoom();
    const files = [{ page: 1, partial: false }];
    expect(await next(run)).toMatchObject({ state: { kind: 'noMore' }, calls: 2, files });
    expect(server.requests.length).toBe(2);
  });
});
