import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/index.ts';
import { findRuns, noFilter, type RunFilter } from '#renderer/features/history/find-runs.ts';
import { drawnRows, rowAt, rowTops } from '#renderer/features/history/drawn-rows.ts';
import { ageLimit, olderRuns } from '#renderer/features/history/older-runs.ts';
import { dayWords, listRows } from '#renderer/features/history/run-rows.ts';
import { makeSummary } from '../make.ts';

const elsewhere = 'https://data.example.org';
const runs = [
  makeSummary({ id: 'run-trees', starred: true }),
  makeSummary({
    id: 'run-named',
    name: 'Réponses for Ana',
    note: 'second pass',
    query: { endpointId: 'photoshare.posts.comments', values: { id: 'C9xQ2v' }, fields: [] },
    title: 'Comments: C9xQ2v',
    state: 'noMore',
  }),
  makeSummary({ id: 'run-other', profileId: elsewhere, state: 'outOfCredits' }),
  makeSummary({ id: 'run-broken', query: null, title: '', profileId: '', condition: 'damaged' }),
];

const found = (filter: Partial<RunFilter>): string[] =>
  findRuns(runs, { ...noFilter, ...filter }, catalogue, 'sample').map(({ id }) => id);

describe('finding runs', () => {
  it('leaves out other services unless they are asked for, never one of an unknown service', () => {
    expect(found({})).toEqual(['run-trees', 'run-named', 'run-broken']);
    expect(found({ allServices: true })).toHaveLength(4);
  });

  it.each([
    ['trees', ['run-trees', 'run-other']],
    ['reponses ANA', ['run-named']],
    ['second', ['run-named']],
    ['c9xq', ['run-named']],
    ['photoshare comments', ['run-named']],
    ['photoshare trees', []],
    ['damaged', ['run-broken']],
    ['data.example.org', ['run-other']],
    ['plan’s limit', ['run-other']],
    ['  ', ['run-trees', 'run-named', 'run-other', 'run-broken']],
  ])('by words, names, notes and values: “%s”', (search, ids) => {
    expect(found({ search, allServices: true })).toEqual(ids);
  });

  it('by star, platform and ending', () => {
    expect(found({ starred: true })).toEqual(['run-trees']);
    expect(found({ platform: 'photoshare' })).toEqual(['run-named']);
    expect(found({ ending: 'complete' })).toEqual(['run-named']);
    expect(found({ ending: 'failed', allServices: true })).toEqual(['run-other']);
  });
});

describe('days', () => {
  const now = new Date(2026, 10, 20, 0, 30);

  it('are called as people call them', () => {
    expect(dayWords(new Date(2026, 10, 20, 23), now)).toBe('Today');
    expect(dayWords(new Date(2026, 10, 19, 23, 59), now)).toBe('Yesterday');
    expect(dayWords(new Date(2026, 10, 18, 1), now)).toBe('Wednesday 18 November');
    expect(dayWords(new Date(2025, 10, 20), now)).toBe('Thursday 20 November 2025');
  });

  it('stand above their runs', () => {
    const at = (hour: number) => new Date(2026, 10, 19, hour).toISOString();
    const rows = listRows(
      [
        makeSummary({ id: 'run-a', createdAt: now.toISOString() }),
        makeSummary({ id: 'run-b', createdAt: at(20) }),
        makeSummary({ id: 'run-c', createdAt: at(3) }),
      ],
      now,
    );
    expect(rows.map((row) => (row.kind === 'day' ? row.words : row.run.id))).toEqual([
      'Today',
      'run-a',
      'Yesterday',
      'run-b',
      'run-c',
    ]);
  });
});

describe('a long list', () => {
  const many = Array.from({ length: 1000 }, (_, index) =>
    makeSummary({ id: `run-${String(index).padStart(8, '0')}` }),
  );
  const rows = listRows(many, new Date(2026, 10, 21));
  const tops = rowTops(rows);

  it('is drawn around what is seen, and where Tab stops', () => {
    expect(tops.at(-1)).toBe(32 + 1000 * 36);
    const drawn = drawnRows(tops, 18_000, 700, 3);
    expect(drawn[0]).toBe(3);
    const first = drawn[1]!;
    expect(tops[first]!).toBeLessThanOrEqual(18_000 - 560);
    expect(tops[drawn.at(-1)!]!).toBeGreaterThanOrEqual(18_700 + 560);
    expect(drawn.length).toBeLessThan(70);
    expect(drawnRows(tops, 0, 700, 0)[0]).toBe(0);
    expect(drawnRows(tops, 1e9, 700, undefined).at(-1)).toBe(rows.length - 1);
  });

  it('finds the row at any height', () => {
    for (const [place, top] of tops.slice(0, -1).entries()) {
      expect(rowAt(tops, top)).toBe(place);
      expect(rowAt(tops, top + 30)).toBe(place);
    }
    expect(rowAt(tops, -500)).toBe(0);
  });
});

describe('older runs', () => {
  const now = new Date(2026, 2, 31, 12);
  const day = (date: Date | null) => date?.toLocaleDateString('sv-SE') ?? null;

  it('are those before a week, a month, a year or a date', () => {
    expect(day(ageLimit('week', null, now))).toBe('2026-03-24');
    // February has no 31st.
    expect(day(ageLimit('month', null, now))).toBe('2026-02-28');
    expect(day(ageLimit('quarter', null, now))).toBe('2025-12-31');
    expect(day(ageLimit('year', null, now))).toBe('2025-03-31');
    expect(day(ageLimit('date', '2026-01-15', now))).toBe('2026-01-15');
    expect(ageLimit('date', null, now)).toBeNull();
    expect(ageLimit('date', 'soon', now)).toBeNull();
  });

  it('spare what is starred and what is at work', () => {
    const createdAt = new Date(2026, 0, 1).toISOString();
    const old = [
      makeSummary({ id: 'run-plain', createdAt }),
      makeSummary({ id: 'run-star', createdAt, starred: true }),
      makeSummary({ id: 'run-busy', createdAt, state: 'fetching' }),
      makeSummary({ id: 'run-new', createdAt: now.toISOString() }),
    ];
    const limit = ageLimit('month', null, now)!;
    expect(olderRuns(old, limit, true).map(({ id }) => id)).toEqual(['run-plain']);
    expect(olderRuns(old, limit, false).map(({ id }) => id)).toEqual(['run-plain', 'run-star']);
  });
});
