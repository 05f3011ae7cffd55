/** What is new is asked for where the service has a way to, and from early enough. */
import { expect, it, vi } from 'vitest';
import { tabsNow, useApp } from '#renderer/state/app.ts';
import { asksAgainSince, openWhatIsNew, whatIsNew } from '#renderer/state/what-is-new.ts';
import type { Query } from '#shared/query/types.ts';
import { sinceLastTime } from '#shared/query/values.ts';
import { newestFirstField } from '#shared/catalogue/types.ts';
import { endpointOf } from '../../query/make.ts';
import { answer, ok } from '../fake-host.ts';
import { makeListTable, makeRunList, makeSnapshot, makeTab } from '../make.ts';

const at = '2026-11-18T00:20:00.000Z';
const now = new Date('2026-11-20');
const search = endpointOf('microblog.posts.search');
const asked = (values: Record<string, string>) => ({ endpointId: search.id, values, fields: [] });

it('from the day before, with all else as it was', () => {
  const query = asked({ q: 'sea', lang: 'en', since: '2026-11-01', until: '2026-11-18' });
  expect(sinceLastTime(search, query, at, now)).toEqual(
    asked({ q: 'sea', lang: 'en', since: '2026-11-17' }),
  );
  // A later date was meant.
  const later = asked({ q: 'sea', since: '2026-12-01' });
  expect(sinceLastTime(search, later, at, now)?.values['since']).toBe('2026-12-01');
});

it('says that rows are sent again, as long as the question is that of the run', () => {
  const before = asked({ q: 'sea', until: '2026-11-18' });
  const from = { runId: 'run-1', query: before };
  const since = (query: Query) => asksAgainSince(makeTab({ query, from }));
  expect(since(sinceLastTime(search, before, at, now)!)).toBe('2026-11-17');
  expect(since(asked({ q: 'ships', since: '2026-11-17' }))).toBeNull();
  expect(since(before)).toBeNull();
  // It was asked from yesterday on: all of it is asked again.
  const recent = asked({ q: 'sea', since: '2026-11-17' });
  const whole = { runId: 'run-1', query: recent };
  expect(asksAgainSince(makeTab({ query: recent, from: whole }))).toBe('2026-11-17');
  expect(asksAgainSince(makeTab({ query: asked({ q: 'sea', since: '2026-11-17' }) }))).toBeNull();
});

it('of a list with its inputs, in a tab that knows the run it is about', async () => {
  const before = asked({ since: '2026-11-01' });
  const run = { id: 'run-00000001', createdAt: at, list: makeRunList({ done: 2 }), query: before };
  useApp.setState({ ...useApp.getInitialState(), snapshot: makeSnapshot() });
  answer('list.take', () => ok(makeListTable()));
  openWhatIsNew(run, whatIsNew(search, run, 'id')!);
  await vi.waitFor(() => expect(tabsNow().at(-1)?.list).toBeDefined());
  const tab = tabsNow().at(-1)!;
  expect(tab).toMatchObject({ from: { runId: run.id, query: before }, runId: null });
  expect(asksAgainSince(tab)).toBe('2026-11-17');
});

it('from its last day on where the question ended earlier, so that no day is left out', () => {
  const ended = asked({ q: 'sea', since: '2026-03-01', until: '2026-03-31' });
  expect(sinceLastTime(search, ended, at, now)).toEqual(asked({ q: 'sea', since: '2026-03-31' }));
  // What it began with is as early as anything was asked for.
  const later = asked({ q: 'sea', since: '2026-12-01', until: '2026-12-05' });
  expect(sinceLastTime(search, later, at, now)?.values['since']).toBe('2026-12-01');
  expect(sinceLastTime(search, asked({ q: 'sea', until: '' }), at, now)?.values['since']).toBe(
    '2026-11-17',
  );
});

it('days that are counted back are those of the day on which it is asked', () => {
  const of = (since: string, until?: string) => {
    const query = asked({ q: 'sea', since, ...(until === undefined ? {} : { until }) });
    const { values } = sinceLastTime(search, query, at, now)!;
    return [values['since'], values['until']];
  };
  // Nobody asked for what is older than six days, however long ago the last time was.
  expect(of('6 days ago', 'today')).toEqual(['2026-11-17', 'today']);
  expect(of('yesterday', 'today')).toEqual(['2026-11-19', 'today']);
  // The last time reached the 15th.
  expect(of('30 days ago', '3 days ago')).toEqual(['2026-11-15', '3 days ago']);
  expect(of('6 days ago')).toEqual(['2026-11-17', undefined]);
});

it('not where there is no such option, nor of stored data', () => {
  const videos = endpointOf('shortvideo.posts.by-user');
  expect(sinceLastTime(videos, { ...asked({}), endpointId: videos.id }, at, now)).toBeNull();
  const stored = endpointOf('microblog.posts.search.stored');
  expect(sinceLastTime(stored, { ...asked({}), endpointId: stored.id }, at, now)).toBeNull();
});

it('where rows come newest first, until rows that are known, unless another order was asked for', () => {
  const comments = endpointOf('forum.comments.by-user');
  const of = (sort: string) => ({ endpointId: comments.id, values: { sort }, fields: [] });
  expect(newestFirstField(comments, of('new'))).toBe('createdAt');
  expect(newestFirstField(comments, of('top'))).toBeNull();
  const bySound = endpointOf('shortvideo.posts.by-sound');
  expect(newestFirstField(bySound, of('new'))).toBeNull();
  // Without IDs no row is known, and every page would be paid for again.
  const news = (fields: string[]) =>
    whatIsNew(
      comments,
      { id: 'run', createdAt: at, list: null, query: { ...of('new'), fields } },
      'id',
    );
  expect([news(['body', 'id'])?.untilKnown, news(['body'])]).toEqual([true, null]);
});
