/**
 * The population: about 14,000 people who are on all four platforms. Numbered by language, those of
 * `featured` first in each block. Usernames are generated once; everything else on request.
 */
import { createShuffle, hashText, itemAt } from '../dice.ts';
import { languages } from '../texts/types.ts';
import type { LanguageCode, TopicId } from '../texts/types.ts';
import { featured, fullName, namesOf, spell, trades } from './names.ts';
import type { Featured, Name } from './names.ts';

const styles = 6;
/** The people of one language: indexes `start` to `start + size - 1`. */
export interface Block {
  language: LanguageCode;
  start: number;
  size: number;
  featured: readonly Featured[];
}

export interface Resident {
  username: string;
  name: string;
  block: Block;
  featured: Featured | null;
  /** The name in lower case, for searching. */
  sought: string;
  /** The topic that the username suggests, if any. */
  topic: TopicId | null;
}

const blocks: Block[] = [];
for (const language of languages) {
  const { first, last } = namesOf[language];
  const known = featured.filter((person) => person.language === language);
  const previous = blocks.at(-1);
  blocks.push({
    language,
    start: previous ? previous.start + previous.size : 0,
    size: known.length + first.length * last.length * styles,
    featured: known,
  });
}

export const populationSize = blocks.reduce((total, block) => total + block.size, 0);

export function blockOf(language: LanguageCode): Block {
  return itemAt(blocks, languages.indexOf(language));
}

function usernameOf(first: Name, last: Name, style: number): Pick<Resident, 'username' | 'topic'> {
  const [given, family] = [first.spelt, last.spelt];
  const [trade, topic] = itemAt(trades, hashText(given + family));
  const plain = (username: string) => ({ username, topic: null });
  switch (style) {
    case 0:
      return plain(`${given}_${family}`);
    case 1:
      return plain(`${given}${family}`);
    case 2:
      return { username: `${given}_${trade}`, topic };
    case 3:
      return plain(`${given.charAt(0)}_${family}`);
    case 4:
      return { username: `${family}_${trade}`, topic };
    default:
      return plain(`${given}_${family.charAt(0)}${70 + (hashText(family) % 30)}`);
  }
}

const residents: Resident[] = [];
const indexes = new Map<string, number>();

/** Adds a resident; a username that is already taken gets a number. */
function addResident(resident: Resident): void {
  const wanted = resident.username;
  for (let number = 2; indexes.has(resident.username); number += 1) {
    resident.username = wanted + number;
  }
  indexes.set(resident.username, residents.length);
  residents.push(resident);
}

function addEverybody(): void {
  for (const person of featured) indexes.set(person.username, -1);
  for (const block of blocks) {
    for (const person of block.featured) {
      indexes.delete(person.username);
      const { username, name } = person;
      const sought = name.toLowerCase();
      addResident({ username, name, sought, block, featured: person, topic: null });
    }
    const names = namesOf[block.language];
    const count = block.size - block.featured.length;
    const shuffle = createShuffle(count, `people ${block.language}`);
    for (let position = 0; position < count; position += 1) {
      const mixed = shuffle(position);
      const first = itemAt(names.first, Math.floor(mixed / styles));
      const last = itemAt(names.last, Math.floor(mixed / styles / names.first.length));
      const account = usernameOf(first, last, mixed % styles);
      const name = fullName(names, first, last);
      addResident({ ...account, name, sought: name.toLowerCase(), block, featured: null });
    }
  }
}

/** Generated on first use: some milliseconds that a start without questions need not spend. */
function everybody(): readonly Resident[] {
  if (residents.length === 0) addEverybody();
  return residents;
}

export const residentAt = (index: number): Resident => itemAt(everybody(), index);

/** The index of a username, or null when nobody in the population has it. */
export function indexOfUsername(username: string): number | null {
  everybody();
  return indexes.get(username) ?? null;
}

/** Indexes of people whose name contains the text, featured people first; then those with such a username. */
export function namesakesOf(text: string): number[] {
  const wanted = text.toLowerCase();
  const spelt = spell(text);
  const famous: number[] = [];
  const byName: number[] = [];
  const byUsername: number[] = [];
  for (const [index, { sought, username, featured: known }] of everybody().entries()) {
    if (sought.includes(wanted)) (known === null ? byName : famous).push(index);
    else if (spelt !== '' && username.includes(spelt)) byUsername.push(index);
  }
  return [...famous, ...byName, ...byUsername];
}
