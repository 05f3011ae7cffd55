/** Encodes and decodes account ids on the four platforms. */
import { assertNever } from '#shared/assert-never.ts';
import type { Platform } from '#shared/catalogue/types.ts';
import { createDice, hashText } from '../dice.ts';
import { microblogIds, shortvideoIds } from '../ids.ts';
import type { IdCodec } from '../ids.ts';
import type { World } from '../memory.ts';
import { personaAt, personaNamed } from './persona.ts';
import type { Persona } from './persona.ts';
import { populationSize } from './population.ts';

/** The owner in an id of an account outside the population. */
export const outsiderOwner = 65_535;

const hour = 3600;
const year = 8766 * hour;
/** The year in which people started to join, and the number of years in which they did. */
const openedIn: Record<Platform, readonly [opened: number, years: number]> = {
  microblog: [2011, 12],
  photoshare: [2012, 10],
  forum: [2012, 11],
  shortvideo: [2017, 6],
};

/** When a person joined a platform, in seconds since 1970. */
export function joinedAt(world: World, platform: Platform, persona: Persona): number {
  const [opened, years] = openedIn[platform];
  const dice = createDice(world.seed, 'joined', platform, persona.username);
  const early = persona.bio === null ? dice.float() : dice.float() * 0.3;
  return Math.floor((opened - 1970) * year + early * years * year);
}

/** Ids that are numbers without a moment. None of the population's ends in 0000. */
const firstNumber = 2_000_000_003;
const numbersApart = 79_190;

function numberOf({ index, username }: Persona): number {
  if (index !== null) return firstNumber + index * numbersApart;
  return 10_000_000_001 + hashText(username) * 16 + (hashText(`${username}+`) % 16);
}

export function accountId(world: World, platform: Platform, persona: Persona): string {
  const id = makeId(world, platform, persona);
  if (persona.index === null) world.memory.rememberAccount(platform, id, persona.username);
  return id;
}

function makeId(world: World, platform: Platform, persona: Persona): string {
  const given = /^account_(\d{3,30})$/.exec(persona.username)?.[1];
  if (given !== undefined) return given;
  switch (platform) {
    case 'microblog':
      return momentId(world, platform, microblogIds, persona);
    case 'shortvideo':
      return momentId(world, platform, shortvideoIds, persona);
    case 'photoshare':
      return String(numberOf(persona));
    case 'forum':
      return `t2_${numberOf(persona).toString(36)}`;
    default:
      return assertNever(platform);
  }
}

function momentId(world: World, platform: Platform, codec: IdCodec, persona: Persona): string {
  return String(
    codec.encode({
      second: joinedAt(world, platform, persona),
      owner: persona.index ?? outsiderOwner,
      slot: hashText(persona.username) % 2 ** 14,
    }),
  );
}

/**
 * The person with an account id. An unassigned number belongs to `account_<number>`, so that any id leads
 * to somebody.
 */
export function personaWithId(world: World, platform: Platform, id: string): Persona {
  const username = world.memory.accountWithId(platform, id);
  if (username !== null) return personaNamed(world, username);
  const index = indexInId(platform, BigInt(id));
  if (index < populationSize) {
    const persona = personaAt(world, index);
    if (makeId(world, platform, persona) === id) return persona;
  }
  return personaNamed(world, `account_${id}`);
}

function indexInId(platform: Platform, id: bigint): number {
  if (platform === 'microblog') return microblogIds.decode(id).owner;
  if (platform === 'shortvideo') return shortvideoIds.decode(id).owner;
  return Math.floor((Number(id) - firstNumber) / numbersApart);
}
