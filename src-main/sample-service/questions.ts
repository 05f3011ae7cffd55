/**
 * Which rows answer a question: determined by the resource an endpoint returns and by what its parameters
 * name. So a new endpoint of a known resource only needs an entry in the catalogue.
 */
import { splitIds } from '#shared/catalogue/parameter-kinds.ts';
import { answersWithOne, platformSchema } from '#shared/catalogue/types.ts';
import type { DataEndpoint, Platform } from '#shared/catalogue/types.ts';
import { refusal } from './answers.ts';
import type { Item, Json } from './answers.ts';
import { atMost, createDice, itemAt, mapList, seed } from './data/dice.ts';
import type { List } from './data/dice.ts';
import { exists } from './data/ids.ts';
import type { Occasion, World } from './data/ids.ts';
import * as people from './data/people.ts';
import type { Persona } from './data/people.ts';
import * as posts from './data/posts.ts';
import type { AnswerKind, Numbers, Post } from './data/posts.ts';
import { postRow, soundRow, titleWithId, userRow, usernameIn, videosWith } from './data/rows.ts';
import { findPosts, orMark, phrasesOf, totalFor } from './data/search.ts';
import type { SearchKey } from './data/search.ts';
import { languages } from './data/texts.ts';
import { cellsBetween, daySeconds, withinDays } from './data/timeline.ts';
import type { Timeline } from './data/timeline.ts';

/** Rows of an answer, generated one by one when a page needs them. */
export interface Rows extends List<Item> {
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

const postRows = ({ world }: Ask, list: List<Post>): Rows =>
  mapList(list, (one) => postRow(world, one));

const userRows = ({ platform, world }: Ask, list: List<Persona>): Rows =>
  mapList(list, (one) => userRow(world, platform, one));

// What a question names.

/** An existing account, by `username`, or by `identifier`: a username or an id. */
function accountOf({ platform, values, world }: Ask): Persona {
  const { identifier, username = usernameIn(identifier ?? '') } = values;
  if (!exists(username)) throw refusal(404, `There is no account ${username}.`);
  return identifier !== undefined && /^\d{3,30}$/.test(identifier)
    ? people.personaWithId(world, platform, identifier)
    : people.personaNamed(username);
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

// Questions about posts of a search or of an account, along its timeline.

interface Order {
  /** Number of rows within which the best are first: any depth costs the same. */
  block: number;
  score: (votes: Numbers, second: number) => number;
}

/** Orders other than newest first. */
const orders: Readonly<Record<string, Order>> = {
  relevance: { block: 100, score: ({ likes }) => likes },
  top: { block: 500, score: ({ dislikes, likes }) => likes - dislikes },
  hot: {
    block: 500,
    /** Good and recent: a tenfold score is worth half a day. */
    score: ({ dislikes, likes }, second) =>
      Math.log10(Math.max(likes - dislikes, 1)) + second / 45_000,
  },
  /** Many votes on both sides. */
  controversial: { block: 500, score: ({ dislikes, likes }) => Math.min(likes, dislikes) },
};

function inOrder({ values, world }: Ask, list: List<Post>): List<Post> {
  const order = orders[values['sortBy'] ?? values['sort'] ?? ''];
  if (order === undefined) return list;
  const { block, score } = order;
  const blocks = new Map<number, Post[]>();
  function blockFrom(start: number): Post[] {
    const size = Math.min(block, list.total - start);
    return Array.from({ length: size }, (_, offset) => list.at(start + offset))
      .map((one) => {
        const votes = posts.numbersOf(world, posts.shownPost(world, one));
        return { one, score: score(votes, one.second) };
      })
      .toSorted((a, b) => b.score - a.score)
      .map(({ one }) => one);
  }
  const at = (index: number): Post => {
    const start = index - (index % block);
    const sorted = blocks.get(start) ?? blockFrom(start);
    blocks.set(start, sorted);
    return itemAt(sorted, index - start);
  };
  return { total: list.total, at };
}

/** The cells of a timeline that are asked for, newest first. @param opened when it begins. */
const cellsIn = ({ values, world }: Ask, timeline: Timeline, opened: number): List<number> =>
  withinDays(cellsBetween(timeline, opened, world.now), timeline.secondAt, values);

const post = (ask: Ask): Rows => oneRow(postRow(ask.world, postOf(ask)));

/** Ids that the platform does not return are left out of the answer: specification, Forum. */
function postsById(ask: Ask): Rows {
  const { platform, values, world } = ask;
  const ids = splitIds(values['ids'] ?? '').filter(exists);
  const at = (index: number): Post => posts.readPost(world, platform, itemAt(ids, index));
  return postRows(ask, { total: ids.length, at });
}

function postsOfAccount(ask: Ask): Rows {
  const { platform, world } = ask;
  const author = accountOf(ask);
  const own = posts.postsBy(platform, author);
  const given = { platform, occasion: { kind: 'own' } } as const;
  const cells = cellsIn(ask, own.timeline, people.joinedAt(platform, author));
  const all = mapList(cells, (cell) => posts.postIn(world, own, cell, given));
  return postRows(ask, atMost(posts.maxPosts, all));
}

/** Posts that a search finds, as an occasion to remember. */
function foundBy(ask: Ask, search: SearchKey, most: number, occasion: Occasion): Rows {
  const { platform, world } = ask;
  const found = findPosts(platform, search);
  const cells = cellsIn(ask, found.timeline, people.traits.opened[platform]);
  const all = mapList(cells, (cell) => posts.postIn(world, found, cell, { platform, occasion }));
  return postRows(ask, inOrder(ask, atMost(most, all)));
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
  const most = world.searchTotal ?? totalFor(words.trim());
  return foundBy(ask, search, most, { kind: 'search', ...search });
}

/** Posts that use a sound are found like a search for its title; the texts need not mention it. */
function postsWithSound(ask: Ask): Rows {
  const { sound = '' } = ask.values;
  if (!exists(sound)) throw refusal(404, `There is no sound ${sound}.`);
  const named = /^\d{1,30}$/.test(sound) ? titleWithId(ask.world, sound) : null;
  const title = (named ?? sound).toLowerCase();
  const search = { phrase: title, language: null, country: null };
  return foundBy(ask, search, videosWith(title), { kind: 'sound', title });
}

/** Days that `time` includes. */
const periods: Readonly<Record<string, number>> = {
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 30,
  year: 365,
};

/** The comments of one person. */
function commentsBy(ask: Ask): Rows {
  const { platform, values, world } = ask;
  const { sort, time = 'all' } = values;
  const author = accountOf(ask);
  const { timeline } = posts.postsBy(platform, author);
  const days = sort === 'top' || sort === 'controversial' ? periods[time] : undefined;
  const earliest = days === undefined ? 0 : world.now - days * daySeconds;
  const opened = Math.max(people.joinedAt(platform, author), earliest);
  const commentIn = (cell: number): Post => {
    const second = timeline.secondAt(cell);
    const id = `${author.username} ${second}`;
    const later = createDice(seed, 'commented', id).between(300, daySeconds);
    const on = posts.forumPostBefore(second - later, itemAt(author.topics, cell));
    const under = { post: on, comment: null, ordinal: cell, index: 0 };
    return { platform, id, second, author, occasion: { kind: 'none' }, under };
  };
  const cells = atMost(posts.maxPosts, cellsIn(ask, timeline, opened));
  const { at, total } = inOrder(ask, mapList(cells, commentIn));
  // Their ranks are those of this list.
  const ranked = (index: number): Post => {
    const one = at(index);
    return { ...one, under: one.under && { ...one.under, index } };
  };
  return postRows(ask, { total, at: ranked });
}

// Questions about what is under a post.

/** What answers a post or a comment, newest first. */
function answersUnder(ask: Ask, parent: Post, kind?: 'replies' | 'quotes'): Rows {
  const all = posts.postsUnder(ask.world, parent, kind);
  return postRows(
    ask,
    withinDays(all, ({ second }) => second, ask.values),
  );
}

const answers = (ask: Ask): Rows =>
  answersUnder(ask, shownPostOf(ask), ask.endpoint.id.includes('.quotes') ? 'quotes' : 'replies');

const comment = (ask: Ask): Rows => oneRow(postRow(ask.world, commentOf(ask)));

function replies(ask: Ask): Rows {
  const parent = commentOf(ask);
  const { extra } = ask.endpoint;
  return {
    ...answersUnder(ask, parent),
    extra: { [extra ?? 'parent']: postRow(ask.world, parent) },
  };
}

// Questions about people and sounds.

const account = (ask: Ask): Rows => oneRow(userRow(ask.world, ask.platform, accountOf(ask)));

function peopleFound(ask: Ask): Rows {
  const words = wordsIn(ask);
  // A search may contain operators; a name is only a name.
  const [name = words] = ask.values['q'] === undefined ? [] : phrasesOf(words);
  return userRows(ask, people.peopleNamed(name, totalFor(`users ${words}`)));
}

/** Followers of an account, or those it follows: as many as its profile shows, if there are enough. */
function connections(ask: Ask): Rows {
  const { platform, values } = ask;
  const { connectionType = '' } = values;
  const without = accountOf(ask);
  const { followers, following } = people.audienceOf(platform, without);
  const key = [seed, platform, connectionType, without.username].join(' ');
  const wanted = connectionType === 'followers' ? followers : following;
  return userRows(ask, atMost(wanted, people.crowd(without.language, key, without)));
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
  const all = posts.answersTo(ask.world, shownPostOf(ask), kind);
  return userRows(
    ask,
    mapList(all, ({ author }) => author),
  );
}

function soundsFound(ask: Ask): Rows {
  const words = wordsIn(ask);
  const [phrase = words] = phrasesOf(words);
  return { total: totalFor(words.trim()), at: (index) => soundRow(ask.world, phrase, index) };
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
    ['id', (ask) => answersUnder(ask, postOf(ask))],
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
