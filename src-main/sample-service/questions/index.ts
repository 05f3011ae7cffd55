/** Every question the service answers. Only those with special behaviour are listed here. */
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { splitIds } from '#shared/catalogue/parameter-kinds.ts';
import type { Item } from '../answers.ts';
import type { Occasion, World } from '../data/memory.ts';
import { numbersOf, postItem } from '../data/microblog.ts';
import { answersTo, makePost, accountTimeline } from '../data/posts.ts';
import type { Post } from '../data/posts.ts';
import { withinDays, missing, oneRow, byScore, stretchOf } from '../data/rows.ts';
import type { Question, Ask, Rows } from '../data/rows.ts';
import {
  commentAt,
  commentItem,
  commentsOn,
  findComment,
  isReplyId,
  repliesTo,
  replyAt,
} from '../data/photoshare.ts';
import type { Comment } from '../data/photoshare.ts';
import {
  disputeOf,
  forumCommentItem,
  forumPostItem,
  heatOf,
  readForumPost,
  scoreOf,
} from '../data/forum.ts';
import type { ForumComment } from '../data/forum.ts';
import { exists } from '../data/ids.ts';
import { joinedAt } from '../data/people/account-ids.ts';
import { readSearch } from '../data/search.ts';
import {
  soundAt,
  soundItem,
  titleWithId,
  videoCommentItem,
  videoItem,
  videosWith,
} from '../data/shortvideo.ts';
import { answerFromResource, ofShownPost, ofPost, ofAccount, foundBy } from './by-resource.ts';

// Microblog: replies and quotes.

const answers = (kind: 'replies' | 'quotes'): Question =>
  ofShownPost('microblog', ({ world, now, values }, post) => {
    const numbers = numbersOf(world, post);
    const { total, at } = answersTo(world, post, { kind, total: numbers[kind], now });
    const occasion: Occasion = { kind, parent: post.id };
    const answerAt = (index: number): Post =>
      makePost(world, { ...at(index), platform: 'microblog', occasion });
    const item = (index: number): Item => postItem(world, answerAt(index));
    return withinDays({ kind: 'rows', total, at: item }, (index) => at(index).second, values);
  });

// Photoshare: comments and their replies.

/** Comments or replies, newest first, between `since` and `until` if given. */
const listed = (
  { world, values }: Ask,
  { total, at }: { total: number; at: (index: number) => Comment },
): Rows => {
  const item = (index: number): Item => commentItem(world, at(index));
  return withinDays({ kind: 'rows', total, at: item }, (index) => at(index).second, values);
};

const comments = ofPost('photoshare', (ask, post) => {
  const { world, now } = ask;
  const { total } = commentsOn(world, post, now);
  return listed(ask, { total, at: (index) => commentAt(world, post, index, now) });
});

/** Finds a top-level comment. */
const ofComment = (answer: (ask: Ask, comment: Comment) => Rows): Question =>
  ofPost('photoshare', (ask, post) => {
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

// Forum: posts by their ids, and a person's comments.

const byIds: Question = ({ world, values }) => {
  // Ids that the platform does not return are left out of the answer: specification, Forum.
  const ids = splitIds(values['ids'] ?? '').filter(exists);
  const at = (index: number) => forumPostItem(world, readForumPost(world, ids[index] ?? ''));
  return { kind: 'rows', total: ids.length, at };
};

const hour = 3600;
const periods: Readonly<Record<string, number>> = {
  hour,
  day: 24 * hour,
  week: 168 * hour,
  month: 30 * 24 * hour,
  year: 365 * 24 * hour,
};

/** The score of a comment for each order; null keeps the newest first. */
const weights: Readonly<Record<string, (world: World, comment: ForumComment) => number>> = {
  hot: heatOf,
  top: scoreOf,
  controversial: disputeOf,
};

/** Number of rows within which the best are first. */
const scoreBlock = 500;
const maxComments = 60_000;

const commentsBy = ofAccount('forum', ({ world, now, values }, author) => {
  const { sort = 'new', time = 'all', since, until } = values;
  const timeline = accountTimeline(world, 'forum', author);
  const period = sort === 'top' || sort === 'controversial' ? periods[time] : undefined;
  const joined = joinedAt(world, 'forum', author);
  const opened = period === undefined ? joined : Math.max(joined, now - period);
  const { top, total } = stretchOf(timeline, { now, opened, most: maxComments, since, until });
  const writtenAt = (index: number): ForumComment => {
    const cell = top - index;
    return { author, cell, second: timeline.secondAt(cell) };
  };
  const weigh = weights[sort];
  const order =
    weigh === undefined
      ? (index: number) => index
      : byScore(total, scoreBlock, (index) => weigh(world, writtenAt(index)));
  const at = (index: number) => forumCommentItem(world, writtenAt(order(index)), index + 1);
  return { kind: 'rows', total, at };
});

// Shortvideo: sounds and comments.

const bySound: Question = (ask) => {
  const { world } = ask;
  const { sound = '' } = ask.values;
  if (!exists(sound)) return missing(`There is no sound ${sound}.`);
  const named = /^\d{1,30}$/.test(sound) ? titleWithId(world, sound) : null;
  const title = (named ?? sound).toLowerCase();
  // Posts that use a sound are found like a search for its title; the texts need not mention it.
  const { total, postAt } = foundBy('shortvideo', ask, {
    key: { phrase: title, language: null, country: null },
    occasion: { kind: 'sound', title },
    most: videosWith(world, title),
  });
  return { kind: 'rows', total, at: (index) => videoItem(world, postAt(index)) };
};

const searchSounds: Question = ({ world, values }) => {
  const { keyword = '' } = values;
  const { phrases, total } = readSearch(world.seed, keyword);
  const phrase = phrases[0] ?? keyword;
  return { kind: 'rows', total, at: (index) => soundItem(world, soundAt(world, phrase, index)) };
};

/** Ids with this ending belong to replies, by the documented rule (README). */
const replyEnding = '99';

const videoComment: Question = ofPost('shortvideo', ({ world, now, values }, post) => {
  const { commentId = '' } = values;
  const found = /^\d{1,50}$/.test(commentId) && exists(commentId);
  if (!found || commentId.endsWith(replyEnding)) {
    return missing(`There is no top-level comment ${commentId} on this video.`);
  }
  return oneRow(videoCommentItem(world, post, { commentId, now }));
});

const special: Readonly<Record<string, Question>> = {
  'microblog.posts.comments': answers('replies'),
  'microblog.posts.quotes': answers('quotes'),
  'photoshare.posts.comments': comments,
  'photoshare.comments.get': ofComment(({ world }, comment) => oneRow(commentItem(world, comment))),
  'photoshare.comments.replies': replies,
  'forum.posts.by-ids': byIds,
  'forum.comments.by-user': commentsBy,
  'shortvideo.posts.by-sound': bySound,
  'shortvideo.comments.get': videoComment,
  'shortvideo.sounds.search': searchSounds,
};

/** A stored question is its live one, restricted to what is stored. */
export const questionFor = (endpoint: DataEndpoint): Question =>
  special[endpoint.id.replace(/\.stored$/, '')] ?? answerFromResource(endpoint);
