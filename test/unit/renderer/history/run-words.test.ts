import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/index.ts';
import { runStateSchema } from '#shared/contract/run.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import {
  conditionWords,
  endingOf,
  endingSentence,
  needsNewStart,
  newStartCost,
  questionWords,
} from '#renderer/features/history/run-words.ts';
import { makeSummary } from '../make.ts';

const stateKinds = runStateSchema.options.map((option) => option.shape.kind.value);
const said = (change: Partial<RunSummary>): string => endingOf(makeSummary(change)).words;

describe('how a run ended', () => {
  it('is said for every state', () => {
    const words = stateKinds.map((state) => said({ state }));
    expect(words).toEqual([
      'Waits for its turn',
      'Fetching',
      'Fetching',
      'Being prepared',
      'More available',
      'Limit reached',
      'Stopped',
      'Failed',
      'Plan’s limit reached',
      'No more',
      'Cursor expired',
      'Cursor repeated',
      'Nothing stored',
      'Failed',
      'Cancelled',
      'Answer expired',
      'Interrupted',
    ]);
  });

  it('is where it rested, for a run of an earlier start', () => {
    expect(said({ state: 'interrupted', rested: 'more' })).toBe('More was available');
    expect(said({ state: 'interrupted', rested: 'limit' })).toBe('Limit reached');
    expect(said({ state: 'interrupted', rested: 'outOfCredits' })).toBe('Plan’s limit reached');
    expect(said({ state: 'interrupted', rested: null })).toBe('Interrupted');
  });

  it('says in a sentence what can be done now', () => {
    const sentence = (change: Partial<RunSummary>): string | null =>
      endingSentence(makeSummary(change));
    expect(sentence({ state: 'more' })).toBe('It can go on where it stands: open it.');
    expect(sentence({ state: 'interrupted' })).toMatch(
      /ended while pages were coming in\. .*can’t/,
    );
    expect(sentence({ state: 'interrupted', rested: 'stopped' })).toMatch(/closed since\. .*can’t/);
    expect(sentence({ state: 'noMore' })).toBeNull();
    expect(sentence({ state: 'interrupted', query: null })).toBeNull();
  });
});

describe('a new start', () => {
  it('is what a lost place needs, and its cost is told by the pages there are', () => {
    expect(needsNewStart(makeSummary({ state: 'interrupted', rested: 'more' }))).toBe(true);
    expect(needsNewStart(makeSummary({ state: 'more' }))).toBe(false);
    expect(needsNewStart(makeSummary({ state: 'noMore' }))).toBe(false);
    expect(newStartCost(makeSummary({ pages: 12 }), false)).toBe(
      'This asks for its pages again: about 12 calls. What it has is kept.',
    );
    expect(newStartCost(makeSummary({ pages: 0 }), true)).toContain('about 1 sample call.');
  });

  it('is not what a run of stored data needs: the service keeps that place longer', () => {
    const query = { endpointId: 'microblog.posts.search.stored', values: { q: 'x' }, fields: [] };
    const run = makeSummary({ state: 'interrupted', query });
    expect(needsNewStart(run)).toBe(false);
    expect(endingSentence(run)).toMatch(/Opening it tells whether it can go on\.$/);
  });
});

describe('what was asked', () => {
  const words = (change: Partial<RunSummary>) => questionWords(makeSummary(change), catalogue);
  const query = (endpointId: string, values: Record<string, string>) => ({
    query: { endpointId, values, fields: [] },
  });

  it('is the question and what it is about', () => {
    expect(words({})).toEqual({
      question: 'Search posts',
      about: 'trees',
      isId: false,
      platform: 'microblog',
    });
    expect(words(query('photoshare.posts.comments', { id: 'C9xQ' }))).toMatchObject({
      about: 'C9xQ',
      isId: true,
      platform: 'photoshare',
    });
    expect(words(query('forum.posts.by-ids', { ids: '1a, 1b 1c' })).about).toBe('3 IDs');
  });

  it('is under the person’s own name where there is one', () => {
    expect(words({ name: 'For the report' })).toMatchObject({
      question: 'For the report',
      about: 'Posts: trees',
    });
  });

  it('is said as far as it can be read', () => {
    const title = 'A question this version can’t read';
    expect(words({ query: null, title })).toEqual({
      question: title,
      about: '',
      isId: false,
      platform: null,
    });
    expect(words({ ...query('no.such.question', {}), title })).toMatchObject({ question: title });
  });
});

describe('what is wrong with a file', () => {
  const sentence = (change: Partial<RunSummary>) => conditionWords(makeSummary(change))?.sentence;

  it('is explained, and different where nobody knows what was asked', () => {
    expect(sentence({})).toBeUndefined();
    expect(sentence({ condition: 'damaged' })).toMatch(/Opening it sets that part aside/);
    expect(sentence({ condition: 'damaged', query: null })).toMatch(/nobody knows what was asked/);
    expect(sentence({ condition: 'newerVersion' })).toMatch(/can be read, not gone on with\.$/);
    expect(sentence({ condition: 'newerVersion', query: null })).toMatch(/that version can open/);
  });
});
