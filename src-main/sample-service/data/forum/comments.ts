/** What one person comments in the forum, one after the other. */
import type { Item } from '../../json.ts';
import { creation } from '../dates.ts';
import { createDice, itemAt } from '../dice.ts';
import type { Dice } from '../dice.ts';
import type { World } from '../memory.ts';
import { accountId } from '../people/account-ids.ts';
import type { Persona } from '../people/persona.ts';
import { composeReply, secondStatement } from '../texts/compose.ts';
import type { TopicId } from '../texts/types.ts';
import { postBefore, votesFrom } from './posts.ts';

export interface ForumComment {
  author: Persona;
  /** Place on the author's timeline. */
  cell: number;
  second: number;
}

/** Rolls the same for the same comment, whichever of its numbers one needs. */
const diceFor = (world: World, { author, second }: ForumComment): Dice =>
  createDice(world.seed, 'forum comment', author.username, second);

function votesOf(world: World, comment: ForumComment) {
  const dice = diceFor(world, comment);
  const votes = votesFrom(dice, 14, 1.5);
  // Some comments meet with more disagreement than agreement.
  const disliked = dice.chance(0.04);
  const downvotes = disliked ? votes.upvotes * 2 + dice.below(9) : votes.downvotes;
  return { upvotes: votes.upvotes, downvotes, score: votes.upvotes - downvotes };
}

/** For `sort=top`. */
export const scoreOf = (world: World, comment: ForumComment): number =>
  votesOf(world, comment).score;

/** For `sort=controversial`: many votes on both sides. */
export function disputeOf(world: World, comment: ForumComment): number {
  const { upvotes, downvotes } = votesOf(world, comment);
  const [less, more] = [Math.min(upvotes, downvotes), Math.max(upvotes, downvotes)];
  return less <= 0 ? 0 : (upvotes + downvotes) ** (less / more);
}

/** For `sort=hot`: good and fresh. A tenfold score is worth half a day. */
export const heatOf = (world: World, comment: ForumComment): number =>
  Math.log10(Math.max(scoreOf(world, comment), 1)) + comment.second / 45_000;

function textOf(comment: ForumComment, topic: TopicId, dice: Dice): string {
  const { author, cell } = comment;
  const order = { language: 'en', topic, phrase: null, city: author.city, dice } as const;
  const reply = composeReply({ ...order, ordinal: cell });
  return dice.chance(0.45)
    ? `${reply}\n\n${secondStatement({ ...order, ordinal: cell }, topic)}`
    : reply;
}

const idOf = (second: number, dice: Dice): string =>
  ((second - 1_262_304_000) * 128 + dice.below(128)).toString(36);

export function forumCommentItem(world: World, comment: ForumComment, rank: number): Item {
  const { author, cell, second } = comment;
  const dice = createDice(world.seed, 'forum comment rest', author.username, second);
  const topic = itemAt(author.topics, cell);
  const post = postBefore(world, second - dice.between(300, 90_000), topic);
  const { upvotes, downvotes, score } = votesOf(world, comment);
  const depth = dice.chance(0.5) ? 0 : dice.between(1, 4);
  const isSubmitter = post.author.username === author.username;
  const collapsed = score < -4;
  return {
    id: idOf(second, dice),
    body: textOf(comment, topic, dice),
    parentPostId: post.id,
    parentId: depth === 0 ? `t3_${post.id}` : `t1_${idOf(second - dice.between(40, 250), dice)}`,
    authorId: accountId(world, 'forum', author),
    authorUsername: author.username,
    postSubredditName: post.community.name,
    postSubredditId: post.communityId,
    score,
    upvotes,
    downvotes,
    controversiality: downvotes > upvotes / 2 ? 1 : 0,
    depth,
    isSubmitter,
    stickied: false,
    collapsed,
    edited: dice.chance(0.12),
    distinguished: dice.chance(0.01) ? 'moderator' : null,
    ...creation(second),
    collapsedReasonCode: collapsed ? 'LOW_SCORE' : null,
    collapsedReason: collapsed ? 'Comment score below threshold' : null,
    removal: null,
    rank,
    topLevelRank: depth === 0 ? rank : null,
  };
}
