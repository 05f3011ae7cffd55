/** The microblog's questions. */
import { answersTo } from '../data/answers-to.ts';
import { findPosts } from '../data/found-posts.ts';
import type { Occasion } from '../data/memory.ts';
import { postItem, shownPost } from '../data/microblog/items.ts';
import { numbersOf } from '../data/microblog/numbers.ts';
import { userItem } from '../data/microblog/users.ts';
import { peopleNamed } from '../data/people/finding.ts';
import { makePost, readPost } from '../data/posts.ts';
import type { Post } from '../data/posts.ts';
import { byScore, noRows, oneRow, stretchOf, withinDays } from '../data/rows.ts';
import type { Ask, Question, Rows } from '../data/rows.ts';
import { readSearch, totalFor } from '../data/search-words.ts';
import { orMark } from '../data/stories.ts';
import { languages } from '../data/texts/types.ts';
import type { Item } from '../json.ts';
import { connectionsOf, ofAccount, ofPost, postsOf } from './asking.ts';

/** Nothing was posted before the platform opened. */
const opened = 1_288_834_975;
/** Rows among which the most relevant come first. */
const relevanceBlock = 100;

const search: Question = ({ world, now, values }) => {
  const { phrases, total } = readSearch(world.seed, values['q'] ?? '');
  const wanted = values['lang']?.toLowerCase().split('-')[0];
  const language = languages.find((code) => code === wanted) ?? null;
  // A language that nobody here writes: a search may well find nothing.
  if (wanted !== undefined && language === null) return noRows;
  const country = values['countryCode']?.toUpperCase() ?? null;
  const key = { phrase: phrases.join(orMark), language, country };
  const finds = findPosts(world, 'microblog', key);
  const { since, until } = values;
  const most = world.searchTotal ?? total;
  const stretch = stretchOf(finds.timeline, { now, opened, most, since, until });
  const occasion: Occasion = { kind: 'search', ...key };
  const postAt = (index: number): Post => {
    const { second, author } = finds.at(stretch.top - index);
    return makePost(world, { platform: 'microblog', second, author, occasion });
  };
  const likesAt = (index: number): number =>
    numbersOf(world, shownPost(world, postAt(index))).likes;
  const order =
    values['sortBy'] === 'relevance'
      ? byScore(stretch.total, relevanceBlock, likesAt)
      : (index: number) => index;
  return {
    kind: 'rows',
    total: stretch.total,
    at: (index) => postItem(world, postAt(order(index))),
  };
};

/** Asks about an existing post. */
const ofMicroblogPost = (answer: (ask: Ask, post: Post) => Rows): Question =>
  ofPost((world, id) => readPost(world, 'microblog', id), answer);

/** Answers to a repost belong to what it shows. */
const ofShownPost = (answer: (ask: Ask, post: Post) => Rows): Question =>
  ofMicroblogPost((ask, post) => answer(ask, shownPost(ask.world, post)));

const answers = (kind: 'replies' | 'quotes'): Question =>
  ofShownPost(({ world, now, values }, post) => {
    const numbers = numbersOf(world, post);
    const { total, at } = answersTo(world, post, { kind, total: numbers[kind], now });
    const occasion: Occasion = { kind, parent: post.id };
    const answerAt = (index: number): Post =>
      makePost(world, { ...at(index), platform: 'microblog', occasion });
    const item = (index: number): Item => postItem(world, answerAt(index));
    return withinDays({ kind: 'rows', total, at: item }, (index) => at(index).second, values);
  });

const interacting = ofShownPost(({ world, now, values }, post) => {
  const numbers = numbersOf(world, post);
  const kinds: Readonly<Record<string, 'replies' | 'quotes' | 'reposts'>> = {
    commenters: 'replies',
    quoters: 'quotes',
  };
  const kind = kinds[values['interactionType'] ?? ''] ?? 'reposts';
  const { total, at } = answersTo(world, post, { kind, total: numbers[kind], now });
  return { kind: 'rows', total, at: (index) => userItem(world, at(index).author, now) };
});

const searchUsers: Question = ({ world, now, values }) => {
  const { q = '' } = values;
  const { phrases } = readSearch(world.seed, q);
  const people = peopleNamed(world, phrases[0] ?? q, totalFor(world.seed, `users ${q}`));
  const at = (index: number) => userItem(world, people.at(index), now);
  return { kind: 'rows', total: people.total, at };
};

export const microblogQuestions: Readonly<Record<string, Question>> = {
  'microblog.posts.search': search,
  'microblog.posts.by-user': postsOf('microblog', postItem),
  'microblog.posts.get': ofMicroblogPost(({ world }, post) => oneRow(postItem(world, post))),
  'microblog.posts.comments': answers('replies'),
  'microblog.posts.quotes': answers('quotes'),
  'microblog.posts.interacting-users': interacting,
  'microblog.users.search': searchUsers,
  'microblog.users.get': ofAccount('microblog', ({ world, now }, persona) =>
    oneRow(userItem(world, persona, now)),
  ),
  'microblog.users.connections': connectionsOf('microblog', userItem),
};
