/** The state of a run in words, the step that leads on, and what is said where there are no rows. */
import { describe, expect, test } from 'vitest';
import { catalogue } from '#main/catalogue/index.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Run, RunState } from '#shared/contract/run.ts';
import { emptyWords } from '#renderer/features/results/empty-words.ts';
import { problemWords } from '#renderer/features/results/run-bar/status.ts';
import type { NextStep } from '#shared/contract/run-states.ts';
import { runStatus } from '#renderer/features/results/run-bar/run-sentences.ts';
import { nextStep, stateProblem } from '#renderer/features/results/run-actions.ts';
import { makeOperation, makeProblem, makeRun, makeRunList } from '../make.ts';

const now = Date.parse('2026-11-20T17:00:10.000Z');
const since = '2026-11-20T17:00:07.000Z';
const busy: Problem = makeProblem('The service could not answer (503).');
const held = { pageCount: 3, rowCount: 60, calls: 200 };
const nothing = { pageCount: 0, rowCount: 0 };
const operation = makeOperation();
const ceilings = { run: 200, day: 1000 };

const statusOf = (state: RunState, change: Partial<Run> = held, retries = 2) =>
  runStatus(makeRun({ ...change, state }), now, { ceilings, retries, callsToday: 1000 }, catalogue);
const words = (...given: Parameters<typeof statusOf>): string => {
  const status = statusOf(...given);
  return [status.lead.map(({ text }) => text).join(''), status.detail ?? []].flat().join(' | ');
};

type StateOf<K extends RunState['kind']> = Extract<RunState, { kind: K }>;
const limit = (reason: StateOf<'limit'>['reason']): RunState => ({ kind: 'limit', reason });
const interrupted = (rested: StateOf<'interrupted'>['rested']): RunState => ({
  kind: 'interrupted',
  rested,
});
const ofPage4 = { page: 4, problem: busy };
const at = '2026-11-20T17:00:12.000Z';
const retrying = { kind: 'retrying', ...ofPage4, attempt: 1, at } as const;

/** Each state: what is said of it beside rows (in part), and the step or problem that leads on. */
const states: [RunState, string, NextStep | 'its problem'][] = [
  [{ kind: 'queued', page: 4 }, 'Page 4 queued | 3 pages · 60 rows', 'none'],
  [{ kind: 'fetching', page: 4, since }, 'Getting page 4… 3 s | 3 pages · 60 rows', 'none'],
  [{ kind: 'stopping', page: 4 }, 'Stopping… | The answer on its way is paid for', 'none'],
  [retrying, '(503). Trying again in 2 s (attempt 2 of 3)', 'none'],
  [{ kind: 'polling', page: 4, since }, 'The service is preparing page 4 · 3 s | 3 pages', 'none'],
  [{ kind: 'more' }, '3 pages · 60 rows · more available', 'nextPage'],
  [{ kind: 'noMore' }, '3 pages · 60 rows · complete', 'none'],
  [{ kind: 'stopped' }, '60 rows · stopped | Continuing starts with page 4.', 'nextPage'],
  [
    { kind: 'stopped', unanswered: true },
    '60 rows · stopped | The request on its way may have been counted. Continuing asks for page 4 again.',
    'nextPage',
  ],
  [{ kind: 'failed', ...ofPage4 }, '3 pages · 60 rows · page 4 failed', 'its problem'],
  [{ kind: 'outOfCredits', ...ofPage4 }, '60 rows · the plan’s limit is reached', 'its problem'],
  [
    { kind: 'cursorRefused', ...ofPage4 },
    '60 rows · page 4 can no longer be loaded',
    'its problem',
  ],
  [
    { kind: 'cursorRepeated' },
    'continuing would pay for the same rows again.',
    'runAgainFromStart',
  ],
  [
    interrupted(null),
    'The rows are kept. To get further, start a new run: about 3 calls to get back here.',
    'runAgainFromStart',
  ],
  [limit('pages'), 'Stopped at 3 pages, as asked · more available | 3 pages · 60 rows', 'nextPage'],
  [limit('rows'), 'Stopped at 60 rows, as asked · more available', 'nextPage'],
  [limit('runCeiling'), 'This run has reached its limit of 200 calls | 3 pages', 'beyondCeiling'],
  [limit('dayCeiling'), '1,000 calls | 3 pages · 60 rows. Continuing takes more', 'beyondCeiling'],
  [{ kind: 'operationNoData' }, 'The service has no stored data for this question', 'useLive'],
  [{ kind: 'operationError', message: 'It is gone' }, 'It says: “It is gone.”', 'runAgain'],
  [{ kind: 'operationCancelled' }, 'The service cancelled the preparation', 'runAgain'],
  [{ kind: 'operationExpired' }, '60 rows · the rest has expired | The service keeps', 'runAgain'],
];

test.each(states)('%o has its sentence, and leads on', (state, sentence, step) => {
  expect(words(state)).toContain(sentence);
  const run = makeRun({ state });
  expect(stateProblem(state) === null ? nextStep(run) : 'its problem').toBe(step);
});

const query = { endpointId: 'microblog.users.get', values: { username: 'a' }, fields: [] };
const item = { query, resource: 'microblog.user', ...nothing };
const list = makeRunList({ done: 4, waiting: 6 });
/** Its pages include replaced ones, so they are never told. */
const listed = { pageCount: 18, rowCount: 60, list };
const notShown = { notices: [{ code: 'page_not_shown', message: '' }] };
const failed = { page: 1, problem: busy };
const polling: RunState = { kind: 'polling', page: 1, since: '2026-11-20T16:59:46.000Z' };
const ready = { ...operation, status: 'success' };
const until = (time: string) => ({ operation: { ...ready, expiresAt: `2026-11-20T${time}.000Z` } });
const told = (code: string) => ({ notices: [{ code, message: 'There is more.' }] });
const share = '1 of 30 pages · 100 of 3,000 rows';
const closed = 'The program closed before an answer arrived. 1 call may have been counted.';

const situations: [string, Partial<Run>, [RunState, string, Partial<Run>?][]][] = [
  [
    'before the first page',
    nothing,
    [
      [{ kind: 'stopped' }, 'Stopped before the first page'],
      [
        { kind: 'failed', ...failed },
        'The first page failed | The service could not answer (503).',
      ],
      [interrupted(null), `Interrupted before the first page | ${closed}`],
      [interrupted('stopped'), 'Stopped before the first page | 1 call may have been counted.'],
      // What was never sent cost nothing.
      [
        interrupted(null),
        'Interrupted before the first page | The program closed before anything was sent.',
        { calls: 0 },
      ],
      [interrupted('failed'), 'Stopped before the first page', { calls: 0 }],
      [
        { kind: 'operationCancelled' },
        'The service cancelled the preparation | Running it again starts a new one, which is another call.',
      ],
    ],
  ],
  [
    'of a question for one item, which has no pages',
    item,
    [
      [{ kind: 'queued', page: 1 }, 'Queued'],
      [{ kind: 'fetching', page: 1, since }, 'Getting the account… 3 s'],
      [{ kind: 'noMore' }, '1 account', { pageCount: 1, rowCount: 1 }],
      [{ kind: 'noMore' }, 'No account found', { pageCount: 1 }],
      [{ kind: 'noMore' }, 'The account is too large to show', { pageCount: 1, ...notShown }],
      [{ kind: 'stopped' }, 'Stopped before an answer arrived'],
      [{ kind: 'failed', ...failed }, 'The request failed | The service could not answer (503).'],
      [{ kind: 'outOfCredits', ...failed }, 'The request failed | The plan’s limit is reached.'],
      [interrupted(null), `Interrupted | ${closed}`],
      [interrupted('stopped'), 'Stopped before an answer arrived | 1 call may have been counted.'],
      [
        limit('dayCeiling'),
        'Today’s calls have reached the limit of 1,000 calls | No account yet. Continuing takes more calls.',
      ],
      // A list of such questions is no single item.
      [
        { kind: 'noMore' },
        '10 of 10 inputs · complete | 60 rows',
        { ...held, list: makeRunList() },
      ],
    ],
  ],
  [
    'of a list, which counts inputs',
    listed,
    [
      [{ kind: 'queued', page: 19 }, 'Queued | 60 rows'],
      [retrying, 'The service could not answer (503). Trying again in 2 s (attempt 2 of 3)'],
      [
        { kind: 'noMore' },
        '10 of 10 inputs · 1 cut off · 2 have more | 60 rows',
        { list: makeRunList({ partly: 2, cutOff: 1 }) },
      ],
      // As in History.
      ...(['failed', 'cutOff', 'refused'] as const).map(
        (status): [RunState, string, Partial<Run>] => [
          { kind: 'noMore' },
          `10 of 10 inputs · 2 ${{ failed: 'failed', cutOff: 'cut off', refused: 'refused' }[status]} · incomplete | 60 rows`,
          { list: makeRunList({ [status]: 2 }) },
        ],
      ),
      [{ kind: 'stopped' }, '4 of 10 inputs · stopped | 60 rows'],
      [
        { kind: 'stopped', unanswered: true },
        '4 of 10 inputs · stopped | 60 rows · The request on its way may have been counted. Continuing sends it again.',
      ],
      [{ kind: 'failed', ...failed }, '4 of 10 inputs · the last request failed | 60 rows'],
      [
        { kind: 'outOfCredits', ...failed },
        '4 of 10 inputs · the plan’s limit is reached | 60 rows',
      ],
      // The answers of three inputs may have been that there is no such account.
      [
        { kind: 'stopped' },
        '3 of 10 inputs · stopped | 0 rows',
        { ...nothing, list: makeRunList({ notFound: 3, waiting: 7 }) },
      ],
      [{ kind: 'stopped' }, '4 of 10 inputs · stopped | 60 rows · 1 page not shown', notShown],
    ],
  ],
  [
    'of stored data',
    { pageCount: 1, rowCount: 100, total: { pages: 30, rows: 3000 } },
    [
      // As the service spells it.
      [
        polling,
        'The service is preparing the answer · QUEUED_UP · 24 s | Waiting costs nothing.',
        { ...nothing, operation: { ...operation, status: 'QUEUED_UP' } },
      ],
      [
        polling,
        'The service is preparing the answer · running · 24 s | It could not be asked just now.',
        { operation: { ...operation, trouble: 'It could not be asked just now.' } },
      ],
      [
        { kind: 'stopped' },
        'Stopped waiting for the answer | The service may keep preparing it. Waiting costs nothing.',
        { ...nothing, operation },
      ],
      [
        { kind: 'stopped' },
        `${share} · stopped waiting for page 2 | The service may keep preparing it. Waiting costs nothing.`,
        { operation },
      ],
      [{ kind: 'more' }, `${share} · more available`],
      [
        { kind: 'more' },
        `${share} · more available | You can get more pages for another 12 min.`,
        until('17:11:30'),
      ],
      [
        { kind: 'more' },
        `${share} · more available | You have less than a minute to get more pages.`,
        until('17:00:40'),
      ],
      [
        { kind: 'more' },
        `${share} · more available | The service keeps an answer for 15 minutes; it may refuse further pages.`,
        until('17:00:00'),
      ],
      [
        { kind: 'noMore' },
        'The service’s CSV is here | 4.1 kB',
        { rowCount: 0, files: [{ page: 1, bytes: 4100, partial: false }] },
      ],
      [
        { kind: 'notAll' },
        `${share} · incomplete | This is the first page only.`,
        told('stored_more'),
      ],
      [
        { kind: 'notAll' },
        `${share} · incomplete | The rows are kept. To get further, start a new run: about 1 call to get back here.`,
        told('more_unreachable'),
      ],
    ],
  ],
];

describe.each(situations)('%s', (_name, run, sentences) => {
  test.each(sentences)('%o', (state, sentence, change) => {
    expect(words(state, { ...run, ...change })).toBe(sentence);
  });
});

test('what changes every second is kept apart, for those who hear the rest', () => {
  const ticking = (state: RunState) =>
    statusOf(state).lead.flatMap((part) => (part.ticking === true ? part.text : []));
  expect(ticking({ kind: 'fetching', page: 4, since })).toEqual([' 3 s']);
  expect(ticking(retrying)).toEqual([' in 2 s']);
});

test('a pause that is over says so; attempts are those of the settings', () => {
  const over = { ...retrying, at: '2026-11-20T17:00:09.000Z' };
  expect(words(over, held, 1)).toMatch(/Trying again now \(attempt 2 of 2\)$/);
});

test('rows held back are told, whatever the state', () => {
  const change = { pageCount: 2, rowCount: 12, heldBack: 3 };
  expect(words(limit('rows'), change)).toBe(
    'Stopped at 12 rows, as asked · more available | 2 pages · 12 of 15 rows shown',
  );
  const asked = { limit: { pages: null, rows: 12 }, startedAt: '', pagesBefore: 0, rowsBefore: 0 };
  expect(words(limit('rows'), { pageCount: 2, rowCount: 15, plan: asked })).toBe(
    'Stopped at 12 rows, as asked · more available | 2 pages · 15 rows',
  );
});

test.each([
  ['limit', 'More was available when the program closed.'],
  ['failed', 'A page had failed when the program closed.'],
  ['outOfCredits', 'The plan’s limit was reached when the program closed.'],
  ['cursorRefused', 'The service had refused to continue.'],
] as const)('a run that rested before the end of the program tells why: %s', (rested, why) => {
  expect(statusOf(interrupted(rested)).detail?.split(' The rows are kept.')[0]).toBe(why);
});

test('stored data is waited for again after Stop; what is not all of it leads on', () => {
  const after = (state: RunState, change: Partial<Run>) => nextStep(makeRun({ state, ...change }));
  expect(after({ kind: 'stopped' }, { operation })).toBe('waitOn');
  expect(after({ kind: 'stopped' }, { operation: ready })).toBe('nextPage');
  expect(after({ kind: 'notAll' }, told('stored_more'))).toBe('getEverything');
  expect(after({ kind: 'notAll' }, told('more_unreachable'))).toBe('runAgainFromStart');
});

const retryable: Problem = { ...busy, remedies: [{ kind: 'tryAgain' }] };
const refused: Problem = { ...busy, code: 'cursor_refused' };
const rows = { pageCount: 31, rowCount: 310 };

test.each<[string, Extract<RunState, { problem: Problem }>, Partial<Run>, string, string]>([
  [
    'says what is saved and where retrying goes on',
    { kind: 'failed', page: 32, problem: retryable },
    rows,
    'Page 32 failed: the service could not answer (503).',
    '31 pages, 310 rows are saved. Retrying continues from page 32 and repeats no page you paid for.',
  ],
  [
    'of a list has no number',
    { kind: 'failed', page: 19, problem: retryable },
    listed,
    busy.title,
    '60 rows are saved. Retrying continues from there and repeats no page you paid for.',
  ],
  [
    'whose cursor is lost tells what a new run takes',
    { kind: 'cursorRefused', page: 32, problem: refused },
    rows,
    busy.title,
    'The rows are kept. To get further, start a new run: about 31 calls to get back here.',
  ],
  [
    'keeps its own words where retrying is no way',
    { kind: 'failed', page: 32, problem: busy },
    rows,
    busy.title,
    busy.advice,
  ],
])('a page that failed beside rows %s', (_name, state, change, title, advice) => {
  expect(problemWords(state.problem, makeRun({ ...change, state }))).toEqual({ title, advice });
});

const searched = (values: Record<string, string>): Partial<Run> => ({
  query: { endpointId: 'microblog.posts.search', values: { q: 'sea', ...values }, fields: [] },
  state: { kind: 'noMore' },
});
const counted = 'The stopped request may have been counted as a call.';

test.each<[Partial<Run>, string]>([
  // What the button beside it does.
  [item, `Stopped before an answer arrived | Choose “Get account” to ask again. ${counted}`],
  [{}, `Stopped before the first page | Choose “Continue” to ask for it again. ${counted}`],
  [
    { operation },
    'Stopped waiting for the answer | Keep waiting, and the rows will appear here when the service has them.',
  ],
  [
    { calls: 0 },
    'Stopped before the first page | Choose “Continue” to ask for it again. Nothing was sent.',
  ],
  [{ pageCount: 2 }, 'No rows so far | Get the next page to continue.'],
  [
    { state: { kind: 'notAll' }, pageCount: 1 },
    'The page was empty | The service says that there are more rows, but didn’t say how to get them.',
  ],
  [
    { ...item, state: { kind: 'noMore' } },
    'No account found | It may be private or deleted. Check the value and ask again.',
  ],
  [
    { state: limit('dayCeiling') },
    'Nothing was sent | A limit on calls was reached. See how to continue below.',
  ],
  // What narrowed the question.
  [searched({}), 'No posts match | Try fewer words or other ones.'],
  [searched({ since: '2026-01-01' }), 'No posts match | Try fewer words or a longer period.'],
  [
    searched({ until: '2026-01-01', lang: 'pt', sortBy: 'latest' }),
    'No posts match | Try fewer words, a longer period, or no language.',
  ],
])('%o without rows says why, and what to try', (change, sentence) => {
  const run = makeRun({ ...nothing, state: { kind: 'stopped' }, ...change });
  const { title, advice } = emptyWords(run, catalogue);
  expect(`${title} | ${advice}`).toBe(sentence);
});
