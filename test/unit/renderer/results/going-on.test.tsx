/** Where a run stands and what leads on from there: by a click, once, and never by itself. */
import { act } from 'react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunList } from '#shared/contract/list.ts';
import type { Run } from '#shared/contract/run.ts';
import { defaultPreferences } from '#shared/contract/snapshot.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { everyRow, type View } from '#shared/contract/view.ts';
import { lookAt } from '#renderer/state/workspace.ts';
import { coveredWords } from '#renderer/features/results/run-bar/by-date.ts';
import { changeSnapshot, rememberRun, useApp } from '#renderer/state/app.ts';
import { showView } from '#renderer/state/workspace.ts';
import { draw as drawPage, screenText } from '../draw.tsx';
import { button, buttons, click, menuItem, only, settle, workspace } from '../explore/window.tsx';
import { answer, host, inputsOf, ok, refuse } from '../fake-host.ts';
import {
  makeCredential,
  makeOperation,
  makeProblem,
  makeQuery,
  makeReply,
  makeRunList,
  makeSnapshot,
  makeTab,
} from '../make.ts';
import { makeTime } from './charts/make-chart.ts';
import { seeEverything } from '../everything-seen.ts';
import { draw, giveSize, grid, OpenResults, status } from './results-window.tsx';

beforeAll(giveSize);
seeEverything();

const never = () => new Promise(() => undefined);
const problem = makeProblem('It broke.', { remedies: [{ kind: 'tryAgain' }] });
const noRows = { pageCount: 0, rowCount: 0, columns: [] };

test('is one button, and a second click is none; what is refused can be repeated; all has no limit', async () => {
  const run = await draw({});
  expect(status()).toContain('2 pages · 40 rows · more available');
  answer('run.next', () => ok(makeReply()));
  await click(button('How many more posts'));
  await click(menuItem('All posts…'));
  const panel = only<HTMLElement>('[role="dialog"][aria-label="How many more posts"]');
  expect(panel.textContent).toContain('One call per page');
  await click(button('Get all posts'));
  const limit = { pages: null, rows: null };
  expect(inputsOf('run.next')).toEqual([{ runId: run.id, limit }]);

  answer('run.next', refuse('There is no key.'));
  await click(button('Get more posts'));
  expect(only('[role="alert"]').textContent).toContain('There is no key.');
  answer('run.next', () => ok(makeReply()));
  await click(button('Get more posts'));
  expect(document.querySelector('[role="alert"]')).toBeNull();
  answer('run.next', never);
  await click(button('Get more posts'));
  await click(button('Get more posts'));
  expect(inputsOf('run.next').slice(3)).toEqual([{ runId: run.id }]);
});

const now = new Date().toISOString();

test('is stopped by its button, also while it is retried, and not offered meanwhile', async () => {
  const state = { kind: 'retrying', page: 3, attempt: 1, at: now, problem } as const;
  const run = await draw({ state });
  expect(buttons('Get more posts')).toEqual([]);
  answer('run.stop', refuse('Too late.'));
  await click(button('Stop'));
  expect(inputsOf('run.stop')).toEqual([{ runId: run.id }]);
});

test('of a question for one item is to get that item, without pages', async () => {
  const query = { endpointId: 'microblog.users.get', values: { username: 'a' }, fields: [] };
  const one = { ...noRows, query, resource: 'microblog.user' };
  const run = await draw({ ...one, state: { kind: 'stopped' } }, { query });
  expect(status()).toContain('Stopped before an answer arrived');
  expect(buttons('How many more posts')).toEqual([]);
  answer('run.next', never);
  await click(button('Get account'));
  expect(inputsOf('run.next')).toEqual([{ runId: run.id }]);
  await draw({ ...one, state: { kind: 'interrupted', rested: null } }, { query });
  expect(buttons('Run again')).toHaveLength(1);
});

test('is not offered for a run of another service', async () => {
  await draw({ profileId: 'https://other.example.org', heldBack: 3 });
  expect(buttons('Get more posts')).toEqual([]);
  expect(buttons('How many more posts')).toEqual([]);
  // What was fetched is here, whichever service it came from.
  expect(buttons('Show 3 more you already have')).toHaveLength(1);
});

test('to everything of a first page of stored data is offered, but not with a trial key', async () => {
  const notices = [{ code: 'stored_more', message: 'There is more.' }];
  await draw({ state: { kind: 'notAll' }, notices });
  expect(buttons('Get everything…')).toHaveLength(1);
  const credential = makeCredential({ kind: 'trialKey' });
  await act(async () => useApp.setState({ snapshot: makeSnapshot({ credential }) }));
  expect(status()).toContain('incomplete');
  expect(buttons('Get everything…')).toEqual([]);
  await draw({ state: { kind: 'more' } });
  await act(async () => useApp.setState({ snapshot: makeSnapshot({ credential }) }));
  expect(buttons('Get more posts')).toEqual([]);
});

describe('a list', () => {
  const asked = async (
    label: string,
    statuses: Partial<RunList['statuses']>,
    change: object,
    state: Run['state'] = { kind: 'noMore' },
  ) => {
    const list = { ...makeRunList(statuses), maxCalls: 40, ...change };
    await draw({ state, list, calls: 10 });
    answer('run.next', never);
    await click(button(label));
    return [button(label).title, inputsOf('run.next')[0]];
  };

  test('of which inputs are partly here says when they begin again; its cap is never lowered', async () => {
    const statuses = { done: 8, partly: 2 };
    const next = { inputs: 'more', atMost: 9, limit: { calls: 40 } };
    expect(await asked('Get more from 2 inputs', statuses, { moreCalls: 6 })).toMatchObject([
      'About 2 calls, at most 9 with retries: from the first page again',
      next,
    ]);
    const [price] = await asked('Get more from 2 inputs', statuses, { moreCalls: 2 });
    expect(price).toBe('At most 2 calls, 5 with retries');
  });

  test('is continued within its cap, and beyond it only by what is said', async () => {
    const label = 'Continue with the other 5';
    const statuses = { done: 4, failed: 1, waiting: 5 };
    const inputs = 'waiting';
    expect(await asked(label, statuses, { perInput: 3 })).toMatchObject([
      'About 10 calls, at most 18 with retries',
      { inputs, atMost: 18, limit: { calls: 40 } },
    ]);
    expect(await asked(label, statuses, { perInput: 3, maxCalls: 15 })).toMatchObject([
      'At most 5 calls, including retries',
      { inputs, atMost: 5, limit: { calls: 15 } },
    ]);
    expect(await asked(label, statuses, { perInput: 3, maxCalls: 10 })).toMatchObject([
      'About 10 calls, at most 18 with retries',
      { inputs, atMost: 18, limit: { calls: 28 } },
    ]);
  });

  test('that stopped at the limit for a day is continued past it', async () => {
    const state = { kind: 'limit', reason: 'dayCeiling' } as const;
    const [, next] = await asked('Continue with the other 5', { done: 5, waiting: 5 }, {}, state);
    expect(status()).toContain('Continuing takes more calls.');
    expect(next).toMatchObject({ beyondCeiling: true });
  });

  test('asks what failed again without lowering the cap, and says which limit ended it', async () => {
    const plan = { inputs: 'failed', atMost: 6, limit: { calls: 40 } };
    const label = 'Retry the failed input';
    const [, next] = await asked(label, { done: 9, failed: 1 }, { perInput: 3, failedCalls: 3 });
    expect(next).toMatchObject(plan);
    // Rows that come again are hidden.
    expect(workspace().tabs[0]?.view.hideDuplicatesBy).toBe('id');
    const state = { kind: 'limit', reason: 'maxCalls' } as const;
    for (const [maxCalls, words] of [
      [40, 'Stopped at the number of calls you agreed to'],
      [10, 'The list has reached its cap of 10 calls'],
    ] as const) {
      const list = { ...makeRunList({ waiting: 5, done: 5 }), maxCalls };
      await draw({ state, list, calls: 10 });
      expect(status()).toContain(words);
    }
  });
});

describe('collecting', () => {
  const plan = { limit: { pages: 50, rows: null }, startedAt: now, pagesBefore: 0, rowsBefore: 0 };
  const fetching = { kind: 'fetching' as const, page: 32, since: now };
  const ticks = () => only('[role="img"]');

  test('tells pages, rows, pace, calls and the time left; Stop is at hand', async () => {
    const begun = { ...plan, startedAt: new Date(Date.now() - 60_000).toISOString() };
    await draw({ plan: begun, state: fetching, pageCount: 31, rowCount: 310, calls: 32 });
    expect(ticks().getAttribute('aria-label')).toBe('31 of 50 pages here');
    const drawn = ['done', 'now', 'open'].map(
      (kind) => ticks().querySelectorAll(`[data-kind="${kind}"]`).length,
    );
    expect(drawn).toEqual([31, 1, 18]);
    expect(status()).toMatch(
      /Getting pages, 30 of 50\..*31 of 50 pages.*310 rows.*[123]\d\d rows a minute.*32 calls.*[3-9]\d s left/,
    );
    expect(buttons('Stop')).toHaveLength(1);
  });

  test('a page that failed turns red in place; trying again goes on with the plan', async () => {
    const state = { kind: 'failed' as const, page: 32, problem };
    const run = await draw({ plan, state, pageCount: 31, rowCount: 310 });
    expect(ticks().querySelectorAll('[data-kind="failed"]')).toHaveLength(1);
    expect(ticks().getAttribute('aria-label')).toBe('31 of 50 pages here, page 32 failed');
    answer('run.next', never);
    await click(button('Try again'));
    expect(inputsOf('run.next')).toEqual([{ runId: run.id, limit: { pages: 19, rows: null } }]);
  });

  test('a ceiling asks; going on beyond it keeps what was asked for', async () => {
    const state = { kind: 'limit' as const, reason: 'runCeiling' as const };
    const run = await draw({ plan, state, pageCount: 20, rowCount: 200, calls: 200 });
    expect(status()).toContain('This run has reached its limit of 200 calls');
    answer('run.next', never);
    await click(button('Continue past the limit'));
    const limit = { pages: 30, rows: null };
    expect(inputsOf('run.next')).toEqual([{ runId: run.id, limit, beyondCeiling: true }]);
    await click(button('Open Settings'));
    expect(useApp.getState().page).toBe('settings');
  });

  test.each([
    ['runCeiling', 'Paused after 150 calls'],
    ['dayCeiling', 'Paused at a daily limit'],
  ] as const)('a %s that allows more by now is not passed', async (reason, words) => {
    const run = await draw({ plan, state: { kind: 'limit', reason }, pageCount: 20, calls: 150 });
    expect(status()).toContain(words);
    expect(buttons('Continue past the limit')).toEqual([]);
    answer('run.next', never);
    await click(button('Continue'));
    expect(inputsOf('run.next')).toEqual([{ runId: run.id, limit: { pages: 30, rows: null } }]);
  });

  test('a limit for a day is no longer reached once the day has passed', async () => {
    vi.useFakeTimers();
    const pass = () => act(() => vi.advanceTimersByTimeAsync(5000));
    const state = { kind: 'limit', reason: 'dayCeiling' } as const;
    await draw({ state });
    const count = (today: string, callsToday: number) =>
      answer('calls.counts', () =>
        ok({ today, callsToday, days: [], byPlatform: {}, byKey: {}, total: 9 }),
      );
    count('2026-11-22', 9);
    const preferences = { ...defaultPreferences, ceilings: { run: null, day: 9 } };
    const snapshot = makeSnapshot({ preferences, calls: { session: 9, total: 9 } });
    await act(async () => useApp.setState({ snapshot }));
    await pass();
    expect(status()).toContain('Today’s calls have reached the limit of 9 calls');
    count('2026-11-23', 0);
    vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1000);
    await pass();
    expect(status()).toContain('Paused at a daily limit');
    expect(buttons('Continue past the limit')).toEqual([]);
  });

  test('rows held back are shown without a call', async () => {
    const run = await draw({
      plan: { ...plan, limit: { pages: null, rows: 12 } },
      state: { kind: 'limit', reason: 'rows' },
      rowCount: 12,
      heldBack: 3,
    });
    expect(status()).toContain('2 pages · 12 of 15 rows shown');
    answer('run.showAll', () => ok({ run, window: { offset: 12, total: 15, rows: [] } }));
    await click(button('Show 3 more you already have'));
    expect(inputsOf('run.showAll')).toEqual([{ runId: run.id }]);
    expect(buttons('Get more posts')).toHaveLength(1);
  });
});

// What each state says: run-sentences.test.ts.
test('without rows, an answer that promises more says so and offers it', async () => {
  await draw({ ...noRows, pageCount: 1 });
  expect(screenText()).toContain('The first page was empty');
  expect(buttons('Get more posts')).toHaveLength(1);
});

test('without rows, what came beside them is shown all the same', async () => {
  const extras = { parent_comment: { id: '7', text: 'The comment itself' } };
  await draw({ ...noRows, pageCount: 1, state: { kind: 'noMore' }, extras });
  expect(screenText()).toContain('The comment itself');
});

test('without rows, a failed first page is a card with its remedy; with rows, they stay', async () => {
  const state = { kind: 'failed' as const, page: 1, problem };
  await draw({ ...noRows, state });
  expect(only('[role="alert"]').textContent).toContain('It broke');
  expect(document.querySelector('[role="grid"]')).toBeNull();
  answer('run.next', () => ({ ok: false, error: problem }));
  await click(button('Try again'));
  expect(inputsOf('run.next')).toHaveLength(1);
  await draw({ state: { ...state, page: 3 } });
  expect(only('[role="alert"]').textContent).toContain(
    'Page 3 failed: it broke. 2 pages, 40 rows are saved. Retrying continues from page 3',
  );
  expect(grid().getAttribute('aria-rowcount')).toBe('41');
  expect(status()).toContain('page 3 failed');
});

test('are saved byte for byte; half a file says so', async () => {
  const files = [{ page: 1, bytes: 48_200, partial: true }];
  const run = await draw({ state: { kind: 'noMore' }, rowCount: 0, pageCount: 1, files });
  expect(screenText()).toContain('48 kB, kept on this computer exactly as it arrived');
  expect(screenText()).toContain('The answer was cut off');
  expect(screenText()).not.toContain('No posts match');
  answer('file.save', () => ok({ kind: 'cancelled' }));
  await click(button('Save the service’s CSV…'));
  expect(inputsOf('file.save')).toEqual([{ file: { of: 'page', runId: run.id, page: 1 } }]);
});

test('that are only offered are opened after asking', async () => {
  const downloadUrl = 'https://files.example.org/dump.csv';
  const operation = makeOperation({ status: 'success', downloadUrl });
  await draw({ state: { kind: 'noMore' }, rowCount: 0, operation });
  const openLink = vi.spyOn(host, 'openLink');
  await click(button('Open the service’s file'));
  expect(only('[role="dialog"]').textContent).toContain(downloadUrl);
  expect(openLink).not.toHaveBeenCalled();
  await click(button('Open link'));
  expect(openLink.mock.calls).toEqual([[downloadUrl]]);
});

describe('by date', () => {
  const state = { kind: 'interrupted', rested: 'more' } as const;
  const stoppedAt = '2026-11-18T07:18:00.000Z';
  const drawn = makeTime([40], { earliest: stoppedAt, latest: '2026-11-18T10:19:00.000Z' });

  test('says what the rows cover and what it costs, and one click asks', async () => {
    const run = await draw({ state: { kind: 'fetching', page: 3, since: stoppedAt }, stoppedAt });
    let count = (): void => undefined;
    const counted = new Promise<void>((resolve) => (count = resolve));
    answer('view.summary', async ({ view }: { view: View }) => {
      await counted;
      return ok({ rows: 40, of: 40, count: view.filters.length === 0 ? 40 : 31, columns: [] });
    });
    answer('view.chart', () => ok({ rows: 40, of: 40, count: 40, drawn }));
    await act(async () => rememberRun({ ...run, revision: run.revision + 1, state }));
    // It is there before its cost is known, and can't be pressed until then.
    expect(button('Continue before 18 Nov 07:18').disabled).toBe(true);
    expect(status()).toContain('Working out the cost…');
    count();
    await settle();
    // Newer days are not asked again, and no row twice.
    const day = { from: '2026-11-18', to: '2026-11-18', timeZone: 'UTC' };
    const filters = [{ kind: 'date', field: 'createdAt', ...day }];
    expect(inputsOf('view.summary')).toContainEqual(
      expect.objectContaining({ view: { ...everyRow, filters, hideDuplicatesBy: 'id' } }),
    );
    expect(status()).toContain('Covers 18 Nov 07:18 – 10:19');
    expect(status()).toContain(
      'Continuing takes about 4 calls, 3 of them for rows you already have.',
    );
    answer('run.next', never);
    await click(button('Continue before 18 Nov 07:18'));
    const limit = { pages: 4, rows: null };
    expect(inputsOf('run.next')).toEqual([{ runId: run.id, limit, byDate: true }]);
  });

  test('costs what all rows say, not those prepared so far, as in a project that was copied', async () => {
    let rows = 0;
    const run = await draw({ state: { kind: 'fetching', page: 3, since: stoppedAt }, stoppedAt });
    answer('view.summary', () => ok({ rows, of: 40, count: rows, columns: [] }));
    answer('view.chart', () => ok({ rows, of: 40, count: rows, drawn }));
    vi.useFakeTimers();
    const pass = () => act(() => vi.advanceTimersByTimeAsync(3000));
    await act(async () => rememberRun({ ...run, revision: run.revision + 1, state }));
    await pass();
    rows = 15;
    await pass();
    expect(status()).toContain('Working out the cost…');
    expect(status()).not.toContain('Covers');
    expect(button('Continue before 18 Nov 07:18').disabled).toBe(true);
    rows = 40;
    await pass();
    expect(status()).toContain('Continuing takes about 5 calls');
    expect(status()).toContain('Covers 18 Nov 07:18 – 10:19');
  });

  test('of a list no time is said to be covered: each input has its own; nor of rows by relevance whose dates were cleared', async () => {
    await draw({ state, list: makeRunList({ done: 4 }) });
    expect(inputsOf('view.chart')).toEqual([]);
    await draw({
      state,
      query: makeQuery({ q: 'trees', sortBy: 'relevance', since: '', until: '' }),
    });
    expect(inputsOf('view.chart')).toEqual([]);
    await draw({ state });
    expect(inputsOf('view.chart')).toHaveLength(1);
  });

  const counted = { rows: 40, of: 40, count: 40, columns: [] };
  const derived: Run['derived'] = {
    from: { kind: 'collections', sources: [], collectedAt: 'collected_at' },
    facts: null,
  };

  // The cursor is lost; a picture is saved without any button beside it.
  test.each([
    [
      'where it is offered',
      {},
      {},
      'The service had more: “Continue before 18 Nov 07:18” gets it.',
    ],
    [
      'after the service refused',
      { state: { kind: 'cursorRefused', page: 3, problem } },
      {},
      ' gets it.',
    ],
    [
      'not while the form asks something else',
      {},
      { query: makeQuery({ q: 'ships' }) },
      'had more.',
    ],
    ['not for another service', { profileId: 'https://other.example.org' }, {}, 'had more.'],
    [
      'not where nobody knows its dates',
      { query: makeQuery({ soundId: '1' }, 'shortvideo.posts.by-sound') },
      { query: makeQuery({ soundId: '1' }, 'shortvideo.posts.by-sound') },
      'had more.',
    ],
    ['not without the time of its last row', { stoppedAt: null }, {}, 'can no longer get.'],
    [
      'not for a list',
      { list: makeRunList({ done: 4 }), stoppedAt: null },
      {},
      'can no longer get.',
    ],
    ['not for a table made from runs', { derived, stoppedAt: null }, {}, 'made from your runs.'],
  ] as const)('is what charts and summaries advise: %s', async (_case, change, tab, words) => {
    const trees = makeQuery({ q: 'trees' });
    const run = await draw({ state, stoppedAt, ...change }, { query: trees, ...tab });
    answer('view.summary', () => ok(counted));
    answer('view.chart', () => ok({ ...counted, drawn }));
    for (const look of ['charts', 'summary']) {
      await act(async () => lookAt(run.id, look));
      await settle();
      const offered = buttons('Continue before 18 Nov 07:18').length;
      expect(screenText()).toContain(words);
      expect(screenText().includes('gets it')).toBe(offered === 1);
    }
  });

  test('is not offered where no row shows the way', async () => {
    await draw({ state });
    expect(buttons('Continue before 18 Nov 07:18')).toEqual([]);
    expect(buttons('Run again from the start')).toHaveLength(1);
    expect(status()).toContain('To get further, start a new run: about 2 calls to get back here.');
  });
});

test('the room of the time that rows cover stays if no row has one: the buttons beside it would move', async () => {
  const drawn = makeTime([], { earliest: null, latest: null });
  answer('view.chart', () => ok({ rows: 40, of: 40, count: 40, drawn }));
  await draw({ state: { kind: 'more' } });
  expect(inputsOf('view.chart')).toHaveLength(1);
  await settle();
  const [held] = only('[aria-label="Run status"]').children;
  expect([...held!.children].map(({ textContent }) => textContent)).toEqual([
    '2 pages · 40 rows · more available',
    '',
  ]);
});

test('the time that rows cover is named with what was asked, days in UTC', () => {
  const covered = (values: Record<string, string>, min = '2026-11-21T23:28:00Z') =>
    coveredWords(
      { endpointId: '', values, fields: [] },
      { min, max: '2026-11-22T11:55:00Z' },
      'Europe/Oslo',
    );
  expect(covered({ since: '2026-11-15', until: '2026-11-22' })).toBe(
    'Asked 15–22 Nov, got 22 Nov 00:28 – 12:55',
  );
  expect(covered({ since: '2025-10-28', until: '2026-11-03' }, '2026-11-01T12:00:00Z')).toBe(
    'Asked 28 Oct 2025 – 3 Nov, got 1 Nov 13:00 – 22 Nov 12:55',
  );
  expect([covered({ since: '2026-11-15' }), covered({ until: '2026-11-22' })]).toEqual([
    'Asked from 15 Nov, got 22 Nov 00:28 – 12:55',
    'Asked until 22 Nov, got 22 Nov 00:28 – 12:55',
  ]);
});

const other = { endpointId: 'microblog.posts.search', values: { q: 'another sea' }, fields: [] };

test('rows of a question that is no longer in the form say whose they are, and none is one click from the next page', async () => {
  const run = await draw({ state: { kind: 'more' } }, { query: other });
  expect(screenText()).toContain(`These rows answer “${run.title}”`);
  expect([...buttons('Get more posts'), ...buttons('How many more posts')]).toEqual([]);

  const snapshot = useApp.getState().snapshot!;
  const tabs = [makeTab({ query: other, runId: run.id })];
  useApp.setState({ snapshot: { ...snapshot, workspace: { ...snapshot.workspace, tabs } } });
  await click(button('Show their question'));
  expect(inputsOf('run.next')).toEqual([]);
  expect(workspace().tabs.map(({ query }) => query)).toEqual([run.query]);
});

test('rows that came again are hidden as duplicates, once, however the run is looked at', async () => {
  for (const look of ['table', 'inputs']) {
    const list = makeRunList({});
    const run = await draw({ list });
    const id = `tab of ${look}`;
    const shown = (): Tab => workspace().tabs[0] ?? makeTab();
    const again = async (): Promise<void> => {
      const runs = { [run.id]: { ...run, hasRepeats: true } };
      await drawPage(<OpenResults tab={shown()} />, { ...useApp.getState(), runs });
    };
    const tab = makeTab({ id, runId: run.id, look });
    changeSnapshot(() => ({ workspace: { ...workspace(), tabs: [tab] } }));
    await again();
    expect(shown()).toMatchObject({ view: { hideDuplicatesBy: 'id' } });
    expect(shown().inputsView).toBe(tab.inputsView);
    // Who shows them sees them, also when coming back to the tab.
    await act(async () => showView(id, run.id, everyRow));
    await again();
    expect(shown().view).toEqual(everyRow);
  }
});
