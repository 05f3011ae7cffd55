/** How often a microblog post was liked, reposted, answered. */
import { createDice } from '../dice.ts';
import { featuredPost } from '../featured-posts.ts';
import type { World } from '../memory.ts';
import { populationSize } from '../people/population.ts';
import type { Post } from '../posts.ts';

export interface PostNumbers {
  likes: number;
  reposts: number;
  replies: number;
  quotes: number;
  views: number;
  bookmarks: number;
}

/** Each interaction can be listed, and nobody interacts twice: so no more than there are people. */
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
  return {
    likes,
    reposts,
    replies,
    quotes,
    views: Math.floor(likes * (14 + dice.float() * 60)) + dice.between(40, 900),
    bookmarks: Math.floor(likes * dice.float() * 0.18),
  };
}
