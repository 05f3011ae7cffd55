import { expect, it } from 'vitest';
import { catalogue } from '#main/catalogue/index.ts';
import { singleItem } from '#shared/catalogue/types.ts';
import { runStateSchema } from '#shared/contract/run.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import type { IncompleteStatus } from '#shared/contract/list.ts';
import { emptyWorkspace } from '#shared/contract/snapshot.ts';
import {
  conditionWords,
  endingOf,
  endingSentence,
  needsNewStart,
  newStartCost,
  questionWords,
} from '#renderer/features/history/run-words.ts';
import { makeQuery, makeSnapshot, makeSummary } from '../make.ts';

const stateKinds = runStateSchema.options.map((option) => option.shape.kind.value);
const said = (change: Partial<RunSummary>): string => endingOf(makeSummary(change)).words;

it('how a run ended is said for every state', () => {
  const words = stateKinds.map((state) => `${state}: ${said({ state })}`);
  expect(words.toSorted()).toEqual([
    'cursorRefused: Can’t be continued',
    'cursorRepeated: Ended early',
    'failed: Failed',
    'fetching: Running',
    'interrupted: Interrupted',
    'limit: Stopped at a limit',
    'more: More available',
    'noMore: Complete',
    'notAll: Incomplete',
    'operationCancelled: Cancelled',
    'operationError: Failed',
    'operationExpired: Answer expired',
    'operationNoData: Nothing stored',
    'outOfCredits: Plan’s limit reached',
    'polling: Being prepared',
    'queued: Queued',
    'retrying: Running',
    'stopped: Stopped',
    'stopping: Stopping',
  ]);
  expect(said({ state: 'limit', isAsAsked: true, rows: 1500 })).toBe('1,500, as asked');
  // Where it rested, for a run of an earlier start.
  const rested = (['more', 'outOfCredits', null] as const).map((one) =>
    said({ state: 'interrupted', rested: one }),
  );
  expect(rested).toEqual(['More was available', 'Plan’s limit reached', 'Interrupted']);
});

it('how a run ended says in a sentence what can be done now', () => {
  const sentence = (change: Partial<RunSummary>) => endingSentence(makeSummary(change));
  expect(sentence({ state: 'more' })).toBe('You can continue this run: open it.');
  expect(sentence({ state: 'interrupted' })).toMatch(/while pages were loading\. .*can’t/);
  expect(sentence({ state: 'interrupted', rested: 'stopped' })).toMatch(/closed since\. .*can’t/);
  expect(sentence({ state: 'noMore' })).toBeNull();
  // A question for one item has no pages.
  const query = makeQuery({ username: 'a' }, 'microblog.users.get');
  const run = makeSummary({ query, state: 'interrupted', pages: 0, rows: 0 });
  const single = singleItem(catalogue, run);
  expect(endingSentence(run, null, single)).toBe(
    'The program was closed before the account arrived. Run it again to get it.',
  );
  expect(conditionWords({ ...run, unshownPages: 1 }, single)).toEqual({
    words: 'Not shown',
    sentence: 'The account is too large to show, and is missing from saved files.',
  });
});

it('a new start is what a lost place needs, at the cost of its pages, unless data are stored', () => {
  expect(needsNewStart(makeSummary({ state: 'interrupted', rested: 'more' }))).toBe(true);
  expect(needsNewStart(makeSummary({ state: 'more' }))).toBe(false);
  expect(newStartCost(makeSummary({ pages: 12 }), false)).toBe(
    'This gets its pages again: about 12 calls. What it has is kept.',
  );
  expect(newStartCost(makeSummary({ pages: 0 }), true)).toContain('about 1 sample call.');
  // The service keeps that place longer.
  const query = makeQuery({ q: 'x' }, 'microblog.posts.search.stored');
  const run = makeSummary({ state: 'interrupted', query });
  expect(needsNewStart(run)).toBe(false);
  expect(endingSentence(run)).toMatch(/Open the run to see whether you can continue it\.$/);
});

it('a list is complete where each input was answered to its end', () => {
  const source = { kind: 'paste' } as const;
  const ending = (ends: Partial<Record<IncompleteStatus, number>>) => {
    const none = { failed: 0, refused: 0, partly: 0, cutOff: 0 };
    const list = { keys: [], count: 9, source, ...none, ...ends };
    const summary = makeSummary({ state: 'noMore', list });
    return [endingOf(summary).words, endingOf(summary).group, endingSentence(summary)];
  };
  expect(ending({})).toEqual(['Complete', 'complete', null]);
  expect(ending({ partly: 2, failed: 1 })).toEqual([
    'More available',
    'unfinished',
    '2 inputs have more: open it to get them.',
  ]);
  expect(ending({ failed: 1, cutOff: 1 })[0]).toBe('Incomplete');
  expect(ending({ cutOff: 1 })).toEqual([
    'Incomplete',
    'unfinished',
    'The service has more than this run could get.',
  ]);
  expect(ending({ refused: 1 })).toEqual([
    'Incomplete',
    'unfinished',
    'The service refused some inputs.',
  ]);
});

it('what was asked is the question and what it is about, under the person’s own name, as far as it can be read', () => {
  const late = { id: 'C9xQ', words: 'Train late by two hours…', runId: 'run-00000001' };
  const workspace = { ...emptyWorkspace, subjects: [{ ...late, platform: 'microblog' as const }] };
  const words = (change: Partial<RunSummary>) =>
    questionWords(makeSummary(change), makeSnapshot({ workspace }));
  const query = (endpointId: string, values: Record<string, string>) => ({
    query: makeQuery(values, endpointId),
  });
  const trees = { about: 'trees', isId: false, platform: 'microblog' };
  expect(words({})).toEqual({ ...trees, question: 'Search posts' });
  expect(words(query('photoshare.posts.comments', { id: 'C9xQ' }))).toMatchObject({
    about: 'C9xQ',
    isId: true,
    platform: 'photoshare',
  });
  const source = { kind: 'file', name: 'accounts.csv' } as const;
  const ends = { failed: 3, refused: 0, partly: 0, cutOff: 0 };
  const list = { keys: ['username'], count: 200, source, ...ends };
  expect(words({ ...query('microblog.posts.by-user', {}), list }).about).toBe(
    '200 accounts from accounts.csv · 3 failed',
  );
  // What the id stands for is known from the row that led to the question, on its platform.
  expect(words(query('microblog.posts.comments', { id: 'C9xQ' }))).toMatchObject({
    about: 'Train late by two hours…',
    isId: false,
  });
  const named = { question: 'Search posts', about: 'For the report' };
  expect(words({ name: 'For the report' })).toMatchObject(named);
  const title = 'A question this version can’t read';
  const unread = { question: title, about: '', isId: false, platform: null };
  expect(words({ query: null, title })).toEqual(unread);
});

it('what is wrong with a file is explained, and different where the question is lost', () => {
  const sentence = (change: Partial<RunSummary>) => conditionWords(makeSummary(change))?.sentence;
  expect(sentence({})).toBeUndefined();
  expect(sentence({ unshownPages: 2 })).toMatch(/^2 pages of this run are too large to show/);
  expect(sentence({ condition: 'damaged' })).toMatch(/Opening it sets that part aside/);
  expect(sentence({ condition: 'damaged', query: null })).toMatch(/the question is lost/);
});
