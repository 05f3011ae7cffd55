import { describe, expect, test } from 'vitest';
import { beyond, coverageWords } from '#renderer/features/results/charts/coverage.ts';
import { notFetched } from '#renderer/features/results/charts/not-fetched.ts';
import { makeRun } from '../../make.ts';
import { makeTime } from './make-chart.ts';

const now = new Date('2026-11-20T10:00:00Z');
const asked = (values: Record<string, string> = {}) =>
  makeRun({ query: { endpointId: 'microblog.posts.search', values, fields: [] } });

describe('what is not fetched yet', () => {
  test('reaches back to where the question begins, and the first day is incomplete', () => {
    const drawn = makeTime([4, 11, 9, 10]);
    expect(notFetched(asked({ since: '2026-11-01' }), drawn, now)).toEqual({
      unknown: { before: 2, after: 0 },
      incomplete: 0,
      words:
        'Fetched newest first: what is before 2026-11-03 12:00 is not fetched yet, ' +
        'so Tue 3 Nov 2026 may be incomplete.',
    });
  });

  test('is a part of the picture where the question has no beginning, or a far one', () => {
    const drawn = makeTime(Array.from({ length: 10 }, () => 5));
    expect(notFetched(asked(), drawn, now).unknown).toEqual({ before: 2, after: 0 });
    const far = notFetched(asked({ since: '2020-01-01' }), drawn, now);
    expect(far.unknown).toEqual({ before: 2, after: 0 });
  });

  test('is nothing before the day on which the question begins', () => {
    const gap = notFetched(asked({ since: '2026-11-03' }), makeTime([4, 11]), now);
    expect(gap).toMatchObject({ unknown: { before: 0, after: 0 }, incomplete: 0 });
  });

  test('lies behind where the oldest come first, up to now', () => {
    const gap = notFetched(asked(), makeTime([4, 5, 6], { arrived: 'oldestFirst' }), now);
    expect(gap.incomplete).toBe(2);
    expect(gap.unknown).toEqual({ before: 0, after: 1 });
    const soon = makeTime(
      Array.from({ length: 16 }, () => 3),
      { arrived: 'oldestFirst' },
    );
    expect(notFetched(asked(), soon, now).unknown).toEqual({ before: 0, after: 2 });
    expect(notFetched(asked({ until: '2026-11-19' }), soon, now).unknown.after).toBe(1);
  });

  test('may be anywhere where they come in no order', () => {
    const gap = notFetched(asked(), makeTime([4, 5], { arrived: 'mixed' }), now);
    expect(gap).toMatchObject({ unknown: { before: 0, after: 0 }, incomplete: null });
    expect(gap.words).toContain('may belong to any bar');
  });

  test('is nothing when that was all', () => {
    const run = { ...asked(), state: { kind: 'noMore' as const } };
    expect(notFetched(run, makeTime([4, 5]), now)).toEqual({
      unknown: { before: 0, after: 0 },
      incomplete: null,
      words: null,
    });
  });
});

describe('what rows a picture covers', () => {
  test('is said with what there is beyond them', () => {
    const run = makeRun({ pageCount: 3, rowCount: 60 });
    expect(coverageWords(run, null)).toBe(
      '60 rows in 3 pages. More is available at the service, so later pages can change the picture.',
    );
    expect(coverageWords({ ...run, state: { kind: 'noMore' } }, null)).toBe(
      '60 rows in 3 pages. The service has no more.',
    );
  });

  test('is the rows of the view, and says how far main is with counting', () => {
    const run = makeRun({ pageCount: 3, rowCount: 60, heldBack: 5 });
    expect(coverageWords(run, { rows: 60, of: 60, count: 38 })).toContain(
      '38 rows, of 60 in 3 pages: those that are shown.',
    );
    expect(coverageWords(run, { rows: 40, of: 60, count: 40 })).toContain(
      'Of 60 fetched rows, the others are still being prepared.',
    );
    expect(coverageWords(run, null)).toContain('5 rows beyond the row limit are left out.');
  });

  test.each([
    [{ kind: 'fetching', page: 2, since: '' } as const, 'coming'],
    [{ kind: 'limit', reason: 'pages' } as const, 'more'],
    [{ kind: 'interrupted', rested: 'more' } as const, 'lost'],
    [{ kind: 'interrupted', rested: null } as const, 'unknown'],
    [{ kind: 'noMore' } as const, 'nothing'],
  ])('after %o there is %s', (state, words) => {
    expect(beyond({ state, notices: [] })).toBe(words);
  });

  test('a first page of stored data has more than it can reach', () => {
    const notices = [{ code: 'stored_more', message: '' }];
    expect(beyond({ state: { kind: 'noMore' }, notices })).toBe('lost');
  });
});
