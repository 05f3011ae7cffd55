/** Work under way: how far it is, what is told when it ends, and leaving while it goes on. */
import type { App, BaseWindow, BrowserWindow } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppEvent } from '#shared/contract/event.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Export, ExportState } from '#shared/export/export.ts';
import { askBeforeLeaving } from '#main/electron/leaving.ts';
import { createTellWork } from '#main/electron/tell-work.ts';
import { createWork, type Work } from '#main/electron/work.ts';
import { makeRun } from '#test/unit/renderer/make.ts';
import { createEvents, createPreventable, standIn } from './stand-in.ts';

const plan = (pages: number | null, rows: number | null = null): Run['plan'] => ({
  limit: { pages, rows },
  startedAt: '2026-11-20T10:00:00.000Z',
  pagesBefore: 2,
  rowsBefore: 40,
});
const fetching = { kind: 'fetching', page: 3, since: '2026-11-20T10:00:00.000Z' } as const;
const run = (change: Partial<Run>): AppEvent => ({ kind: 'run.changed', run: makeRun(change) });
const saving = (state: ExportState, of: number | null = 100): AppEvent => ({
  kind: 'export.changed',
  export: {
    id: 'export-0001',
    revision: 0,
    runIds: ['run-00000001'],
    format: 'csv',
    name: 'posts.csv',
    startedAt: '2026-11-20T10:00:00.000Z',
    of,
    state,
  } satisfies Export,
});
const writing = (rows: number | null): ExportState => ({
  kind: 'writing',
  rows,
  bytes: 1,
  bytesPerSecond: 1,
});
const saved: ExportState = {
  kind: 'saved',
  name: 'posts.csv',
  files: [],
  rows: 1200,
  changes: [],
  download: null,
  ms: 1,
  sheetProblem: null,
};
const problem: Problem = {
  code: 'storage_full',
  title: 'The disk is full.',
  advice: 'Make room.',
  call: 'noCall',
  remedies: [],
  details: null,
};

let work: Work;
beforeEach(() => {
  work = createWork();
});

describe('how far it is', () => {
  it.each<[string, AppEvent[], object]>([
    ['nothing at first', [], { kind: 'none' }],
    ['a single page is too short', [run({ state: fetching, plan: plan(1) })], { kind: 'none' }],
    [
      'pages of a limit',
      [run({ state: fetching, plan: plan(4), pageCount: 3 })],
      { kind: 'share', share: 0.25 },
    ],
    [
      'rows of a limit',
      [run({ state: fetching, plan: plan(null, 140), rowCount: 90 })],
      { kind: 'share', share: 0.5 },
    ],
    [
      'the limit that is nearer',
      [run({ state: fetching, plan: plan(4, 140), pageCount: 3, rowCount: 90 })],
      { kind: 'share', share: 0.5 },
    ],
    ['all there is', [run({ state: fetching, plan: plan(null) })], { kind: 'unknown' }],
    ['an operation', [run({ state: { ...fetching, kind: 'polling' } })], { kind: 'unknown' }],
    [
      'a rested run',
      [run({ state: fetching, plan: plan(4) }), run({ state: { kind: 'more' } })],
      { kind: 'none' },
    ],
    [
      'a file before its rows are known',
      [saving({ kind: 'preparing' }, null)],
      { kind: 'unknown' },
    ],
    ['a file being written', [saving(writing(30))], { kind: 'share', share: 0.3 }],
    ['raw pages', [saving(writing(null), null)], { kind: 'unknown' }],
    [
      'a file being copied',
      [saving({ kind: 'finishing', bytes: 6, of: 10, bytesPerSecond: 1 })],
      { kind: 'share', share: 0.6 },
    ],
    ['a saved file', [saving(writing(30)), saving(saved)], { kind: 'none' }],
    [
      'both together',
      [run({ state: fetching, plan: plan(4), pageCount: 3 }), saving(writing(75))],
      { kind: 'share', share: 0.5 },
    ],
  ])('%s', (_what, events, progress) => {
    for (const event of events) work.take(event);
    expect(work.progress()).toEqual(progress);
  });
});

describe('what ended', () => {
  const long = run({ state: fetching, plan: plan(4) });

  it.each<[string, AppEvent[], object | null]>([
    [
      'a long run',
      [long, run({ state: { kind: 'noMore' }, rowCount: 1 })],
      { title: 'Posts: trees', body: '1 row.' },
    ],
    [
      'a long run that failed',
      [long, run({ state: { kind: 'failed', page: 3, problem }, rowCount: 1200 })],
      { title: 'Posts: trees', body: '1,200 rows. The disk is full.' },
    ],
    ['a run that was stopped by hand', [long, run({ state: { kind: 'stopped' } })], null],
    [
      'a single page',
      [run({ state: fetching, plan: plan(1) }), run({ state: { kind: 'more' } })],
      null,
    ],
    ['a run that nobody saw begin', [run({ state: { kind: 'more' }, plan: plan(4) })], null],
    [
      'a saved file',
      [saving(writing(1)), saving(saved)],
      { title: 'posts.csv is saved', body: '1,200 rows' },
    ],
    [
      'a file that failed',
      [saving(writing(1)), saving({ kind: 'failed', problem })],
      { title: 'posts.csv was not saved', body: 'The disk is full. Make room.' },
    ],
    ['a cancelled file', [saving(writing(1)), saving({ kind: 'cancelled' })], null],
  ])('%s', (_what, events, ended) => {
    expect(events.map((event) => work.take(event)).at(-1)).toEqual(ended);
  });
});

describe('telling it', () => {
  const told: { title: string; body: string; click: () => void }[] = [];
  const bars: number[] = [];
  let focused = false;
  let supported = true;
  let shows = 0;

  class Notification {
    static isSupported = (): boolean => supported;
    readonly #events = createEvents();
    readonly on = this.#events.on;
    readonly #given: { title: string; body: string };
    constructor(given: { title: string; body: string }) {
      this.#given = given;
    }
    show(): void {
      told.push({ ...this.#given, click: () => this.#events.emit('click') });
    }
  }

  const window = standIn<BrowserWindow>({
    isDestroyed: () => false,
    isFocused: () => focused,
    setProgressBar: (bar) => void bars.push(bar),
  });
  const telling = (): ((event: AppEvent) => void) =>
    createTellWork({ work, window: () => window, Notification, show: () => (shows += 1) });

  beforeEach(() => {
    told.length = 0;
    bars.length = 0;
    focused = false;
    supported = true;
    shows = 0;
  });

  it('draws each change of the bar once, and takes it away', () => {
    const take = telling();
    take(saving({ kind: 'preparing' }, null));
    take(saving(writing(50)));
    take(saving(writing(50)));
    take(run({ state: fetching, plan: plan(1) }));
    take(saving(saved));
    expect(bars).toEqual([2, 0.5, -1]);
  });

  it('notifies a person who is elsewhere, and leads back by a click', () => {
    const take = telling();
    take(saving(writing(1)));
    take(saving(saved));
    expect(told).toMatchObject([{ title: 'posts.csv is saved', body: '1,200 rows' }]);
    told[0]?.click();
    expect(shows).toBe(1);
  });

  it('says nothing to a person who sees it', () => {
    focused = true;
    const take = telling();
    take(saving(writing(1)));
    take(saving(saved));
    expect(told).toEqual([]);
  });

  it('says nothing where the system has no notifications', () => {
    supported = false;
    const take = telling();
    take(saving(writing(1)));
    take(saving(saved));
    expect(told).toEqual([]);
  });
});

describe('leaving', () => {
  const leave = (
    platform: NodeJS.Platform,
    response: number | Promise<number>,
  ): {
    quit: () => boolean;
    close: () => boolean;
    asked: string[];
    quits: () => number;
  } => {
    const app = createEvents();
    const window = createEvents();
    const asked: string[] = [];
    let quits = 0;
    askBeforeLeaving(
      {
        app: standIn<App>({ on: app.on, quit: () => (quits += 1) }),
        dialog: {
          showMessageBox: async (...args: unknown[]) => {
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- with a window before
            asked.push((args.at(-1) as { detail: string }).detail);
            return { response: await response, checkboxChecked: false };
          },
        },
        window: () => standIn<BaseWindow>({}),
        work,
        report: (error) => {
          throw error;
        },
      },
      platform,
    ).guard(standIn<BrowserWindow>({ on: window.on }));
    const held = (of: typeof app, name: string): boolean => {
      const event = createPreventable('');
      of.emit(name, event);
      return event.prevented;
    };
    return {
      quit: () => held(app, 'before-quit'),
      close: () => held(window, 'close'),
      asked,
      quits: () => quits,
    };
  };
  const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('asks nobody while nothing is under way', () => {
    const { quit, close, asked } = leave('linux', 0);
    expect([quit(), close(), asked]).toEqual([false, false, []]);
  });

  it('asks once, a single page too, and leaves after a yes without asking again', async () => {
    work.take(run({ state: fetching, plan: plan(1) }));
    const { quit, close, asked, quits } = leave('linux', 0);
    expect([quit(), close(), quit()]).toEqual([true, true, true]);
    await vi.waitFor(() => expect(quits()).toBe(1));
    expect(asked).toEqual([expect.stringMatching(/^A question is being answered\. /)]);
    expect([quit(), close()]).toEqual([false, false]);
  });

  it('stays after a no, and asks again the next time', async () => {
    work.take(saving(writing(1)));
    work.take(run({ state: fetching }));
    const { quit, asked, quits } = leave('linux', 1);
    expect(quit()).toBe(true);
    await flush();
    expect(quit()).toBe(true);
    await flush();
    expect([asked.length, quits()]).toEqual([2, 0]);
    expect(asked[0]).toMatch(/^A question is being answered and a file is being saved\. /);
  });

  it('on macOS closing the window asks nobody: the program goes on', () => {
    work.take(saving(writing(1)));
    const { quit, close } = leave('darwin', new Promise(() => undefined));
    expect([close(), quit()]).toEqual([false, true]);
  });

  it('asks nobody once all is done', () => {
    work.take(saving(writing(1)));
    work.take(saving(saved));
    expect(leave('linux', 0).quit()).toBe(false);
  });
});
