/**
 * Live questions: page after page in the specification's shape, what parameters change, refusals,
 * and that what one answer names, another question finds.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { createMemory } from '#main/sample-service/data/ids.ts';
import { questionFor } from '#main/sample-service/questions.ts';
import { startTestSample } from '#test/support/sample-service.ts';
import { textsOf } from '#renderer/features/results/use-value/row-source.ts';
import { catalogue, liveEndpoints } from '#main/catalogue/index.ts';
import { resources } from '#main/catalogue/resources/index.ts';
import { usesOf, type Use } from '#shared/query/use-value.ts';
import {
  ask,
  friday,
  number,
  pagesOf,
  question,
  refused,
  rowsOf,
  startService,
  targetOf,
  text,
} from './asking.ts';
import type { Item, Values } from './asking.ts';
import { endpointOf, queryOf, resourceOf } from '../query/make.ts';

// Looking changes nothing about it, so one is enough.
const service = await startTestSample({ now: () => friday });
const twin = await startTestSample({ now: () => friday });
await question(twin, 'photoshare.users.search', { name: 'somebody' });
afterAll(() => Promise.all([service.close(), twin.close()]));

const search = 'microblog.posts.search';
const live = '/api/data/microblog/posts/live';
const ids = liveEndpoints.map(({ id }) => id);
const paging = liveEndpoints.filter(({ pages }) => pages).map(({ id }) => id);

describe('the example of', () => {
  it.each(ids)('%s: every field in order, invented addresses only', async (id) => {
    const { status, body, results, headers, raw } = await question(service, id);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    const names = resourceOf(endpointOf(id)).fields.map(({ name }) => name);
    expect(results.length).toBeGreaterThan(0);
    for (const item of results) expect(Object.keys(item)).toEqual(names);
    expect(body['count']).toBe(results.length);
    expect(['api', 'hybrid']).toContain(body['dataSource']);
    const hosts = [...raw.matchAll(/https?:\/\/([^/"\\]+)/g)].map((match) => match[1] ?? '');
    expect(hosts.filter((host) => !/(^|\.)example\.(com|org)$/.test(host))).toEqual([]);
    // Another start, which was asked other things before, says the same.
    const again = await question(twin, id);
    expect(again.results).toEqual(results);
    expect(again.body['parent_comment']).toEqual(body['parent_comment']);
    if (!paging.includes(id)) expect(body).toMatchObject({ has_more: false });
  });

  it.each(paging)('%s goes on for thousands of rows without gaps or repeats', async (id) => {
    const pages = await pagesOf(service, id, { most: 5 });
    expect(pages).toHaveLength(5);
    // Sounds overlap on purpose; nothing else may come twice.
    const overlap = id === 'shortvideo.sounds.search' ? 2 : 0;
    const [size = 0] = pages.map(({ results }) => results.length);
    const rows = pages.flatMap(({ results }, page) => results.slice(page === 0 ? 0 : overlap));
    expect(rows).toHaveLength(5 * size - 4 * overlap);
    expect(new Set(rows.map((row) => text(row, 'id'))).size).toBe(rows.length);
    const isDated =
      !/user|connections|sounds\.search/.test(id) ||
      /\b(microblog|shortvideo)\.posts\.by-user/.test(id);
    if (!isDated) return;
    const moments = rows.map((row) => Date.parse(text(row, 'createdAt')));
    expect(moments).toEqual(moments.toSorted((one, other) => other - one));
    expect(moments[0]).toBeLessThanOrEqual(friday);
  });
});

it('as the clock moves on, new rows come on top and the old ones stay', async () => {
  let now = friday;
  const moving = await startService({ now: () => now });
  const before = (await question(moving, search)).results;
  now += 3_600_000;
  const after = await rowsOf(moving, search, { most: 8 });
  const start = after.findIndex((row) => row['id'] === before[0]?.['id']);
  expect(start).toBeGreaterThan(0);
  const again = after.slice(start, start + before.length);
  // Those of a few hours have more likes by then.
  for (const [at, { likeCount, impressionCount: _, ...row }] of before.entries()) {
    expect(again[at]).toMatchObject(row);
    expect(number(again[at], 'likeCount')).toBeGreaterThanOrEqual(Number(likeCount));
  }
});

describe('how much there is', () => {
  it.each<[id: string, key: string]>([
    [search, 'q'],
    ['photoshare.posts.search', 'q'],
    ['photoshare.users.search', 'name'],
    ['microblog.users.search', 'q'],
    ['shortvideo.sounds.search', 'keyword'],
  ])('%s: `rare` has three rows, `nothing` none, and that is an answer', async (id, key) => {
    for (const [word, count] of [
      ['rare', 3],
      ['nothing', 0],
    ] as const) {
      const { status, body, results } = await question(service, id, { [key]: word });
      expect([status, results.length]).toEqual([200, count]);
      expect(body).toMatchObject({ count, has_more: false });
      // Absent or null, each platform its way.
      expect(body['next_page_cursor']).toBe(id.startsWith('microblog') ? null : undefined);
    }
  });

  it('of comments is what the post says', async () => {
    const posts = await rowsOf(service, 'photoshare.posts.search', { most: 3 });
    const says = (row: Item): number => number(row, 'commentCount');
    const post = posts.find((row) => says(row) > 20 && says(row) < 200) ?? {};
    const values = { id: text(post, 'id') };
    const rows = await rowsOf(service, 'photoshare.posts.comments', { values, most: 20 });
    expect(new Set(rows.map((row) => text(row, 'id'))).size).toBe(says(post));
  });

  it('on a page is ten with dates, and what `limit` says; of an item what `fields` names', async () => {
    const dated = await question(service, search, { since: '2026-11-01' });
    expect(dated.results).toHaveLength(10);
    const seven = await question(service, 'forum.comments.by-user', { limit: '7' });
    expect(seven.results).toHaveLength(7);
    const id = 'photoshare.comments.replies';
    const { body, results } = await question(service, id, {}, { fields: ['text', 'id'] });
    for (const item of results) expect(Object.keys(item).toSorted()).toEqual(['id', 'text']);
    // A parent comment stays whole.
    expect(body['parent_comment']).toMatchObject({ id: '17851234567890123', type: 'comment' });
  });
});

it.each<[id: string, field: string, Values, words: string[]]>([
  [search, 'text', { q: 'tides NOT storm -wind' }, ['tides']],
  [search, 'text', { q: 'title:"C++"~3 & me' }, ['c++', 'me']],
  ['shortvideo.sounds.search', 'title', { keyword: 'tide' }, ['tide']],
  ['photoshare.users.search', 'fullName', { name: 'mira osei' }, ['mira', 'osei']],
])('%s: the words are in every %s of %o', async (id, field, values, words) => {
  const rows = await rowsOf(service, id, { values, most: 2 });
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    const has = text(row, field).toLowerCase();
    expect(words.filter((word) => !has.includes(word))).toEqual([]);
  }
});

it('joined with OR, one of the words is in each text; by relevance, the most liked come first', async () => {
  const values = { q: 'bread OR coffee', sortBy: 'relevance' };
  const rows = await rowsOf(service, search, { values, most: 5 });
  const found = rows.map((row) => /bread|coffee/i.exec(text(row, 'text'))?.[0].toLowerCase());
  expect(new Set(found)).toEqual(new Set(['bread', 'coffee']));
  const likes = rows.map((row) => number(row, 'likeCount'));
  expect(likes).toEqual(likes.toSorted((one, other) => other - one));
});

it('a new endpoint is answered from its resource', () => {
  const byUser = endpointOf('shortvideo.posts.by-user');
  const endpoint = { ...byUser, id: 'shortvideo.posts.search', parameters: [] };
  const world = { memory: createMemory(), now: friday / 1000 };
  const rows = questionFor(endpoint)({ world, values: { q: 'harbour' } });
  expect(rows.total).toBeGreaterThan(1000);
  expect(rows.at(0)).toMatchObject({ description: expect.stringMatching(/harbour/i) as unknown });
});

it('a new field is answered by its meaning', () => {
  const date = {
    name: 'newDate',
    label: 'New',
    group: 'New',
    meaning: 'date',
    usual: false,
  } as const;
  const given = resources.find(({ id }) => id === 'microblog.post')!;
  given.fields.push(date, { ...date, name: 'newCount', meaning: 'count' });
  const world = { memory: createMemory(), now: friday / 1000 };
  const row = questionFor(endpointOf(search))({ world, values: { q: 'harbour' } }).at(0);
  given.fields.length -= 2;
  expect(row).toMatchObject({ newDate: row['createdAt'], newCount: expect.any(Number) as unknown });
});

it('numbers keep every digit that was asked for; elsewhere ids are text', async () => {
  const { raw } = await question(service, 'shortvideo.comments.get');
  expect(raw).toContain('"id":7312345678901230001,');
  expect(raw).toContain('"postId":7312345678901234567,');
  const id = '98765432109876543210987654321098765432109876543211';
  const fifty = await question(service, 'shortvideo.comments.get', { id });
  expect(fifty.raw).toContain(`"postId":${id},`);
  const photos = await question(service, 'photoshare.posts.search');
  expect(photos.raw).toMatch(/"id":"\d{19}_\d+"/);
});

describe('parameters', () => {
  it.each([
    ['microblog.posts.by-user', { since: '2024-02-28', until: '2024-03-10' }, 30],
    // Both days are included, and the list ends where they end.
    [search, { since: '2026-11-10', until: '2026-11-10' }, 1000],
  ])('%s: posts lie within %o', async (id, values, most) => {
    const pages = await pagesOf(service, id, { values, most });
    const days = pages.flatMap(({ results }) => results.map((row) => text(row, 'createdAtDate')));
    expect(days.length).toBeGreaterThan(9);
    expect(days.filter((day) => day < values.since || day > values.until)).toEqual([]);
    if (most === 1000) expect(pages.at(-1)?.body['has_more']).toBe(false);
  });

  it.each<[Values, string, string | null]>([
    [{ lang: 'es-MX' }, 'lang', 'es'],
    [{ countryCode: 'gh' }, 'placeCountryCode', 'GH'],
    // A language that nobody writes, the future, before the platform began.
    [{ lang: 'fi' }, '', null],
    [{ since: '2027-01-01' }, '', null],
    [{ until: '2009-12-31' }, '', null],
  ])('%o is what %s says', async (values, field, found) => {
    const { status, results } = await question(service, search, values);
    expect([status, results.length]).toEqual([200, found === null ? 0 : 20]);
    for (const row of results) expect(text(row, field)).toBe(found);
  });

  it('forum ids that do not exist are left out, and each is answered once', async () => {
    const given = { ids: '1k2a9f, 1k0000 1k2b7c\n1k2a9f' };
    const { results } = await question(service, 'forum.posts.by-ids', given);
    expect(results.map((row) => row['id'])).toEqual(['1k2a9f', '1k2b7c']);
  });
});

const otherScheme = { headers: { authorization: 'Basic abc' } };
// The rules are the catalogue's (`unit/catalogue/rules.test.ts`); here is that they are asked.
it.each<[status: number, target: string, message?: RegExp, init?: Parameters<typeof ask>[2]]>([
  [400, `${live}?q=%20`, /`q` must not be blank/],
  [400, live, /`q` is required/],
  [400, '/api/data/microblog/users/mira_osei/live?fields=id,shoeSize', /shoeSize is not a field/],
  [401, targetOf(search), /./, { key: null }],
  [401, targetOf(search), /./, otherScheme],
  [401, targetOf(search), /./, { key: 'TRIALguess' }],
  [401, '/api/data/operations/op_check', /./, { key: 'sample_guess' }],
  [404, targetOf('microblog.users.get', { username: 'Nobody_Here' })],
  [404, targetOf('microblog.posts.comments', { id: '1986934512780810000' })],
  [404, targetOf('photoshare.comments.replies', { id: 'Cabc', commentId: '17851234567890123' })],
  [404, targetOf('shortvideo.posts.by-user', { identifier: 'nobody_here' })],
  [404, targetOf('shortvideo.comments.get', { commentId: '7312345678901230099' })],
])(
  'refused with %i, and counted only if it was not found: %s',
  async (status, target, said = /./, init = {}) => {
    const before = service.callsCounted();
    const answer = await ask(service, target, init);
    expect([answer.status, answer.body]).toEqual([status, refused(expect.stringMatching(said))]);
    expect(service.callsCounted() - before).toBe(status === 404 ? 1 : 0);
  },
);

it('a trial key gets nothing live', async () => {
  const trial = await ask(service, targetOf(search), { key: service.trialKey });
  expect([trial.status, trial.body['code']]).toEqual([403, 'on_demand_not_available_in_trial']);
});

it('unknown parameters and names from an assumed list are not refused', async () => {
  expect((await ask(service, `${live}?q=tides&color=blue`)).status).toBe(200);
  const { results } = await ask(service, `${live}?q=tides&fields=id,moonPhase`);
  expect(Object.keys(results[0] ?? {})).toEqual(['id']);
});

it('nothing is at other paths, by other methods, and no reply is a comment', async () => {
  for (const target of ['/', `${live}/more?q=x`, '/api/data/operations/op_check']) {
    expect(await ask(service, target)).toMatchObject({ status: 404, body: refused() });
  }
  expect((await ask(service, `${live}?q=x`, { method: 'POST' })).status).toBe(404);
  const { results } = await question(service, 'photoshare.comments.replies');
  const commentId = text(results[0], 'id');
  const { status, body } = await question(service, 'photoshare.comments.get', { commentId });
  expect([status, body['message']]).toEqual([404, expect.stringMatching(/reply/i)]);
});

const found = async (id: string, values: Values = {}): Promise<Item[]> =>
  (await question(service, id, values)).results;

/** Asked this, each row's field, given to that parameter, finds the row itself, or one alike. */
const references = `
  microblog.posts.search?q=llamas&lang=ja      id        microblog.posts.get     id         itself
  microblog.posts.search?q=bread+OR+coffee     id        microblog.posts.get     id         itself
  microblog.posts.by-user?username=nobody_yet  id        microblog.posts.get     id         itself
  microblog.posts.quotes                       id        microblog.posts.get     id         itself
  photoshare.posts.by-user?identifier=no.one   codeUrl   photoshare.posts.get    id         itself
  photoshare.posts.comments                    id        photoshare.comments.get commentId  itself
  microblog.users.connections                  username  microblog.users.get     username   itself
  microblog.posts.search                       authorUsername microblog.users.get username  id=authorId
  photoshare.posts.search                      userId    photoshare.users.get    identifier username=username
  photoshare.users.search?name=zeppelin        username  photoshare.users.get    identifier id=id
  forum.comments.by-user                 parentPostId    forum.posts.by-ids      ids        subredditId=postSubredditId
  shortvideo.users.connections                 id        shortvideo.posts.by-user identifier userId=id
  shortvideo.users.connections                 secUid    shortvideo.posts.by-user identifier userId=id
`;

it.each(references.trim().split('\n'))('%s', async (line) => {
  const [from = '', field = '', to = '', key = '', same = ''] = line.trim().split(/\s+/);
  const [id = '', asked] = from.split('?');
  const rows = await found(id, Object.fromEntries(new URLSearchParams(asked)));
  expect(rows.length).toBeGreaterThan(5);
  // The first and the last rows of a page stand for it.
  for (const row of [...rows.slice(0, 3), ...rows.slice(-3)]) {
    const value = text(row, field).replace(/^.*\/p\/(.+)\/$/, '$1');
    const [first] = await found(to, { [key]: value });
    const [there = '', here = ''] = same.split('=');
    if (same === 'itself') expect(first).toEqual(row);
    else expect(first?.[there]).toEqual(row[here]);
  }
});

it('a sound leads to its videos, by id and by exact title', async () => {
  const [sound] = await found('shortvideo.sounds.search');
  const byId = await found('shortvideo.posts.by-sound', { sound: text(sound, 'id') });
  expect(byId).toHaveLength(30);
  const byTitle = await found('shortvideo.posts.by-sound', { sound: text(sound, 'title') });
  expect(byTitle).toEqual(byId);
});

it('comments and replies belong to what they answer, and are younger', async () => {
  const [post] = await found('microblog.posts.get');
  const comments = await found('microblog.posts.comments');
  const byId = new Map(comments.map((row) => [row['id'], row]));
  const toPost = comments.filter((row) => row['replyToPostId'] === post?.['id']);
  for (const row of toPost) expect(row).toMatchObject({ replyToUsername: 'mira_osei' });
  // The others answer an earlier one, which may be on another page, and so on.
  const answered = comments.flatMap((row) => {
    const other = byId.get(row['replyToPostId']);
    return other === undefined ? [] : [[row, other] as const];
  });
  expect([toPost.length > 3, answered.length > 3]).toEqual([true, true]);
  for (const [row, other] of answered) {
    expect(row).toMatchObject({ replyToUsername: other['authorUsername'] });
    expect(text(row, 'createdAt') >= text(other, 'createdAt')).toBe(true);
  }
  for (const row of comments) {
    expect(row).toMatchObject({ conversationId: post?.['id'] });
    expect(text(row, 'createdAt') > text(post, 'createdAt')).toBe(true);
  }
  const people = await found('microblog.posts.interacting-users');
  expect(people.map((row) => row['id'])).toEqual(comments.map((row) => row['authorId']));

  const [photo] = await found('photoshare.posts.get');
  const under = await found('photoshare.posts.comments');
  const parentPostId = photo?.['id'];
  for (const row of under) expect(row).toMatchObject({ parentPostId, parentCommentId: null });
  const busy = under.find((row) => number(row, 'childCommentCount') > 100);
  const commentId = text(busy, 'id');
  const replies = await question(service, 'photoshare.comments.replies', { commentId });
  expect(replies.body['parent_comment']).toEqual(busy);
  for (const row of replies.results) expect(row).toMatchObject({ parentCommentId: commentId });
  const here = new Set(replies.results.map((row) => row['id']));
  expect(replies.results.some((row) => here.has(row['repliedToCommentId']))).toBe(true);
});

/** The missing choice, as a person would make it. */
function chosen({ endpoint, missing }: Use): Values {
  const parameter = endpoint.parameters.find(({ key }) => key === missing);
  if (parameter === undefined) return {};
  if (parameter.type.kind !== 'choice') throw new Error(`${endpoint.id} also needs ${missing}`);
  return { [parameter.key]: parameter.type.choices[0]?.value ?? '' };
}

it.each(catalogue.resources.map((resource) => [resource.id, resource] as const))(
  '*Use this value in…* fills in what is answered, from a row of %s',
  async (resourceId, resource) => {
    const endpoint = liveEndpoints.find((one) => one.resource === resourceId)!;
    const [row = {}] = await found(endpoint.id);
    const texts = (field: string) => textsOf(row[field]);
    const source = { resource, texts, query: queryOf(endpoint) };
    const uses = resource.fields
      .flatMap(({ name }) =>
        texts(name)
          .slice(0, 1)
          .flatMap((value) => usesOf(catalogue, source, name, value)),
      )
      // A video’s id alone is not enough for the only question about one.
      .filter(({ missing }) => missing !== 'commentId');
    expect(uses.length).toBeGreaterThan(0);
    for (const use of uses) {
      const { status } = await question(service, use.endpoint.id, {
        ...use.values,
        ...chosen(use),
      });
      expect(status, `${JSON.stringify(use.values)} in ${use.endpoint.id}`).toBe(200);
    }
  },
);
