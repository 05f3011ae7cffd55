/** What a post is about and how its text begins, from where it was seen. */
import { assertNever } from '#shared/assert-never.ts';
import { accountTimeline } from './account-posts.ts';
import { createDice, hashText, itemAt } from './dice.ts';
import { featuredPost } from './featured-posts.ts';
import { findPosts } from './found-posts.ts';
import type { World } from './memory.ts';
import { readPost } from './posts.ts';
import type { Post } from './posts.ts';
import type { TextOrder } from './texts/compose.ts';
import { subjectOf } from './texts/index.ts';
import type { TopicId } from './texts/types.ts';

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
      // Who answers one after the other stands evenly spaced in the population (crowd), so
      // their places in it give neighbours different texts.
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
