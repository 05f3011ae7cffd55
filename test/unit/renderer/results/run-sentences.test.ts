/** The state of a run in words, the step that leads on, and what is said where there are no rows. */
import { describe, expect, test } from 'vitest';
import { catalogue } from '#shared/catalogue/index.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Run, RunState } from '#shared/contract/run.ts';
import { emptyWords } from '#renderer/features/results/empty-words.ts';
import { problemWords, statusText } from '#renderer/features/results/run-bar/status.ts';
import type { NextStep } from '#shared/contract/run-states.ts';
import { runStatus } from '#renderer/features/results/run-bar/run-sentences.ts';
import { nextStep, stateProblem } from '#renderer/features/results/run-actions.ts';
import { makeOperation, makeProblem, makeRun, makeRunList } from '../make.ts';

const now = Date.parse('2026-11-20T17:00:10.000Z');
const since = '2026-11-20T17:00:07.000Z';
const busy: Problem = makeProblem('The service could not answer (503).');
const held = { pageCount: 3, rowCount: 60 };
const nothing = { pageCount: 0, rowCount: 0 };
const operation = makeOperation();
const settings = { retries: 2, ceilings: { run: 200, day: 1000 } };

function said(state: RunState, change: Partial<Run> = held) {
  const status = runStatus(makeRun({ ...change, state }), now, settings, catalogue);
  return { lead: statusText(status), detail: status.detail };
}
const words = (state: RunState, change?: Partial<Run>): string => {
  const { lead, detail } = said(state, change);
  return detail === null ? lead : `${lead} | ${detail}`;
};

const retrying = { kind: 'retrying', page: 4, attempt: 1, problem: busy } as const;
const limit = (reason: Extract<RunState, { kind: 'limit' }>['reason']): RunState => ({
  kind: 'limit',
  reason,
});

const soon = '2026-11-20T17:00:12.000Z';
const ofPage4 = { page: 4, problem: busy };

/** Each state: what is said of it beside rows (in part), and the step or problem that leads on. */
const states: [RunState, string, NextStep | 'its problem'][] = [
  [{ kind: 'queued', page: 4 }, 'Page 4 queued | 3 pages · 60 rows', 'none'],
  [{ kind: 'fetching', page: 4, since }, 'Getting page 4… 3 s | 3 pages · 60 rows', 'none'],
  [{ ...retrying, at: soon }, '(503). Trying again in 2 s (attempt 2 of 3)', 'none'],
  [{ kind: 'polling', page: 4, since }, 'The service is preparing page 4 · 3 s | 3 pages', 'none'],
  [{ kind: 'more' }, '3 pages · 60 rows · more available', 'nextPage'],
  [{ kind: 'noMore' }, '3 pages · 60 rows · complete', 'none'],
  [{ kind: 'stopped' }, '60 rows · stopped | Continuing starts with page 4.', 'nextPage'],
  [{ kind: 'failed', ...ofPage4 }, '3 pages · 60 rows · page 4 failed', 'its problem'],
  [{ kind: 'outOfCredits', ...ofPage4 }, '60 rows · the plan’s limit is reached', 'its problem'],
  [
    { kind: 'cursorRefused', ...ofPage4 },
    '60 rows · page 4 can no longer be fetched',
    'its problem',
  ],
  [
    { kind: 'cursorRepeated' },
    'continuing would pay for the same rows again.',
    'runAgainFromStart',
  ],
  [
    { kind: 'interrupted', rested: null },
    'The rows stay. Continuing takes a new run: about 3 calls to get back here.',
    'runAgainFromStart',
  ],
  [limit('pages'), 'Stopped at 3 pages, as asked · more available | 3 pages · 60 rows', 'nextPage'],
  [limit('rows'), 'Stopped at 60 rows, as asked · more available | 3 pages · 60 rows', 'nextPage'],
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

test.each<[RunState, string]>([
  [{ kind: 'stopped' }, 'Stopped before the first page'],
  [
    { kind: 'failed', page: 1, problem: busy },
    'The first page failed | The service could not answer (503).',
  ],
  [
    { kind: 'interrupted', rested: null },
    'before an answer arrived. 1 call may have been counted.',
  ],
  [{ kind: 'interrupted', rested: 'stopped' }, 'first page | 1 call may have been counted.'],
  [{ kind: 'operationCancelled' }, '| Running it again starts a new one, which is another call.'],
])('%o before the first page', (state, sentence) => {
  expect(words(state, nothing)).toContain(sentence);
});

describe('a question for one item has no pages', () => {
  const query = { endpointId: 'microblog.users.get', values: { username: 'a' }, fields: [] };
  const one = (state: RunState, change: Partial<Run> = nothing) =>
    words(state, { query, resource: 'microblog.user', ...change });
  const account = { pageCount: 1, rowCount: 1 };
  const page = 1;

  test.each<[RunState, string, Partial<Run>?]>([
    [{ kind: 'queued', page }, 'Queued'],
    [{ kind: 'fetching', page, since }, 'Getting the account… 3 s'],
    [
      { ...retrying, page, at: soon },
      'The service could not answer (503). Trying again in 2 s (attempt 2 of 3)',
    ],
    [{ kind: 'noMore' }, '1 account', account],
    [{ kind: 'noMore' }, 'No account found', { pageCount: 1, rowCount: 0 }],
    [{ kind: 'stopped' }, 'Stopped before an answer arrived'],
    [
      { kind: 'failed', page, problem: busy },
      'The request failed | The service could not answer (503).',
    ],
    [
      { kind: 'outOfCredits', page, problem: busy },
      'The request failed | The plan’s limit is reached.',
    ],
    [
      { kind: 'interrupted', rested: null },
      'Interrupted | The program closed before an answer arrived. 1 call may have been counted.',
    ],
    [
      { kind: 'interrupted', rested: 'stopped' },
      'Stopped before an answer arrived | 1 call may have been counted.',
    ],
    [
      limit('dayCeiling'),
      'Today’s calls have reached the limit of 1,000 calls | No account yet. Continuing takes more calls.',
    ],
  ])('%o', (state, sentence, change) => {
    expect(one(state, change)).toBe(sentence);
  });

  test('a list of such questions is no single item', () => {
    const list = makeRunList({ done: 10 });
    expect(one({ kind: 'noMore' }, { ...held, list })).toMatch(/^10 of 10 inputs · complete/);
  });

  test('an answer too large to show is missing, whatever the number of rows', () => {
    const notices = [{ code: 'page_not_shown', message: '' }];
    expect(one({ kind: 'noMore' }, { pageCount: 1, rowCount: 0, notices })).toBe(
      'The account is too large to show',
    );
  });

  test('without it, the advice names the button that asks for it', () => {
    const empty = (state: RunState, pageCount: number) => {
      const run = makeRun({ query, resource: 'microblog.user', rowCount: 0, pageCount, state });
      const { title, advice } = emptyWords(run, catalogue);
      return `${title} | ${advice}`;
    };
    expect(empty({ kind: 'stopped' }, 0)).toBe(
      'Stopped before an answer arrived | Get account asks again. What was stopped may have been counted as a call.',
    );
    expect(empty({ kind: 'noMore' }, 1)).toBe(
      'No account found | It may be private or deleted. Check the value and ask again.',
    );
  });
});

test('a first page that was never sent cost nothing', () => {
  const state: RunState = { kind: 'interrupted', rested: null };
  expect(said(state, { ...nothing, calls: 0 }).detail).toBe(
    'The program closed before anything was sent.',
  );
  expect(said({ ...state, rested: 'failed' }, { ...nothing, calls: 0 }).detail).toBeNull();
});

test('what changes every second is kept apart, for those who hear the rest', () => {
  const ticking = (state: RunState) =>
    runStatus(makeRun({ ...held, state }), now, settings, catalogue).lead.flatMap(
      ({ text, ticking: does }) => (does === true ? text : []),
    );
  expect(ticking({ kind: 'fetching', page: 4, since })).toEqual([' 3 s']);
  expect(ticking({ ...retrying, at: '2026-11-20T17:00:12.000Z' })).toEqual([' in 2 s']);
});

test('a pause that is over says so; attempts are those of the settings', () => {
  const over: RunState = { ...retrying, attempt: 2, at: '2026-11-20T17:00:09.000Z' };
  expect(said(over).lead).toMatch(/Trying again now \(attempt 3 of 3\)$/);
  const again = makeRun({ ...held, state: { ...over, attempt: 1 } });
  expect(statusText(runStatus(again, now, { ...settings, retries: 1 }, catalogue))).toMatch(
    /2 of 2\)$/,
  );
});

test('columns that are made again are told while nothing is fetched, and that rows can be read', () => {
  const change = { ...held, preparing: { rows: 20_000, of: 60_000 } };
  expect(words({ kind: 'noMore' }, change)).toMatch(
    / · 20,000 of 60,000 rows prepared \|.*You can read the rows now\. Sorting, filtering and saving follow\. No calls\.$/,
  );
  expect(words({ kind: 'queued', page: 4 }, change)).not.toContain('prepared');
});

test('rows held back are told, whatever the state', () => {
  const change = { pageCount: 2, rowCount: 12, heldBack: 3 };
  expect(words(limit('rows'), change)).toBe(
    'Stopped at 12 rows, as asked · more available | 2 pages · 12 of 15 fetched rows shown',
  );
});

test.each<[Omit<Extract<RunState, { kind: 'interrupted' }>, 'kind'>, string]>([
  [{ rested: 'limit' }, 'More was available when the program closed.'],
  [{ rested: 'failed' }, 'A page had failed when the program closed.'],
  [{ rested: 'outOfCredits' }, 'The plan’s limit was reached when the program closed.'],
  [{ rested: 'cursorRefused' }, 'The service had refused to continue.'],
])('a run that rested before the end of the program tells why: %j', (state, why) => {
  const { detail } = said({ kind: 'interrupted', ...state });
  expect(detail?.split(' The rows stay.')[0]).toBe(why);
});

describe('a list counts inputs and the rows shown: its pages include replaced ones', () => {
  const list = makeRunList({ done: 4, waiting: 6 });
  const page = 19;
  const asked = { pageCount: 18, rowCount: 60, list };

  test.each<[RunState, string, Partial<Run>?]>([
    [{ kind: 'queued', page }, 'Queued | 60 rows'],
    [
      { ...retrying, page, at: soon },
      'The service could not answer (503). Trying again in 2 s (attempt 2 of 3)',
    ],
    [{ kind: 'noMore' }, '10 of 10 inputs · complete | 60 rows', { list: makeRunList() }],
    [{ kind: 'stopped' }, '4 of 10 inputs · stopped | 60 rows'],
    [{ kind: 'failed', page, problem: busy }, '4 of 10 inputs · the last request failed | 60 rows'],
    [
      { kind: 'outOfCredits', page, problem: busy },
      '4 of 10 inputs · the plan’s limit is reached | 60 rows',
    ],
    // The answers of three inputs may have been that there is no such account.
    [
      { kind: 'stopped' },
      '3 of 10 inputs · stopped | 0 rows',
      { ...nothing, list: makeRunList({ notFound: 3, waiting: 7 }) },
    ],
    [
      { kind: 'stopped' },
      '4 of 10 inputs · stopped | 60 rows · 1 page not shown',
      { notices: [{ code: 'page_not_shown', message: '' }] },
    ],
  ])('%o', (state, sentence, change) => {
    expect(words(state, { ...asked, ...change })).toBe(sentence);
  });

  test('a failure beside rows says what is saved', () => {
    const problem: Problem = { ...busy, remedies: [{ kind: 'tryAgain' }] };
    const state = { kind: 'failed', page, problem } as const;
    expect(problemWords(problem, makeRun({ ...asked, state }))).toEqual({
      title: busy.title,
      advice: '60 rows are saved. Retrying continues from there and repeats no page you paid for.',
    });
  });
});

describe('stored data', () => {
  const polling: RunState = { kind: 'polling', page: 1, since: '2026-11-20T16:59:46.000Z' };

  test('is prepared: the state as the service spells it, the age, the trouble', () => {
    expect(words(polling, { ...nothing, operation: { ...operation, status: 'QUEUED_UP' } })).toBe(
      'The service is preparing the answer · QUEUED_UP · 24 s | Waiting costs nothing.',
    );
    const trouble = 'The service could not be asked just now.';
    const troubled = said(polling, { ...nothing, operation: { ...operation, trouble } });
    expect(troubled.detail).toBe(trouble);
  });

  test('can be waited for again after Stop, which costs nothing', () => {
    const state: RunState = { kind: 'stopped' };
    expect(said(state, { ...nothing, operation }).lead).toBe('Stopped waiting for the answer');
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
    expect(said({ kind: 'stopped' }, { ...here, operation })).toEqual({
      lead: '1 of 30 pages · 100 of 3,000 rows · stopped waiting for page 2',
      detail: 'The service may keep preparing it. Waiting costs nothing.',
    });
  });

  test('can be fetched for so long', () => {
    const left = (expiresAt: string) =>
      said({ kind: 'more' }, { operation: { ...operation, status: 'success', expiresAt } }).detail;
    const pages = 'Its pages can be fetched for';
    expect(left('2026-11-20T17:11:30.000Z')).toBe(`${pages} another 12 min.`);
    expect(left('2026-11-20T17:00:40.000Z')).toBe(`${pages} less than a minute.`);
    expect(left('2026-11-20T17:00:00.000Z')).toMatch(/15 minutes; it may refuse further pages\.$/);
  });

  test('is not told as all where it is a file, a first page, or the way on is lost', () => {
    const files = [{ page: 1, bytes: 4100, partial: false }];
    const csv = words({ kind: 'noMore' }, { rowCount: 0, files });
    expect(csv).toBe('The service’s CSV is here | 4.1 kB');
    const state: RunState = { kind: 'notAll' };
    const told = (code: string) => ({ notices: [{ code, message: 'There is more.' }] });
    const more = told('stored_more');
    expect(words(state, more)).toBe('1 page · 20 rows · not all | This is the first page only.');
    expect(nextStep(makeRun({ state, ...more }))).toBe('getEverything');
    const lost = told('more_unreachable');
    expect(words(state, { ...lost, ...held })).toBe(
      '3 pages · 60 rows · not all | The rows stay. Continuing takes a new run: about 3 calls to get back here.',
    );
    expect(nextStep(makeRun({ state, ...lost }))).toBe('runAgainFromStart');
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
        '31 pages, 310 rows are saved. Retrying continues from page 32 and repeats no page you paid for.',
    });
  });

  test('can no longer be fetched where the place is lost: what a new run takes is told', () => {
    const refused: Problem = { ...busy, code: 'cursor_refused' };
    const state = { kind: 'cursorRefused', page: 32, problem: refused } as const;
    expect(problemWords(refused, makeRun({ pageCount: 31, rowCount: 310, state }))).toEqual({
      title: busy.title,
      advice: 'The rows stay. Continuing takes a new run: about 31 calls to get back here.',
    });
  });

  test('is told otherwise where retrying is no way', () => {
    const own = { title: busy.title, advice: busy.advice };
    expect(problemWords(busy, run(busy))).toEqual(own);
  });
});

const emptied = (change: Parameters<typeof makeRun>[0]) => {
  const run = makeRun({ ...nothing, state: { kind: 'stopped' }, ...change });
  const { title, advice } = emptyWords(run, catalogue);
  return `${title} | ${advice}`;
};

test('without rows, a stopped run says what the button beside it does', () => {
  expect(emptied({})).toBe(
    'Stopped before the first page | Next page asks for it again. What was stopped may have been counted as a call.',
  );
  expect(emptied({ operation })).toBe(
    'Stopped waiting for the answer | Keep waiting, and the rows will appear here when the service has them.',
  );
  expect(emptied({ pageCount: 2 })).toBe('No rows so far | Get the next page to continue.');
});

test('without rows, nothing found, a promise of more, and a ceiling met at once are told apart', () => {
  const noMore: Partial<Run> = { state: { kind: 'noMore' }, pageCount: 1 };
  expect(emptied({ state: { kind: 'notAll' }, pageCount: 1 })).toBe(
    'The page was empty | The service says that there are more rows, but sent no cursor to continue with.',
  );
  expect(emptied(noMore)).toMatch(/^No posts match \|/);
  expect(emptied({ state: limit('dayCeiling') })).toMatch(/^Nothing was sent \|/);
});

test('without rows, nothing found names what narrowed the question', () => {
  const advice = (values: Record<string, string>) => {
    const given = { q: 'sea', ...values };
    const query = { endpointId: 'microblog.posts.search', values: given, fields: [] };
    const run = makeRun({ pageCount: 1, rowCount: 0, state: { kind: 'noMore' }, query });
    return emptyWords(run, catalogue).advice;
  };
  expect(advice({})).toBe('Try fewer words or other ones.');
  expect(advice({ since: '2026-01-01' })).toBe('Try fewer words or wider dates.');
  expect(advice({ until: '2026-01-01', lang: 'pt', sortBy: 'latest' })).toBe(
    'Try fewer words, wider dates, or no language.',
  );
});
