/** The pure rules of the form. */
import { describe, expect, it } from 'vitest';
import { firstWrong, pickableDays, withDay } from '#renderer/features/explore/arrange.ts';
import { costLine, trialLimit, knownRows } from '#renderer/features/explore/cost-line.ts';
import { periodsBefore } from '#renderer/features/explore/controls/DateControl.tsx';
import {
  select,
  selectionOf,
  selectionWords,
  toggle,
} from '#renderer/features/explore/fields/selection.ts';
import { endpointOf, resourceOf } from '../../query/make.ts';
import { makeQuery } from '../make.ts';

const query = (values: Record<string, string> = {}) => makeQuery(values, '');

it('the arrangement finds the first wrong control in the order of the form', () => {
  const endpoint = endpointOf('microblog.posts.search');
  expect(firstWrong(endpoint, { lang: 'x', fields: 'x', until: 'x' })).toBe('until');
  expect(firstWrong(endpoint, { lang: 'x', fields: 'x' })).toBe('fields');
  expect(firstWrong(endpoint, { countryCode: 'x', lang: 'x' })).toBe('lang');
  expect(firstWrong(endpoint, {})).toBeUndefined();
});

it('the arrangement lets no period end before it begins', () => {
  const today = '2026-11-23';
  const now = new Date(`${today}T23:59:59Z`);
  const dates = query({ since: '2026-11-01', until: '2026-11-20' });
  expect(withDay('since', '2026-11-21', dates, now)).toEqual({ since: '2026-11-21', until: '' });
  expect(withDay('since', '2026-11-20', dates, now)).toEqual({ since: '2026-11-20' });
  expect(withDay('until', '2026-11-02', dates, now)).toEqual({ until: '2026-11-02' });
  expect(pickableDays('until', dates, now)).toEqual({ minDate: '2026-11-01', maxDate: today });
  // Days that are counted back are those of today.
  const back = query({ since: '6 days ago', until: 'yesterday' });
  expect(withDay('since', today, back, now)).toEqual({ since: today, until: '' });
  expect(pickableDays('until', back, now)).toEqual({ minDate: '2026-11-17', maxDate: today });
  // Nor in the future, nor at a day that there is not.
  for (const values of [query(), query({ since: '2026-11-31', until: '2026-12-24' })]) {
    for (const key of ['since', 'until']) {
      expect(pickableDays(key, values, now)).toEqual({ maxDate: today });
    }
  }
});

it('periods are of days in UTC, both ends included, and none ends after today', () => {
  // Already the next day east of Greenwich.
  const periods = periodsBefore(new Date('2026-03-01T23:30:00Z'));
  expect(periods.map(({ name, since, until }) => `${name}: ${since} ${until}`)).toEqual([
    'Today: today today',
    'Yesterday: yesterday yesterday',
    'Last 7 days: 6 days ago today',
    'Last 30 days: 29 days ago today',
    'This month: 2026-03-01 2026-03-01',
    'Last month: 2026-02-01 2026-02-28',
  ]);
  const [, , , , , lastMonth] = periodsBefore(new Date('2027-01-31T00:00:00Z'));
  expect(lastMonth).toMatchObject({ since: '2026-12-01', until: '2026-12-31' });
});

it('how many rows there are is known by the item that the question was opened from', () => {
  const account: Record<string, string> = { followersCount: '2850', followingCount: '0' };
  const texts = (field: string) => [account[field] ?? []].flat();
  const opened = { values: { username: 'mira_osei' }, texts };
  const connections = (values: Record<string, string>, from = '') =>
    knownRows(opened, endpointOf(`microblog.users.connections${from}`), query(values));
  const mira = { username: 'mira_osei', connectionType: 'followers' };
  expect(connections(mira)).toBe(2850);
  // None, another choice, another account, another question.
  expect(connections({ ...mira, connectionType: 'following' })).toBeNull();
  expect(connections({ username: 'mira_osei' })).toBeNull();
  expect(connections({ ...mira, username: 'k_aoyama' })).toBeNull();
  expect(connections({ ...mira, since: '2026-11-01' })).toBeNull();
  // What is stored of an account is a part of it.
  expect(connections(mira, '.stored')).toBeNull();
  const endpoint = endpointOf('microblog.users.connections');
  expect(knownRows(null, endpoint, query(mira))).toBeNull();
});

describe('the cost', () => {
  const one = 'One call.';
  const stored = 'microblog.posts.search.stored';

  it.each([
    ['microblog.posts.search', {}, one, 'About 20 posts: the service decides.'],
    // Pages of a search are smaller with dates, and only those.
    ['microblog.posts.search', { since: '2026-11-01' }, one, '10 posts while dates are set.'],
    ['microblog.posts.search', { until: ' ' }, one, 'About 20 posts: the service decides.'],
    [
      'microblog.posts.by-user',
      { since: '2026-11-01' },
      one,
      'About 20 posts: the service decides.',
    ],
    ['forum.posts.by-ids', {}, one, null],
    [stored, {}, one, 'The first posts that the service has stored.'],
    [stored, { responseType: 'paging' }, one, 'Waiting is free.'],
    [stored, { responseType: 'csv' }, one, 'Usually a file, saved as the service sends it.'],
  ])('of %s %o is said', (id, values, said, amount) => {
    const endpoint = endpointOf(id);
    const resource = resourceOf(endpoint);
    const asked = query({ ...values });
    const real = { isSample: false, isTrial: false };
    expect(costLine(endpoint, resource, asked, real)).toEqual({ price: said, amount });
    const sample = costLine(endpoint, resource, asked, { isSample: true, isTrial: false });
    expect(sample).toEqual({ price: 'Sample data: nothing is charged.', amount });
  });

  it('comes with how little a trial key gets, and what it can’t have', () => {
    const endpoint = endpointOf(stored);
    const trial = { isSample: false, isTrial: true };
    const fast = costLine(endpoint, resourceOf(endpoint), query({ responseType: 'fast' }), trial);
    expect(fast.amount).toBe('A trial key gets 5 posts at most.');
    expect(trialLimit(endpointOf('microblog.posts.search'), query())).toBe('live');
    const limits = ['paging', 'csv', 'fast'].map((responseType) =>
      trialLimit(endpoint, query({ responseType })),
    );
    expect(limits).toEqual(['paging', 'csv', null]);
  });
});

describe('a selection', () => {
  const resource = resourceOf(endpointOf('photoshare.users.get'));
  const all = resource.fields.map(({ name }) => name);

  it('of every listed field is everything, with one more names them all; of none, nothing', () => {
    expect(select(resource, all.toReversed())).toEqual('all');
    expect(select(resource, ['zork', ...all])).toEqual([...all, 'zork']);
    expect(select(resource, [])).toEqual([]);
    expect(selectionOf([], false)).toEqual('all');
    expect(selectionOf([], true)).toEqual([]);
  });

  it('toggles back to where it was', () => {
    for (const start of ['all', [], select(resource, ['id', 'zork'])] as const) {
      for (const name of ['id', 'username', 'zork']) {
        const once = toggle(resource, start, name);
        expect(once).not.toEqual(start);
        expect(toggle(resource, once, name)).toEqual(start);
      }
    }
  });

  it('is said in numbers, names of the person’s own included', () => {
    expect(selectionWords(resource, 'all')).toBe('All fields');
    expect(selectionWords(resource, [])).toBe('None chosen');
    expect(selectionWords(resource, select(resource, ['id', 'zork']))).toBe('2 of 15');
  });
});
