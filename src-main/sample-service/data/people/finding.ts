/** Searches for accounts, and the groups around one: followers, commenters, likers. */
import { itemAt, shuffled } from '../dice.ts';
import type { World } from '../memory.ts';
import { subjectOf } from '../texts/index.ts';
import type { LanguageCode } from '../texts/types.ts';
import { personaAt, personaNamed } from './persona.ts';
import type { Persona } from './persona.ts';
import { clubHeads as heads, clubTails as tails, spell } from './names.ts';
import { blockOf, indexOfUsername, namesakesOf, populationSize } from './population.ts';

export interface People {
  total: number;
  at: (index: number) => Persona;
}

/** All heads, all tails, and all heads with all tails: one round of usernames. */
const combinations = heads.length + tails.length + heads.length * tails.length;

function clubUsername(base: string, index: number): string {
  const round = Math.floor(index / combinations);
  const number = round === 0 ? '' : `_${round + 1}`;
  const choice = shuffled(index % combinations, combinations, base);
  if (choice < tails.length) return `${base}_${itemAt(tails, choice)}${number}`;
  const afterTails = choice - tails.length;
  if (afterTails < heads.length) return `${itemAt(heads, afterTails)}_${base}${number}`;
  const pair = afterTails - heads.length;
  return `${itemAt(heads, pair)}_${base}_${itemAt(tails, Math.floor(pair / heads.length))}${number}`;
}

/** Accounts that a search for a name finds: people of that name, then usernames and clubs. */
export function peopleNamed(world: World, phrase: string, total: number): People {
  const base = spell(phrase).slice(0, 30);
  const { byName, byUsername } = namesakesOf(phrase);
  if (base === '') return peopleWriting(world, phrase, { byName, total });
  const clubs = indexOfUsername(base) === null ? [base] : [];
  const clubAt = (index: number): string =>
    clubs[index] ?? clubUsername(base, index - clubs.length);
  const usernameAt = (index: number): string | number => {
    const known = byName[index];
    if (known !== undefined) return known;
    // People and clubs alternate, as long as there are people.
    const position = index - byName.length;
    const pair = Math.floor(position / 2);
    const person = position % 2 === 0 ? byUsername[pair] : undefined;
    return person ?? clubAt(position - Math.min(Math.ceil(position / 2), byUsername.length));
  };
  const at = (index: number): Persona => {
    const found = usernameAt(index);
    return typeof found === 'number' ? personaAt(world, found) : personaNamed(world, found);
  };
  return { total: total < 10 ? total : Math.max(total, byName.length), at };
}

/** Usernames are Latin: for another script, finds people with that name or, if none exist, its writers. */
function peopleWriting(
  world: World,
  phrase: string,
  { byName, total }: { byName: readonly number[]; total: number },
): People {
  if (byName.length > 0) {
    const at = (index: number): Persona => personaAt(world, itemAt(byName, index));
    return { total: Math.min(total, byName.length), at };
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
