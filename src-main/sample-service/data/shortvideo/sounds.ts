/** Sounds: titles around the searched words, with ids that lead back to the title. */
import type { Item } from '../../json.ts';
import { createDice, itemAt } from '../dice.ts';
import { shortvideoIds } from '../ids.ts';
import type { World } from '../memory.ts';
import { personaAt } from '../people/persona.ts';
import { populationSize } from '../people/population.ts';
import { shuffled } from '../permutation.ts';
import { totalFor } from '../search-words.ts';

const before =
  'Low High Slow Quiet Golden Silver Blue Early Late Little Old New First Last Soft Bright Paper Winter Summer Morning Evening Midnight Sunday Northern Southern Hidden Open Borrowed Gentle Distant'.split(
    ' ',
  );
const after =
  'Song|Waltz|Lights|Road|Letters|Window|Hours|Radio|Garden|Lullaby|Postcard|Bells|Harbour|Season|Station|Signals|Theme|Dance|Weather|Kites'.split(
    '|',
  );
const versions = [
  '',
  ' (Slowed)',
  ' (Live)',
  ' (Acoustic)',
  ' (Radio Edit)',
  ' (Piano)',
  ' (Loop)',
];

const combinations = before.length * versions.length * (after.length + 1);

export interface Sound {
  id: bigint;
  title: string;
  /** Which one of its search it is. */
  index: number;
}

const capitalised = (phrase: string): string =>
  phrase.replaceAll(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase());

/** The same title is recorded by several artists, so titles may come again with another id. */
function titleOf(phrase: string, index: number): string {
  const words = capitalised(phrase);
  // The first of all is the plainest: “Low Tide” for “tide”.
  if (index === 0) return /^low /i.test(phrase) ? words : `Low ${words}`;
  if (index === 1) return words;
  const choice = shuffled(index % combinations, combinations, phrase);
  const version = itemAt(versions, Math.floor(choice / (before.length * (after.length + 1))));
  const rest = Math.floor(choice / before.length) % (after.length + 1);
  const tail = rest === 0 ? '' : ` ${itemAt(after, rest - 1)}`;
  const head = tail === '' || choice % 3 === 0 ? `${itemAt(before, choice)} ` : '';
  return `${head}${words}${tail}${version}`;
}

/** Seconds between the moments in the ids of a search's sounds, and the last of them. */
const between = 977;
const newest = 1_690_000_000;

export function soundAt(world: World, phrase: string, index: number): Sound {
  const slot = world.memory.slotOf('shortvideo', { kind: 'sound', title: phrase });
  const id = shortvideoIds.encode({ second: newest - index * between, owner: index, slot });
  return { id, title: titleOf(phrase, index), index };
}

/** The title behind a sound's id, or null for a number that was not handed out. */
export function titleWithId(world: World, id: string): string | null {
  const { owner, slot } = shortvideoIds.decode(BigInt(id));
  const occasion = world.memory.occasionAt('shortvideo', slot);
  if (occasion.kind !== 'sound') return null;
  const sound = soundAt(world, occasion.title, owner);
  return String(sound.id) === id ? sound.title : null;
}

/** How many videos use a title: as many as can be listed. */
export const videosWith = (world: World, title: string): number =>
  totalFor(world.seed, `sound ${title.toLowerCase()}`);

export function soundItem(world: World, sound: Sound): Item {
  const { id, title } = sound;
  const dice = createDice(world.seed, 'sound', id);
  const artist = personaAt(world, dice.below(populationSize));
  const isOriginalSound = dice.chance(0.2);
  const album = dice.chance(0.3) ? '' : `${itemAt(before, dice.below(900))} ${dice.pick(after)}`;
  return {
    id,
    title,
    author: artist.name,
    album: isOriginalSound ? null : album,
    duration: isOriginalSound ? dice.between(8, 60) : dice.between(30, 240),
    userCount: videosWith(world, title),
    isOriginal: isOriginalSound || dice.chance(0.5),
    isCommerceMusic: !isOriginalSound && dice.chance(0.35),
    isOriginalSound,
  };
}
