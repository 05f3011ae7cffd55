import { describe, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/problem.ts';
import type { RunState } from '#shared/contract/run.ts';
import { nextStep } from '#renderer/features/results/run-bar/next-step.ts';
import {
  counted,
  runStatus,
  statusText,
} from '#renderer/features/results/run-bar/run-sentences.ts';
import { stateProblem } from '#renderer/features/results/run-problem.ts';
import { vi } from 'vitest';
import { makeProblem, makeRun } from '../make.ts';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const now = Date.parse('2026-11-20T17:00:10.000Z');
const busy: Problem = makeProblem('The service could not answer (503).');
const held = { pageCount: 3, rowCount: 60 };
const nothing = { pageCount: 0, rowCount: 0 };

function said(state: RunState, counts = held) {
  const status = runStatus(makeRun({ ...counts, state }), now);
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
    '3 pages · 60 rows · out of credits',
    'Stopped before the first page | The plan’s credits are used up.',
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
    '3 pages · 60 rows | This run was interrupted when the program closed. Its rows are here; going on needs a new start.',
    'Interrupted before the first page | The program closed before an answer came. Going on needs a new start.',
  ],
  [
    { kind: 'polling', page: 4, since: '2026-11-20T17:00:07.000Z' },
    'The service is preparing the answer… 3 s | 3 pages · 60 rows',
    'The service is preparing the answer… 3 s',
  ],
  [
    { kind: 'limit', reason: 'pages' },
    '3 pages · 60 rows · limit reached',
    '0 pages · 0 rows · limit reached',
  ],
  [
    { kind: 'limit', reason: 'dayCeiling' },
    '3 pages · 60 rows · as many calls as a day may have | You set this ceiling in Settings; with a higher one the run can go on.',
    '0 pages · 0 rows · as many calls as a day may have | You set this ceiling in Settings; with a higher one the run can go on.',
  ],
  [
    { kind: 'operationNoData' },
    'The service has no stored data for this question',
    'The service has no stored data for this question',
  ],
  [
    { kind: 'operationError', message: 'The table is gone' },
    'The service could not prepare the answer | The table is gone.',
    'The service could not prepare the answer | The table is gone.',
  ],
  [
    { kind: 'operationCancelled' },
    'The service gave up preparing the answer',
    'The service gave up preparing the answer',
  ],
  [
    { kind: 'operationExpired' },
    'The prepared answer has expired | The service keeps one for 15 minutes; asking again starts a new one.',
    'The prepared answer has expired | The service keeps one for 15 minutes; asking again starts a new one.',
  ],
];

describe('every state has its sentence', () => {
  test.each(states)('$kind', (state, withRows, without) => {
    const words = (counts?: typeof held): string => {
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
      : runStatus(makeRun({ ...held, state }), now)
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

test('one is not many, and many are grouped', () => {
  expect([counted(1, 'row'), counted(0, 'row'), counted(12345, 'row')]).toEqual([
    '1 row',
    '0 rows',
    '12,345 rows',
  ]);
});

test('every resting state leads on: by a step, by its problem’s remedy, or it was all', () => {
  const steps = states.map(([state]) => [
    state.kind,
    nextStep(state),
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
    ['cursorRepeated', 'runAgain', false],
    ['interrupted', 'runAgain', false],
    ['polling', 'none', false],
    ['limit', 'nextPage', false],
    ['limit', 'none', false],
    ['operationNoData', 'none', false],
    ['operationError', 'runAgain', false],
    ['operationCancelled', 'runAgain', false],
    ['operationExpired', 'runAgain', false],
  ]);
});
