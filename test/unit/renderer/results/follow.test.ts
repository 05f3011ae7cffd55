import { expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/index.ts';
import { questionsAbout, usesOf } from '#shared/query/use-value.ts';
import type { Run } from '#shared/contract/run.ts';
import { sourceOf } from '#renderer/features/results/use-value/row-source.ts';
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
  // What would bring nothing isn't asked at one click.
  expect(costOf({ ...comments!, count: '0' }, 'accessKey')).toEqual({ asks: false, words: null });
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

it('fills in what the row’s own run asked for, and nothing that a derived table doesn’t know', () => {
  const resource = catalogue.resources.find(({ id }) => id === 'photoshare.comment')!;
  const on = (runId: string, id: string) => ({
    runId,
    title: id,
    request: '',
    listKeys: [],
    createdAt: '',
    firstAnswerAt: null,
    lastAnswerAt: null,
    pages: 1,
    rows: 1,
    isComplete: true,
    query: { endpointId: 'photoshare.posts.comments', values: { id }, fields: [] },
  });
  const sources = [on('run-a', 'AAAAAA'), on('run-b', 'BBBBBB')];
  const postOf = (from: NonNullable<Run['derived']>['from']): string | undefined => {
    const run = {
      id: 'run-c',
      query: sources[1]!.query,
      list: null,
      derived: { from, facts: null },
    };
    const row = { id: '111', run: 'run-a', change: 'gone' };
    const uses = usesOf(catalogue, sourceOf(row, resource, run), 'id', '111');
    return uses.find(({ endpoint }) => endpoint.id === 'photoshare.comments.replies')?.values['id'];
  };
  const table = { kind: 'dataset', table: 'photoshare-comment', sources } as const;
  expect(postOf({ ...table, collectedAt: 'collected_at', run: 'run' })).toBe('AAAAAA');
  const collections = { kind: 'collections', collectedAt: 'collected_at', sources } as const;
  expect(postOf(collections)).toBeUndefined();
  expect(postOf({ ...collections, sources: [sources[0]!, sources[0]!] })).toBe('AAAAAA');
  const fields = { identity: 'id', fields: [], change: 'change', changedFields: 'changed_fields' };
  expect(postOf({ kind: 'compare', sources: [sources[0]!, sources[1]!], ...fields })).toBe(
    'AAAAAA',
  );
});
