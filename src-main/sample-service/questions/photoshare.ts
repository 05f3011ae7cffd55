/** Photoshare's questions. */
import { answersTo } from '../data/answers-to.ts';
import { findPosts } from '../data/found-posts.ts';
import { peopleNamed } from '../data/people/finding.ts';
import {
  commentAt,
  commentItem,
  commentsOn,
  findComment,
  isReplyId,
  repliesTo,
  replyAt,
} from '../data/photoshare/comments.ts';
import type { Comment } from '../data/photoshare/comments.ts';
import { photoItem, photoNumbers, readPhotosharePost } from '../data/photoshare/posts.ts';
import { photoUserItem } from '../data/photoshare/users.ts';
import { makePost } from '../data/posts.ts';
import type { Post } from '../data/posts.ts';
import { missing, oneRow, stretchOf, withinDays } from '../data/rows.ts';
import type { Ask, Missing, Question, Rows } from '../data/rows.ts';
import { readSearch, totalFor } from '../data/search-words.ts';
import { orMark } from '../data/stories.ts';
import type { Item } from '../json.ts';
import { connectionsOf, ofAccount, ofPost, postsOf } from './asking.ts';

/** Nothing was posted before the platform opened. */
const opened = 1_320_000_000;

const search: Question = ({ world, now, values }) => {
  const { phrases, total } = readSearch(world.seed, values['q'] ?? '');
  const key = { phrase: phrases.join(orMark), language: null, country: null };
  const finds = findPosts(world, 'photoshare', key);
  const { since, until } = values;
  const stretch = stretchOf(finds.timeline, { now, opened, most: total, since, until });
  const at = (index: number) => {
    const { second, author } = finds.at(stretch.top - index);
    const occasion = { kind: 'search', ...key } as const;
    return photoItem(world, makePost(world, { platform: 'photoshare', second, author, occasion }));
  };
  return { kind: 'rows', total: stretch.total, at };
};

const ofPhoto = (answer: (ask: Ask, post: Post) => Rows | Missing): Question =>
  ofPost(readPhotosharePost, answer);

/** Comments or replies, the newest first, between `since` and `until` where given. */
const listed = (
  { world, values }: Ask,
  { total, at }: { total: number; at: (index: number) => Comment },
): Rows => {
  const item = (index: number): Item => commentItem(world, at(index));
  return withinDays({ kind: 'rows', total, at: item }, (index) => at(index).second, values);
};

const comments = ofPhoto((ask, post) => {
  const { world, now } = ask;
  const { total } = commentsOn(world, post, now);
  return listed(ask, { total, at: (index) => commentAt(world, post, index, now) });
});

/** Asks about a top-level comment. */
const ofComment = (answer: (ask: Ask, comment: Comment) => Rows): Question =>
  ofPhoto((ask, post) => {
    const { commentId = '' } = ask.values;
    const comment = findComment(ask.world, post, commentId, ask.now);
    if (comment !== null) return answer(ask, comment);
    return missing(
      isReplyId(commentId)
        ? `${commentId} is a reply. Reply ids are not supported: ask for the replies of its comment.`
        : `There is no comment ${commentId} on this post.`,
    );
  });

const replies = ofComment((ask, comment) => {
  const { world, now } = ask;
  const { total } = repliesTo(world, comment, now);
  return {
    ...listed(ask, { total, at: (index) => replyAt(world, comment, index, now) }),
    extra: { parent_comment: commentItem(world, comment) },
  };
});

const interacting = ofPhoto(({ world, now, values }, post) => {
  const numbers = photoNumbers(world, post);
  const commented = values['interactionType'] === 'commenters';
  const { total, at } = answersTo(world, post, {
    kind: commented ? 'replies' : 'likes',
    total: commented ? numbers.comments : numbers.likes,
    now,
  });
  return { kind: 'rows', total, at: (index) => photoUserItem(world, at(index).author, now) };
});

const searchUsers: Question = ({ world, now, values }) => {
  const { name = '' } = values;
  const people = peopleNamed(world, name, totalFor(world.seed, `users ${name}`));
  const at = (index: number) => photoUserItem(world, people.at(index), now);
  return { kind: 'rows', total: people.total, at };
};

export const photoshareQuestions: Readonly<Record<string, Question>> = {
  'photoshare.posts.search': search,
  'photoshare.posts.by-user': postsOf('photoshare', photoItem),
  'photoshare.posts.get': ofPhoto(({ world }, post) => oneRow(photoItem(world, post))),
  'photoshare.posts.comments': comments,
  'photoshare.comments.get': ofComment(({ world }, comment) => oneRow(commentItem(world, comment))),
  'photoshare.comments.replies': replies,
  'photoshare.posts.interacting-users': interacting,
  'photoshare.users.search': searchUsers,
  'photoshare.users.get': ofAccount('photoshare', ({ world, now }, persona) =>
    oneRow(photoUserItem(world, persona, now)),
  ),
  'photoshare.users.connections': connectionsOf('photoshare', photoUserItem),
};
