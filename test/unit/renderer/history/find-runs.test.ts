import { expect, it } from 'vitest';
import {
  type Age,
  ageLimit,
  dayWords,
  findRuns,
  listRows,
  noFilter,
  olderRuns,
  type RunFilter,
} from '#renderer/features/history/find-runs.ts';
import { makeQuery, makeSnapshot, makeSummary } from '../make.ts';

const elsewhere = 'https://data.example.org';
const runs = [
  makeSummary({ id: 'run-trees', starred: true }),
  makeSummary({
    id: 'run-named',
    name: 'Réponses for Ana',
    note: 'second pass',
    query: makeQuery({ id: 'C9xQ2v' }, 'photoshare.posts.comments'),
    title: 'Comments: C9xQ2v',
    state: 'noMore',
  }),
  makeSummary({ id: 'run-other', profileId: elsewhere, state: 'outOfCredits' }),
  makeSummary({ id: 'run-broken', query: null, title: '', profileId: '', condition: 'damaged' }),
];

const found = (filter: Partial<RunFilter>): string[] =>
  findRuns(runs, { ...noFilter, ...filter }, makeSnapshot(), 'sample').map(({ id }) => id);

it('finding runs by service, star, platform and ending, of an unknown service and worked out always', () => {
  const table = makeSummary({ id: 'table', profileId: elsewhere, derived: 'dataset' });
  expect(findRuns([table], noFilter, makeSnapshot(), 'sample')).toEqual([table]);
  expect(found({})).toEqual(['run-trees', 'run-named', 'run-broken']);
  expect(found({ allServices: true })).toHaveLength(4);
  expect(found({ starred: true })).toEqual(['run-trees']);
  expect(found({ platform: 'photoshare' })).toEqual(['run-named']);
  expect(found({ ending: 'complete' })).toEqual(['run-named']);
  expect(found({ ending: 'failed', allServices: true })).toEqual(['run-other']);
});

it('finding runs by words, names, notes and values, every one of them, without case and accents', () => {
  const byWords: Record<string, string[]> = {
    trees: ['run-trees', 'run-other'],
    'reponses ANA': ['run-named'],
    'photoshare comments': ['run-named'],
    'photoshare trees': [],
    'data.example.org': ['run-other'],
    '  ': ['run-trees', 'run-named', 'run-other', 'run-broken'],
  };
  for (const [search, ids] of Object.entries(byWords)) {
    expect(found({ search, allServices: true })).toEqual(ids);
  }
});

it('days are called as people call them, and stand above their runs', () => {
  const now = new Date(2026, 10, 20, 0, 30);
  expect(dayWords(new Date(2026, 10, 20, 23), now)).toBe('Today');
  expect(dayWords(new Date(2025, 10, 20), now)).toBe('Thursday 20 November 2025');
  const days = [now, new Date(2026, 10, 19, 23, 59), new Date(2026, 10, 19, 3)];
  const runsOfDays = days.map((at, place) =>
    makeSummary({ id: `run-${place}`, createdAt: at.toISOString() }),
  );
  const rows = listRows(runsOfDays, now);
  const words = rows.map((row) => (row.kind === 'day' ? row.words : row.run.id));
  expect(words.join()).toBe('Today,run-0,Yesterday,run-1,run-2');
});

it('older runs are those before an age or a date, not starred and not at work', () => {
  const now = new Date(2026, 2, 31, 12);
  const before = (age: Age, date: string | null = null) =>
    ageLimit(age, date, now)?.toLocaleDateString('sv-SE') ?? null;
  expect(before('week')).toBe('2026-03-24');
  // February has no 31st.
  expect(before('month')).toBe('2026-02-28');
  expect(before('date', '2026-01-15')).toBe('2026-01-15');
  expect([before('date'), before('date', 'soon')]).toEqual([null, null]);

  const createdAt = new Date(2026, 0, 1).toISOString();
  const old = [
    makeSummary({ id: 'run-plain', createdAt }),
    makeSummary({ id: 'run-star', createdAt, starred: true }),
    makeSummary({ id: 'run-busy', createdAt, state: 'fetching' }),
    makeSummary({ id: 'run-new', createdAt: now.toISOString() }),
  ];
  const older = (keepStarred: boolean) =>
    olderRuns(old, ageLimit('month', null, now)!, keepStarred).map(({ id }) => id);
  expect(older(true)).toEqual(['run-plain']);
  expect(older(false)).toEqual(['run-plain', 'run-star']);
});
