/**
 * People: one population of about 14,000 on all four platforms, the same on each, however an account is
 * found. Any username not taken in the population also belongs to somebody, derived from the username alone.
 */
import type { Platform } from '#shared/catalogue/types.ts';
import { createDice, hashText, itemAt, shuffled } from './dice.ts';
import type { Dice } from './dice.ts';
import { idCodecs, outsiderOwner } from './ids.ts';
import type { World } from './ids.ts';
import { languageOf, languages, subjectOf, toHashtag, topicOf, topics, toTopics } from './texts.ts';
import type { FeaturedPerson, LanguageCode, TopicId } from './texts.ts';
import words from './words.json' with { type: 'json' };

// What differs between the platforms, in numbers.

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

// People.

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

// The population, numbered by language; the featured people of each are first. Usernames are generated once,
// everything else on request.

/** The spelling of a name in usernames: lower-case Latin letters, digits and underscores. */
const spell = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]+/g, (marks) => (/^\p{M}+$/u.test(marks) ? '' : '_'))
    .replaceAll(/^_+|_+$/g, '');

const toNames = (list: string) =>
  list.split(' ').map((entry) => {
    const [latin = entry, written = latin] = entry.split('=');
    return { spelt: spell(latin), written };
  });

const styles = 6;

/** The people of a language: indexes `start` to `start + size - 1`. */
interface Block {
  language: LanguageCode;
  start: number;
  size: number;
  first: ReturnType<typeof toNames>;
  last: ReturnType<typeof toNames>;
  countries: readonly (readonly [code: string, cities: readonly string[]])[];
  featured: readonly FeaturedPerson[];
}

const blocks: Block[] = [];
for (const language of languages) {
  const { countries, names, people } = languageOf[language];
  const [first, last] = [toNames(names.first), toNames(names.last)];
  const size = people.length + first.length * last.length * styles;
  const start = blocks.reduce((total, block) => total + block.size, 0);
  const home = { countries: Object.entries(countries), featured: people };
  blocks.push({ language, start, size, first, last, ...home });
}
export const populationSize = blocks.reduce((total, block) => total + block.size, 0);

export const blockOf = (language: LanguageCode): Block =>
  itemAt(blocks, languages.indexOf(language));

/** Whether people of a language live in a country. */
export const isSpokenIn = (language: LanguageCode, country: string | null): boolean =>
  country !== null && country in languageOf[language].countries;

interface Resident {
  username: string;
  name: string;
  block: Block;
  featured: FeaturedPerson | null;
  /** The topic that the username suggests, if any. */
  topic: TopicId | null;
}

const residents: Resident[] = [];
const indexes = new Map<string, number>();

/** Generated on first use: some milliseconds that a start without questions need not spend. */
function everybody(): readonly Resident[] {
  if (residents.length > 0) return residents;
  const taken = new Set(blocks.flatMap(({ featured }) => featured.map((one) => one.username)));
  for (const block of blocks) {
    for (const featured of block.featured) {
      const { name, username } = featured;
      indexes.set(username, residents.length);
      residents.push({ username, name, block, featured, topic: null });
    }
    const count = block.size - block.featured.length;
    for (let position = 0; position < count; position += 1) {
      const resident = makeResident(block, shuffled(position, count, `people ${block.language}`));
      // A username that is already taken gets a number.
      const wanted = resident.username;
      for (let number = 2; taken.has(resident.username); number += 1) {
        resident.username = wanted + number;
      }
      taken.add(resident.username);
      indexes.set(resident.username, residents.length);
      residents.push(resident);
    }
  }
  return residents;
}

function makeResident(block: Block, mixed: number): Resident {
  const first = itemAt(block.first, Math.floor(mixed / styles));
  const last = itemAt(block.last, Math.floor(mixed / styles / block.first.length));
  const [given, family] = [first.spelt, last.spelt];
  const [trade = '', topic = ''] = itemAt(words.trades, hashText(given + family));
  const username = itemAt(
    [
      `${given}_${family}`,
      `${given}${family}`,
      `${given}_${trade}`,
      `${given.charAt(0)}_${family}`,
      `${family}_${trade}`,
      `${given}_${family.charAt(0)}${70 + (hashText(family) % 30)}`,
    ],
    mixed % styles,
  );
  const gap = first.written.length + last.written.length > 4 ? ' ' : '';
  const name =
    block.language === 'ja'
      ? `${last.written}${gap}${first.written}`
      : `${first.written} ${last.written}`;
  const [suggested = null] = username.endsWith(trade) ? toTopics([topic]) : [];
  return { username, name, block, featured: null, topic: suggested };
}

const interests = (dice: Dice, hint: TopicId | null): readonly [TopicId, TopicId, TopicId] => {
  const first = dice.below(topics.length);
  const second = dice.below(topics.length);
  return [hint ?? itemAt(topics, first), itemAt(topics, second), itemAt(topics, second + 5)];
};

const renownOf = (dice: Dice): number => dice.count(100, 1.4) / 100;

/** A person of the population. */
export function personaAt(world: World, index: number): Persona {
  const { block, featured, name, topic, username } = itemAt(everybody(), index);
  const dice = createDice(world.seed, 'person', username);
  const person = { username, name, language: block.language, subject: null, index };
  if (featured !== null) {
    const { bio, city, country } = featured;
    const [first = 'trees', second = first, third = first] = toTopics(featured.topics);
    const renown = 18 + dice.below(30);
    return { ...person, country, city, topics: [first, second, third], bio, renown };
  }
  const [country, cities] = itemAt(block.countries, index - block.start);
  const city = dice.pick(cities);
  const own = interests(dice, topic);
  return { ...person, country, city, topics: own, bio: null, renown: renownOf(dice) };
}

/** The person behind a username, in or outside the population. */
export function personaNamed(world: World, given: string): Persona {
  const username = given.toLowerCase();
  everybody();
  const index = indexes.get(username);
  return index === undefined ? outsider(world, username) : personaAt(world, index);
}

/** These in usernames show the kind of an account but not its topic. */
const clubWords = new Set([...words.clubHeads, ...words.clubTails]);

export const capitalised = (text: string): string =>
  text.replaceAll(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase());

function outsider(world: World, username: string): Persona {
  const dice = createDice(world.seed, 'person', username);
  const parts = username.split(/[_.\d]+/).filter((part) => part !== '');
  const unlike = parts.filter((part) => !clubWords.has(part));
  const isClub = unlike.length < parts.length && unlike.length > 0;
  const subject = isClub ? unlike.join(' ') : null;
  // Languages whose names suit a Latin username.
  const language = isClub ? 'en' : dice.pick(['en', 'en', 'es'] as const);
  const [country, cities] = dice.pick(blockOf(language).countries);
  const about = { username, name: capitalised(parts.join(' ')) || username, subject, index: null };
  const home = { language, country, city: dice.pick(cities) };
  return { ...about, ...home, topics: interests(dice, null), bio: null, renown: renownOf(dice) };
}

/** A person who writes in a language, sometimes the same ones; from a country if given. */
export function someAuthor(
  world: World,
  { language, country, dice }: { language: LanguageCode; country: string | null; dice: Dice },
): Persona {
  const { countries, featured, size, start } = blockOf(language);
  const wanted = countries.findIndex(([code]) => code === country);
  // Most posts are by few people: those at the front of each block.
  const position = Math.floor(size * dice.float() ** 2.6);
  if (wanted < 0) return personaAt(world, start + position);
  // Countries rotate by position, after the featured people, whose countries are fixed.
  const round = Math.max(Math.floor(position / countries.length), featured.length);
  return personaAt(world, start + ((round * countries.length + wanted) % size));
}

// Ids of accounts. On two platforms they contain the moment somebody joined, on the others they are numbers.

const yearSeconds = 8766 * 3600;

/** When a person joined a platform, in seconds since 1970. */
export function joinedAt(world: World, platform: Platform, persona: Persona): number {
  const [opened, years] = platformTraits[platform].joined;
  const dice = createDice(world.seed, 'joined', platform, persona.username);
  const early = persona.bio === null ? dice.float() : dice.float() * 0.3;
  return Math.floor((opened - 1970 + early * years) * yearSeconds);
}

export function accountId(world: World, platform: Platform, persona: Persona): string {
  const id = makeId(world, platform, persona);
  if (persona.index === null) world.memory.rememberAccount(platform, id, persona.username);
  return id;
}

/** Numbers without a moment. None of the population's ends in 0000. */
const firstNumber = 2_000_000_003;
const numbersApart = 79_190;

function makeId(world: World, platform: Platform, persona: Persona): string {
  const { index, username } = persona;
  const given = /^account_(\d{3,30})$/.exec(username)?.[1];
  if (given !== undefined) return given;
  if (platform === 'microblog' || platform === 'shortvideo') {
    const second = joinedAt(world, platform, persona);
    const slot = hashText(username) % 2 ** 14;
    return String(idCodecs[platform].encode({ second, owner: index ?? outsiderOwner, slot }));
  }
  const number =
    index === null
      ? 10_000_000_001 + hashText(username) * 16 + (hashText(`${username}+`) % 16)
      : firstNumber + index * numbersApart;
  return platform === 'forum' ? `t2_${number.toString(36)}` : String(number);
}

/** The person with an account id: an unassigned number belongs to `account_<number>`. */
export function personaWithId(world: World, platform: Platform, id: string): Persona {
  const username = world.memory.accountWithId(platform, id);
  if (username !== null) return personaNamed(world, username);
  const index =
    platform === 'microblog' || platform === 'shortvideo'
      ? idCodecs[platform].decode(BigInt(id)).owner
      : Math.floor((Number(id) - firstNumber) / numbersApart);
  if (index >= 0 && index < populationSize) {
    const persona = personaAt(world, index);
    if (makeId(world, platform, persona) === id) return persona;
  }
  return personaNamed(world, `account_${id}`);
}

// What profiles on all platforms have in common.

/** Some have no bio: an empty text. */
export function bioOf(
  world: World,
  { bio, city, language, subject, topics: own, username }: Persona,
) {
  if (bio !== null) return bio;
  const dice = createDice(world.seed, 'bio', username);
  if (subject !== null) {
    const tag = toHashtag(subject) ?? subject;
    return dice.pick(words.clubBios).replace('{tag}', tag).replace('{city}', city);
  }
  const { bios, topics: known } = languageOf[language];
  const style = dice.float();
  if (style < 0.06) return '';
  const first = dice.pick(bios);
  if (style < 0.35) return first;
  if (style < 0.6) return `${first} ${dice.pick(topicOf[own[0]].emoji)} ${city}`;
  if (style < 0.8) return `${first} #${known[own[0]].tag}`;
  return `${first}\n${dice.pick(bios.filter((other) => other !== first))}`;
}

export function audienceOf(world: World, platform: Platform, { renown, username }: Persona) {
  const dice = createDice(world.seed, 'audience', platform, username);
  return {
    followers: dice.count(platformTraits[platform].followers * renown, 1.1) + 12,
    following: dice.count(640, 0.8) + 9,
  };
}

// Searches for accounts, and the groups around one: followers, commenters, likers.

export interface People {
  total: number;
  at: (index: number) => Persona;
}

/** Indexes of people whose name contains the text, featured people first; then those with such a username. */
function namesakesOf(text: string): number[] {
  const wanted = text.toLowerCase();
  const spelt = spell(text);
  const found: [famous: number[], byName: number[], byUsername: number[]] = [[], [], []];
  for (const [index, { featured, name, username }] of everybody().entries()) {
    if (name.toLowerCase().includes(wanted)) found[featured === null ? 1 : 0].push(index);
    else if (spelt !== '' && username.includes(spelt)) found[2].push(index);
  }
  return found.flat();
}

const heads = ['', ...words.clubHeads.map((word) => `${word}_`)];
const tails = ['', ...words.clubTails.map((word) => `_${word}`)];
/** One round of usernames, apart from the one with neither head nor tail. */
const combinations = heads.length * tails.length - 1;

function clubUsername(base: string, index: number): string {
  const round = Math.floor(index / combinations);
  const choice = 1 + shuffled(index % combinations, combinations, base);
  const tail = itemAt(tails, Math.floor(choice / heads.length));
  return `${itemAt(heads, choice)}${base}${tail}${round === 0 ? '' : `_${round + 1}`}`;
}

/**
 * Accounts that a search for a name finds: people of that name or username, then clubs. Usernames are Latin:
 * for another script, people with that name or, if none exist, its writers.
 */
export function peopleNamed(world: World, phrase: string, total: number): People {
  const base = spell(phrase).slice(0, 30);
  const people = namesakesOf(phrase);
  if (base === '') {
    const others = crowd(world, { language: subjectOf(phrase).language ?? 'en', key: phrase });
    if (people.length === 0) return { total: Math.min(total, others.near), at: others.at };
    const at = (index: number): Persona => personaAt(world, itemAt(people, index));
    return { total: Math.min(total, people.length), at };
  }
  const plain = indexes.has(base) ? 0 : 1;
  const at = (index: number): Persona => {
    const person = people[index];
    if (person !== undefined) return personaAt(world, person);
    const club = index - people.length - plain;
    return personaNamed(world, club < 0 ? base : clubUsername(base, club));
  };
  return { total: total < 10 ? total : Math.max(total, people.length), at };
}

interface CrowdQuestion {
  /** Every second member speaks it, as long as there are any. */
  language: LanguageCode;
  /** A different key gives a different order. */
  key: string;
  /** Nobody follows themselves. */
  without?: Persona;
}

/** The whole population without one person, in a separate order. Nobody is repeated. */
export function crowd(
  world: World,
  { language, key, without }: CrowdQuestion,
): People & { near: number } {
  const { size, start } = blockOf(language);
  const isNear = without?.language === language && without.index !== null;
  const skipped = isNear ? (without.index ?? 0) - start : size;
  const near = isNear ? size - 1 : size;
  const far = populationSize - size;
  const at = (index: number): Persona => {
    if (index < 2 * near && index % 2 === 0) {
      const position = shuffled(index / 2, near, `${key} near`);
      return personaAt(world, start + position + (position >= skipped ? 1 : 0));
    }
    const turn = index < 2 * near ? (index - 1) / 2 : index - near;
    const position = shuffled(turn, far, `${key} far`);
    return personaAt(world, position < start ? position : position + size);
  };
  return { total: near + far, near, at };
}
