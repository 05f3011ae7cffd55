import { expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/index.ts';
import { questionsAbout, usesOf } from '#shared/query/use-value.ts';
import { costOf } from '#renderer/features/results/use-value/follow.ts';

const source = (resourceId: string, row: Record<string, string>, endpointId: string) => ({
  resource: catalogue.resources.find(({ id }) => id === resourceId)!,
  texts: (field: string) => [row[field] ?? []].flat(),
  query: { endpointId, values: {}, fields: [] },
});

it('asks at once for one call; what can’t be asked yet, or with a trial key, only opens its form', () => {
  const post = { id: '1_2' };
  const [comments] = questionsAbout(
    catalogue,
    source('photoshare.post', post, 'photoshare.posts.search'),
  );
  expect(costOf(comments!, 'accessKey')).toEqual({ asks: true, words: '1 call' });
  // A problem with a missing key is shown where the rows would be.
  expect(costOf(comments!, undefined).asks).toBe(true);
  expect(costOf(comments!, 'trialKey')).toEqual({ asks: false, words: 'needs a full key' });
  const [stored] = questionsAbout(
    catalogue,
    source('photoshare.post', post, 'photoshare.posts.search.stored'),
  );
  expect(costOf(stored!, 'trialKey')).toEqual({ asks: true, words: '1 call' });
  const video = source('shortvideo.post', { id: '731' }, 'shortvideo.posts.by-user');
  // One comment on it: which one is still to be said.
  const [unfinished] = usesOf(catalogue, video, 'id', '731');
  expect(costOf(unfinished!, 'accessKey')).toEqual({ asks: false, words: null });
});
