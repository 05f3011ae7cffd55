/** What one answer names, another question finds: the same post, account, comment. */
import { describe, expect, it } from 'vitest';
import { number, question, startService, text } from './asking.ts';
import type { Item } from './asking.ts';

describe('microblog', () => {
  it.each([
    ['microblog.posts.search', {}],
    ['microblog.posts.search', { q: 'quantum llamas', lang: 'ja' }],
    ['microblog.posts.search', { q: 'bread OR coffee', countryCode: 'FI' }],
    ['microblog.posts.by-user', {}],
    ['microblog.posts.by-user', { username: 'somebody_quite_unknown' }],
    ['microblog.posts.comments', {}],
    ['microblog.posts.quotes', {}],
  ])('a post of %s %o is the same when asked by its id', async (id, values) => {
    const service = await startService();
    const { results } = await question(service, id, values);
    for (const row of results) {
      const one = await question(service, 'microblog.posts.get', { id: text(row, 'id') });
      expect(one.results).toEqual([row]);
    }
  });

  it('reposts and quotes lead to posts that say the same', async () => {
    const service = await startService();
    let seen = 0;
    for (const q of ['tides', 'bread', 'rain', 'museum', 'city trees']) {
      const { results } = await question(service, 'microblog.posts.search', { q });
      for (const row of results.filter((post) => post['isRetweet'] === true)) {
        const id = text(row, 'retweetedPostId');
        const [original] = (await question(service, 'microblog.posts.get', { id })).results;
        expect(text(row, 'text')).toBe(
          `RT @${text(original, 'authorUsername')}: ${text(original, 'text')}`,
        );
        seen += 1;
      }
    }
    expect(seen).toBeGreaterThan(0);
  });

  it('authors have the profile that their posts name, and can be asked on', async () => {
    const service = await startService();
    const { results } = await question(service, 'microblog.posts.search');
    for (const row of results) {
      const username = text(row, 'authorUsername');
      const profile = await question(service, 'microblog.users.get', { username });
      expect(profile.results).toMatchObject([{ id: row['authorId'], username }]);
    }
    const username = text(results[0], 'authorUsername');
    const followers = await question(service, 'microblog.users.connections', { username });
    expect(followers.results.some((row) => row['username'] === username)).toBe(false);
    for (const row of followers.results.slice(0, 5)) {
      const profile = await question(service, 'microblog.users.get', {
        username: text(row, 'username'),
      });
      expect(profile.results).toEqual([row]);
    }
  });

  it('accounts found by a search have the same profile', async () => {
    const service = await startService();
    const { results } = await question(service, 'microblog.users.search', { q: 'zeppelins' });
    for (const row of results) {
      const profile = await question(service, 'microblog.users.get', {
        username: text(row, 'username'),
      });
      expect(profile.results).toEqual([row]);
    }
  });

  it('comments belong to their post and are by those who commented', async () => {
    const service = await startService();
    const [post] = (await question(service, 'microblog.posts.get')).results;
    const comments = await question(service, 'microblog.posts.comments');
    for (const row of comments.results) {
      expect(row['replyToPostId']).toBe(post?.['id']);
      expect(row['conversationId']).toBe(post?.['id']);
      expect(row['replyToUsername']).toBe('mira_osei');
      expect(Date.parse(text(row, 'createdAt'))).toBeGreaterThan(
        Date.parse(text(post, 'createdAt')),
      );
    }
    const people = await question(service, 'microblog.posts.interacting-users');
    expect(people.results.map((row) => row['id'])).toEqual(
      comments.results.map((row) => row['authorId']),
    );
  });

  it('the number of posts is the number that can be listed', async () => {
    const service = await startService();
    const [profile] = (await question(service, 'microblog.users.get')).results;
    expect(number(profile, 'microblogPostCount')).toBeGreaterThan(2000);
    const values = { since: '2011-01-01', until: '2011-12-31' };
    const old = await question(service, 'microblog.posts.by-user', values);
    const joined = text(profile, 'createdAt');
    for (const row of old.results) expect(text(row, 'createdAt') >= joined).toBe(true);
  });
});

describe('photoshare', () => {
  const codeOf = (row: Item | undefined): string =>
    /\/p\/([^/]+)\//.exec(text(row, 'codeUrl'))?.[1] ?? '';

  it.each([
    ['photoshare.posts.search', {}],
    ['photoshare.posts.by-user', {}],
    ['photoshare.posts.by-user', { identifier: 'somebody_quite_unknown' }],
  ])('a post of %s %o is the same by strong id and by shortcode', async (id, values) => {
    const service = await startService();
    const { results } = await question(service, id, values);
    for (const row of results) {
      for (const key of [text(row, 'id'), codeOf(row)]) {
        const one = await question(service, 'photoshare.posts.get', { id: key });
        expect(one.results).toEqual([row]);
      }
    }
  });

  it('accounts are the same by username and by id', async () => {
    const service = await startService();
    const posts = (await question(service, 'photoshare.posts.search')).results;
    const found = (await question(service, 'photoshare.users.search', { name: 'zeppelin' }))
      .results;
    const ids = posts.map((row) => [text(row, 'userId'), text(row, 'username')] as const);
    ids.push(...found.map((row) => [text(row, 'id'), text(row, 'username')] as const));
    for (const [id, username] of ids) {
      const byId = await question(service, 'photoshare.users.get', { identifier: id });
      const byName = await question(service, 'photoshare.users.get', { identifier: username });
      expect(byId.results).toMatchObject([{ id, username }]);
      expect(byName.results).toEqual(byId.results);
    }
  });

  it('an id that nobody has belongs to somebody with that id', async () => {
    const service = await startService();
    const { results } = await question(service, 'photoshare.users.get', {
      identifier: '123456789',
    });
    expect(results).toMatchObject([{ id: '123456789' }]);
  });

  it('comments belong to their post, replies to their comment', async () => {
    const service = await startService();
    const [post] = (await question(service, 'photoshare.posts.get')).results;
    const comments = (await question(service, 'photoshare.posts.comments')).results;
    for (const row of comments) {
      expect(row).toMatchObject({ parentPostId: post?.['id'], parentCommentId: null });
      const one = await question(service, 'photoshare.comments.get', {
        commentId: text(row, 'id'),
      });
      expect(one.results).toEqual([row]);
    }
    const busy = comments.find((row) => number(row, 'childCommentCount') > 100);
    const commentId = text(busy, 'id');
    const replies = await question(service, 'photoshare.comments.replies', { commentId });
    expect(replies.body['parent_comment']).toEqual(busy);
    for (const row of replies.results) {
      expect(row).toMatchObject({ parentCommentId: commentId, childCommentCount: 0 });
    }
    const quiet = comments.find((row) => number(row, 'childCommentCount') === 0);
    const none = await question(service, 'photoshare.comments.replies', {
      commentId: text(quiet, 'id'),
    });
    expect(none.body).toMatchObject({ results: [], has_more: false, parent_comment: quiet });
  });
});

describe('forum', () => {
  it('the post under a comment can be asked, and is in that community', async () => {
    const service = await startService();
    const comments = (await question(service, 'forum.comments.by-user')).results;
    const ids = comments.map((row) => text(row, 'parentPostId'));
    const posts = (await question(service, 'forum.posts.by-ids', { ids: ids.join(',') })).results;
    const byId = new Map(posts.map((post) => [post['id'], post]));
    for (const row of comments) {
      const post = byId.get(row['parentPostId']);
      expect(post).toMatchObject({
        subredditName: row['postSubredditName'],
        subredditId: row['postSubredditId'],
      });
      expect(number(post, 'createdAtTimestamp')).toBeLessThan(number(row, 'createdAtTimestamp'));
    }
  });
});

describe('shortvideo', () => {
  it('accounts are the same by username, id and secondary id', async () => {
    const service = await startService();
    const id = 'shortvideo.users.connections';
    const [account] = (await question(service, id)).results;
    const videos = 'shortvideo.posts.by-user';
    const byName = await question(service, videos, { identifier: text(account, 'username') });
    for (const key of ['id', 'secUid']) {
      const others = await question(service, videos, { identifier: text(account, key) });
      expect(others.results).toEqual(byName.results);
    }
    expect(text(byName.results[0], 'userId')).toBe(text(account, 'id'));
  });

  it('a sound leads to its videos, by id and by exact title', async () => {
    const service = await startService();
    const { results } = await question(service, 'shortvideo.sounds.search');
    for (const sound of results.slice(0, 5)) {
      const id = 'shortvideo.posts.by-sound';
      const byId = await question(service, id, { sound: text(sound, 'id') });
      const byTitle = await question(service, id, { sound: text(sound, 'title') });
      expect(byId.results).toHaveLength(30);
      expect(byTitle.results).toEqual(byId.results);
    }
  });

  it('a comment belongs to its video', async () => {
    const service = await startService();
    const { results } = await question(service, 'shortvideo.comments.get');
    expect(text(results[0], 'postId')).toBe('7312345678901234567');
    expect(text(results[0], 'id')).toBe('7312345678901230001');
  });
});

it('a person is the same on every platform', async () => {
  const service = await startService();
  const [microblog] = (await question(service, 'microblog.users.get')).results;
  const [photoshare] = (await question(service, 'photoshare.users.get')).results;
  expect(photoshare?.['fullName']).toBe(microblog?.['name']);
  expect(photoshare?.['biography']).toBe(microblog?.['description']);
});
