/** Work under way: how far it is, what is told when it ends, and leaving while it goes on. */
import type { App, BaseWindow, BrowserWindow } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AppEvent } from '#shared/contract/event.ts';
import type { Run } from '#shared/contract/run.ts';
import type { ExportState } from '#shared/contract/export/export.ts';
import { askBeforeLeaving } from '#main/electron/leaving.ts';
import { createWorkNotifier, createWork, type Work } from '#main/electron/work.ts';
import {
  makeExport,
  makeProblem,
  makeRepeat,
  makeRun,
  makeRunList,
  makeSaved,
  makeTime,
  repeatedRuns,
} from '#test/unit/renderer/make.ts';
import { createDialog, createEvents, createPreventable, standIn } from './stand-in.ts';
import { aMoment } from './world.ts';

const at = '2026-11-20T10:00:00.000Z';
const plan = (pages: number | null, rows: number | null = null): Run['plan'] => ({
  limit: { pages, rows },
  startedAt: at,
  pagesBefore: 2,
  rowsBefore: 40,
});
const fetching = { kind: 'fetching', page: 3, since: at } as const;
const run = (change: Partial<Run>): AppEvent => ({ kind: 'run.changed', run: makeRun(change) });
/** Going on to a limit, so far. */
const collecting = (limit: Run['plan'], soFar: Partial<Run> = {}): AppEvent =>
  run({ state: fetching, plan: limit, ...soFar });
const saving = (state: ExportState, of: number | null = 100): AppEvent => ({
  kind: 'export.changed',
  export: makeExport(state, { of }),
});
const writing = (rows: number | null): ExportState => {
  return { kind: 'writing', rows, bytes: 1, bytesPerSecond: 1 };
};
const preparing = saving({ kind: 'preparing' }, null);
const copying = saving({ kind: 'finishing', bytes: 6, of: 10, bytesPerSecond: 1 });
const saved = saving(makeSaved({ rows: 1200 }));
const problem = { ...makeProblem('The disk is full.'), advice: 'Make room.' };
const failedRun: Partial<Run> = { state: { kind: 'failed', page: 3, problem }, rowCount: 1200 };

let work: Work;
beforeEach(() => {
  work = createWork();
});

it.each<[string, AppEvent[], 'none' | 'unknown' | number]>([
  ['nothing at first', [], 'none'],
  ['a single page is too short', [collecting(plan(1))], 'none'],
  ['pages of a limit', [collecting(plan(4), { pageCount: 3 })], 0.25],
  ['rows of a limit', [collecting(plan(null, 140), { rowCount: 90 })], 0.5],
  ['the nearer limit', [collecting(plan(4, 140), { pageCount: 3, rowCount: 90 })], 0.5],
  ['an operation', [run({ state: { ...fetching, kind: 'polling' } })], 'unknown'],
  ['a rested run', [collecting(plan(4)), run({ state: { kind: 'more' } })], 'none'],
  ['a file before its rows are known', [preparing], 'unknown'],
  ['a file being written', [saving(writing(30))], 0.3],
  ['a file being copied', [copying], 0.6],
  ['a saved file', [saving(writing(30)), saved], 'none'],
  ['both together', [collecting(plan(4), { pageCount: 3 }), saving(writing(75))], 0.5],
])('how far it is %s', (_what, events, expected) => {
  for (const event of events) work.take(event);
  const share = { kind: 'share', share: expected };
  expect(work.progress()).toEqual(typeof expected === 'number' ? share : { kind: expected });
});

const long = collecting(plan(4));
const short = collecting(plan(1));
const begun = saving(writing(1));
const failed = saving({ kind: 'failed', problem });
const atEnd = { state: { kind: 'noMore' } } as const;
const repeating = (...times: Parameters<typeof makeTime>[0][]): AppEvent => ({
  kind: 'repeat.changed',
  repeat: makeRepeat({ times: times.map(makeTime) }),
});
const atWork = repeating({ outcome: 'running' });
const ofRepeat = { id: `${repeatedRuns[1]}-1` };

it.each<[string, AppEvent[], string | null]>([
  ['a failed run', [long, run(failedRun)], 'Search posts: trees | 1,200 rows. The disk is full.'],
  ['a long run', [long, run({ ...atEnd, rowCount: 1 })], 'Search posts: trees | 1 row.'],
  ['a run that was stopped by hand', [long, run({ state: { kind: 'stopped' } })], null],
  ['a single page', [short, run({ state: { kind: 'more' } })], null],
  ['a run that nobody saw begin', [run({ state: { kind: 'more' }, plan: plan(4) })], null],
  ['what came by itself', [atWork, repeating({})], 'Floods | 412 rows, 38 new'],
  ['what came before the program started', [repeating({})], null],
  ['what a person stopped', [atWork, repeating({ outcome: 'stopped' })], null],
  [
    'a repeat that failed',
    [atWork, repeating({ outcome: 'failed', rows: 0, news: null, why: 'The key was refused.' })],
    'Floods | 0 rows. The key was refused.',
  ],
  [
    'a long run of a repeat, which says so itself',
    [atWork, collecting(plan(4), ofRepeat), run({ ...atEnd, ...ofRepeat })],
    null,
  ],
  ['a saved file', [begun, saved], 'posts.csv is saved | 1,200 rows'],
  ['a failed file', [begun, failed], 'posts.csv was not saved | The disk is full. Make room.'],
  ['a cancelled file', [begun, saving({ kind: 'cancelled' })], null],
])('what ended %s', (_what, events, ended) => {
  const last = events.map((event) => work.take(event)).at(-1);
  expect(last && `${last.title} | ${last.body}`).toBe(ended);
});

interface Looking {
  focused?: boolean;
  notifications?: 'shown' | 'failed' | 'unsupported' | 'unused';
}

/** Tells of these events to a person who looks at the window or not. */
function telling(events: AppEvent[], { focused = false, notifications = 'shown' }: Looking = {}) {
  const told: { title: string; body: string }[] = [];
  const bars: number[] = [];
  const flashes: boolean[] = [];
  const [ofNotification, ofWindow] = [createEvents(), createEvents()];
  let shows = 0;
  class Notification {
    static isSupported = (): boolean => notifications !== 'unsupported';
    readonly on = ofNotification.on;
    readonly show: () => void;
    constructor(given: { title: string; body: string }) {
      this.show = () => {
        told.push(given);
        if (notifications === 'failed') ofNotification.emit('failed', {}, 'not signed');
      };
    }
  }
  const window = standIn<BrowserWindow>({
    isDestroyed: () => false,
    isFocused: () => focused,
    setProgressBar: (bar) => void bars.push(bar),
    flashFrame: (on) => void flashes.push(on),
    once: ofWindow.once,
  });
  const take = createWorkNotifier({
    work,
    window: () => window,
    Notification: notifications === 'unused' ? null : Notification,
    show: () => (shows += 1),
  });
  for (const event of events) take(event);
  const focus = (): void => ofWindow.emit('focus');
  return {
    told,
    bars,
    flashes,
    focus,
    click: () => ofNotification.emit('click'),
    shows: () => shows,
  };
}

it('another project has nothing under way: what ran in the one before was stopped', () => {
  work.take(collecting(plan(10), { pageCount: 4 }));
  work.take(saving(writing(10)));
  expect([work.unfinished.running(), work.unfinished.words()]).toEqual([
    expect.stringMatching(/^A question .* and a file /),
    expect.any(String),
  ]);
  work.take({ kind: 'project.opened' });
  expect([work.unfinished.running(), work.unfinished.words(), work.progress()]).toEqual([
    null,
    null,
    { kind: 'none' },
  ]);
});

it('each change of the bar is drawn once, and it is taken away', () => {
  const half = saving(writing(50));
  const { bars } = telling([preparing, half, half, collecting(plan(1)), saved]);
  expect(bars).toEqual([2, 0.5, -1]);
});

it('a person who is elsewhere is notified, and led back by a click; who sees it is not', () => {
  const ending = [saving(writing(1)), saved];
  const { told, click, shows } = telling(ending);
  expect(told).toMatchObject([{ title: 'posts.csv is saved', body: '1,200 rows' }]);
  click();
  expect(shows()).toBe(1);
  const looking = telling(ending, { focused: true, notifications: 'unsupported' });
  expect([looking.told, looking.flashes]).toEqual([[], []]);
});

it.each(['failed', 'unsupported', 'unused'] as const)(
  'where notifications are %s, the window asks for attention until it has it',
  (notifications) => {
    const { flashes, focus } = telling([saving(writing(1)), saved], { notifications });
    expect(flashes).toEqual([true]);
    focus();
    expect(flashes).toEqual([true, false]);
  },
);

describe('leaving', () => {
  const leave = (staysRunning: boolean, response: number | Promise<number>) => {
    const app = createEvents();
    const window = createEvents();
    const { asked, dialog } = createDialog(response);
    let quits = 0;
    askBeforeLeaving({
      app: standIn<App>({ on: app.on, quit: () => (quits += 1) }),
      dialog,
      window: () => standIn<BaseWindow>({}),
      work,
      staysRunning: () => staysRunning,
      stay: () => undefined,
      report: (error) => {
        throw error;
      },
    }).guard(standIn<BrowserWindow>({ on: window.on }));
    const held = (of: typeof app, name: string): boolean => {
      const event = createPreventable('');
      of.emit(name, event);
      return event.prevented;
    };
    return {
      quit: () => held(app, 'before-quit'),
      close: () => held(window, 'close'),
      asked: () => asked.map(({ detail }) => detail),
      quits: () => quits,
    };
  };

  it('asks nobody while nothing is under way, or once all is done', () => {
    const { quit, close, asked } = leave(false, 0);
    expect([quit(), close()]).toEqual([false, false]);
    work.take(saving(writing(1)));
    work.take(saved);
    expect([quit(), close(), asked()]).toEqual([false, false, []]);
  });

  it('asks once, a single page too, and leaves after a yes without asking again', async () => {
    work.take(collecting(plan(1)));
    const { quit, close, asked, quits } = leave(false, 0);
    expect([quit(), close(), quit()]).toEqual([true, true, true]);
    await expect.poll(() => quits()).toBe(1);
    expect(asked()).toEqual([expect.stringMatching(/^A question is being answered\. /)]);
    expect([quit(), close()]).toEqual([false, false]);
  });

  it('names the runs that can’t be continued later, and none that can or that are as asked', async () => {
    const page = { pageCount: 3, plan: plan(null), state: { kind: 'stopped' } } as const;
    const { quit, asked } = leave(false, 1);
    for (const change of [
      { stoppedAt: at },
      { state: { kind: 'noMore' } as const },
      { state: { kind: 'limit', reason: 'rows' } as const },
      { pageCount: 1 },
      { plan: plan(1) },
      { query: { endpointId: 'microblog.posts.search.stored', values: {}, fields: [] } },
    ]) {
      work.take(run({ ...page, ...change }));
      expect(quit()).toBe(false);
    }
    work.take(run({ ...page, title: 'Followers: mira_osei' }));
    expect(quit()).toBe(true);
    await aMoment();
    const followers =
      'run can’t be continued later: “Followers: mira_osei” (3 pages). Its rows are kept.';
    expect(asked()).toEqual([`This ${followers}`]);
    work.take(run({ ...page, title: 'Followers: mira_osei', state: fetching }));
    quit();
    await aMoment();
    expect(asked()[1]).toMatch(/^A question is being answered\. .*\n\nThis run can’t/s);
  });

  it('[41] names the page that the disk refused, of a single page and of a list too, until it is saved', async () => {
    const { quit, asked } = leave(false, 1);
    const unsaved = { ...problem, remedies: [{ kind: 'trySavingAgain' as const }] };
    const state = { kind: 'failed', page: 1, problem: unsaved } as const;
    work.take(run({ state, list: makeRunList() }));
    expect(work.unfinished.words()).toMatch(/^A page you paid for/);
    const held = run({ state, plan: plan(1) });
    work.take(held);
    expect(quit()).toBe(true);
    await aMoment();
    const words =
      'A page you paid for isn’t saved yet and would be lost: “Search posts: trees”. Open its run and try saving again first.';
    expect(asked()).toEqual([words]);
    work.take(saving(writing(1)));
    expect(quit()).toBe(true);
    await aMoment();
    expect(asked()[1]).toMatch(/^A file is being saved\. Everything else you received is saved\./);
    work.take(saved);
    work.take(run({ state: { kind: 'more' }, plan: plan(1) }));
    expect(quit()).toBe(false);
    // Another project has no such page.
    work.take(held);
    work.take({ kind: 'project.opened' });
    expect(quit()).toBe(false);
  });

  it('stays after a no, and asks again the next time', async () => {
    work.take(saving(writing(1)));
    const { quit, asked, quits } = leave(false, 1);
    expect(quit()).toBe(true);
    await aMoment();
    work.take(run({ state: fetching }));
    expect(quit()).toBe(true);
    await aMoment();
    expect(asked()).toEqual([
      expect.stringMatching(/^A file is being saved\. /),
      expect.stringMatching(/^A question is being answered and a file is being saved\. /),
    ]);
    expect(quits()).toBe(0);
  });

  it('on macOS closing the window asks nobody: the program goes on', () => {
    work.take(saving(writing(1)));
    const { quit, close } = leave(true, new Promise(() => undefined));
    expect([close(), quit()]).toEqual([false, true]);
  });
});
