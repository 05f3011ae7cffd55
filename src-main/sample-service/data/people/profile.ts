/** What profiles on all platforms have in common: a sentence about oneself, pictures, audiences. */
import type { Platform } from '#shared/catalogue/types.ts';
import { createDice } from '../dice.ts';
import type { World } from '../memory.ts';
import { toHashtag } from '../texts/compose.ts';
import { textsOf } from '../texts/index.ts';
import { topicEmoji } from '../texts/types.ts';
import type { Persona } from './persona.ts';

const clubBios: readonly ((tag: string, city: string) => string)[] = [
  (tag) => `One picture a day. ${tag}`,
  (tag) => `${tag}, written down slowly.`,
  (tag, city) => `Friends of ${tag} in ${city}. Everybody is welcome.`,
  (tag) => `A small archive. Send us yours! ${tag}`,
  (tag) => `We like ${tag}. That is the whole plan.`,
  (tag, city) => `${tag}, tea and good company. ${city}, every second Thursday.`,
];

/** Some have written nothing: an empty text. */
export function bioOf(world: World, persona: Persona): string {
  if (persona.bio !== null) return persona.bio;
  const dice = createDice(world.seed, 'bio', persona.username);
  if (persona.subject !== null) {
    const tag = toHashtag(persona.subject) ?? persona.subject;
    return dice.pick(clubBios)(tag, persona.city);
  }
  const texts = textsOf[persona.language];
  const style = dice.float();
  if (style < 0.06) return '';
  const first = dice.pick(texts.bios);
  const [topic] = persona.topics;
  if (style < 0.35) return first;
  if (style < 0.6) return `${first} ${dice.pick(topicEmoji[topic])} ${persona.city}`;
  if (style < 0.8) return `${first} #${texts.topics[topic].tag}`;
  const second = dice.pick(texts.bios.filter((bio) => bio !== first));
  return `${first}\n${second}`;
}

export interface Audience {
  followers: number;
  following: number;
}

const usualFollowers: Record<Platform, number> = {
  microblog: 1900,
  photoshare: 2600,
  forum: 40,
  shortvideo: 4200,
};

export function audienceOf(world: World, platform: Platform, persona: Persona): Audience {
  const dice = createDice(world.seed, 'audience', platform, persona.username);
  return {
    followers: dice.count(usualFollowers[platform] * persona.renown, 1.1) + 12,
    following: dice.count(640, 0.8) + 9,
  };
}

export const avatarUrl = (platform: Platform, persona: Persona): string =>
  `https://media.example.org/${platform}/avatars/${persona.username}.jpg`;

export function isVerified(world: World, persona: Persona): boolean {
  const likely = persona.renown > 3 ? 0.7 : 0.05;
  return createDice(world.seed, 'verified', persona.username).chance(likely);
}
