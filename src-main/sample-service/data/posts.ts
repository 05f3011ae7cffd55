/**
 * Posts of microblog, photoshare and shortvideo before they get their platform's form. A post is identified
 * by its number, from which its owner, time and occasion are decoded.
 */
import type { Platform } from '#shared/catalogue/types.ts';
import { microblogIds, photoshareIds, shortvideoIds } from './ids.ts';
import type { IdCodec } from './ids.ts';
import type { Occasion, World } from './memory.ts';
import { joinedAt, outsiderOwner } from './people/account-ids.ts';
import { personaAt, personaNamed } from './people/persona.ts';
import type { Persona } from './people/persona.ts';
import { populationSize } from './people/population.ts';
import type { TopicId } from './texts/types.ts';
import { createDice, hashText, itemAt } from './dice.ts';
import { stretchOf } from './rows.ts';
import type { Stretch } from './rows.ts';
import { createTimeline } from './timeline.ts';
import type { Timeline } from './timeline.ts';
import { crowd } from './people/finding.ts';
import { assertNever } from '#shared/assert-never.ts';
import { findPosts } from './search.ts';
import type { TextOrder } from './texts/compose.ts';
import { subjectOf } from './texts/index.ts';

export type PostPlatform = Exclude<Platform, 'forum'>;

export interface Post {
  platform: PostPlatform;
  /** Its number, in digits. */
  id: string;
  second: number;
  author: Persona;
  occasion: Occasion;
}

const codecs: Record<PostPlatform, IdCodec> = {
  microblog: microblogIds,
  photoshare: photoshareIds,
  shortvideo: shortvideoIds,
};

/** Numbers that were not made here may be in the future or before the platforms existed: moves these. */
const plausible = (second: number): number =>
  second > 1_288_834_975 && second < 2_000_000_000
    ? second
    : 1_300_000_000 + (second % 400_000_000);

/** Any number is a post. Those that do not exist are refused before (`exists` in ids.ts). */
export function readPost(world: World, platform: PostPlatform, id: string): Post {
  const { second, owner, slot } = codecs[platform].decode(BigInt(id));
  const known = featuredPost(platform, id);
  if (known) {
    const author = personaNamed(world, known.username);
    return { platform, id, second, author, occasion: { kind: 'none' } };
  }
  const occasion = world.memory.occasionAt(platform, slot);
  const author =
    owner === outsiderOwner && occasion.kind === 'account'
      ? personaNamed(world, occasion.username)
      : personaAt(world, owner % populationSize);
  return { platform, id, second: plausible(second), author, occasion };
}

/** A post by a person, at a moment, seen on an occasion. */
export function makePost(world: World, given: Omit<Post, 'id'>): Post {
  const { platform, second, author } = given;
  const occasion: Occasion =
    author.index === null ? { kind: 'account', username: author.username } : given.occasion;
  const slot = world.memory.slotOf(platform, occasion);
  const owner = author.index ?? outsiderOwner;
  return { ...given, occasion, id: String(codecs[platform].encode({ second, owner, slot })) };
}

// The posts that the catalogue's examples request, by platform and number.

export interface FeaturedPost {
  username: string;
  topic: TopicId;
  text: string;
  likes: number;
  /** Comments, quotes and reposts: each can be listed. */
  replies: number;
  quotes: number;
  reposts: number;
}

const posts: Readonly<Record<string, FeaturedPost>> = {
  'microblog 1986934512780812300': {
    username: 'mira_osei',
    topic: 'trees',
    text: 'We asked 4,180 people to adopt one of our city trees: water it, name it, write to it.\n\nA year later 4,102 of them are still watering. Here are the best letters, with permission 🌳 #CityTrees',
    likes: 31_460,
    replies: 4_182,
    quotes: 2_307,
    reposts: 6_118,
  },
  // The number of the shortcode C9xQ2LmNp4R.
  'photoshare 3418587684199112209': {
    username: 'mira_osei',
    topic: 'food',
    text: 'Kenkey, pepper, fried fish, and a queue of the happiest people in Accra. The stall has no name, so everybody calls it “after the rain”.\n\nWhat does your favourite street food taste of? 🍜\n#StreetFood #Accra',
    likes: 24_813,
    replies: 3_164,
    quotes: 0,
    reposts: 412,
  },
  'shortvideo 7312345678901234567': {
    username: 'mira_osei',
    topic: 'tides',
    text: 'Low tide, one take, no filter: 40 fishing boats leave at once 🌊 #LowTide #Accra',
    likes: 182_406,
    replies: 5_218,
    quotes: 0,
    reposts: 9_120,
  },
};

export const featuredPost = (platform: Platform, id: string): FeaturedPost | null =>
  posts[`${platform} ${id}`] ?? null;

// When an account posts: its own timeline, since it joined.

/** Hours between two posts: of those who post most and those who post least. */
const pace: Record<Platform, readonly [often: number, seldom: number]> = {
  microblog: [2.4, 13],
  photoshare: [9, 36],
  forum: [2.2, 9],
  shortvideo: [10, 30],
};

const maxPosts = 60_000;

export function accountTimeline(world: World, platform: Platform, persona: Persona): Timeline {
  const [often, seldom] = pace[platform];
  const dice = createDice(world.seed, 'pace', platform, persona.username);
  const share = persona.bio === null ? dice.float() : 0.1;
  const hours = often + (seldom - often) * share;
  const key = [world.seed, 'own', platform, persona.username].join('\u0000');
  return createTimeline(key, Math.floor(hours * 3600));
}

export interface Period {
  now: number;
  since?: string | undefined;
  until?: string | undefined;
}

/** The posts of an account in a period; without dates, all of them. */
export function accountStretch(
  world: World,
  platform: Platform,
  { persona, timeline, now, since, until }: Period & { persona: Persona; timeline: Timeline },
): Stretch {
  const opened = joinedAt(world, platform, persona);
  return stretchOf(timeline, { now, opened, most: maxPosts, since, until });
}

/** How many posts an account has: as many as can be listed. */
export function postCount(world: World, platform: Platform, persona: Persona, now: number): number {
  const timeline = accountTimeline(world, platform, persona);
  return accountStretch(world, platform, { persona, timeline, now }).total;
}

// The replies under a post on any platform: who replies, when, in which order.

const day = 86_400;
const minute = 60;

export interface Answers {
  total: number;
  /** Newest first; each reply is by a different person. */
  at: (index: number) => { author: Persona; second: number };
}

interface AnsweredPost {
  id: string;
  second: number;
  author: Persona;
}

/**
 * Replies arrive quickly at first, then slowly over three days. Those under a recent post have all arrived:
 * a post whose count can't be listed would look broken.
 */
export function answersTo(
  world: World,
  post: AnsweredPost,
  { kind, total, now }: { kind: string; total: number; now: number },
): Answers {
  const age = Math.max(now - post.second, minute);
  const during = [3 * day, 45 * minute].find((span) => span < age) ?? age;
  const people = crowd(world, {
    language: post.author.language,
    key: `${world.seed} ${kind} ${post.id}`,
    without: post.author,
  });
  const at = (index: number): { author: Persona; second: number } => {
    const share = (total - index) / (total + 1);
    const second = post.second + 5 + Math.floor((during - 10) * share ** 3);
    return { author: people.at(index), second };
  };
  return { total: Math.min(total, people.total), at };
}

// What a post is about and how its text starts, depending on where it was seen.

/** Between the phrases of a search for several. */
export const orMark = ' OR ';

/** What a post is about, or null when only the searched words are known. */
export function topicOf(world: World, post: Post): TopicId | null {
  return featuredPost(post.platform, post.id)?.topic ?? orderFor(world, post).topic;
}

export function orderFor(world: World, post: Post): TextOrder {
  const { author, occasion, platform } = post;
  const dice = createDice(world.seed, 'text', platform, post.id);
  const base = { language: author.language, city: author.city, dice };
  switch (occasion.kind) {
    case 'search': {
      const { at, timeline } = findPosts(world, platform, occasion);
      const { cell, ordinal } = at(timeline.lastCellAt(post.second));
      const phrase = itemAt(occasion.phrase.split(orMark), cell);
      return { ...base, topic: subjectOf(phrase).topic, ordinal, phrase };
    }
    case 'own':
    case 'account': {
      const cell = accountTimeline(world, platform, author).lastCellAt(post.second);
      const topic = itemAt(author.topics, cell);
      return { ...base, topic, ordinal: Math.floor(cell / 3), phrase: null };
    }
    case 'replies':
    case 'quotes': {
      const topic = topicOf(world, readPost(world, platform, occasion.parent));
      // People who reply in succession are evenly spaced in the population (crowd), so their indexes in it
      // give neighbours different texts.
      const ordinal = (author.index ?? 0) + hashText(occasion.parent);
      return { ...base, topic, ordinal, phrase: null };
    }
    case 'sound': {
      const topic = subjectOf(occasion.title).topic ?? dice.pick(author.topics);
      return { ...base, topic, ordinal: dice.below(10_000), phrase: null };
    }
    case 'none':
      return {
        ...base,
        topic: dice.pick(author.topics),
        ordinal: dice.below(10_000),
        phrase: null,
      };
    default:
      return assertNever(occasion);
  }
}
