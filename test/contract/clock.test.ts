/** The computer's clock may be set at any moment: no page, no call and no wait depends on it. */
import { expect, it, vi } from 'vitest';
import {
  ask,
  begin,
  eachTestHasCore,
  restart,
  rested,
  server,
  test,
} from '#test/support/run-core.ts';

const hour = 3_600_000;
const year = 365.25 * 24 * hour;

eachTestHasCore({ pageSize: 3, totalRows: 9 });

/** From the next request on the clock is wrong by so much. */
function shiftWithRequest(by: number): typeof fetch {
  return (...request) => {
    const right = Date.now.bind(Date);
    vi.restoreAllMocks();
    const before = right();
    const since = performance.now();
    vi.spyOn(Date, 'now').mockImplementation(() => before + by + (performance.now() - since));
    return fetch(...request);
  };
}

it.each([
  ['5 seconds back', -5000],
  ['ten years back', -10 * year],
  ['to before 1970', -100 * year],
  ['an hour ahead', hour],
  ['to the year 12000', 9974 * year],
])(
  'set %s during a page, which is kept, counted once, and there after a restart',
  async (_, by) => {
    await begin({ fetch: shiftWithRequest(by) });
    const told = { state: { kind: 'limit' }, pageCount: 2, rowCount: 6, calls: 2 };
    const run = await ask({ pages: 2, rows: null });
    vi.restoreAllMocks();
    expect(run).toMatchObject(told);
    await restart();
    const after = { ...told, state: { kind: 'interrupted' } };
    expect(await rested(run.id)).toMatchObject(after);
    const { pages } = await test.value('run.pages', { runId: run.id, from: 0, count: 10 });
    for (const { ms } of pages) expect(ms).toBeLessThan(60_000);
    expect(server.requests).toHaveLength(2);
  },
);

it.each([
  ['a day back', -24 * hour, 0],
  ['six days back', -6 * 24 * hour, 0],
  ['a day on', 24 * hour, 2],
  // It was wrong when the calls were made, or is now: nothing says which.
  ['a month back', -30 * 24 * hour, 2],
])(
  'set %s at the limit of a day, the clock allows as many more calls as it may',
  async (_, by, more) => {
    await test.value('preferences.save', { ceilings: { run: null, day: 2 } });
    await ask({ pages: 2, rows: null });
    const right = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => right() + by);
    for (const expected of [more, 0]) {
      const state = { kind: 'limit', reason: expected === 2 ? 'pages' : 'dayCeiling' };
      expect(await ask({ pages: 2, rows: null })).toMatchObject({ state, calls: expected });
      // The window knows it by the same count.
      expect((await test.value('calls.counts', {})).callsToday).toBe(2);
    }
    vi.restoreAllMocks();
    expect(server.requests).toHaveLength(2 + more);
  },
);
