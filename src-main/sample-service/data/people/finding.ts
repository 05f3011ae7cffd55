/** Searches for accounts, and the groups around one: followers, commenters, likers. */
import { itemAt, shuffled } from '../dice.ts';
import type { World } from '../memory.ts';
import { subjectOf } from '../texts/index.ts';
import type { LanguageCode } from '../texts/types.ts';
import { personaAt, personaNamed } from './persona.ts';
import type { Persona } from './persona.ts';
import { clubHeads, clubTails, spell } from './names.ts';
import { blockOf, indexOfUsername, namesakesOf, populationSize } from './population.ts';

export interface People {
  total: number;
  at: (index: number) => Persona;
}

const heads = ['', ...clubHeads.map((word) => `${word}_`)];
const tails = ['', ...clubTails.map((word) => `_${word}`)];
/** One round of usernames, apart from the one with neither head nor tail. */
const combinations = heads.length * tails.length - 1;

function clubUsername(base: string, index: number): string {
  const round = Math.floor(index / combinations);
  const number = round === 0 ? '' : `_${round + 1}`;
  const choice = 1 + shuffled(index % combinations, combinations, base);
  const tail = itemAt(tails, Math.floor(choice / heads.length));
  return `${itemAt(heads, choice)}${base}${tail}${number}`;
}

/** Accounts that a search for a name finds: people of that name or username, then clubs. */
export function peopleNamed(world: World, phrase: string, total: number): People {
  const base = spell(phrase).slice(0, 30);
  const people = namesakesOf(phrase);
  if (base === '') return peopleWriting(world, phrase, { people, total });
  const clubs = indexOfUsername(base) === null ? [base] : [];
  const at = (index: number): Persona => {
    const person = people[index];
    if (person !== undefined) return personaAt(world, person);
    const club = index - people.length;
    return personaNamed(world, clubs[club] ?? clubUsername(base, club - clubs.length));
  };
  return { total: total < 10 ? total : Math.max(total, people.length), at };
}

/** Usernames are Latin: for another script, finds people with that name or, if none exist, its writers. */
function peopleWriting(
  world: World,
  phrase: string,
  { people, total }: { people: readonly number[]; total: number },
): People {
  if (people.length > 0) {
    const at = (index: number): Persona => personaAt(world, itemAt(people, index));
    return { total: Math.min(total, people.length), at };
  }
  const language = subjectOf(phrase).language ?? 'en';
  const others = crowd(world, { language, key: phrase, without: null });
  return { total: Math.min(total, blockOf(language).size), at: others.at };
}

interface CrowdQuestion {
  /** Every second member speaks it, as long as there are any. */
  language: LanguageCode;
  /** A different key gives a different order. */
  key: string;
  /** Nobody follows themselves. */
  without: Persona | null;
}

/** The whole population without one person, in a separate order. Nobody is repeated. */
export function crowd(world: World, { language, key, without }: CrowdQuestion): People {
  const block = blockOf(language);
  const outsider =
    without === null || without.index === null || without.language !== language
      ? null
      : without.index - block.start;
  const near = outsider === null ? block.size : block.size - 1;
  const far = populationSize - block.size;
  const nearAt = (index: number): Persona => {
    const position = shuffled(index, near, `${key} near`);
    const skips = outsider !== null && position >= outsider ? 1 : 0;
    return personaAt(world, block.start + position + skips);
  };
  const farAt = (index: number): Persona => {
    const position = shuffled(index, far, `${key} far`);
    return personaAt(world, position < block.start ? position : position + block.size);
  };
  const at = (index: number): Persona => {
    if (index >= 2 * near) return farAt(index - near);
    return index % 2 === 0 ? nearAt(index / 2) : farAt((index - 1) / 2);
  };
  return { total: near + far, at };
}
