/** Microblog posts as the service sends them. */
import type { Item } from '../../json.ts';
import { accountTimeline } from '../account-posts.ts';
import { isoDay, isoMoment } from '../dates.ts';
import { createDice } from '../dice.ts';
import type { Dice } from '../dice.ts';
import { featuredPost } from '../featured-posts.ts';
import { findPosts } from '../found-posts.ts';
import type { World } from '../memory.ts';
import { accountId } from '../people/account-ids.ts';
import { personaAt } from '../people/persona.ts';
import { countryName } from '../people/places.ts';
import { populationSize } from '../people/population.ts';
import { makePost, readPost } from '../posts.ts';
import type { Post } from '../posts.ts';
import { orderFor } from '../stories.ts';
import { composePost, composeReply } from '../texts/compose.ts';
import { numbersOf } from './numbers.ts';

const sources = ['Phone app', 'Phone app', 'Phone app', 'Web', 'Web', 'Tablet app', 'Scheduler'];

const isRepost = (world: World, id: string): boolean =>
  createDice(world.seed, 'repost', id).chance(0.06);

/** An older post of the same search, or by somebody else: what is reposted or quoted. */
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

/** Media belong to the post that was reposted, if any. */
function mediaOf(id: string, dice: Dice): string[] {
  const count = dice.chance(0.34) ? dice.pick([1, 1, 1, 2, 3, 4]) : 0;
  return Array.from(
    { length: count },
    (_, index) => `https://media.example.org/microblog/${id}/${index + 1}.jpg`,
  );
}

/** The post that a repost shows, with its numbers and its answers; any other post is itself. */
export function shownPost(world: World, post: Post): Post {
  return relationsOf(world, post).reposted ?? post;
}

/** The post that a conversation began with. */
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
