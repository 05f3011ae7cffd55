/** Collecting many pages: limits, stopping, ceilings, turns. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { nodeFiles } from '#main/core/store/file-port.ts';
import { defaultPreferences } from '#shared/contract/snapshot.ts';
import type { RunLimit } from '#shared/contract/run.ts';
import type { Preferences } from '#shared/contract/snapshot.ts';
import { mintRunId } from '#test/support/core.ts';
import {
  ask,
  eachTestHasCore,
  everything,
  items,
  next,
  problemOf,
  rested,
  restart,
  rowsOf,
  search,
  server,
  statesTold,
  test,
} from '#test/support/run-core.ts';

eachTestHasCore({ pageSize: 5, totalRows: 43 });

const pages = (count: number) => ({ pages: count, rows: null });
const rows = (count: number) => ({ pages: null, rows: count });
const tide = { ...search, values: { q: 'tide' } };

const prefer = (change: Partial<Preferences>): Promise<unknown> =>
  test.value('preferences.save', { ...defaultPreferences, ...change });

/** The disk takes no new file of the run, as for what is kept beside its log. */
function refuseNewFiles(runId: string): void {
  const disk = { ...nodeFiles };
  const spy = vi.spyOn(nodeFiles, 'open').mockImplementation(async (path, mode, access) => {
    if (mode === 'create' && path.includes(runId) && path.endsWith('.part')) {
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    }
    return disk.open(path, mode, access);
  });
  onTestFinished(() => spy.mockRestore());
}

describe('collecting', () => {
  // That there is one call at a time, `interleavings.test.ts` shows at the service.
  it('[25] is queued only while another run has it', async () => {
    const kinds = ({ id }: { id: string }) => statesTold(id).map(({ kind }) => kind);
    // Slower than the pace at which changes are told: each page is told of.
    server.fail({ kind: 'delay', ms: 110 }, Infinity);
    expect(kinds(await ask(pages(3)))).toEqual(['fetching', 'limit']);
    for (const run of await Promise.all([ask(pages(2)), ask(pages(2))])) {
      expect(kinds(run)).toContain('queued');
    }
  });

  it('stops at a number of pages and goes on from there', async () => {
    const run = await ask(pages(3));
    const end = { state: { kind: 'limit', reason: 'pages' }, pageCount: 3, calls: 3 };
    expect(run).toMatchObject(end);
    expect(await next(run, pages(2))).toMatchObject({ ...end, pageCount: 5, calls: 5 });
  });

  it('shows exactly the rows asked for, discards none that were paid, and pays none twice', async () => {
    const run = await ask(rows(12));
    const state = { kind: 'limit', reason: 'rows' };
    expect(run).toMatchObject({ state, pageCount: 3, rowCount: 12, heldBack: 3 });
    expect(await rowsOf(run)).toEqual(items().slice(0, 12));
    const more = await next(run, rows(14));
    expect(more).toMatchObject({ state, rowCount: 14, heldBack: 1, calls: 3 });
    expect(await next(run, rows(15))).toMatchObject({ state, rowCount: 15, heldBack: 0 });
    await next(run, rows(12));
    await test.value('run.showAll', { runId: run.id });
    expect(await rowsOf(run)).toEqual(items().slice(0, 15));
    expect(server.requests).toHaveLength(3);
  });

  it('makes no call for a number of rows that can’t be saved, and says why', async () => {
    const run = await ask(rows(12));
    refuseNewFiles(run.id);
    const refused = await next(run, rows(20));
    expect(problemOf(refused)).toMatchObject({ code: 'storage_full', call: 'noCall' });
    expect(refused).toMatchObject({ rowCount: 12, heldBack: 3, calls: 3 });
    // Rows that are here are shown all the same. Without the disk, the program offers them again.
    const { run: shown } = await test.value('run.showAll', { runId: run.id });
    expect(shown).toMatchObject({ rowCount: 15, heldBack: 0 });
    await restart();
    const { run: opened } = await test.value('run.open', { runId: run.id });
    expect(opened).toMatchObject({ rowCount: 12, heldBack: 3 });
    expect(server.requests).toHaveLength(3);
  });

  it('[25] asks a first page before the pages of long runs', async () => {
    const [one, other, first] = [mintRunId(), mintRunId(), mintRunId()];
    for (const runId of [one, other]) {
      await test.value('run.start', { runId, query: search, limit: everything });
    }
    const kinds = (ids: string[]) => ids.map((id) => statesTold(id).at(-1)?.kind);
    let asked: Promise<unknown> = Promise.resolve();
    const sent = await new Promise<number>((resolve) => {
      const act = async (): Promise<void> => {
        // A page of one is under way, and the other one waits.
        await expect.poll(() => kinds([one, other])).toContain('queued');
        asked = test.value('run.start', { runId: first, query: tide });
        await expect.poll(() => kinds([first])).toEqual(['queued']);
        resolve(server.requests.length);
      };
      server.fail({ kind: 'meanwhile', act });
    });
    await asked;
    expect(server.requests[sent]?.query['q']).toBe('tide');
  });

  it('goes on, and is heard of, when one of those who listen throws', async () => {
    const broken = new Error('a window that is gone');
    test.core.subscribe(() => {
      throw broken;
    });
    const heard = new Set<string>();
    test.core.subscribe(({ kind }) => heard.add(kind));
    expect(await ask()).toMatchObject({ state: { kind: 'more' }, rowCount: 5, calls: 1 });
    expect(heard).toEqual(new Set(['run.changed', 'calls.changed']));
    expect(new Set(test.reported)).toEqual(new Set([broken]));
  });
});

describe('ceilings', () => {
  it('of a run ask before going on, and let the person go beyond', async () => {
    await prefer({ ceilings: { run: 2, day: null } });
    const run = await ask(everything);
    expect(run).toMatchObject({ state: { kind: 'limit', reason: 'runCeiling' }, calls: 2 });
    await next(run, everything);
    expect(server.requests).toHaveLength(2);
    await test.value('run.next', { runId: run.id, limit: everything, beyondCeiling: true });
    expect(await rested(run.id)).toMatchObject({
      state: { kind: 'noMore' },
      rowCount: 43,
      calls: 9,
    });
  });

  it('of a run give way to a number of pages or rows, but not to one page more', async () => {
    await prefer({ ceilings: { run: 2, day: null } });
    const run = await ask(pages(3));
    expect(run).toMatchObject({ state: { kind: 'limit', reason: 'pages' }, calls: 3 });
    const asks = { state: { kind: 'limit', reason: 'runCeiling' }, calls: 3 };
    expect(await next(run, pages(1))).toMatchObject(asks);
    expect(await next(run, rows(20))).toMatchObject({ rowCount: 20, calls: 4 });
  });

  it('that the person went beyond are those that were said, and only this once', async () => {
    await prefer({ ceilings: { run: 2, day: 4 } });
    const run = await ask(everything);
    const beyond = async (limit: RunLimit) => {
      await test.value('run.next', { runId: run.id, limit, beyondCeiling: true });
      return rested(run.id);
    };
    const asks = (reason: string, calls: number) => ({ state: { kind: 'limit', reason }, calls });
    expect(await beyond(everything)).toMatchObject(asks('dayCeiling', 4));
    expect(await beyond(pages(2))).toMatchObject(asks('pages', 6));
    expect(await next(run, everything)).toMatchObject(asks('runCeiling', 6));
  });

  it('that were raised since the run paused ask again at the new number', async () => {
    await prefer({ ceilings: { run: 2, day: null } });
    const run = await ask(everything);
    await prefer({ ceilings: { run: 4, day: null } });
    await test.value('run.next', { runId: run.id, limit: everything, beyondCeiling: true });
    expect(await rested(run.id)).toMatchObject({
      state: { kind: 'limit', reason: 'runCeiling' },
      calls: 4,
    });
  });

  it('of a day hold for runs that waited for their turn, and for tries again', async () => {
    await prefer({ ceilings: { run: null, day: 4 } });
    await Promise.all(Array.from({ length: 3 }, () => ask(pages(3))));
    expect(server.requests).toHaveLength(4);
    await prefer({ ceilings: { run: null, day: 6 } });
    server.fail({ kind: 'status', status: 503 }, Infinity);
    const state = { kind: 'limit', reason: 'dayCeiling' };
    expect(await ask(pages(3))).toMatchObject({ state, calls: 2 });
  });

  it('of a day count all runs', async () => {
    await prefer({ ceilings: { run: null, day: 4 } });
    await ask(pages(3));
    const state = { kind: 'limit', reason: 'dayCeiling' };
    expect(await ask(pages(3))).toMatchObject({ state, calls: 1 });
    expect(await ask(pages(1))).toMatchObject({ state, calls: 0 });
  });
});

it('stops a run at work before it is removed', async () => {
  const runId = mintRunId();
  await test.value('run.start', { runId, query: search, limit: everything });
  await test.value('history.remove', { runIds: [runId] });
  const sent = server.requests.length;
  // What it still sent would come before the pages of another run.
  await ask(pages(3), tide);
  expect(server.requests.slice(sent).map(({ query }) => query['q'])).toEqual(
    Array.from({ length: 3 }, () => 'tide'),
  );
});
