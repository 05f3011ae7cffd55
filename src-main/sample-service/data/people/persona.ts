/**
 * The person behind an account: the same on every platform, however the account is found. Any username not
 * taken in the population also belongs to somebody, derived from the username alone.
 */
import { createDice, itemAt } from '../dice.ts';
import type { Dice } from '../dice.ts';
import type { World } from '../memory.ts';
import { topicEmoji, topics } from '../texts/types.ts';
import type { LanguageCode, TopicId } from '../texts/types.ts';
import { countriesOf, isClubWord } from './names.ts';
import { blockOf, indexOfUsername, residentAt } from './population.ts';
import type { Platform } from '#shared/catalogue/types.ts';
import { toHashtag } from '../texts/compose.ts';
import { textsOf } from '../texts/index.ts';

export interface Persona {
  username: string;
  name: string;
  language: LanguageCode;
  /** ISO country code. */
  country: string;
  city: string;
  /** What they post about. */
  topics: readonly [TopicId, TopicId, TopicId];
  /** Written by hand for featured people; otherwise null. */
  bio: string | null;
  /** The topic of a club or project, from its username. */
  subject: string | null;
  /** Index in the population, or null outside it. */
  index: number | null;
  /** How well known they are: 1 for most, 30 and more for very few. */
  renown: number;
}

const interests = (dice: Dice, hint: TopicId | null): readonly [TopicId, TopicId, TopicId] => {
  const first = dice.below(topics.length);
  const second = dice.below(topics.length);
  return [hint ?? itemAt(topics, first), itemAt(topics, second), itemAt(topics, second + 5)];
};

const renownOf = (dice: Dice): number => dice.count(100, 1.4) / 100;

/** A person of the population. */
export function personaAt(world: World, index: number): Persona {
  const { block, featured, username, name, topic } = residentAt(index);
  const { language } = block;
  const dice = createDice(world.seed, 'person', username);
  const person = { username, name, language, subject: null, index };
  if (featured !== null) {
    const { country, city, topics: own, bio } = featured;
    return { ...person, country, city, topics: own, bio, renown: 18 + dice.below(30) };
  }
  const country = itemAt(countriesOf[language], index - block.start);
  return {
    ...person,
    country: country.code,
    city: dice.pick(country.cities),
    topics: interests(dice, topic),
    bio: null,
    renown: renownOf(dice),
  };
}

/** The person behind a username, in or outside the population. */
export function personaNamed(world: World, given: string): Persona {
  const username = given.toLowerCase();
  const index = indexOfUsername(username);
  return index === null ? outsider(world, username) : personaAt(world, index);
}

/** Languages of accounts outside the population: those whose names suit a Latin username. */
const outsiderLanguages: readonly LanguageCode[] = ['en', 'en', 'es'];

function outsider(world: World, username: string): Persona {
  const dice = createDice(world.seed, 'person', username);
  const parts = username.split(/[_.\d]+/).filter((part) => part !== '');
  const about = parts.filter((part) => !isClubWord(part));
  const isClub = about.length < parts.length && about.length > 0;
  const language = isClub ? 'en' : dice.pick(outsiderLanguages);
  const country = dice.pick(countriesOf[language]);
  return {
    username,
    name: parts.map(capitalised).join(' ') || username,
    language,
    country: country.code,
    city: dice.pick(country.cities),
    topics: interests(dice, null),
    bio: null,
    subject: isClub ? about.join(' ') : null,
    index: null,
    renown: renownOf(dice),
  };
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A person who writes in a language, sometimes the same ones; from a country if given. */
export function someAuthor(
  world: World,
  { language, country, dice }: { language: LanguageCode; country: string | null; dice: Dice },
): Persona {
  const block = blockOf(language);
  const countries = countriesOf[language];
  const wanted = countries.findIndex(({ code }) => code === country);
  // Most posts are by few people: those at the front of each block.
  const position = Math.floor(block.size * dice.float() ** 2.6);
  if (wanted < 0) return personaAt(world, block.start + position);
  // Countries rotate by position, after the featured people, whose countries are fixed.
  const round = Math.max(Math.floor(position / countries.length), block.featured.length);
  const index = (round * countries.length + wanted) % block.size;
  return personaAt(world, block.start + index);
}

// What profiles on all platforms have in common: a bio, pictures, audiences.

const clubBios: readonly ((tag: string, city: string) => string)[] = [
  (tag) => `One picture a day. ${tag}`,
  (tag) => `${tag}, written down slowly.`,
  (tag, city) => `Friends of ${tag} in ${city}. Everybody is welcome.`,
  (tag) => `A small archive. Send us yours! ${tag}`,
  (tag) => `We like ${tag}. That is the whole plan.`,
  (tag, city) => `${tag}, tea and good company. ${city}, every second Thursday.`,
];

/** Some have no bio: an empty text. */
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

const medianFollowers: Record<Platform, number> = {
  microblog: 1900,
  photoshare: 2600,
  forum: 40,
  shortvideo: 4200,
};

export function audienceOf(world: World, platform: Platform, persona: Persona): Audience {
  const dice = createDice(world.seed, 'audience', platform, persona.username);
  return {
    followers: dice.count(medianFollowers[platform] * persona.renown, 1.1) + 12,
    following: dice.count(640, 0.8) + 9,
  };
}

export const avatarUrl = (platform: Platform, persona: Persona): string =>
  `https://media.example.org/${platform}/avatars/${persona.username}.jpg`;

export function isVerified(world: World, persona: Persona): boolean {
  const likely = persona.renown > 3 ? 0.7 : 0.05;
  return createDice(world.seed, 'verified', persona.username).chance(likely);
}
