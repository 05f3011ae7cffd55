/**
 * Posts of microblog, photoshare and shortvideo before they take their platform's shape. A post
 * is known by its number; whose it is, when and where it was seen are read from it.
 */
import type { Platform } from '#shared/catalogue/types.ts';
import { featuredPost } from './featured-posts.ts';
import { microblogIds, photoshareIds, shortvideoIds } from './ids.ts';
import type { IdCodec } from './ids.ts';
import type { Occasion, World } from './memory.ts';
import { outsiderOwner } from './people/account-ids.ts';
import { personaAt, personaNamed } from './people/persona.ts';
import type { Persona } from './people/persona.ts';
import { populationSize } from './people/population.ts';

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

/** Numbers that nobody here made may lie in the future or before the platforms: not these. */
const plausible = (second: number): number =>
  second > 1_288_834_975 && second < 2_000_000_000
    ? second
    : 1_300_000_000 + (second % 400_000_000);

/** Any number leads to a post. Those that do not exist are refused before (rules.ts). */
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

/** A post by somebody, at a moment, seen on an occasion. */
export function makePost(world: World, given: Omit<Post, 'id'>): Post {
  const { platform, second, author } = given;
  const occasion: Occasion =
    author.index === null ? { kind: 'account', username: author.username } : given.occasion;
  const slot = world.memory.slotOf(platform, occasion);
  const owner = author.index ?? outsiderOwner;
  return { ...given, occasion, id: String(codecs[platform].encode({ second, owner, slot })) };
}
