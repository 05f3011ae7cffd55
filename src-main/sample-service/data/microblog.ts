/** Microblog posts as the service sends them. */
import type { Item, Json } from '../answers.ts';
import { accountTimeline, featuredPost, makePost, orderFor, postCount, readPost } from './posts.ts';
import type { Post } from './posts.ts';
import { isoDay, isoMoment } from './timeline.ts';
import { createDice } from './dice.ts';
import type { Dice } from './dice.ts';
import { findPosts } from './search.ts';
import type { World } from './memory.ts';
import { accountId, joinedAt } from './people/account-ids.ts';
import { audienceOf, avatarUrl, bioOf, isVerified, personaAt } from './people/persona.ts';
import type { Persona } from './people/persona.ts';
import { countryName } from './people/names.ts';
import { populationSize } from './people/population.ts';
import { composePost, composeReply } from './texts/compose.ts';

const sources = ['Phone app', 'Phone app', 'Phone app', 'Web', 'Web', 'Tablet app', 'Scheduler'];

const isRepost = (world: World, id: string): boolean =>
  createDice(world.seed, 'repost', id).chance(0.06);

/** An older post of the same search, or by somebody else: the one reposted or quoted. */
function olderPost(world: World, post: Post, dice: Dice): Post | null {
  const { occasion } = post;
  if (occasion.kind === 'search') {
    const finds = findPosts(world, 'microblog', occasion);
    const older = finds.at(finds.timeline.lastCellAt(post.second) - dice.between(3, 60));
    const made = makePost(world, { ...older, platform: 'microblog', occasion });
    return isRepost(world, made.id) ? null : made;
  }
  if (occasion.kind === 'own' || occasion.kind === 'account') {
    const author = personaAt(world, dice.below(populationSize));
    const timeline = accountTimeline(world, 'microblog', author);
    const second = timeline.secondAt(timeline.lastCellAt(post.second - 600));
    const other = { platform: 'microblog', second, author, occasion: { kind: 'own' } } as const;
    const made = makePost(world, other);
    return isRepost(world, made.id) ? null : made;
  }
  return null;
}

interface Relations {
  reposted: Post | null;
  quoted: string | null;
  answered: Post | null;
}

function relationsOf(world: World, post: Post): Relations {
  const { occasion } = post;
  const none: Relations = { reposted: null, quoted: null, answered: null };
  if (occasion.kind === 'replies') {
    return { ...none, answered: readPost(world, 'microblog', occasion.parent) };
  }
  if (occasion.kind === 'quotes') return { ...none, quoted: occasion.parent };
  const dice = createDice(world.seed, 'relations', post.id);
  if (isRepost(world, post.id)) return { ...none, reposted: olderPost(world, post, dice) };
  if (dice.chance(0.05)) return { ...none, quoted: olderPost(world, post, dice)?.id ?? null };
  return none;
}

const marked = (text: string, mark: RegExp): string[] =>
  [...text.matchAll(mark)].flatMap((match) => (match[1] === undefined ? [] : [match[1]]));

function placeOf(
  post: Post,
  dice: Dice,
): Pick<Item, 'placeName' | 'placeCountry' | 'placeCountryCode'> {
  const { author, occasion } = post;
  const asked = occasion.kind === 'search' ? occasion.country : null;
  if (asked === null && !dice.chance(0.35)) {
    return { placeName: null, placeCountry: null, placeCountryCode: null };
  }
  const code = asked ?? author.country;
  const placeName = code === author.country ? author.city : '';
  return { placeName, placeCountry: countryName(code), placeCountryCode: code };
}

function textOf(world: World, post: Post): string {
  const known = featuredPost('microblog', post.id);
  if (known) return known.text;
  const order = orderFor(world, post);
  const isAnswer = post.occasion.kind === 'replies' || post.occasion.kind === 'quotes';
  return isAnswer ? composeReply(order) : composePost(order);
}

/** Media belong to the reposted post, if any. */
function mediaOf(id: string, dice: Dice): string[] {
  const count = dice.chance(0.34) ? dice.pick([1, 1, 1, 2, 3, 4]) : 0;
  return Array.from(
    { length: count },
    (_, index) => `https://media.example.org/microblog/${id}/${index + 1}.jpg`,
  );
}

/** The post that a repost shows, with its numbers and its replies; any other post is itself. */
export function shownPost(world: World, post: Post): Post {
  return relationsOf(world, post).reposted ?? post;
}

/** The post that started a conversation. */
function conversationOf(world: World, post: Post): string {
  const { occasion } = post;
  return occasion.kind === 'replies'
    ? conversationOf(world, readPost(world, 'microblog', occasion.parent))
    : post.id;
}

export function postItem(world: World, post: Post): Item {
  const { id, second, author } = post;
  const { reposted, quoted, answered } = relationsOf(world, post);
  const shown = reposted ?? post;
  const own = textOf(world, shown);
  const text = reposted ? `RT @${reposted.author.username}: ${own}` : own;
  const numbers = numbersOf(world, shown);
  const dice = createDice(world.seed, 'rest', shown.id);
  return {
    id,
    text,
    authorId: accountId(world, 'microblog', author),
    authorUsername: author.username,
    conversationId: conversationOf(world, post),
    lang: shown.author.language,
    source: dice.pick(sources),
    status: 'active',
    deleted: false,
    suspended: false,
    possiblySensitive: false,
    isRetweet: reposted !== null,
    likeCount: numbers.likes,
    retweetCount: numbers.reposts,
    replyCount: numbers.replies,
    quoteCount: numbers.quotes,
    impressionCount: numbers.views,
    bookmarkCount: numbers.bookmarks,
    quotedPostId: quoted,
    retweetedPostId: reposted?.id ?? null,
    replyToPostId: answered?.id ?? null,
    replyToUserId: answered ? accountId(world, 'microblog', answered.author) : null,
    replyToUsername: answered?.author.username ?? null,
    hashtags: marked(text, /#([\p{L}\p{M}\p{N}_]+)/gu),
    mentions: marked(text, /@(\w+)/g),
    mediaUrls: mediaOf(shown.id, dice),
    urls: dice.chance(0.12)
      ? [`https://notes.example.com/${shown.author.username}/${shown.id}`]
      : [],
    ...placeOf(post, dice),
    createdAt: isoMoment(second),
    createdAtDate: isoDay(second),
  };
}

// Microblog accounts as the service sends them.

const day = 86_400;

/** A post of the last weeks that is pinned to the profile. */
function pinnedPost(world: World, author: Persona, now: number): string {
  const timeline = accountTimeline(world, 'microblog', author);
  const monthStart = Math.floor(now / (30 * day)) * 30 * day;
  const second = timeline.secondAt(timeline.lastCellAt(monthStart));
  return makePost(world, { platform: 'microblog', second, author, occasion: { kind: 'own' } }).id;
}

export function userItem(world: World, persona: Persona, now: number): Item {
  const { username, name, language, country, city } = persona;
  const dice = createDice(world.seed, 'microblog profile', username);
  const joined = joinedAt(world, 'microblog', persona);
  const verified = isVerified(world, persona);
  const { followers, following } = audienceOf(world, 'microblog', persona);
  const posts = postCount(world, 'microblog', persona, now);
  const changes = dice.chance(0.2) ? dice.between(1, 3) : 0;
  const later = (share: number): string => isoMoment(Math.floor(joined + (now - joined) * share));
  const label: Json =
    persona.subject === null
      ? null
      : { description: 'Community project', url: `https://labels.example.com/${username}` };
  return {
    id: accountId(world, 'microblog', persona),
    profileImageUrl: avatarUrl('microblog', persona),
    profileBannerUrl: dice.chance(0.7)
      ? `https://media.example.org/microblog/banners/${username}.jpg`
      : null,
    profileInterstitialType: '',
    status: 'active',
    username,
    verifiedType: verified ? dice.pick(['blue', 'blue', 'organization']) : null,
    name,
    description: bioOf(world, persona),
    location: dice.chance(0.75) ? `${city}, ${countryName(country)}` : '',
    protected: false,
    verified,
    followersCount: followers,
    followingCount: following,
    microblogPostCount: posts,
    listedCount: Math.floor(followers * dice.float() * 0.02),
    likesCount: Math.floor(posts * (0.4 + dice.float() * 5)),
    mediaCount: Math.floor(posts * (0.05 + dice.float() * 0.3)),
    pinnedMicroblogPostId: dice.chance(0.5) ? pinnedPost(world, persona, now) : null,
    source: dice.pick(['Phone app', 'Web', 'Tablet app']),
    nLang: { [language]: posts - Math.floor(posts / 9), other: Math.floor(posts / 9) },
    nLangsFiltered: { [language]: posts - Math.floor(posts / 9) },
    label,
    labelType: label === null ? null : 'community',
    isVerified: verified,
    modifiedAt: later(0.9 + dice.float() * 0.09),
    createdAt: isoMoment(joined),
    verifiedSinceDatetime: verified ? later(0.4 + dice.float() * 0.4) : null,
    accountBasedIn: countryName(country),
    locationAccurate: dice.chance(0.8),
    usernameChanges: changes,
    lastUsernameChangeDatetime: changes > 0 ? later(0.2 + dice.float() * 0.3) : null,
  };
}

// How often a microblog post was liked, reposted and replied to.

export interface PostNumbers {
  likes: number;
  reposts: number;
  replies: number;
  quotes: number;
  views: number;
  bookmarks: number;
}

/** Each interaction can be listed, and nobody interacts twice: so there are no more than people. */
const atMost = (count: number): number => Math.min(Math.floor(count), populationSize - 1);

export function numbersOf(world: World, post: Post): PostNumbers {
  const dice = createDice(world.seed, 'numbers', post.id);
  const isAnswer = post.occasion.kind === 'replies' || post.occasion.kind === 'quotes';
  const known = featuredPost('microblog', post.id);
  const usual = isAnswer ? 3 : 130 * post.author.renown ** 0.6;
  const likes = known?.likes ?? dice.count(usual, isAnswer ? 1.3 : 1.5);
  const reposts = known?.reposts ?? atMost(likes * (0.06 + dice.float() * 0.34));
  const replies = known?.replies ?? atMost(likes * (0.03 + dice.float() * 0.22));
  const quotes = known?.quotes ?? atMost(reposts * (0.05 + dice.float() * 0.35));
  const share = known ? 1 : shareByNow(post.second, world.now);
  const views = Math.floor(likes * (14 + dice.float() * 60)) + dice.between(40, 900);
  return {
    likes: Math.round(likes * share),
    reposts,
    replies,
    quotes,
    views: Math.round(views * share),
    bookmarks: Math.floor(likes * dice.float() * 0.18),
  };
}

/**
 * The share of its likes and views that a post has by now: a third at once, nearly all within a fortnight.
 * So next week's collection differs from this week's in its counts too. Replies and reposts don't grow: they
 * are rows of their own. Computed per hour, so that a question asked twice in a row has the same answer.
 */
const shareByNow = (second: number, now: number): number =>
  1 - (2 / 3) * Math.exp(-Math.max(0, Math.floor(now / 3600) * 3600 - second) / (3 * day));
