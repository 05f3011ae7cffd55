/**
 * People: one population of about 14,000 on all four platforms, the same on each, however an account is
 * found. Any username not taken in the population also belongs to somebody, derived from the username alone.
 */
import type { Platform } from '#shared/catalogue/types.ts';
import { createDice, hashText, itemAt, seed, shuffled } from './dice.ts';
import type { Dice, List } from './dice.ts';
import { idCodecs, outsiderOwner } from './ids.ts';
import type { World } from './ids.ts';
import { languageOf, languages, subjectOf, toHashtag, topicOf, topics, toTopics } from './texts.ts';
import type { FeaturedPerson, LanguageCode, TopicId } from './texts.ts';
import words from './words.json' with { type: 'json' };

// What differs between the platforms, in numbers.

/** A share of another number, between two limits. */
export type Range = readonly [from: number, to: number];

const per = <One>(microblog: One, photoshare: One, forum: One, shortvideo: One) =>
  ({ microblog, photoshare, forum, shortvideo }) satisfies Record<Platform, One>;

export const traits = {
  /** Nothing was posted before, in seconds since 1970. */
  opened: per(1_288_834_975, 1_320_000_000, 1_320_000_000, 1_480_000_000),
  /** The year in which people started to join, and the number of years in which they did. */
  joined: per<Range>([2011, 12], [2012, 10], [2012, 11], [2017, 6]),
  /** The median. */
  followers: per(1900, 2600, 40, 4200),
  /** Hours between two posts of those who post most and those who post least. */
  pace: per<Range>([2.4, 13], [9, 36], [2.2, 9], [10, 30]),
  /** Of a post by somebody little known, and of a comment or reply: the median and the spread (dice.ts). */
  likes: per<Range>([130, 1.5], [420, 1.4], [150, 1.5], [900, 1.7]),
  answerLikes: per<Range>([3, 1.3], [3, 1.6], [14, 1.5], [12, 1.5]),
  /** Shares of the likes. */
  replies: per<Range>([0.03, 0.25], [0.01, 0.1], [0.05, 0.55], [0.004, 0.054]),
  reposts: per<Range>([0.06, 0.4], [0, 0.03], [0, 0.01], [0, 0.08]),
  views: per<Range>([14, 74], [6, 36], [20, 90], [7, 47]),
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

/** Somebody not written by hand. @param hint the first topic, if the username suggests one. */
function rolledPersona(
  about: Resident['about'],
  dice: Dice,
  [country, cities]: readonly [country: string, cities: readonly string[]],
  hint: TopicId | null = null,
): Persona {
  const city = dice.pick(cities);
  const first = itemAt(topics, dice.below(topics.length));
  const second = dice.below(topics.length);
  const own = [hint ?? first, itemAt(topics, second), itemAt(topics, second + 5)] as const;
  return { ...about, country, city, topics: own, bio: null, renown: dice.count(100, 1.4) / 100 };
}

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

/** Ways to make a username of a name. */
const styles = 6;

// The population, numbered by language: indexes `start` to `start + size - 1`, featured people first.

let next = 0;
const blocks = languages.map((language) => {
  const { countries, names, people: featured } = languageOf[language];
  const [first, last] = [toNames(names.first), toNames(names.last)];
  const [start, size] = [next, featured.length + first.length * last.length * styles];
  next += size;
  return { language, start, size, first, last, featured, countries: Object.entries(countries) };
});
type Block = (typeof blocks)[number];
export const populationSize = next;

const blockOf = (language: LanguageCode): Block => itemAt(blocks, languages.indexOf(language));

/** Whether people of a language live in a country. */
export const isSpokenIn = (language: LanguageCode, country: string | null): boolean =>
  country !== null && country in languageOf[language].countries;

/** Somebody of the population: the rest of a person is rolled when it is asked for. */
interface Resident {
  about: Pick<Persona, 'username' | 'name' | 'language' | 'subject' | 'index'>;
  block: Block;
  featured: FeaturedPerson | null;
  /** What the username says its owner does. */
  hint: TopicId | null;
}

const residents: Resident[] = [];
const indexes = new Map<string, number>();

/** Generated on first use: some milliseconds that a start without questions need not spend. */
function everybody(): readonly Resident[] {
  if (residents.length > 0) return residents;
  for (const { featured, start } of blocks) {
    for (const [index, { username }] of featured.entries()) indexes.set(username, start + index);
  }
  for (const block of blocks) {
    const { featured: people, language, size } = block;
    for (const featured of people) {
      const about = { username: featured.username, name: featured.name, language, subject: null };
      residents.push({ about: { ...about, index: residents.length }, block, featured, hint: null });
    }
    for (let left = size - people.length, at = 0; at < left; at += 1) {
      residents.push(makeResident(block, shuffled(at, left, `people ${language}`)));
    }
  }
  return residents;
}

/** @param mixed selects names and the style of the username. */
function makeResident(block: Block, mixed: number): Resident {
  const { language } = block;
  const first = itemAt(block.first, Math.floor(mixed / styles));
  const last = itemAt(block.last, Math.floor(mixed / styles / block.first.length));
  const [given, family] = [first.spelt, last.spelt];
  const [trade = '', topic = ''] = itemAt(words.trades, hashText(given + family));
  const wanted = itemAt(
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
  let username = wanted;
  for (let number = 2; indexes.has(username); number += 1) username = wanted + number;
  const index = residents.length;
  indexes.set(username, index);

  const written = language === 'ja' ? [last.written, first.written] : [first.written, last.written];
  const isShort = language === 'ja' && written.join('').length <= 4;
  const name = written.join(isShort ? '' : ' ');
  const [hint = null] = wanted.endsWith(trade) ? toTopics([topic]) : [];
  return { about: { username, name, language, subject: null, index }, block, featured: null, hint };
}

/** A person of the population. */
export function personaAt(index: number): Persona {
  const { about, block, featured, hint } = itemAt(everybody(), index);
  const dice = createDice(seed, 'person', about.username);
  if (featured === null) {
    return rolledPersona(about, dice, itemAt(block.countries, index - block.start), hint);
  }
  const { bio, city, country } = featured;
  const [first = 'trees', second = first, third = first] = toTopics(featured.topics);
  const renown = 18 + dice.below(30);
  return { ...about, country, city, topics: [first, second, third], bio, renown };
}

/** The person behind a username, in or outside the population. */
export function personaNamed(given: string): Persona {
  const username = given.toLowerCase();
  everybody();
  const index = indexes.get(username);
  return index === undefined ? outsider(username) : personaAt(index);
}

/** These in usernames show the kind of an account but not its topic. */
const clubWords = new Set([...words.clubHeads, ...words.clubTails]);

export const capitalised = (text: string): string =>
  text.replaceAll(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase());

function outsider(username: string): Persona {
  const dice = createDice(seed, 'person', username);
  const parts = username.split(/[_.\d]+/).filter((part) => part !== '');
  const unlike = parts.filter((part) => !clubWords.has(part));
  const isClub = unlike.length < parts.length && unlike.length > 0;
  // Languages whose names suit a Latin username.
  const language = isClub ? 'en' : dice.pick(['en', 'en', 'es'] as const);
  const name = capitalised(parts.join(' ')) || username;
  const about = {
    username,
    name,
    language,
    subject: isClub ? unlike.join(' ') : null,
    index: null,
  };
  return rolledPersona(about, dice, dice.pick(blockOf(language).countries));
}

/** A person who writes in a language, sometimes the same ones; from a country if given. */
export function someAuthor(language: LanguageCode, country: string | null, dice: Dice): Persona {
  const { countries, featured, size, start } = blockOf(language);
  const wanted = countries.findIndex(([code]) => code === country);
  // Most posts are by few people: those at the front of each block.
  const position = Math.floor(size * dice.float() ** 2.6);
  if (wanted < 0) return personaAt(start + position);
  // Countries rotate by position, after the featured people, whose countries are fixed.
  const round = Math.max(Math.floor(position / countries.length), featured.length);
  return personaAt(start + ((round * countries.length + wanted) % size));
}

// Ids of accounts. On two platforms they contain the moment somebody joined, on the others they are numbers.

const yearSeconds = 8766 * 3600;

/** When a person joined a platform, in seconds since 1970. */
export function joinedAt(platform: Platform, { bio, username }: Persona): number {
  const [opened, years] = traits.joined[platform];
  const share = createDice(seed, 'joined', platform, username).float();
  return Math.floor((opened - 1970 + share * (bio === null ? 1 : 0.3) * years) * yearSeconds);
}

/** Numbers without a moment. None of the population's ends in 0000. */
const firstNumber = 2_000_000_003;
const numbersApart = 79_190;

export function accountId({ memory }: World, platform: Platform, persona: Persona): string {
  const id = makeId(platform, persona);
  if (persona.index === null) memory.rememberAccount(platform, id, persona.username);
  return id;
}

function makeId(platform: Platform, persona: Persona): string {
  const { index, username } = persona;
  const given = /^account_(\d{3,30})$/.exec(username)?.[1];
  if (given !== undefined) return given;
  if (platform === 'microblog' || platform === 'shortvideo') {
    const slot = hashText(username) % 2 ** 14;
    const owner = index ?? outsiderOwner;
    return String(idCodecs[platform].encode(joinedAt(platform, persona), owner, slot));
  }
  const number =
    index === null
      ? 10_000_000_001 + hashText(username) * 16 + (hashText(`${username}+`) % 16)
      : firstNumber + index * numbersApart;
  return platform === 'forum' ? `t2_${number.toString(36)}` : String(number);
}

/** The person with an account id: an unassigned number belongs to `account_<number>`. */
export function personaWithId({ memory }: World, platform: Platform, id: string): Persona {
  const username = memory.accountWithId(platform, id);
  if (username !== null) return personaNamed(username);
  const index =
    platform === 'microblog' || platform === 'shortvideo'
      ? idCodecs[platform].decode(BigInt(id)).owner
      : Math.floor((Number(id) - firstNumber) / numbersApart);
  const persona = index >= 0 && index < populationSize ? personaAt(index) : null;
  return persona !== null && makeId(platform, persona) === id
    ? persona
    : personaNamed(`account_${id}`);
}

// What profiles on all platforms have in common.

/** Some have no bio: an empty text. */
export function bioOf({ bio, city, language, subject, topics: own, username }: Persona): string {
  if (bio !== null) return bio;
  const dice = createDice(seed, 'bio', username);
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

export function audienceOf(platform: Platform, { renown, username }: Persona) {
  const dice = createDice(seed, 'audience', platform, username);
  return {
    followers: dice.count(traits.followers[platform] * renown, 1.1) + 12,
    following: dice.count(640, 0.8) + 9,
  };
}

// Searches for accounts, and the groups around one: followers, commenters, likers.

/** Indexes of people whose name contains the text, featured people first; then those with such a username. */
function namesakesOf(text: string): number[] {
  const wanted = text.toLowerCase();
  const spelt = spell(text);
  const found: [famous: number[], byName: number[], byUsername: number[]] = [[], [], []];
  for (const [index, { about, featured }] of everybody().entries()) {
    if (about.name.toLowerCase().includes(wanted)) found[featured === null ? 1 : 0].push(index);
    else if (spelt !== '' && about.username.includes(spelt)) found[2].push(index);
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
export function peopleNamed(phrase: string, total: number): List<Persona> {
  const base = spell(phrase).slice(0, 30);
  const people = namesakesOf(phrase);
  if (base === '' && people.length === 0) {
    const { at, near } = crowd(subjectOf(phrase).language ?? 'en', phrase);
    return { total: Math.min(total, near), at };
  }
  if (base === '') {
    return {
      total: Math.min(total, people.length),
      at: (index) => personaAt(itemAt(people, index)),
    };
  }
  const plain = indexes.has(base) ? 0 : 1;
  const at = (index: number): Persona => {
    const person = people[index];
    if (person !== undefined) return personaAt(person);
    const club = index - people.length - plain;
    return personaNamed(club < 0 ? base : clubUsername(base, club));
  };
  return { total: total < 10 ? total : Math.max(total, people.length), at };
}

/**
 * The whole population in a separate order for each key, without one person (nobody follows themselves).
 * Nobody is repeated; every second member speaks the language, as long as there are any: `near`.
 */
export function crowd(
  language: LanguageCode,
  key: string,
  without?: Persona,
): List<Persona> & { near: number } {
  const { size, start } = blockOf(language);
  const isNear = without?.language === language && without.index !== null;
  const skipped = isNear ? (without.index ?? 0) - start : size;
  const near = isNear ? size - 1 : size;
  const far = populationSize - size;
  const at = (index: number): Persona => {
    if (index < 2 * near && index % 2 === 0) {
      const position = shuffled(index / 2, near, `${key} near`);
      return personaAt(start + position + (position >= skipped ? 1 : 0));
    }
    const turn = index < 2 * near ? (index - 1) / 2 : index - near;
    const position = shuffled(turn, far, `${key} far`);
    return personaAt(position < start ? position : position + size);
  };
  return { total: near + far, near, at };
}
