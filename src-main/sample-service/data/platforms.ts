/** What differs between the platforms, in numbers. */
import type { Platform } from '#shared/catalogue/types.ts';

/** A share of another number, between two limits; for likes: the median, and the spread (dice.ts). */
export type Range = readonly [from: number, to: number];

/**
 * `opened`: nothing was posted before, in seconds since 1970. `joined`: the year in which people started to
 * join, and the number of years in which they did. `followers`: the median. `pace`: hours between two posts
 * of those who post most and those who post least. `likes` of a post by somebody little known, `answerLikes`
 * of a comment or reply. `replies`, `reposts`, `views`: shares of the likes.
 */
type Trait = 'joined' | 'pace' | 'likes' | 'answerLikes' | 'replies' | 'reposts' | 'views';

export const platformTraits: Record<
  Platform,
  Readonly<Record<Trait, Range>> & { readonly opened: number; readonly followers: number }
> = {
  microblog: {
    opened: 1_288_834_975,
    joined: [2011, 12],
    followers: 1900,
    pace: [2.4, 13],
    likes: [130, 1.5],
    answerLikes: [3, 1.3],
    replies: [0.03, 0.25],
    reposts: [0.06, 0.4],
    views: [14, 74],
  },
  photoshare: {
    opened: 1_320_000_000,
    joined: [2012, 10],
    followers: 2600,
    pace: [9, 36],
    likes: [420, 1.4],
    answerLikes: [3, 1.6],
    replies: [0.01, 0.1],
    reposts: [0, 0.03],
    views: [6, 36],
  },
  forum: {
    opened: 1_320_000_000,
    joined: [2012, 11],
    followers: 40,
    pace: [2.2, 9],
    likes: [150, 1.5],
    answerLikes: [14, 1.5],
    replies: [0.05, 0.55],
    reposts: [0, 0.01],
    views: [20, 90],
  },
  shortvideo: {
    opened: 1_480_000_000,
    joined: [2017, 6],
    followers: 4200,
    pace: [10, 30],
    likes: [900, 1.7],
    answerLikes: [12, 1.5],
    replies: [0.004, 0.054],
    reposts: [0, 0.08],
    views: [7, 47],
  },
};
