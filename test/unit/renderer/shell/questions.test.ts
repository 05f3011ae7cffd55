import { describe, expect, it } from 'vitest';
import { findQuestions, groupQuestions } from '#renderer/features/shell/questions.ts';
import { catalogue, liveEndpoints } from '#shared/catalogue/index.ts';

const found = (typed: string) =>
  findQuestions(catalogue, typed).flatMap(({ questions }) => questions.map(({ id }) => id));

describe('the list of questions', () => {
  it('has every live question once, by platform, and nothing else', () => {
    const groups = groupQuestions(catalogue);
    expect(groups.map(({ platform, questions }) => [platform, questions.length])).toEqual([
      ['microblog', 9],
      ['photoshare', 10],
      ['forum', 2],
      ['shortvideo', 5],
    ]);
    expect(groups.flatMap(({ questions }) => questions)).toEqual(liveEndpoints);
  });
});

describe('finding a question', () => {
  it('shows everything for blanks', () => {
    expect(found('  ')).toHaveLength(liveEndpoints.length);
  });

  it('goes by title, in any case and order of words', () => {
    const titled = liveEndpoints.filter(({ title }) => title === 'Search posts');
    expect(titled.map(({ id }) => id)).toEqual([
      'microblog.posts.search',
      'photoshare.posts.search',
    ]);
    const groups = findQuestions(catalogue, 'POSTS search').slice(0, 2);
    expect(groups.map(({ questions }) => questions[0])).toEqual(titled);
  });

  it('goes by platform', () => {
    expect(found('forum').slice(0, 2)).toEqual(['forum.posts.by-ids', 'forum.comments.by-user']);
  });

  it('goes by what an answer has', () => {
    const ids = found('likeCount');
    expect(ids).toContain('microblog.posts.search');
    expect(ids).not.toContain('microblog.users.search');
  });

  it('puts the best first, across platforms', () => {
    expect(found('sounds')[0]).toBe('shortvideo.sounds.search');
  });

  it('wants every word to fit', () => {
    expect(found('comments zebra')).toEqual([]);
    expect(found('photoshare comments').every((id) => id.startsWith('photoshare.'))).toBe(true);
  });

  it('ignores accents', () => {
    expect(found('Sêarch accôunts')).toEqual(found('search accounts'));
  });
});
