/**
 * Posts, comments and replies before they get their platform's form: who wrote them when, about what, and
 * how many people liked or answered them. A post is identified by its number, from which its owner, moment
 * and occasion are decoded.
 */
import type { Platform } from '#shared/catalogue/types.ts';
import { createDice, hashText, itemAt, seed } from './dice.ts';
import type { Dice, List } from './dice.ts';
import known from './featured.json' with { type: 'json' };
import { exists, fromShortcode, idCodecs, outsiderOwner } from './ids.ts';
import type { Occasion, World } from './ids.ts';
import {
  crowd,
  joinedAt,
  personaAt,
  personaNamed,
  personaWithId,
  populationSize,
  someAuthor,
  traits,
} from './people.ts';
import type { Persona, Range } from './people.ts';
import { findPosts, orMark } from './search.ts';
import { composePost, composeReply, statement, subjectOf, topics, toTopics } from './texts.ts';
import type { TextOrder, TopicId } from './texts.ts';
import { cellsBetween, countWhile, createTimeline, daySeconds } from './timeline.ts';
import type { Timeline } from './timeline.ts';

export interface Post {
  platform: Platform;
  /** Its number, in digits; in the forum in base 36. */
  id: string;
  second: number;
  author: Persona;
  occasion: Occasion;
  /**
   * Only of a comment that is not a post itself: the post it is under, the comment it replies to, its index
   * among its neighbours (for its text) and in its list, newest first.
   */
  under?: { post: Post; comment: Post | null; ordinal: number; index: number };
}

// Reading and making posts.

/**
 * What is given of posts and comments that the catalogue's examples request, by platform and number.
 * `replies`, `quotes` and `reposts` can each be listed; `comments` are the digits of its list of comments.
 */
type Featured = Partial<
  (typeof known)['microblog 1986934512780812300'] & (typeof known)['photoshare 3418587684199112209']
>;
const featured: Readonly<Record<string, Featured>> = known;

const featuresOf = ({ id, platform }: Pick<Post, 'id' | 'platform'>): Featured =>
  featured[`${platform} ${id}`] ?? {};

/** Numbers that were not made here may be in the future or before the platforms existed: moves these. */
const plausible = (second: number): number =>
  second > 1_288_834_975 && second < 2_000_000_000
    ? second
    : 1_300_000_000 + (second % 400_000_000);

/**
 * Reads a post by its id on the wire: on photoshare a shortcode, or a strong id `<media_id>_<user_id>`, whose
 * account is the author, whoever it is. Any id is a post: those that do not exist are refused before.
 */
export function readPost(world: World, platform: Platform, id: string): Post {
  if (platform === 'forum') return forumPost(id);
  if (platform !== 'photoshare') return numbered(world, platform, id);
  const [, media, user] = /^(\d{1,30})_(\d{1,30})$/.exec(id) ?? [];
  const number = media === undefined ? fromShortcode(id) : BigInt(media);
  const post = numbered(world, platform, String(BigInt.asUintN(63, number)));
  return user === undefined ? post : { ...post, author: personaWithId(world, platform, user) };
}

function numbered(world: World, platform: Exclude<Platform, 'forum'>, id: string): Post {
  const { second, owner, slot } = idCodecs[platform].decode(BigInt(id));
  const { username } = featuresOf({ platform, id });
  if (username !== undefined) {
    const author = personaNamed(username);
    return { platform, id, second, author, occasion: { kind: 'none' } };
  }
  const occasion = world.memory.occasionAt(platform, slot);
  const author =
    owner === outsiderOwner && occasion.kind === 'account'
      ? personaNamed(occasion.username)
      : personaAt(owner % populationSize);
  return { platform, id, second: plausible(second), author, occasion };
}

/** A post by a person, at a moment, seen on an occasion. */
function makePost(world: World, given: Omit<Post, 'id'>): Post {
  const { author, platform, second } = given;
  if (platform === 'forum') return forumPostBefore(second, itemAt(topics, second));
  const occasion: Occasion =
    author.index === null ? { kind: 'account', username: author.username } : given.occasion;
  const slot = world.memory.slotOf(platform, occasion);
  const owner = author.index ?? outsiderOwner;
  return { ...given, occasion, id: String(idCodecs[platform].encode(second, owner, slot)) };
}

// The forum is in English. Its ids are sequential, so an id determines when a post was made.

/** The number of the post 1k2a9f, its moment, and the time until the next post. */
const anchor = { number: 94_165_107, second: Date.UTC(2025, 10, 7, 18, 12) / 1000, gap: 4 };
/** Ids that will only be assigned in the future are read as earlier ones. */
const latest = 200_000_000;

function forumNumber(id: string): number {
  const number = Number.parseInt(id.slice(-10), 36);
  return number < latest ? number : number % anchor.number;
}

function forumPost(id: string): Post {
  const dice = createDice(seed, 'forum author', id);
  const author = dice.chance(0.8)
    ? someAuthor('en', null, dice)
    : personaAt(dice.below(populationSize));
  const second = anchor.second + (forumNumber(id) - anchor.number) * anchor.gap;
  return { platform: 'forum', id, second, author, occasion: { kind: 'none' } };
}

/** The last post on a topic before a moment. */
export function forumPostBefore(second: number, topic: TopicId): Post {
  const number = anchor.number + Math.floor((second - anchor.second) / anchor.gap);
  const excess = (number - topics.indexOf(topic) + topics.length) % topics.length;
  return forumPost(Math.max(number - excess, topics.indexOf(topic)).toString(36));
}

// When an account posts: its own timeline, since it joined.

export function postsBy(platform: Platform, persona: Persona) {
  const [often, seldom] = traits.pace[platform];
  const dice = createDice(seed, 'pace', platform, persona.username);
  const share = persona.bio === null ? dice.float() : 0.1;
  const key = [seed, 'own', platform, persona.username].join('\u0000');
  const timeline = createTimeline(key, Math.floor((often + (seldom - often) * share) * 3600));
  return { timeline, authorAt: (): Persona => persona };
}

/** Most posts or comments that an account has. */
export const maxPosts = 60_000;

/** How many posts an account has: as many as can be listed. */
export function postCount({ now }: World, platform: Platform, persona: Persona): number {
  const { timeline } = postsBy(platform, persona);
  return Math.min(cellsBetween(timeline, joinedAt(platform, persona), now).total, maxPosts);
}

/** The post in a cell of a search or of an account. */
export const postIn = (
  world: World,
  { authorAt, timeline }: { timeline: Timeline; authorAt: (cell: number) => Persona },
  cell: number,
  given: Pick<Post, 'platform' | 'occasion'>,
): Post => makePost(world, { ...given, second: timeline.secondAt(cell), author: authorAt(cell) });

// What is under a post: who answers, when, in which order.

export type AnswerKind = 'likes' | 'replies' | 'quotes' | 'reposts';

/**
 * Those who liked, answered or reposted a post, newest first, each once: quickly at first, then slowly over
 * three days. Those under a recent post are all there: a post whose count can't be listed would look broken.
 */
export function answersTo(
  world: World,
  post: Post,
  kind: AnswerKind,
): List<{ author: Persona; second: number }> {
  const total = numbersOf(world, post)[kind];
  const age = Math.max(world.now - post.second, 60);
  const during = [3 * daySeconds, 45 * 60].find((span) => span < age) ?? age;
  const people = crowd(post.author.language, `${seed} ${kind} ${post.id}`, post.author);
  return {
    total: Math.min(total, people.total),
    at: (index) => {
      const share = (total - index) / (total + 1);
      const second = post.second + 5 + Math.floor((during - 10) * share ** 3);
      return { author: people.at(index), second };
    },
  };
}

// Ids of comments in lists are 17 digits: which kind, which list, and the index in that list.

const kindDigits = { comment: '178', reply: '180' } as const;
/** The last digits of a list's first comment; each older one has a lower number. */
const firstInList = 90_123;

/** What answers a post or a comment: on microblog posts themselves, elsewhere comments under it. */
export function postsUnder(
  world: World,
  parent: Post,
  kind: 'replies' | 'quotes' = 'replies',
): List<Post> {
  const { id: parentId, platform, under: above } = parent;
  const { at, total } = answersTo(world, parent, kind);
  if (platform === 'microblog') {
    const occasion = { kind, parent: parentId };
    return { total, at: (index) => makePost(world, { ...at(index), platform, occasion }) };
  }
  const digits = String(hashText(parentId) % 1_000_000_000).padStart(9, '0');
  const start = above === undefined ? kindDigits.comment : kindDigits.reply;
  const place = { post: above?.post ?? parent, comment: above === undefined ? null : parent };
  const commentAt = (index: number): Post => ({
    ...at(index),
    platform,
    id: `${start}${featuresOf(parent).comments ?? digits}${firstInList - index}`,
    occasion: { kind: 'none' },
    under: { ...place, ordinal: index >> 1, index },
  });
  return { total, at: commentAt };
}

/** Ids with this ending belong to replies, by the documented rule (README). */
const replyEnding = '99';

/** A top-level comment under a post by its id; a sentence with the reason if there is none. */
export function findComment(world: World, post: Post, id: string): Post | string {
  const { at, total } = postsUnder(world, post);
  if (post.platform === 'shortvideo') {
    // In no list: each is like one of those that the video would show.
    return /^\d{1,50}$/.test(id) && exists(id) && !id.endsWith(replyEnding)
      ? { ...at(hashText(id) % Math.max(total, 1)), id }
      : `There is no top-level comment ${id} on this video.`;
  }
  if (/^\d{17}$/.test(id) && id.startsWith(kindDigits.reply)) {
    return `${id} is a reply. Reply ids are not supported: ask for the replies of its comment.`;
  }
  const index = firstInList - Number(id.slice(-5));
  const comment = index >= 0 && index < total ? at(index) : null;
  return comment?.id === id ? comment : `There is no comment ${id} on this post.`;
}

// How often something was liked, reposted and replied to.

export interface Numbers extends Record<AnswerKind, number> {
  /** Likes that it will have some day: counts that don't grow are shares of them. */
  ever: number;
  dislikes: number;
  views: number;
}

/** Whether it is shown under something else. */
const isAnswer = ({ occasion, under }: Post): boolean =>
  under !== undefined || occasion.kind === 'replies' || occasion.kind === 'quotes';

/** Each interaction can be listed, and nobody interacts twice: so there are no more than people. */
const shareOf = (dice: Dice, count: number, [from, to]: Range): number =>
  Math.min(Math.floor(count * (from + dice.float() * (to - from))), populationSize - 1);

export function numbersOf(world: World, post: Post): Numbers {
  const { author, id, platform, second, under } = post;
  const given = featuresOf(post);
  const dice = createDice(seed, 'numbers', platform, id);
  const [median, spread] = (isAnswer(post) ? traits.answerLikes : traits.likes)[platform];
  const renown = isAnswer(post) ? 1 : author.renown ** 0.6;
  const likes = given.likes ?? dice.count(median * renown, spread);
  const reposts = given.reposts ?? shareOf(dice, likes, traits.reposts[platform]);
  const quotes = given.quotes ?? shareOf(dice, reposts, [0.05, 0.4]);
  const replied = shareOf(dice, likes, traits.replies[platform]);
  // Few comments are replied to, and replies are not.
  const underComment = under?.comment === null && dice.chance(0.45) ? dice.count(4, 1.1) : 0;
  const replies = given.replies ?? (under === undefined ? replied : underComment);
  // Some comments get more disagreement than agreement.
  const isDisliked = under !== undefined && dice.chance(0.04);
  const usual = Math.floor(likes * dice.float() ** 2 * 0.4);
  const dislikes = isDisliked ? likes * 2 + dice.below(9) : usual;
  const [fewest, more] = traits.views[platform];
  const seen = Math.floor(likes * (fewest + dice.float() * more));
  const isGrowing = platform === 'microblog' && given.likes === undefined;
  const share = isGrowing ? shareByNow(second, world.now) : 1;
  const views = Math.round((seen + dice.between(40, 900)) * share);
  const grown = Math.round(likes * share);
  return { likes: grown, ever: likes, reposts, quotes, replies, dislikes, views };
}

/**
 * The share of its likes and views that a microblog post has by now: a third at once, nearly all within a
 * fortnight. So next week's collection differs from this week's in its counts too. Replies and reposts don't
 * grow: they are rows of their own. Computed per hour, so that a question asked twice in a row has the same
 * answer.
 */
const shareByNow = (second: number, now: number): number =>
  1 - (2 / 3) * Math.exp(-Math.max(0, Math.floor(now / 3600) * 3600 - second) / (3 * daySeconds));

// What a post is about, and what it says.

/** What a post is about, or null when only the searched words are known. */
export const subjectOfPost = (world: World, post: Post): TopicId | null =>
  toTopics([featuresOf(post).topic ?? ''])[0] ?? orderFor(world, post).topic;

/** The order for the text of a post, depending on where it was seen. */
export function orderFor(world: World, post: Post): TextOrder {
  const { author, id, occasion, platform, under } = post;
  const roll = [seed, 'text', platform, id].join(' ');
  const dice = createDice(roll);
  const language = platform === 'forum' ? 'en' : author.language;
  const base = { language, city: author.city, seed: roll, phrase: null };
  if (under !== undefined) {
    return { ...base, topic: subjectOfPost(world, under.post), ordinal: under.ordinal };
  }
  if (platform === 'forum') {
    const number = forumNumber(id);
    return { ...base, topic: itemAt(topics, number), ordinal: Math.floor(number / topics.length) };
  }
  if (occasion.kind === 'search') {
    const { ordinalAt, timeline } = findPosts(platform, occasion);
    const cell = timeline.lastCellAt(post.second);
    const phrase = itemAt(occasion.phrase.split(orMark), cell);
    return { ...base, topic: subjectOf(phrase).topic, ordinal: ordinalAt(cell), phrase };
  }
  if (occasion.kind === 'own' || occasion.kind === 'account') {
    const cell = postsBy(platform, author).timeline.lastCellAt(post.second);
    return { ...base, topic: itemAt(author.topics, cell), ordinal: Math.floor(cell / 3) };
  }
  if (occasion.kind === 'replies' || occasion.kind === 'quotes') {
    const topic = subjectOfPost(world, readPost(world, platform, occasion.parent));
    // People who reply in succession are evenly spaced in the population (crowd), so their indexes in it
    // give neighbours different texts.
    return { ...base, topic, ordinal: (author.index ?? 0) + hashText(occasion.parent) };
  }
  const ordinal = dice.below(10_000);
  const heard = occasion.kind === 'sound' ? subjectOf(occasion.title).topic : null;
  return { ...base, topic: heard ?? dice.pick(author.topics), ordinal };
}

/** The text of a post or comment; of a forum post what is below its title. */
export function textOf(world: World, post: Post): string {
  const { text } = featuresOf(post);
  if (text !== undefined) return text;
  const { platform, under } = post;
  const order = orderFor(world, post);
  const dice = createDice(order.seed, 'more');
  const isLonger = platform === 'forum' && dice.chance(0.4);
  if (isAnswer(post)) {
    const reply = composeReply(order);
    const handle = under?.comment ? `@${under.comment.author.username} ` : '';
    return `${handle}${reply}${isLonger ? `\n\n${statement(order, true)}` : ''}`;
  }
  if (platform !== 'forum') return composePost(order, platform);
  const body = statement(order, true);
  if (!isLonger) return body;
  const more = statement({ ...order, ordinal: dice.below(5000) });
  return `${body}\n\n${dice.chance(0.5) ? 'Edit: ' : ''}${more}`;
}

// What a microblog post has to do with others.

interface Relations {
  reposted: Post | null;
  quoted: string | null;
  answered: Post | null;
}
const unrelated: Relations = { reposted: null, quoted: null, answered: null };

const isRepost = (id: string): boolean => createDice(seed, 'repost', id).chance(0.06);

/** An older post of the same search, or by somebody else: the one reposted or quoted. */
function olderPost(world: World, { occasion, platform, second }: Post, dice: Dice): Post | null {
  let post: Post | null = null;
  if (occasion.kind === 'search') {
    const found = findPosts(platform, occasion);
    const cell = found.timeline.lastCellAt(second) - dice.between(3, 60);
    post = postIn(world, found, cell, { platform, occasion });
  } else if (occasion.kind === 'own' || occasion.kind === 'account') {
    const theirs = postsBy(platform, personaAt(dice.below(populationSize)));
    const cell = theirs.timeline.lastCellAt(second - 600);
    post = postIn(world, theirs, cell, { platform, occasion: { kind: 'own' } });
  }
  return post === null || isRepost(post.id) ? null : post;
}

/** Every other reply under a post answers an earlier one, mostly one shortly before; null: the post itself. */
function earlierReply(world: World, { id, second }: Post, parent: Post): Post | null {
  const dice = createDice(seed, 'answers', id);
  if (!dice.chance(0.55)) return null;
  const { at } = answersTo(world, parent, 'replies');
  const replies = postsUnder(world, parent);
  const younger = countWhile(replies.total, (index) => at(index).second >= second);
  const index = younger + dice.count(3, 1.2);
  return index < replies.total ? replies.at(index) : null;
}

export function relationsOf(world: World, post: Post): Relations {
  const { id, occasion, platform } = post;
  if (platform !== 'microblog') return unrelated;
  if (occasion.kind === 'quotes') return { ...unrelated, quoted: occasion.parent };
  if (occasion.kind === 'replies') {
    const parent = readPost(world, platform, occasion.parent);
    return { ...unrelated, answered: earlierReply(world, post, parent) ?? parent };
  }
  const dice = createDice(seed, 'relations', id);
  if (isRepost(id)) return { ...unrelated, reposted: olderPost(world, post, dice) };
  if (!dice.chance(0.05)) return unrelated;
  return { ...unrelated, quoted: olderPost(world, post, dice)?.id ?? null };
}

/** The post that a repost shows, with its numbers and its replies; any other post is itself. */
export const shownPost = (world: World, post: Post): Post =>
  relationsOf(world, post).reposted ?? post;

/** The id of the post that started a conversation. */
export const conversationOf = (world: World, { id, occasion, platform }: Post): string =>
  occasion.kind === 'replies'
    ? conversationOf(world, readPost(world, platform, occasion.parent))
    : id;
