/** Specification, Limits: cursors are short-lived and bound to the identical request. */
import { expect, it } from 'vitest';
import { createCursors } from '#main/sample-service/cursors.ts';
import { ask, friday, question, startService, targetOf } from './asking.ts';

const search = 'microblog.posts.search';

it('leads to the same page as often as it is used', async () => {
  const service = await startService();
  const { cursor } = await question(service, search);
  const once = await question(service, search, {}, { cursor });
  const again = await question(service, search, {}, { cursor });
  expect(once.status).toBe(200);
  expect(again.results).toEqual(once.results);
});

it('holds the moment of the first page while the clock moves on', async () => {
  let now = friday;
  const service = await startService({ now: () => now });
  const whole = await question(service, search);
  const { results } = await question(service, search, {}, { cursor: whole.cursor });
  now += 10 * 60_000;
  const later = await question(service, search, {}, { cursor: whole.cursor });
  expect(later.results).toEqual(results);
  const anew = await question(service, search);
  expect(anew.results[0]).not.toEqual(whole.results[0]);
});

it.each([
  ['other words', { q: 'tides' }],
  ['another order', { sortBy: 'relevance' }],
  ['a date more', { since: '2026-11-01' }],
])('is refused with %s', async (_, values) => {
  const service = await startService();
  const { cursor } = await question(service, search);
  const { status, body } = await question(service, search, values, { cursor });
  expect(status).toBe(400);
  expect(body).toEqual({
    success: false,
    message: 'The cursor belongs to another request: a parameter has changed.',
  });
});

it('is refused with other fields and at another path', async () => {
  const service = await startService();
  const { cursor } = await question(service, search);
  const fields = await question(service, search, {}, { fields: ['id'], cursor });
  expect(fields.status).toBe(400);
  const byUser = 'microblog.posts.by-user';
  const own = await question(service, byUser);
  const username = 'awa_ndiaye';
  const elsewhere = await question(service, byUser, { username }, { cursor: own.cursor });
  expect(elsewhere.status).toBe(400);
});

it('does not mind the order of the parameters', async () => {
  const service = await startService();
  const first = await ask(service, '/api/data/microblog/posts/live?q=tides&lang=en');
  const cursor = encodeURIComponent(first.cursor ?? '');
  const { status } = await ask(
    service,
    `/api/data/microblog/posts/live?cursor=${cursor}&lang=en&q=tides`,
  );
  expect(status).toBe(200);
});

it('expires after a quarter of an hour', async () => {
  let now = friday;
  const service = await startService({ now: () => now });
  const { cursor } = await question(service, search);
  now += 15 * 60_000 - 1;
  expect((await question(service, search, {}, { cursor })).status).toBe(200);
  now += 1;
  const { status, body } = await question(service, search, {}, { cursor });
  expect(status).toBe(400);
  expect(body['message']).toMatch(/expired/);
});

it('expires at once when whoever started the service wants it', async () => {
  const service = await startService();
  const { cursor } = await question(service, search);
  service.expireCursors();
  expect((await question(service, search, {}, { cursor })).status).toBe(400);
  const { cursor: fresh } = await question(service, search);
  expect((await question(service, search, {}, { cursor: fresh })).status).toBe(200);
});

it.each(['', 'x', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', '%F0%9F%8D%9E'])(
  'is refused when it is made up: “%s”',
  async (cursor) => {
    const service = await startService();
    const { status } = await ask(service, `${targetOf(search)}&cursor=${cursor}`);
    expect(status).toBe(400);
  },
);

it('of another start, or changed by one character, is not valid', () => {
  const cursors = createCursors(() => friday);
  const sealed = cursors.seal('request', { offset: 20, now: 1 });
  expect(cursors.open('request', sealed)).toEqual({ offset: 20, now: 1 });
  expect(createCursors(() => friday).open('request', sealed)).toMatch(/not valid/);
  for (let place = 0; place < sealed.length; place += 7) {
    const other = sealed[place] === 'A' ? 'B' : 'A';
    const changed = sealed.slice(0, place) + other + sealed.slice(place + 1);
    expect(cursors.open('request', changed)).toMatch(/not valid/);
  }
});

it('tells nothing about its contents', () => {
  const sealed = createCursors(() => friday).seal('/secret?q=words', { offset: 20, now: 1 });
  expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(Buffer.from(sealed, 'base64url').toString()).not.toMatch(/secret|offset|words/);
});
