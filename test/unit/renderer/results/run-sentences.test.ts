import { describe, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/problem.ts';
import type { Run, RunState } from '#shared/contract/run.ts';
import { nextStep } from '#renderer/features/results/run-bar/next-step.ts';
import { runStatus } from '#renderer/features/results/run-bar/run-sentences.ts';
import { statusText } from '#renderer/features/results/run-bar/status.ts';
import { problemWords } from '#renderer/features/results/problems/failed-page.ts';
import { stateProblem } from '#renderer/features/results/run-problem.ts';
import { vi } from 'vitest';
import { makeProblem, makeRun } from '../make.ts';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const now = Date.parse('2026-11-20T17:00:10.000Z');
const busy: Problem = makeProblem('The service could not answer (503).');
const held = { pageCount: 3, rowCount: 60 };
const nothing = { pageCount: 0, rowCount: 0 };

const settings = { retries: 2, ceilings: { run: 200, day: 1000 } };

function said(state: RunState, change: Partial<Run> = held) {
  const status = runStatus(makeRun({ ...change, state }), now, settings);
  return { lead: statusText(status), detail: status.detail };
}

/** One line per state: [state, with rows, without]. Detail after the bar. */
const states: [RunState, string, string][] = [
  [
    { kind: 'queued', page: 4 },
    'Page 4 waits for its turn | 3 pages · 60 rows',
    'Page 4 waits for its turn',
  ],
  [
    { kind: 'fetching', page: 4, since: '2026-11-20T17:00:07.000Z' },
    'Fetching page 4… 3 s | 3 pages · 60 rows',
    'Fetching page 4… 3 s',
  ],
  [
    { kind: 'retrying', page: 4, attempt: 1, at: '2026-11-20T17:00:12.000Z', problem: busy },
    'Page 4: the service could not answer (503). Trying again in 2 s (attempt 2 of 3)',
    'Page 4: the service could not answer (503). Trying again in 2 s (attempt 2 of 3)',
  ],
  [{ kind: 'more' }, '3 pages · 60 rows · more available', '0 pages · 0 rows · more available'],
  [{ kind: 'noMore' }, '3 pages · 60 rows · that was all', '0 pages · 0 rows · that was all'],
  [
    { kind: 'stopped' },
    '3 pages · 60 rows · stopped | Going on starts with page 4.',
    'Stopped before the first page',
  ],
  [
    { kind: 'failed', page: 4, problem: busy },
    '3 pages · 60 rows · page 4 failed',
    'Stopped before the first page | The service could not answer (503).',
  ],
  [
    { kind: 'outOfCredits', page: 4, problem: busy },
    '3 pages · 60 rows · the plan’s limit is reached',
    'Stopped before the first page | The plan’s limit is reached.',
  ],
  [
    { kind: 'cursorRefused', page: 4, problem: busy },
    '3 pages · 60 rows · page 4 is out of reach',
    '0 pages · 0 rows · page 4 is out of reach',
  ],
  [
    { kind: 'cursorRepeated' },
    '3 pages · 60 rows · ended | The service named the same place twice; going on would pay for the same rows again.',
    '0 pages · 0 rows · ended | The service named the same place twice; going on would pay for the same rows again.',
  ],
  [
    { kind: 'interrupted', rested: null },
    '3 pages · 60 rows | The program closed while this ran. The rows stay. Going on takes a new run: about 3 calls to get here again.',
    'Interrupted before the first page | The program closed before an answer came. 1 call may have been counted.',
  ],
  [
    { kind: 'polling', page: 4, since: '2026-11-20T17:00:07.000Z' },
    'The service prepares page 4 · 3 s | 3 pages · 60 rows',
    'The service prepares page 4 · 3 s | Waiting costs nothing.',
  ],
  [
    { kind: 'limit', reason: 'pages' },
    'Stopped at 3 pages, as asked · more available | 3 pages · 60 rows',
    'Stopped at 0 pages, as asked · more available | 0 pages · 0 rows',
  ],
  [
    { kind: 'limit', reason: 'rows' },
    'Stopped at 60 rows, as asked · more available | 3 pages · 60 rows',
    'Stopped at 0 rows, as asked · more available | 0 pages · 0 rows',
  ],
  [
    { kind: 'limit', reason: 'runCeiling' },
    'This run has reached its ceiling of 200 calls | 3 pages · 60 rows. Going on takes more calls.',
    'This run has reached its ceiling of 200 calls | 0 pages · 0 rows. Going on takes more calls.',
  ],
  [
    { kind: 'limit', reason: 'dayCeiling' },
    'Today’s calls have reached their ceiling of 1,000 calls | 3 pages · 60 rows. Going on takes more calls.',
    'Today’s calls have reached their ceiling of 1,000 calls | 0 pages · 0 rows. Going on takes more calls.',
  ],
  [
    { kind: 'operationNoData' },
    'The service has no stored data for this question | 3 pages · 60 rows',
    'The service has no stored data for this question | Live data may have it.',
  ],
  [
    { kind: 'operationError', message: 'The table is gone' },
    'The service could not prepare the answer | It says: “The table is gone.”',
    'The service could not prepare the answer | It says: “The table is gone.”',
  ],
  [
    { kind: 'operationCancelled' },
    'The service cancelled the preparation | 3 pages · 60 rows',
    'The service cancelled the preparation | Running it again starts a new one, which is another call.',
  ],
  [
    { kind: 'operationExpired' },
    'The prepared answer has expired | The service keeps one for 15 minutes. Running it again is another call.',
    'The prepared answer has expired | The service keeps one for 15 minutes. Running it again is another call.',
  ],
];

describe('every state has its sentence', () => {
  test.each(states)('$kind', (state, withRows, without) => {
    const words = (counts?: Partial<Run>): string => {
      const { lead, detail } = said(state, counts);
      return detail === null ? lead : `${lead} | ${detail}`;
    };
    expect([words(), words(nothing)]).toEqual([withRows, without]);
  });
});

test('what changes every second is kept apart, for those who hear the rest', () => {
  const [fetching, retrying] = [states[1]?.[0], states[2]?.[0]];
  const ticking = (state: RunState | undefined) =>
    state === undefined
      ? []
      : runStatus(makeRun({ ...held, state }), now, settings)
          .lead.filter((part) => part.ticking === true)
          .map(({ text }) => text);
  expect(ticking(fetching)).toEqual([' 3 s']);
  expect(ticking(retrying)).toEqual([' in 2 s']);
});

test('a pause that is over says so, and a first second says nothing', () => {
  const retrying = (at: string) =>
    said({ kind: 'retrying', page: 1, attempt: 2, at, problem: busy });
  expect(retrying('2026-11-20T17:00:09.000Z').lead).toMatch(/Trying again now \(attempt 3 of 3\)$/);
  expect(said({ kind: 'fetching', page: 1, since: '2026-11-20T17:00:09.500Z' }).lead).toBe(
    'Fetching page 1…',
  );
});

test('attempts are those of the settings', () => {
  const state: RunState = {
    kind: 'retrying',
    page: 4,
    attempt: 1,
    at: '2026-11-20T17:00:12.000Z',
    problem: busy,
  };
  const once = { ...settings, retries: 1 };
  expect(statusText(runStatus(makeRun({ ...held, state }), now, once))).toMatch(
    /\(attempt 2 of 2\)$/,
  );
});

test('rows held back are told, whatever the state', () => {
  const change = { pageCount: 2, rowCount: 12, heldBack: 3 };
  expect(said({ kind: 'limit', reason: 'rows' }, change)).toEqual({
    lead: 'Stopped at 12 rows, as asked · more available',
    detail: '2 pages · 12 of 15 fetched rows shown',
  });
  expect(said({ kind: 'noMore' }, change).lead).toBe(
    '2 pages · 12 of 15 fetched rows shown · that was all',
  );
});

test('each way of resting before the end of the program is told', () => {
  const why = (rested: Extract<RunState, { kind: 'interrupted' }>['rested']) =>
    said({ kind: 'interrupted', rested }).detail?.split(' The rows stay.')[0];
  expect(why('limit')).toBe('More was available when the program closed.');
  expect(why('failed')).toBe('A page had failed when the program closed.');
  expect(why('outOfCredits')).toBe('The plan’s limit was reached when the program closed.');
  expect(why('cursorRefused')).toBe('The service had refused to go on.');
});

test('a failure before the end of the program is told with what failed, where that is kept', () => {
  expect(said({ kind: 'interrupted', rested: 'failed', failure: busy }).detail).toMatch(
    /^A page had failed when the program closed: the service could not answer \(503\)\. The rows stay\./,
  );
});

test('a first page that never came was interrupted only when the program ended meanwhile', () => {
  const words = (rested: Extract<RunState, { kind: 'interrupted' }>['rested'], calls: number) =>
    said({ kind: 'interrupted', rested }, { pageCount: 0, rowCount: 0, calls });
  expect(words('stopped', 1).lead).toBe('Stopped before the first page');
  expect(words('stopped', 1).detail).toBe('1 call may have been counted.');
  expect(words('failed', 0).detail).toBeNull();
  expect(words(null, 0).lead).toBe('Interrupted before the first page');
});

describe('stored data', () => {
  const operation = {
    operationId: 'op_1',
    status: 'QUEUED_UP',
    startedAt: '2026-11-20T17:00:00.000Z',
    checkedAt: null,
    expiresAt: null,
    trouble: null,
    downloadUrl: null,
  };
  const polling: RunState = { kind: 'polling', page: 1, since: '2026-11-20T16:59:46.000Z' };
  const first = { pageCount: 0, rowCount: 0 };

  test('is prepared: the state as the service spells it, the age, the trouble', () => {
    expect(said(polling, { ...first, operation })).toEqual({
      lead: 'The service prepares the answer · QUEUED_UP · 24 s',
      detail: 'Waiting costs nothing.',
    });
    const trouble = 'The service could not be asked just now; asking goes on.';
    expect(said(polling, { ...first, operation: { ...operation, trouble } }).detail).toBe(trouble);
  });

  test('can be waited for again after Stop, which costs nothing', () => {
    const state: RunState = { kind: 'stopped' };
    expect(said(state, { ...first, operation }).lead).toBe('Stopped waiting for the answer');
    expect(nextStep(makeRun({ state, operation }))).toBe('waitOn');
    const ready = { ...operation, status: 'success' };
    expect(nextStep(makeRun({ state, operation: ready }))).toBe('nextPage');
  });

  test('with a known total says how much of it is here', () => {
    const total = { pages: 30, rows: 3000 };
    const here = { pageCount: 1, rowCount: 100, total };
    expect(said({ kind: 'more' }, here).lead).toBe(
      '1 of 30 pages · 100 of 3,000 rows · more available',
    );
    expect(said({ kind: 'noMore' }, { ...here, pageCount: 30, rowCount: 3000 }).lead).toBe(
      '30 pages · 3,000 rows · that was all',
    );
    const running = { ...operation, status: 'running' };
    expect(said({ kind: 'stopped' }, { ...here, operation: running })).toEqual({
      lead: '1 of 30 pages · 100 of 3,000 rows · stopped waiting for page 2',
      detail: 'The service may go on preparing it. Waiting costs nothing.',
    });
  });

  test('can be fetched for so long', () => {
    const left = (expiresAt: string) =>
      said({ kind: 'more' }, { operation: { ...operation, status: 'success', expiresAt } }).detail;
    expect(left('2026-11-20T17:11:30.000Z')).toBe('Its pages can be fetched for another 12 min.');
    expect(left('2026-11-20T17:00:40.000Z')).toBe(
      'Its pages can be fetched for less than a minute.',
    );
    expect(left('2026-11-20T17:00:00.000Z')).toBe(
      'The service keeps an answer for 15 minutes; it may refuse further pages.',
    );
  });

  test('as a file says so; a first page alone is not all', () => {
    const file = { page: 1, bytes: 4100, partial: false };
    expect(said({ kind: 'noMore' }, { rowCount: 0, files: [file] })).toEqual({
      lead: 'The service’s CSV is here',
      detail: '4.1 kB',
    });
    const more = { code: 'stored_more', message: 'There is more.' };
    expect(said({ kind: 'noMore' }, { notices: [more] }).lead).toBe(
      '1 page · 20 rows · the first page only',
    );
    expect(nextStep(makeRun({ state: { kind: 'noMore' }, notices: [more] }))).toBe('getEverything');
  });

  test('without a way to what is left is not told as all', () => {
    const run = { notices: [{ code: 'more_unreachable', message: 'There is more.' }] };
    expect(said({ kind: 'noMore' }, { ...run, pageCount: 3, rowCount: 60 })).toEqual({
      lead: '3 pages · 60 rows · not all',
      detail: 'The rows stay. Going on takes a new run: about 3 calls to get here again.',
    });
    expect(nextStep(makeRun({ state: { kind: 'noMore' }, ...run }))).toBe('runAgainFromStart');
  });
});

describe('a page that failed beside rows', () => {
  const retryable: Problem = { ...busy, remedies: [{ kind: 'tryAgain' }] };
  const run = (problem: Problem) =>
    makeRun({ pageCount: 31, rowCount: 310, state: { kind: 'failed', page: 32, problem } });

  test('says what is saved and where retrying goes on', () => {
    expect(problemWords(retryable, run(retryable))).toEqual({
      title: 'Page 32 failed: the service could not answer (503).',
      advice:
        '31 pages, 310 rows are saved. Retrying goes on from page 32 and repeats no paid page.',
    });
    const late: Problem = { ...retryable, code: 'timeout', advice: 'It may have been counted.' };
    expect(problemWords(late, run(late)).advice).toMatch(
      /no paid page\. It may have been counted\.$/,
    );
  });

  test('is out of reach where the place is lost: what a new run takes is told', () => {
    const refused: Problem = { ...busy, code: 'cursor_refused' };
    const state = { kind: 'cursorRefused', page: 32, problem: refused } as const;
    expect(problemWords(refused, makeRun({ pageCount: 31, rowCount: 310, state }))).toEqual({
      title: busy.title,
      advice: 'The rows stay. Going on takes a new run: about 31 calls to get here again.',
    });
  });

  test('is told otherwise where retrying is no way, or the problem is another one', () => {
    const own = { title: busy.title, advice: busy.advice };
    expect(problemWords(busy, run(busy))).toEqual(own);
    expect(problemWords(retryable, run(busy))).toEqual(own);
  });
});

test('every resting state leads on: by a step, by its problem’s remedy, or it was all', () => {
  const steps = states.map(([state]) => [
    state.kind,
    nextStep(makeRun({ state })),
    stateProblem(state) !== null,
  ]);
  expect(steps).toEqual([
    ['queued', 'none', false],
    ['fetching', 'none', false],
    ['retrying', 'none', false],
    ['more', 'nextPage', false],
    ['noMore', 'none', false],
    ['stopped', 'nextPage', false],
    ['failed', 'none', true],
    ['outOfCredits', 'none', true],
    ['cursorRefused', 'none', true],
    ['cursorRepeated', 'runAgainFromStart', false],
    ['interrupted', 'runAgainFromStart', false],
    ['polling', 'none', false],
    ['limit', 'nextPage', false],
    ['limit', 'nextPage', false],
    ['limit', 'beyondCeiling', false],
    ['limit', 'beyondCeiling', false],
    ['operationNoData', 'useLive', false],
    ['operationError', 'runAgain', false],
    ['operationCancelled', 'runAgain', false],
    ['operationExpired', 'runAgain', false],
  ]);
});
