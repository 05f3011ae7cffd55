import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/index.ts';
import type { ResourceId } from '#shared/catalogue/types.ts';
import { questionsAbout, usesOf, type Use, type UseSource } from '#shared/query/use-value.ts';
import { endpointCalled, queryOf } from './make.ts';

/** A row of an endpoint's example question, or of one with other values. */
function rowOf(
  resourceId: ResourceId,
  row: Readonly<Record<string, string | string[]>>,
  from: string,
  values: Readonly<Record<string, string>> = {},
): UseSource {
  const resource = catalogue.resources.find(({ id }) => id === resourceId);
  if (resource === undefined) throw new Error(`no ${resourceId}`);
  const isStored = from.endsWith('.stored');
  const query = queryOf(endpointCalled(isStored ? from.replace('.stored', '') : from), values);
  return {
    resource,
    texts: (field) => [row[field] ?? []].flat(),
    query: { ...query, endpointId: from },
  };
}

const found = (source: UseSource, field: string): Use[] =>
  source.texts(field).flatMap((text) => usesOf(catalogue, source, field, text));
const ids = (uses: readonly Use[]): string[] => uses.map(({ endpoint }) => endpoint.id);
const filled = (uses: readonly Use[]) =>
  uses.map(({ endpoint, values, missing }) => [endpoint.id, values, missing]);

const post = rowOf(
  'microblog.post',
  { id: '198', authorUsername: 'mira_osei', hashtags: ['climate', '#COP31'], quotedPostId: '77' },
  'microblog.posts.search',
);

describe('where a value leads', () => {
  it('an id: to all that asks for such an id, with what is still missing', () => {
    expect(filled(found(post, 'id'))).toEqual([
      ['microblog.posts.get', { id: '198' }, null],
      ['microblog.posts.comments', { id: '198' }, null],
      ['microblog.posts.quotes', { id: '198' }, null],
      ['microblog.posts.interacting-users', { id: '198' }, 'interactionType'],
    ]);
    expect(filled(found(post, 'quotedPostId'))[0]).toEqual([
      'microblog.posts.get',
      { id: '77' },
      null,
    ]);
  });

  it('a username, a hashtag with its mark, once', () => {
    expect(ids(found(post, 'authorUsername'))).toEqual([
      'microblog.posts.by-user',
      'microblog.users.get',
      'microblog.users.connections',
    ]);
    expect(filled(found(post, 'hashtags'))).toEqual([
      ['microblog.posts.search', { q: '#climate' }, null],
      ['microblog.posts.search', { q: '#COP31' }, null],
    ]);
  });

  it('a number of likes: nowhere', () => {
    const source = rowOf('microblog.post', { likeCount: '12' }, 'microblog.posts.search');
    expect(found(source, 'likeCount')).toEqual([]);
  });

  it('never back to the very question it came from', () => {
    const source = rowOf('microblog.post', { authorUsername: 'mira' }, 'microblog.posts.by-user', {
      username: 'mira',
    });
    expect(ids(found(source, 'authorUsername'))).not.toContain('microblog.posts.by-user');
    const other = rowOf('microblog.post', { authorUsername: 'kei' }, 'microblog.posts.by-user');
    expect(ids(found(other, 'authorUsername'))).toContain('microblog.posts.by-user');
  });

  it('from stored data to stored data, where the question has it', () => {
    const source = rowOf('microblog.post', { id: '198' }, 'microblog.posts.search.stored');
    expect(ids(found(source, 'id'))).toEqual([
      'microblog.posts.get',
      'microblog.posts.comments.stored',
      'microblog.posts.quotes.stored',
      'microblog.posts.interacting-users.stored',
    ]);
  });

  it('not where its form is refused', () => {
    const source = rowOf('microblog.post', { id: 'not-a-number' }, 'microblog.posts.search');
    expect(found(source, 'id')).toEqual([]);
    const parent = rowOf(
      'forum.post',
      { id: 't3_1k2a9f', crosspostParent: 't1_xyz' },
      'forum.posts.by-ids',
    );
    expect(filled(found(parent, 'id'))).toEqual([['forum.posts.by-ids', { ids: '1k2a9f' }, null]]);
    expect(found(parent, 'crosspostParent')).toEqual([]);
  });
});

describe('a question that needs two ids', () => {
  const values = { id: 'C9xQ2LmNp4R' };
  it('takes the other one from the row', () => {
    const source = rowOf(
      'photoshare.comment',
      { id: '178', parentPostId: '31_7' },
      'photoshare.posts.comments',
      values,
    );
    expect(filled(found(source, 'id'))).toEqual([
      ['photoshare.comments.get', { commentId: '178', id: '31_7' }, null],
      ['photoshare.comments.replies', { commentId: '178', id: '31_7' }, null],
    ]);
  });

  it('or as it was asked for, or leaves it to the person', () => {
    const row = { id: '178' };
    const asked = rowOf('photoshare.comment', row, 'photoshare.posts.comments', values);
    expect(found(asked, 'id').map((use) => use.values)).toEqual([
      { commentId: '178', ...values },
      { commentId: '178', ...values },
    ]);
    const video = rowOf('shortvideo.post', { id: '731' }, 'shortvideo.posts.by-user');
    expect(filled(found(video, 'id'))).toEqual([
      ['shortvideo.comments.get', { id: '731' }, 'commentId'],
    ]);
  });

  it('is not asked about a reply, which the service can’t find, but about its parent', () => {
    const row = { id: '999', parentCommentId: '178', parentPostId: '31_7' };
    const source = rowOf('photoshare.comment', row, 'photoshare.posts.comments', values);
    expect(found(source, 'id')).toEqual([]);
    expect(ids(found(source, 'parentCommentId'))).toEqual([
      'photoshare.comments.get',
      'photoshare.comments.replies',
    ]);
    // The post is no missing link: it is what the question was about.
    expect(ids(found(source, 'parentPostId'))).toContain('photoshare.posts.comments');
  });
});

describe('what can be asked about an item', () => {
  const about = (source: UseSource) => ids(questionsAbout(catalogue, source));

  it.each<[ResourceId, Record<string, string>, string, string[]]>([
    [
      'microblog.post',
      { id: '198', authorUsername: 'mira' },
      'microblog.posts.search',
      ['microblog.posts.comments', 'microblog.posts.quotes', 'microblog.posts.interacting-users'],
    ],
    [
      'photoshare.user',
      { id: '7', username: 'mira' },
      'photoshare.users.search',
      ['photoshare.posts.by-user', 'photoshare.users.connections'],
    ],
    [
      'photoshare.comment',
      { id: '178', parentPostId: '31_7' },
      'photoshare.posts.comments',
      ['photoshare.comments.replies'],
    ],
    [
      'shortvideo.sound',
      { id: '5', title: 'Low Tide' },
      'shortvideo.sounds.search',
      ['shortvideo.posts.by-sound'],
    ],
    ['shortvideo.post', { id: '731' }, 'shortvideo.posts.by-user', []],
    ['forum.post', { id: '1k2a9f' }, 'forum.posts.by-ids', []],
  ])('%s', (resourceId, row, from, expected) => {
    expect(about(rowOf(resourceId, row, from))).toEqual(expected);
  });

  it('an account goes by its name, and by its id where the name is missing', () => {
    const named = rowOf(
      'photoshare.user',
      { id: '7', username: 'mira' },
      'photoshare.users.search',
    );
    expect(questionsAbout(catalogue, named)[0]?.values).toEqual({ identifier: 'mira' });
    const nameless = rowOf('photoshare.user', { id: '7' }, 'photoshare.users.search');
    expect(questionsAbout(catalogue, nameless)[0]?.values).toEqual({ identifier: '7' });
  });
});
