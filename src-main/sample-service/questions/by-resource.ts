/**
 * The answer to a live question without special behaviour: based on the resource it returns, and on what
 * its parameters name. So a new endpoint of a known resource only needs an entry in the catalogue.
 */
import type { DataEndpoint, Platform } from '#shared/catalogue/types.ts';
import { exists } from '../data/ids.ts';
import type { Occasion, World } from '../data/memory.ts';
import { numbersOf, postItem, shownPost, userItem } from '../data/microblog.ts';
import { personaWithId } from '../data/people/account-ids.ts';
import { crowd, peopleNamed } from '../data/people/finding.ts';
import { audienceOf, personaNamed } from '../data/people/persona.ts';
import type { Persona } from '../data/people/persona.ts';
import { photoItem, photoNumbers, photoUserItem, readPhotosharePost } from '../data/photoshare.ts';
import {
  accountStretch,
  accountTimeline,
  answersTo,
  makePost,
  orMark,
  readPost,
} from '../data/posts.ts';
import type { Post, PostPlatform } from '../data/posts.ts';
import { byScore, missing, noRows, oneRow, stretchOf } from '../data/rows.ts';
import type { Ask, Missing, Question, Rows } from '../data/rows.ts';
import { findPosts, readSearch, totalFor } from '../data/search.ts';
import type { SearchKey } from '../data/search.ts';
import { usernameIn, videoItem, videoUserItem } from '../data/shortvideo.ts';
import { languages } from '../data/texts/types.ts';
import type { Item } from '../answers.ts';

/** Finds an existing account, by `username`, or by `identifier`: a username or an id. */
export const ofAccount =
  (platform: Platform, answer: (ask: Ask, persona: Persona) => Rows): Question =>
  (ask) => {
    const { identifier, username = usernameIn(identifier ?? '') } = ask.values;
    if (!exists(username)) return missing(`There is no account ${username}.`);
    const isId = identifier !== undefined && /^\d{3,30}$/.test(identifier);
    return answer(
      ask,
      isId ? personaWithId(ask.world, platform, identifier) : personaNamed(ask.world, username),
    );
  };

/** Finds an existing post. */
export const ofPost =
  (platform: PostPlatform, answer: (ask: Ask, post: Post) => Rows | Missing): Question =>
  (ask) => {
    const { id = '' } = ask.values;
    if (!exists(id)) return missing(`There is no post ${id}.`);
    const { read = (world: World) => readPost(world, platform, id) } = makers[platform];
    return answer(ask, read(ask.world, id));
  };

const postPlatforms: readonly PostPlatform[] = ['microblog', 'photoshare', 'shortvideo'];

interface Counts {
  replies?: number;
  quotes?: number;
  reposts?: number;
  likes?: number;
}

interface Maker {
  user: (world: World, persona: Persona, now: number) => Item;
  post: (world: World, post: Post) => Item;
  /** Only if ids are more than digits. */
  read?: (world: World, id: string) => Post;
  /** How many people interacted with a post, by kind. */
  counts: (world: World, post: Post) => Counts;
  /** The post whose replies are listed: a repost has none of its own. */
  shown: (world: World, post: Post) => Post;
  /** Seconds since 1970: nothing was posted before the platform opened. */
  opened: number;
}

const itself = (_: World, post: Post): Post => post;

const makers: Record<PostPlatform, Maker> = {
  microblog: {
    user: userItem,
    post: postItem,
    counts: numbersOf,
    shown: shownPost,
    opened: 1_288_834_975,
  },
  photoshare: {
    user: photoUserItem,
    post: photoItem,
    read: readPhotosharePost,
    counts: photoNumbers,
    shown: itself,
    opened: 1_320_000_000,
  },
  shortvideo: {
    user: videoUserItem,
    post: videoItem,
    counts: () => ({}),
    shown: itself,
    opened: 1_480_000_000,
  },
};

/** Finds the post that a post shows, which is a different one for a repost. */
export const ofShownPost = (
  platform: PostPlatform,
  answer: (ask: Ask, post: Post) => Rows,
): Question =>
  ofPost(platform, (ask, post) => answer(ask, makers[platform].shown(ask.world, post)));

/** The posts of an account, newest first, between `since` and `until` if given. */
const postsOfAccount = (platform: PostPlatform): Question =>
  ofAccount(platform, ({ world, now, values }, author) => {
    const timeline = accountTimeline(world, platform, author);
    const { since, until } = values;
    const period = { persona: author, timeline, now, since, until };
    const { top, total } = accountStretch(world, platform, period);
    const at = (index: number): Item => {
      const second = timeline.secondAt(top - index);
      const occasion = { kind: 'own' } as const;
      return makers[platform].post(world, makePost(world, { platform, second, author, occasion }));
    };
    return { kind: 'rows', total, at };
  });

/** Posts that a search finds between `since` and `until`, newest first. */
export function foundBy(
  platform: PostPlatform,
  { world, now, values }: Ask,
  { key, occasion, most }: { key: SearchKey; occasion: Occasion; most: number },
): { total: number; postAt: (index: number) => Post } {
  const finds = findPosts(world, platform, key);
  const { opened } = makers[platform];
  const { since, until } = values;
  const { top, total } = stretchOf(finds.timeline, { now, opened, most, since, until });
  const postAt = (index: number): Post => {
    const { second, author } = finds.at(top - index);
    return makePost(world, { platform, second, author, occasion });
  };
  return { total, postAt };
}

/** The words searched for, whatever their parameter is called. */
const wordsIn = ({ q, name, keyword }: Ask['values']): string => q ?? name ?? keyword ?? '';

/** Number of rows within which the most relevant are first. */
const relevanceBlock = 100;

const postsFound =
  (platform: PostPlatform): Question =>
  (ask) => {
    const { world, values } = ask;
    const search = readSearch(world.seed, wordsIn(values));
    const wanted = values['lang']?.toLowerCase().split('-')[0];
    const language = languages.find((code) => code === wanted) ?? null;
    // A language that nobody here writes: a search may find nothing.
    if (wanted !== undefined && language === null) return noRows;
    const country = values['countryCode']?.toUpperCase() ?? null;
    const key = { phrase: search.phrases.join(orMark), language, country };
    const most = world.searchTotal ?? search.total;
    const { total, postAt } = foundBy(platform, ask, {
      key,
      occasion: { kind: 'search', ...key },
      most,
    });
    const { counts, post, shown } = makers[platform];
    const likesAt = (index: number): number =>
      counts(world, shown(world, postAt(index))).likes ?? 0;
    const order =
      values['sortBy'] === 'relevance'
        ? byScore(total, relevanceBlock, likesAt)
        : (index: number) => index;
    return { kind: 'rows', total, at: (index) => post(world, postAt(order(index))) };
  };

const peopleFound =
  (platform: PostPlatform): Question =>
  ({ world, now, values }) => {
    const words = wordsIn(values);
    // A search may contain operators; a name is only a name.
    const name = values['q'] === undefined ? words : (readSearch('', words).phrases[0] ?? words);
    const people = peopleNamed(world, name, totalFor(world.seed, `users ${words}`));
    const at = (index: number) => makers[platform].user(world, people.at(index), now);
    return { kind: 'rows', total: people.total, at };
  };

/** Followers of an account, or those it follows: as many as its profile shows, if there are enough. */
const connections = (platform: PostPlatform): Question =>
  ofAccount(platform, ({ world, now, values }, persona) => {
    const { connectionType = '' } = values;
    const { followers, following } = audienceOf(world, platform, persona);
    const people = crowd(world, {
      language: persona.language,
      key: [world.seed, platform, connectionType, persona.username].join(' '),
      without: persona,
    });
    const count = connectionType === 'followers' ? followers : following;
    return {
      kind: 'rows',
      total: Math.min(count, people.total),
      at: (index) => makers[platform].user(world, people.at(index), now),
    };
  });

const interactions: Readonly<Record<string, keyof Counts>> = {
  commenters: 'replies',
  quoters: 'quotes',
  retweeters: 'reposts',
  likers: 'likes',
};

/** People who replied to, quoted, reposted or liked a post. */
const interacting = (platform: PostPlatform): Question =>
  ofShownPost(platform, ({ world, now, values }, post) => {
    const kind = interactions[values['interactionType'] ?? ''] ?? 'replies';
    const asked = { kind, total: makers[platform].counts(world, post)[kind] ?? 0, now };
    const { total, at } = answersTo(world, post, asked);
    return {
      kind: 'rows',
      total,
      at: (index) => makers[platform].user(world, at(index).author, now),
    };
  });

/** The answer determined by an endpoint's resource and parameters. */
export function answerFromResource({ resource, parameters }: DataEndpoint): Question {
  const [platform, what] = resource.split('.');
  const known = postPlatforms.find((one) => one === platform);
  const names = (...keys: readonly string[]): boolean =>
    parameters.some(({ key }) => keys.includes(key));
  if (known !== undefined && what === 'user') {
    if (names('connectionType')) return connections(known);
    if (names('id')) return interacting(known);
    if (!names('username', 'identifier')) return peopleFound(known);
    return ofAccount(known, ({ world, now }, persona) =>
      oneRow(makers[known].user(world, persona, now)),
    );
  }
  if (known !== undefined && what === 'post') {
    if (names('id')) {
      return ofPost(known, ({ world }, post) => oneRow(makers[known].post(world, post)));
    }
    return names('username', 'identifier') ? postsOfAccount(known) : postsFound(known);
  }
  throw new Error(`Nothing answers questions about ${resource}.`);
}
