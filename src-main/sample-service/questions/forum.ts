/** What the forum answers: posts by their ids, and what somebody commented. */
import { splitIds } from '#shared/catalogue/parameter-kinds.ts';
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
import type { World } from '../data/memory.ts';
import { joinedAt } from '../data/people/account-ids.ts';
import { accountTimeline } from '../data/posts.ts';
import { byScore, stretchOf } from '../data/rows.ts';
import type { Question } from '../data/rows.ts';
import { ofAccount } from './by-resource.ts';

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

/** How each order weighs a comment; null keeps the newest first. */
const weights: Readonly<Record<string, (world: World, comment: ForumComment) => number>> = {
  hot: heatOf,
  top: scoreOf,
  controversial: disputeOf,
};

/** Rows among which the best come first. */
const scoreBlock = 500;
const mostComments = 60_000;

const commentsBy = ofAccount('forum', ({ world, now, values }, author) => {
  const { sort = 'new', time = 'all', since, until } = values;
  const timeline = accountTimeline(world, 'forum', author);
  const period = sort === 'top' || sort === 'controversial' ? periods[time] : undefined;
  const joined = joinedAt(world, 'forum', author);
  const opened = period === undefined ? joined : Math.max(joined, now - period);
  const { top, total } = stretchOf(timeline, { now, opened, most: mostComments, since, until });
  const commentAt = (index: number): ForumComment => {
    const cell = top - index;
    return { author, cell, second: timeline.secondAt(cell) };
  };
  const weigh = weights[sort];
  const order =
    weigh === undefined
      ? (index: number) => index
      : byScore(total, scoreBlock, (index) => weigh(world, commentAt(index)));
  const at = (index: number) => forumCommentItem(world, commentAt(order(index)), index + 1);
  return { kind: 'rows', total, at };
});

export const forumQuestions: Readonly<Record<string, Question>> = {
  'forum.posts.by-ids': byIds,
  'forum.comments.by-user': commentsBy,
};
