/**
 * Which rows answer a question: determined by the resource an endpoint returns and by what its parameters
 * name. So a new endpoint of a known resource only needs an entry in the catalogue.
 */
import { splitIds } from '#shared/catalogue/parameter-kinds.ts';
import { answersWithOne, platformSchema } from '#shared/catalogue/types.ts';
import type { DataEndpoint, Platform } from '#shared/catalogue/types.ts';
import { refusal } from './answers.ts';
import type { Item, Json } from './answers.ts';
import { createDice, itemAt } from './data/dice.ts';
import { exists } from './data/ids.ts';
import type { Occasion, World } from './data/ids.ts';
import {
  audienceOf,
  crowd,
  joinedAt,
  peopleNamed,
  personaNamed,
  personaWithId,
  platformTraits,
} from './data/people.ts';
import type { People, Persona } from './data/people.ts';
import * as posts from './data/posts.ts';
import type { AnswerKind, Post } from './data/posts.ts';
import { postRow, soundRow, titleWithId, userRow, usernameIn, videosWith } from './data/rows.ts';
import { findPosts, orMark, phrasesOf, totalFor } from './data/search.ts';
import { languages } from './data/texts.ts';
import { daySeconds, stretchOf, withinDays } from './data/timeline.ts';

/** Rows of an answer, generated one by one when a page needs them. */
export interface Rows {
  total: number;
  at: (index: number) => Item;
  /** Members of the envelope beside the rows, such as `parent_comment`. */
  extra?: Readonly<Record<string, Json>>;
}

/**
 * @param asked valid values by canonical key, blank ones left out.
 * @throws a refusal if what is named does not exist.
 */
export type Question = (asked: { world: World; values: Readonly<Record<string, string>> }) => Rows;

type Ask = Parameters<Question>[0] & { platform: Platform; endpoint: DataEndpoint };

export const noRows: Rows = { total: 0, at: () => ({}) };

const oneRow = (item: Item): Rows => ({ total: 1, at: () => item });

const postRows = (world: World, total: number, at: (index: number) => Post): Rows => ({
  total,
  at: (index) => postRow(world, at(index)),
});

const userRows = ({ platform, world }: Ask, { at, total }: People): Rows => ({
  total,
  at: (index) => userRow(world, platform, at(index)),
});

/**
 * Any order other than by time, at any depth for the cost of one block: within each block of rows, those with
 * a higher score are first. Without a score, the order stays.
 */
function byScore(
  total: number,
  blockSize: number,
  weigh: ((index: number) => number) | null,
): (index: number) => number {
  const blocks = new Map<number, number[]>();
  return (index) => {
    if (weigh === null) return index;
    const start = index - (index % blockSize);
    const size = Math.min(blockSize, total - start);
    const order =
      blocks.get(start) ??
      Array.from({ length: size }, (_, offset) => start + offset)
        .map((row) => ({ row, score: weigh(row) }))
        .toSorted((one, other) => other.score - one.score)
        .map(({ row }) => row);
    blocks.set(start, order);
    return order[index - start] ?? index;
  };
}

// What a question names.

/** An existing account, by `username`, or by `identifier`: a username or an id. */
function accountOf({ platform, values, world }: Ask): Persona {
  const { identifier, username = usernameIn(identifier ?? '') } = values;
  if (!exists(username)) throw refusal(404, `There is no account ${username}.`);
  return identifier !== undefined && /^\d{3,30}$/.test(identifier)
    ? personaWithId(world, platform, identifier)
    : personaNamed(world, username);
}

/** An existing post. */
function postOf({ platform, values, world }: Ask): Post {
  const { id = '' } = values;
  if (!exists(id)) throw refusal(404, `There is no post ${id}.`);
  return posts.readPost(world, platform, id);
}

/** The same, or what it shows: a repost has nothing of its own under it. */
const shownPostOf = (ask: Ask): Post => posts.shownPost(ask.world, postOf(ask));

function commentOf(ask: Ask): Post {
  const found = posts.findComment(ask.world, postOf(ask), ask.values['commentId'] ?? '');
  if (typeof found === 'string') throw refusal(404, found);
  return found;
}

/** The words searched for, whatever their parameter is called. */
const wordsIn = ({ values: { q, name, keyword } }: Ask): string => q ?? name ?? keyword ?? '';

// Questions about posts.

const post = (ask: Ask): Rows => oneRow(postRow(ask.world, postOf(ask)));

/** Ids that the platform does not return are left out of the answer: specification, Forum. */
function postsById({ platform, values, world }: Ask): Rows {
  const ids = splitIds(values['ids'] ?? '').filter(exists);
  return postRows(world, ids.length, (index) =>
    posts.readPost(world, platform, itemAt(ids, index)),
  );
}

/** The posts of an account, newest first. */
function postsOfAccount(ask: Ask): Rows {
  const { platform, values, world } = ask;
  const author = accountOf(ask);
  const timeline = posts.accountTimeline(world, platform, author);
  const opened = joinedAt(world, platform, author);
  const { top, total } = stretchOf(timeline, { opened, now: world.now, ...values });
  const occasion = { kind: 'own' } as const;
  return postRows(world, Math.min(total, posts.maxPosts), (index) =>
    posts.makePost(world, { platform, second: timeline.secondAt(top - index), author, occasion }),
  );
}

/** Number of rows within which the most relevant are first. */
const relevanceBlock = 100;

/** Posts that a search finds, newest first or most relevant first, as an occasion to remember. */
function foundBy(
  { platform, values, world }: Ask,
  search: Parameters<typeof findPosts>[2],
  { most, occasion }: { most: number; occasion: Occasion },
): Rows {
  const finds = findPosts(world, platform, search);
  const { opened } = platformTraits[platform];
  const stretch = stretchOf(finds.timeline, { opened, now: world.now, ...values });
  const total = Math.min(stretch.total, most);
  const postAt = (index: number): Post => {
    const { author, second } = finds.at(stretch.top - index);
    return posts.makePost(world, { platform, second, author, occasion });
  };
  const likesAt = (index: number): number =>
    posts.numbersOf(world, posts.shownPost(world, postAt(index))).likes;
  const weight = values['sortBy'] === 'relevance' ? likesAt : null;
  const order = byScore(total, relevanceBlock, weight);
  return postRows(world, total, (index) => postAt(order(index)));
}

function postsFound(ask: Ask): Rows {
  const { values, world } = ask;
  const words = wordsIn(ask);
  const wanted = values['lang']?.toLowerCase().split('-')[0];
  const language = languages.find((code) => code === wanted) ?? null;
  // A language that nobody here writes: a search may find nothing.
  if (wanted !== undefined && language === null) return noRows;
  const country = values['countryCode']?.toUpperCase() ?? null;
  const search = { phrase: phrasesOf(words).join(orMark), language, country };
  const most = world.searchTotal ?? totalFor(world.seed, words.trim());
  return foundBy(ask, search, { most, occasion: { kind: 'search', ...search } });
}

/** Posts that use a sound are found like a search for its title; the texts need not mention it. */
function postsWithSound(ask: Ask): Rows {
  const { world } = ask;
  const { sound = '' } = ask.values;
  if (!exists(sound)) throw refusal(404, `There is no sound ${sound}.`);
  const named = /^\d{1,30}$/.test(sound) ? titleWithId(world, sound) : null;
  const title = (named ?? sound).toLowerCase();
  const most = videosWith(world, title);
  const search = { phrase: title, language: null, country: null };
  return foundBy(ask, search, { most, occasion: { kind: 'sound', title } });
}

// Questions about what is under a post.

/** Replies or quotes that are posts themselves, newest first. */
function answers(ask: Ask): Rows {
  const { endpoint, platform, values, world } = ask;
  const kind = endpoint.id.includes('.quotes') ? 'quotes' : 'replies';
  const parent = shownPostOf(ask);
  const { at, total } = posts.answersTo(world, parent, kind);
  const occasion: Occasion = { kind, parent: parent.id };
  const rows = postRows(world, total, (index) =>
    posts.makePost(world, { ...at(index), platform, occasion }),
  );
  return withinDays(rows, (index) => at(index).second, values);
}

/** Comments on a post, or replies to a comment, newest first. */
function listed({ values, world }: Ask, parent: Post): Rows {
  const { at, total } = posts.answersTo(world, parent, 'replies');
  const rows = postRows(world, total, (index) => posts.commentAt(world, parent, index));
  return withinDays(rows, (index) => at(index).second, values);
}

const comments = (ask: Ask): Rows => listed(ask, postOf(ask));

const comment = (ask: Ask): Rows => oneRow(postRow(ask.world, commentOf(ask)));

function replies(ask: Ask): Rows {
  const parent = commentOf(ask);
  const { extra } = ask.endpoint;
  return { ...listed(ask, parent), extra: { [extra ?? 'parent']: postRow(ask.world, parent) } };
}

/** Days that `time` includes. */
const periods: Readonly<Record<string, number>> = {
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 30,
  year: 365,
};

/** The score of a comment for each order; without one the newest are first. */
const weights: Readonly<Record<string, (votes: posts.Numbers, second: number) => number>> = {
  top: ({ dislikes, likes }) => likes - dislikes,
  /** Good and recent: a tenfold score is worth half a day. */
  hot: ({ dislikes, likes }, second) => Math.log10(Math.max(likes - dislikes, 1)) + second / 45_000,
  /** Many votes on both sides. */
  controversial: ({ dislikes, likes }) => Math.min(likes, dislikes),
};

/** Number of rows within which the best are first. */
const scoreBlock = 500;

/** The comments of one person. */
function commentsBy(ask: Ask): Rows {
  const { platform, values, world } = ask;
  const { sort = 'new', time = 'all' } = values;
  const author = accountOf(ask);
  const timeline = posts.accountTimeline(world, platform, author);
  const days = sort === 'top' || sort === 'controversial' ? periods[time] : undefined;
  const earliest = days === undefined ? 0 : world.now - days * daySeconds;
  const opened = Math.max(joinedAt(world, platform, author), earliest);
  const stretch = stretchOf(timeline, { opened, now: world.now, ...values });
  const total = Math.min(stretch.total, posts.maxPosts);
  const writtenAt = (cell: number, index: number): Post => {
    const second = timeline.secondAt(cell);
    const id = `${author.username} ${second}`;
    const later = createDice(world.seed, 'commented', id).between(300, daySeconds);
    const on = posts.forumPostBefore(world, second - later, itemAt(author.topics, cell));
    const under = { post: on, comment: null, ordinal: cell, index };
    return { platform, id, second, author, occasion: { kind: 'none' }, under };
  };
  const weigh = weights[sort];
  const weight = (index: number): number => {
    const one = writtenAt(stretch.top - index, index);
    return weigh?.(posts.numbersOf(world, one), one.second) ?? 0;
  };
  const order = byScore(total, scoreBlock, weigh ? weight : null);
  return postRows(world, total, (index) => writtenAt(stretch.top - order(index), index));
}

// Questions about people and sounds.

const account = (ask: Ask): Rows => oneRow(userRow(ask.world, ask.platform, accountOf(ask)));

function peopleFound(ask: Ask): Rows {
  const { values, world } = ask;
  const words = wordsIn(ask);
  // A search may contain operators; a name is only a name.
  const [name = words] = values['q'] === undefined ? [] : phrasesOf(words);
  return userRows(ask, peopleNamed(world, name, totalFor(world.seed, `users ${words}`)));
}

/** Followers of an account, or those it follows: as many as its profile shows, if there are enough. */
function connections(ask: Ask): Rows {
  const { platform, world } = ask;
  const { connectionType = '' } = ask.values;
  const without = accountOf(ask);
  const { followers, following } = audienceOf(world, platform, without);
  const key = [world.seed, platform, connectionType, without.username].join(' ');
  const people = crowd(world, { language: without.language, key, without });
  const wanted = connectionType === 'followers' ? followers : following;
  return userRows(ask, { total: Math.min(wanted, people.total), at: people.at });
}

const interactions: Readonly<Record<string, AnswerKind>> = {
  commenters: 'replies',
  quoters: 'quotes',
  retweeters: 'reposts',
  likers: 'likes',
};

/** People who replied to, quoted, reposted or liked a post. */
function interacting(ask: Ask): Rows {
  const kind = interactions[ask.values['interactionType'] ?? ''] ?? 'replies';
  const { at, total } = posts.answersTo(ask.world, shownPostOf(ask), kind);
  return userRows(ask, { total, at: (index) => at(index).author });
}

function soundsFound(ask: Ask): Rows {
  const { world } = ask;
  const words = wordsIn(ask);
  const [phrase = words] = phrasesOf(words);
  const total = totalFor(world.seed, words.trim());
  return { total, at: (index) => soundRow(world, phrase, index) };
}

type Maker = (ask: Ask) => Rows;

/** By what an item is, then by a parameter: the first that an endpoint has; '' is for those without any. */
const makers: Readonly<Record<string, readonly (readonly [key: string, Maker])[]>> = {
  post: [
    ['ids', postsById],
    ['id', (ask) => (answersWithOne(ask.endpoint) ? post : answers)(ask)],
    ['sound', postsWithSound],
    ['username', postsOfAccount],
    ['identifier', postsOfAccount],
    ['', postsFound],
  ],
  comment: [
    ['commentId', (ask) => (ask.endpoint.extra === null ? comment : replies)(ask)],
    ['id', comments],
    ['username', commentsBy],
  ],
  user: [
    ['connectionType', connections],
    ['id', interacting],
    ['username', account],
    ['identifier', account],
    ['', peopleFound],
  ],
  sound: [['', soundsFound]],
};

/** A stored question is its live one, restricted to what is stored. */
export function questionFor(endpoint: DataEndpoint): Question {
  const [first, what = ''] = endpoint.resource.split('.');
  const platform = platformSchema.parse(first);
  const keys = ['', ...endpoint.parameters.map(({ key }) => key)];
  const found = makers[what]?.find(([key]) => keys.includes(key));
  if (found === undefined) throw new Error(`Nothing answers questions about ${endpoint.id}.`);
  return (asked) => found[1]({ ...asked, platform, endpoint });
}
