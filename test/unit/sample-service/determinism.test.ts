/** The same question has the same answer: on another start, later, and on any page. */
import { expect, it } from 'vitest';
import { liveEndpoints } from '#shared/catalogue/index.ts';
import { friday, pagesOf, question, startService, text } from './asking.ts';

it.each(liveEndpoints.map(({ id }) => id))('%s answers the same on two starts', async (id) => {
  const [one, other] = [await startService({ seed: 'a' }), await startService({ seed: 'a' })];
  // The other start has been asked something else before: memory must not matter.
  await question(other, 'microblog.posts.search', { q: 'something else' });
  await question(other, 'photoshare.users.search', { name: 'somebody' });
  const [first, second] = [await question(one, id), await question(other, id)];
  expect(second.results).toEqual(first.results);
  expect(second.body['parent_comment']).toEqual(first.body['parent_comment']);
});

it('another seed is another world', async () => {
  const [one, other] = [await startService({ seed: 'a' }), await startService({ seed: 'b' })];
  const id = 'microblog.posts.search';
  expect((await question(one, id)).results).not.toEqual((await question(other, id)).results);
  // What the catalogue's examples promise holds in every world.
  const { results } = await question(other, 'microblog.posts.get');
  expect(text(results[0], 'authorUsername')).toBe('mira_osei');
});

it.each([
  'microblog.posts.search',
  'microblog.posts.by-user',
  'photoshare.posts.search',
  'forum.comments.by-user',
  'shortvideo.posts.by-sound',
])('%s: as the clock moves on, new rows come on top and the old ones stay', async (id) => {
  let now = friday;
  const service = await startService({ now: () => now });
  const before = (await question(service, id)).results;
  now += 12 * 3_600_000;
  const pages = await pagesOf(service, id, { most: 60 });
  const after = pages.flatMap(({ results }) => results);
  const start = after.findIndex((row) => row['id'] === before[0]?.['id']);
  expect(start).toBeGreaterThan(0);
  const stable = (rows: typeof before) =>
    rows.map((row) => ({ ...row, rank: undefined, topLevelRank: undefined }));
  expect(stable(after.slice(start, start + before.length))).toEqual(stable(before));
});
