/** Every live question answers its example, page after page, in the specification's shape. */
import { describe, expect, it } from 'vitest';
import { liveEndpoints } from '#shared/catalogue/index.ts';
import { resources } from '#shared/catalogue/resources/index.ts';
import { endpointWithId, pagesOf, question, startService, text } from './asking.ts';
import type { Item } from './asking.ts';

const ids = liveEndpoints.map(({ id }) => id);
const paging = liveEndpoints.filter(({ pages }) => pages).map(({ id }) => id);
const single = liveEndpoints.filter(({ pages }) => !pages).map(({ id }) => id);

const sizes: Record<string, number> = {
  microblog: 20,
  'photoshare.post': 12,
  'photoshare.comment': 15,
  'photoshare.user': 25,
  'forum.comment': 100,
  'shortvideo.post': 30,
  'shortvideo.user': 30,
  'shortvideo.sound': 20,
};

const sizeOf = (id: string): number | undefined => {
  const { platform, resource } = endpointWithId(id);
  return sizes[resource] ?? sizes[platform ?? ''];
};

/** Sounds overlap on purpose; nothing else may come twice. */
const overlapOf = (id: string): number => (id === 'shortvideo.sounds.search' ? 2 : 0);

describe('the example of', () => {
  it.each(ids)('%s has every field of its resource, in order', async (id) => {
    const service = await startService();
    const { status, body, results, headers } = await question(service, id);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    const fields = resources.find((resource) => resource.id === endpointWithId(id).resource);
    const names = fields?.fields.map(({ name }) => name);
    expect(results.length).toBeGreaterThan(0);
    for (const item of results) expect(Object.keys(item)).toEqual(names);
    expect(body['count']).toBe(results.length);
    expect(['api', 'hybrid']).toContain(body['dataSource']);
  });

  it.each(paging)('%s goes on for thousands of rows without gaps or repeats', async (id) => {
    const service = await startService();
    const pages = await pagesOf(service, id, { most: 5 });
    expect(pages).toHaveLength(5);
    const overlap = overlapOf(id);
    const rows: Item[] = [];
    for (const page of pages) {
      expect(page.results).toHaveLength(sizeOf(id) ?? 0);
      expect(page.body['has_more']).toBe(true);
      const repeated = rows.length === 0 ? 0 : overlap;
      expect(page.results.slice(0, repeated)).toEqual(rows.slice(rows.length - repeated));
      rows.push(...page.results.slice(repeated));
    }
    const keys = rows.map((row) => text(row, 'id'));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(single)('%s is one page without a next', async (id) => {
    const service = await startService();
    const { body, results, cursor } = await question(service, id);
    expect(body['has_more']).toBe(false);
    expect(cursor).toBeNull();
    expect(results).toHaveLength(id === 'forum.posts.by-ids' ? 5 : 1);
  });

  const dated = paging.filter((id) => !/user|connections|sounds\.search/.test(id));
  it.each([...dated, 'microblog.posts.by-user', 'shortvideo.posts.by-user'])(
    '%s comes newest first, none from the future',
    async (id) => {
      const service = await startService();
      const pages = await pagesOf(service, id, { most: 4 });
      const moments = pages.flatMap(({ results }) =>
        results.map((row) => Date.parse(text(row, 'createdAt'))),
      );
      expect(moments).toEqual(moments.toSorted((one, other) => other - one));
      expect(Math.max(...moments)).toBeLessThanOrEqual(Date.UTC(2026, 10, 20, 19, 30));
    },
  );
});

describe('the last page', () => {
  const last: [string, Record<string, string>][] = [
    ['microblog.posts.search', { q: 'rare orchids' }],
    ['photoshare.posts.search', { q: 'rare orchids' }],
    ['photoshare.users.search', { name: 'rare' }],
    ['microblog.users.search', { q: 'rare' }],
    ['shortvideo.sounds.search', { keyword: 'rare' }],
    ['shortvideo.posts.by-sound', { sound: 'Rare Groove' }],
  ];
  it.each(last)('%s: `rare` has three rows and no more', async (id, values) => {
    const service = await startService();
    const { body, results, cursor } = await question(service, id, values);
    expect(results).toHaveLength(3);
    expect(body['has_more']).toBe(false);
    expect(cursor).toBeNull();
  });

  it('has a null cursor on microblog and none at all on photoshare', async () => {
    const service = await startService();
    const microblog = await question(service, 'microblog.posts.search', { q: 'rare' });
    expect(microblog.body).toHaveProperty('next_page_cursor', null);
    const photoshare = await question(service, 'photoshare.posts.search', { q: 'rare' });
    expect(photoshare.body).not.toHaveProperty('next_page_cursor');
  });

  it.each([
    ['microblog.posts.search', { q: 'nothing' }],
    ['photoshare.users.search', { name: 'nothing' }],
    ['shortvideo.sounds.search', { keyword: 'Nothing' }],
  ])('%s: `nothing` is found nowhere, and that is an answer', async (id, values) => {
    const service = await startService();
    const { status, body } = await question(service, id, values);
    expect(status).toBe(200);
    expect(body).toMatchObject({ results: [], count: 0, has_more: false });
  });

  it('of a long list is reached, and its rows are as many as the post says', async () => {
    const service = await startService();
    const values = { id: 'C9xQ2LmNp4R' };
    const post = await question(service, 'photoshare.posts.get', values);
    const pages = await pagesOf(service, 'photoshare.posts.comments', { values, most: 1000 });
    const keys = new Set(pages.flatMap(({ results }) => results.map((row) => text(row, 'id'))));
    expect(keys.size).toBe(Number(text(post.results[0], 'commentCount')));
    expect(pages.at(-1)?.body['has_more']).toBe(false);
  });
});

describe('page sizes', () => {
  it.each<Record<string, string>>([{ since: '2026-11-01' }, { until: '2026-11-10' }])(
    'post search with %o: ten',
    async (values) => {
      const service = await startService();
      const pages = await pagesOf(service, 'microblog.posts.search', { values, most: 2 });
      expect(pages.map(({ results }) => results.length)).toEqual([10, 10]);
    },
  );

  it.each([1, 7, 100])('forum comments honour limit=%i', async (limit) => {
    const service = await startService();
    const values = { limit: String(limit) };
    const { results } = await question(service, 'forum.comments.by-user', values);
    expect(results).toHaveLength(limit);
  });
});

describe('fields', () => {
  it('are the only members of each item', async () => {
    const service = await startService();
    const fields = ['text', 'id'];
    const { results } = await question(service, 'microblog.posts.search', {}, { fields });
    for (const item of results) expect(Object.keys(item).toSorted()).toEqual(['id', 'text']);
  });

  it('leave the parent comment whole', async () => {
    const service = await startService();
    const { body, results } = await question(
      service,
      'photoshare.comments.replies',
      {},
      { fields: ['id'] },
    );
    expect(Object.keys(results[0] ?? {})).toEqual(['id']);
    expect(body['parent_comment']).toMatchObject({ id: '17851234567890123', type: 'comment' });
  });
});
