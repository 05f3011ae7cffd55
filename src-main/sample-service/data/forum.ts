/**
 * Forum posts. As on real forums their ids are sequential, in base 36, so an id determines when a post was
 * made; everything else is rolled from it.
 */
import type { Item } from '../answers.ts';
import { creation, isoMoment } from './timeline.ts';
import { createDice, itemAt } from './dice.ts';
import type { Dice } from './dice.ts';
import type { World } from './memory.ts';
import { accountId } from './people/account-ids.ts';
import { personaAt, someAuthor } from './people/persona.ts';
import type { Persona } from './people/persona.ts';
import { populationSize } from './people/population.ts';
import { composeReply, secondStatement, statement } from './texts/compose.ts';
import { topics } from './texts/types.ts';
import type { TopicId } from './texts/types.ts';

/** One community per topic, and the labels of its posts. The forum is in English. */
const communities: Record<TopicId, Community> = {
  trees: { name: 'UrbanTrees', flairs: ['Identification', 'Question', 'Before & after'] },
  tides: { name: 'TideWatching', flairs: ['Report', 'Question', 'Photo'] },
  climate: { name: 'ClimateNotes', flairs: ['Explainer', 'Local action', 'Data'] },
  bread: { name: 'SlowBread', flairs: ['Crumb shot', 'Help', 'Recipe'] },
  trains: { name: 'NightTrains', flairs: ['Trip report', 'Planning', 'News'] },
  food: { name: 'StreetFoodMap', flairs: ['Find', 'Recipe', 'Question'] },
  books: { name: 'LibraryLove', flairs: ['Recommendation', 'Find', 'Librarian'] },
  coffee: { name: 'HomeCoffee', flairs: ['Brewing', 'Question', 'Ritual'] },
};

interface Community {
  name: string;
  flairs: readonly string[];
}

/** The number of the post 1k2a9f, its moment, and the time until the next post. */
const known = { number: 94_165_107, second: Date.UTC(2025, 10, 7, 18, 12) / 1000 };
const secondsPerPost = 4;
/** Ids that will only be assigned in the future are read as earlier ones. */
const latest = 200_000_000;

export interface ForumPost {
  id: string;
  second: number;
  topic: TopicId;
  community: Community;
  communityId: string;
  author: Persona;
}

const secondOf = (number: number): number =>
  Math.floor(known.second + (number - known.number) * secondsPerPost);

export function readForumPost(world: World, id: string): ForumPost {
  const typed = Number.parseInt(id.slice(-10), 36);
  const number = typed < latest ? typed : typed % known.number;
  const dice = createDice(world.seed, 'forum author', id);
  const topic = itemAt(topics, number);
  const author = dice.chance(0.8)
    ? someAuthor(world, { language: 'en', country: null, dice })
    : personaAt(world, dice.below(populationSize));
  const communityId = `t5_2${(topics.indexOf(topic) * 40_961 + 500_000).toString(36)}`;
  const community = communities[topic];
  return { id, second: secondOf(number), topic, community, communityId, author };
}

/** The last post on a topic before a moment. */
function postBefore(world: World, second: number, topic: TopicId): ForumPost {
  const number = known.number + Math.floor((second - known.second) / secondsPerPost);
  const excess =
    (((number - topics.indexOf(topic)) % topics.length) + topics.length) % topics.length;
  const id = Math.max(number - excess, topics.indexOf(topic)).toString(36);
  // Never an id that the rule for missing items excludes.
  return id.endsWith('0000')
    ? postBefore(world, second - topics.length * secondsPerPost, topic)
    : readForumPost(world, id);
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const toHtml = (text: string): string =>
  `<div class="md">${text
    .split('\n\n')
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br/>')}</p>`)
    .join('\n')}</div>`;

interface Votes {
  upvotes: number;
  downvotes: number;
}

function votesFrom(dice: Dice, usual: number, spread: number): Votes {
  const upvotes = dice.count(usual, spread) + 1;
  return { upvotes, downvotes: Math.floor(upvotes * dice.float() ** 2 * 0.4) };
}

/** What a post says: neighbours on a topic say different things. */
function wordsOf({ author, id, topic }: ForumPost, dice: Dice): { title: string; body: string } {
  const ordinal = Math.floor(Number.parseInt(id.slice(-6), 36) / topics.length);
  const order = { language: 'en', topic, phrase: null, city: author.city, dice } as const;
  const title = statement({ ...order, ordinal });
  const body = secondStatement({ ...order, ordinal }, topic);
  if (dice.chance(0.6)) return { title, body };
  const more = statement({ ...order, ordinal: dice.below(5000) });
  return { title, body: `${body}\n\n${dice.chance(0.5) ? 'Edit: ' : ''}${more}` };
}

export function forumPostItem(world: World, post: ForumPost): Item {
  const { author, community, communityId, id, second } = post;
  const dice = createDice(world.seed, 'forum post', id);
  const { title, body } = wordsOf(post, dice);
  const isSelf = dice.chance(0.8);
  const isVideo = !isSelf && dice.chance(0.3);
  const { upvotes, downvotes } = votesFrom(dice, 180 * author.renown ** 0.3, 1.5);
  const selftext = isSelf ? body : '';
  const slug = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 50)
    .replace(/_$/, '');
  const permalink = `/c/${community.name}/comments/${id}/${slug}/`;
  const postUrl = `https://forum.example.com${permalink}`;
  const mediaUrl = `https://media.example.org/forum/${id}.${isVideo ? 'mp4' : 'jpg'}`;
  const edited = dice.chance(0.18);
  const removed = dice.chance(0.03);
  return {
    id,
    title,
    selftext,
    url: isSelf ? postUrl : mediaUrl,
    permalink,
    postUrl,
    thumbnail: isSelf ? 'self' : `https://media.example.org/forum/${id}-small.jpg`,
    authorId: accountId(world, 'forum', author),
    authorUsername: author.username,
    subredditName: community.name,
    subredditId: communityId,
    score: upvotes - downvotes,
    upvotes,
    downvotes,
    upvoteRatio: Math.round((upvotes / (upvotes + downvotes)) * 100) / 100,
    commentsCount: Math.floor(upvotes * (0.05 + dice.float() * 0.5)),
    crosspostsCount: dice.chance(0.85) ? 0 : dice.between(1, 6),
    isSelf,
    isVideo,
    isOriginalContent: !isSelf && dice.chance(0.5),
    over18: false,
    spoiler: false,
    locked: removed,
    stickied: dice.chance(0.02),
    archived: false,
    linkFlairText: dice.chance(0.75) ? dice.pick(community.flairs) : null,
    postHint: isSelf ? null : isVideo ? 'hosted:video' : 'image',
    domain: isSelf ? `self.${community.name}` : 'media.example.org',
    crosspostParent: null,
    ...creation(second),
    selftextHtml: selftext === '' ? null : toHtml(selftext),
    editedAt: edited ? isoMoment(second + dice.between(120, 90_000)) : null,
    removal: removed ? { by: 'moderator', reason: 'duplicate', note: null } : null,
  };
}

// The comments of one person in the forum, in sequence.

export interface ForumComment {
  author: Persona;
  /** Cell on the author's timeline. */
  cell: number;
  second: number;
}

/** Rolls the same for the same comment, whichever of its numbers is needed. */
const diceFor = (world: World, { author, second }: ForumComment): Dice =>
  createDice(world.seed, 'forum comment', author.username, second);

function votesOf(world: World, comment: ForumComment) {
  const dice = diceFor(world, comment);
  const votes = votesFrom(dice, 14, 1.5);
  // Some comments get more disagreement than agreement.
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

/** For `sort=hot`: good and recent. A tenfold score is worth half a day. */
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
