/**
 * Photoshare comments. Their ids are numbers that lead back to the place in their post's list,
 * so that one comment and its replies can be asked for.
 */
import type { Item } from '../../json.ts';
import { answersTo } from '../answers-to.ts';
import type { Answers } from '../answers-to.ts';
import { creation } from '../dates.ts';
import { createDice, hashText } from '../dice.ts';
import type { World } from '../memory.ts';
import { accountId } from '../people/account-ids.ts';
import type { Persona } from '../people/persona.ts';
import type { Post } from '../posts.ts';
import { topicOf } from '../stories.ts';
import { composeReply } from '../texts/compose.ts';
import { photoNumbers, strongId } from './posts.ts';

/** Top-level comments count from 178…, replies from 180…, each in a space of its own. */
const commentBase = 17_800_000_000_000_000n;
const replyBase = 18_000_000_000_000_000n;
const space = 200_000_000_000_000n;
/** Shares no factor with the space, so that no two places meet; `step * unstep = 1` within it. */
const step = 61_803_398_874_989n;
const unstep = inverseIn(step, space);

function inverseIn(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [modulus, value, 0n, 1n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b, x, y] = [b, a - quotient * b, y, x - quotient * y];
  }
  return ((x % modulus) + modulus) % modulus;
}

const within = (value: bigint): bigint => ((value % space) + space) % space;

/** Where the count of a list begins. The first comment of the catalogue's example is given. */
const firstOf = (listId: string): bigint =>
  listId === '3418587684199112209'
    ? 51_234_567_890_123n
    : BigInt(hashText(listId)) * 40_000n + BigInt(hashText(`${listId}+`) % 40_000);

const idAt = (base: bigint, listId: string, index: number): string =>
  String(base + within(firstOf(listId) + BigInt(index) * step));

export interface Comment {
  id: string;
  /** Place in its list, the newest first. */
  index: number;
  author: Persona;
  second: number;
  post: Post;
  /** The comment it replies to, or null at top level. */
  parent: Comment | null;
}

export function commentsOn(world: World, post: Post, now: number): Answers {
  const total = photoNumbers(world, post).comments;
  return answersTo(world, post, { kind: 'replies', total, now });
}

export function commentAt(world: World, post: Post, index: number, now: number): Comment {
  const id = idAt(commentBase, post.id, index);
  return { id, index, post, parent: null, ...commentsOn(world, post, now).at(index) };
}

/** The top-level comment with an id under a post, or null when there is none. */
export function findComment(world: World, post: Post, id: string, now: number): Comment | null {
  if (!/^\d{1,30}$/.test(id)) return null;
  const offset = BigInt(id) - commentBase;
  if (offset < 0n || offset >= space) return null;
  const index = within((offset - firstOf(post.id)) * unstep);
  if (index >= BigInt(commentsOn(world, post, now).total)) return null;
  return commentAt(world, post, Number(index), now);
}

/** Whether an id is a reply's: those are not supported where one comment is asked for. */
export const isReplyId = (id: string): boolean =>
  /^\d{1,30}$/.test(id) && BigInt(id) >= replyBase && BigInt(id) < replyBase + space;

export function replyCount(world: World, comment: Comment): number {
  if (comment.parent !== null) return 0;
  const dice = createDice(world.seed, 'reply count', comment.id);
  // The newest comment is what everybody is talking about under the catalogue's example.
  if (comment.id === '17851234567890123') return 2_318;
  return dice.chance(0.55) ? 0 : dice.count(4, 1.1);
}

export function repliesTo(world: World, comment: Comment, now: number): Answers {
  const total = replyCount(world, comment);
  return answersTo(world, comment, { kind: 'comment replies', total, now });
}

export function replyAt(world: World, comment: Comment, index: number, now: number): Comment {
  const id = idAt(replyBase, comment.id, index);
  const reply = repliesTo(world, comment, now).at(index);
  return { id, index, post: comment.post, parent: comment, ...reply };
}

export function commentItem(world: World, comment: Comment): Item {
  const { author, id, index, parent, post, second } = comment;
  const dice = createDice(world.seed, 'comment', id);
  const text = composeReply({
    language: author.language,
    topic: topicOf(world, post),
    ordinal: Math.floor(index / 2),
    phrase: null,
    city: author.city,
    dice,
  });
  const answered = parent !== null && dice.chance(0.3);
  return {
    id,
    text: parent === null ? text : `@${parent.author.username} ${text}`,
    type: parent === null ? 'comment' : 'reply',
    status: 'active',
    parentPostId: strongId(world, post),
    parentPostUserId: accountId(world, 'photoshare', post.author),
    parentCommentId: parent?.id ?? null,
    repliedToCommentId: answered ? parent.id : null,
    childCommentCount: replyCount(world, comment),
    userId: accountId(world, 'photoshare', author),
    username: author.username,
    fullName: author.name,
    likeCount: dice.chance(0.3) ? 0 : dice.count(4, 1.4),
    isSpam: false,
    ...creation(second),
  };
}
