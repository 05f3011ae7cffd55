/** When an account posts: its own timeline, since it joined. */
import type { Platform } from '#shared/catalogue/types.ts';
import { createDice } from './dice.ts';
import type { World } from './memory.ts';
import { joinedAt } from './people/account-ids.ts';
import type { Persona } from './people/persona.ts';
import { stretchOf } from './rows.ts';
import type { Stretch } from './rows.ts';
import { createTimeline } from './timeline.ts';
import type { Timeline } from './timeline.ts';

/** Hours between two posts: from those who post most to those who post least. */
const pace: Record<Platform, readonly [often: number, seldom: number]> = {
  microblog: [2.4, 13],
  photoshare: [9, 36],
  forum: [2.2, 9],
  shortvideo: [10, 30],
};

const mostPosts = 60_000;

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
  return stretchOf(timeline, { now, opened, most: mostPosts, since, until });
}

/** How many posts an account has: as many as can be listed. */
export function postCount(world: World, platform: Platform, persona: Persona, now: number): number {
  const timeline = accountTimeline(world, platform, persona);
  return accountStretch(world, platform, { persona, timeline, now }).total;
}
