import { describe, expect, it } from 'vitest';
import { catalogue } from '#main/catalogue/index.ts';
import {
  itemWord,
  questionsAbout,
  questionsOfCell,
  questionsTaking,
  questionsTakingList,
  usesOf,
  type Use,
  type UseSource,
} from '#shared/query/use-value.ts';
import { endpointOf, queryOf, resourceOf } from './make.ts';

type Row = Readonly<Record<string, string | string[]>>;

/** A row of an endpoint's example question, or of one with other values. */
function rowOf(from: string, row: Row, values: Readonly<Record<string, string>> = {}): UseSource {
  const endpoint = endpointOf(from);
  const texts: UseSource['texts'] = (field) => [row[field] ?? []].flat();
  return { resource: resourceOf(endpoint), texts, query: queryOf(endpoint, values) };
}

const found = (source: UseSource, field: string): Use[] =>
  source.texts(field).flatMap((text) => usesOf(catalogue, source, field, text));
const ids = (uses: readonly Use[]): string[] => uses.map(({ endpoint }) => endpoint.id);
const filled = (uses: readonly Use[]) =>
  uses.map(({ endpoint, values, missing }) => [endpoint.id, values, missing]);

describe('where a value leads', () => {
  const post = rowOf('microblog.posts.search', {
    id: '198',
    authorUsername: 'mira_osei',
    hashtags: ['climate', '#COP31'],
    quotedPostId: '77',
    likeCount: '12',
  });

  it('an id: to all that asks for such an id, with what is still missing; from stored data to stored', () => {
    const id = { id: '198' };
    expect(filled(found(post, 'id'))).toEqual([
      ['microblog.posts.get', id, null],
      ['microblog.posts.comments', id, null],
      ['microblog.posts.quotes', id, null],
      ...['commenters', 'quoters', 'retweeters'].map((interactionType) => [
        'microblog.posts.interacting-users',
        { ...id, interactionType },
        null,
      ]),
    ]);
    expect(found(post, 'quotedPostId')[0]?.values).toEqual({ id: '77' });
    const ofPosts = 'posts.get posts.comments.stored posts.quotes.stored'.split(' ');
    const people = Array.from({ length: 3 }, () => 'posts.interacting-users.stored');
    expect(ids(found(rowOf('microblog.posts.search.stored', id), 'id'))).toEqual(
      [...ofPosts, ...people].map((one) => `microblog.${one}`),
    );
  });

  it('a username, a hashtag with its mark, once; a number of likes: nowhere', () => {
    const ofUsers = 'posts.by-user users.get users.connections users.connections'.split(' ');
    expect(ids(found(post, 'authorUsername'))).toEqual(ofUsers.map((one) => `microblog.${one}`));
    expect(filled(found(post, 'hashtags'))).toEqual([
      ['microblog.posts.search', { q: '#climate' }, null],
      ['microblog.posts.search', { q: '#COP31' }, null],
    ]);
    expect(found(post, 'likeCount')).toEqual([]);
    const marked = rowOf('microblog.posts.search', { authorUsername: '@mira_osei' });
    expect(filled(found(marked, 'authorUsername'))).toEqual(filled(found(post, 'authorUsername')));
    // Never back to the very question it came from.
    const from = 'microblog.posts.by-user';
    const offers = (author: string) =>
      ids(found(rowOf(from, { authorUsername: author }, { username: 'mira' }), 'authorUsername'));
    expect(offers('mira')).not.toContain(from);
    expect(offers('kei')).toContain(from);
  });

  it('a column: to the questions of its platform that take it, told apart by live and stored', () => {
    const { resource } = post;
    const taking = (field: string, from?: 'live' | 'stored') =>
      questionsTaking(catalogue, resource, field, from).map(
        ({ endpoint, parameter }) => `${endpoint.id} ${parameter.key}`,
      );
    expect(taking('authorUsername')).toEqual([
      'microblog.posts.by-user username',
      'microblog.users.get username',
      'microblog.users.connections username',
    ]);
    expect(taking('authorUsername', 'stored')[0]).toBe('microblog.posts.by-user.stored username');
    expect(taking('likeCount')).toEqual([]);
  });

  it('a list of values leads to what the rows have all of, and nowhere from stored data', () => {
    const listed = (endpointId: string, field: string, from?: 'stored'): string[] =>
      questionsTakingList(catalogue, resourceOf(endpointOf(endpointId)), field, from).map(
        ({ endpoint }) => endpoint.id.replace('photoshare.', ''),
      );
    // One comment, or its replies, needs a comment: a post has none, a comment its post.
    expect(listed('photoshare.posts.search', 'id')).toEqual([
      'posts.get',
      'posts.comments',
      'posts.interacting-users',
    ]);
    expect(listed('photoshare.posts.comments', 'id')).toEqual(['comments.get', 'comments.replies']);
    expect(listed('photoshare.posts.search', 'id', 'stored')).not.toContain('posts.get.stored');
  });

  it('not where its form is refused', () => {
    expect(found(rowOf('microblog.posts.search', { id: 'not-a-number' }), 'id')).toEqual([]);
    const thread = rowOf('forum.posts.by-ids', { id: 't3_1k2a9f', crosspostParent: 't1_xyz' });
    expect(filled(found(thread, 'id'))).toEqual([['forum.posts.by-ids', { ids: '1k2a9f' }, null]]);
    expect(found(thread, 'crosspostParent')).toEqual([]);
  });
});

describe('a question that needs two ids', () => {
  const asked = { id: 'C9xQ2LmNp4R' };
  const comment = (row: Row) => rowOf('photoshare.posts.comments', row, asked);
  const both = ['photoshare.comments.get', 'photoshare.comments.replies'];

  it('takes the other one from the row, or as it was asked for, or leaves it to the person', () => {
    const filledFrom = (row: Row) => filled(found(comment(row), 'id'));
    expect(filledFrom({ id: '178', parentPostId: '31_7' })).toEqual(
      both.map((id) => [id, { commentId: '178', id: '31_7' }, null]),
    );
    expect(filledFrom({ id: '178' })).toEqual(
      both.map((id) => [id, { commentId: '178', ...asked }, null]),
    );
    const video = rowOf('shortvideo.posts.by-user', { id: '731' });
    expect(filled(found(video, 'id'))).toEqual([
      ['shortvideo.comments.get', { id: '731' }, 'commentId'],
    ]);
  });

  it('is not asked about a reply, which the service can’t find, but about its parent', () => {
    const reply = comment({ id: '999', parentCommentId: '178', parentPostId: '31_7' });
    expect(found(reply, 'id')).toEqual([]);
    expect(ids(found(reply, 'parentCommentId'))).toEqual(both);
    // The post is no missing link: it is what the question was about.
    expect(ids(found(reply, 'parentPostId'))).toContain('photoshare.posts.comments');
  });
});

describe('a count leads to what it counts', () => {
  const words = (uses: readonly Use[]) =>
    uses.map(({ endpoint, choice, count }) => [endpoint.noun, choice, count]);

  it('once, with its choice made; a value that counts nothing leads where it is taken', () => {
    const user = { id: '7', username: 'mira', followersCount: '2850', followingCount: '0' };
    const account = rowOf('microblog.users.search', user);
    const ofCell = (field: string) => questionsOfCell(catalogue, account, field);
    expect(words(ofCell('followersCount'))).toEqual([['Connections', 'Followers', '2850']]);
    expect(ofCell('followersCount')[0]?.values).toEqual({
      username: 'mira',
      connectionType: 'followers',
    });
    expect(words(ofCell('followingCount'))).toEqual([['Connections', 'Following', '0']]);
    expect(ofCell('listedCount')).toEqual([]);
    expect(ids(ofCell('username'))).toContain('microblog.posts.by-user');
  });

  it('of the item alone: a post says nothing of how many posts its author has', () => {
    const row = { id: '1_2', username: 'mira', commentCount: '63' };
    const post = rowOf('photoshare.posts.search', row);
    const ofComments = words(questionsOfCell(catalogue, post, 'commentCount'));
    expect(ofComments).toEqual([['Comments', null, '63']]);
    const ofName = questionsOfCell(catalogue, post, 'username');
    expect(ofName.map(({ count }) => count)).toEqual([null, null, null, null]);
  });

  it('not of a reply: there the chain ends', () => {
    const reply = { id: '9', parentCommentId: '178', parentPostId: '31_7', childCommentCount: '3' };
    const source = rowOf('photoshare.posts.comments', reply);
    expect(questionsOfCell(catalogue, source, 'childCommentCount')).toEqual([]);
    expect(itemWord(catalogue, source)).toBe('reply');
    expect(itemWord(catalogue, rowOf('photoshare.posts.comments', { id: '9' }))).toBe('comment');
  });
});

describe('what can be asked about an item', () => {
  const mira = { id: '7', username: 'mira', followerCount: '5' };
  const post = { id: '198', authorUsername: 'mira' };
  const people = 'posts.interacting-users';
  const comment = { id: '178', parentPostId: '31_7' };
  it.each<[from: string, row: Row, about: string]>([
    ['microblog.posts.search', post, `posts.comments posts.quotes ${people} ${people} ${people}`],
    ['photoshare.users.search', mira, 'users.connections posts.by-user users.connections'],
    ['photoshare.posts.comments', comment, 'comments.replies'],
    ['shortvideo.sounds.search', { id: '5', title: 'Low Tide' }, 'posts.by-sound'],
    ['shortvideo.posts.by-user', { id: '731' }, ''],
    ['forum.posts.by-ids', { id: '1k2a9f' }, ''],
  ])('of %s', (from, row, about) => {
    const [platform] = from.split('.');
    const expected = about.split(' ').filter((one) => one !== '');
    expect(ids(questionsAbout(catalogue, rowOf(from, row)))).toEqual(
      expected.map((one) => `${platform}.${one}`),
    );
  });

  it('an account goes by its name, and by its id where the name is missing', () => {
    const valuesOf = (row: Row) =>
      questionsAbout(catalogue, rowOf('photoshare.users.search', row))[0]?.values;
    expect(valuesOf({ id: '7', username: 'mira' })).toEqual({ identifier: 'mira' });
    expect(valuesOf({ id: '7' })).toEqual({ identifier: '7' });
  });
});
