/**
 * Ids that encode what they stand for. As on real platforms the upper part of an id is its moment; the lower
 * part is its owner (`owner`) and where it was first seen (`slot`). So a post can be requested by its id
 * alone, and is the same post as in a search.
 */
import type { Platform } from '#shared/catalogue/types.ts';
import { hashText } from './dice.ts';
import type { LanguageCode } from './texts.ts';

/** Ids with this ending do not exist, nor does this account, by the documented rule (README, Notes). */
const missingEnding = '0000';
const nobody = 'nobody_here';

/** Returns whether something with this id or name exists. */
export const exists = (idOrName: string): boolean =>
  !idOrName.endsWith(missingEnding) && idOrName.toLowerCase() !== nobody;

/**
 * @param epochMs the start of the count, in milliseconds since 1970.
 * @param unitsPerSecond the resolution of the moment: 1000 for milliseconds, 1 for seconds.
 * @param shift bits below the moment.
 */
function createIdCodec(epochMs: number, unitsPerSecond: number, shift: number) {
  const epoch = (epochMs * unitsPerSecond) / 1000;
  /** Below the second there is room for more than 31 bits: its fractions, and the low bits. */
  const firstIn = (second: number): bigint =>
    BigInt(second * unitsPerSecond - epoch) << BigInt(shift);
  return {
    /** @param owner below 2^16. @param slot below 2^14. */
    encode: (second: number, owner: number, slot: number): bigint =>
      firstIn(second) + BigInt(slot * 2 ** 16 + owner),
    /** Decodes any number: one that was not made here has arbitrary, but stable, parts. */
    decode: (id: bigint) => {
      const small = BigInt.asUintN(63, id);
      const second = Math.floor((Number(small >> BigInt(shift)) + epoch) / unitsPerSecond);
      const payload = Number(small - firstIn(second));
      return { second, owner: payload % 2 ** 16, slot: Math.floor(payload / 2 ** 16) % 2 ** 14 };
    },
  };
}

/** Forum ids are sequential instead (posts.ts). */
export const idCodecs = {
  microblog: createIdCodec(1_288_834_974_657, 1000, 22),
  photoshare: createIdCodec(1_314_220_021_721, 1000, 23),
  shortvideo: createIdCodec(0, 1, 32),
};

/** The owner in an id of an account outside the population. */
export const outsiderOwner = 65_535;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A photoshare shortcode is its media id in base 64. */
export function toShortcode(id: bigint): string {
  let code = '';
  for (let left = id; left > 0n; left >>= 6n) code = alphabet.charAt(Number(left & 63n)) + code;
  return code;
}

export function fromShortcode(code: string): bigint {
  let id = 0n;
  for (const character of code) id = (id << 6n) | BigInt(Math.max(alphabet.indexOf(character), 0));
  return id;
}

/** Where a post was first seen. */
export type Occasion =
  /** `own`: among the posts of its owner. */
  | { kind: 'none' | 'own' }
  /** Among the posts of an account outside the population (people.ts). */
  | { kind: 'account'; username: string }
  | { kind: 'search'; phrase: string; language: LanguageCode | null; country: string | null }
  | { kind: 'replies' | 'quotes'; parent: string }
  | { kind: 'sound'; title: string };

/**
 * What the service remembers while it runs. An id has no room for the words that were searched for or the
 * post it replies to: each such occasion gets a number (`slot`) that fits into ids and leads back to it.
 *
 * Bounded: there are few slots, and old names are dropped for new ones. A forgotten post, for example after
 * a restart, is still answered: it is then one of its author's ordinary posts.
 */
type Memory = ReturnType<typeof createMemory>;

/** Occasions known from the start: those of the catalogue's most frequent examples. */
const parent = '1986934512780812300';
const anywhere = { language: null, country: null };
const wellKnown: readonly (readonly [Platform, Occasion])[] = [
  ['microblog', { kind: 'search', phrase: 'city trees', ...anywhere }],
  ['microblog', { kind: 'replies', parent }],
  ['microblog', { kind: 'quotes', parent }],
  ['photoshare', { kind: 'search', phrase: 'street food', ...anywhere }],
  ['shortvideo', { kind: 'sound', title: 'tide' }],
  ['shortvideo', { kind: 'sound', title: 'low tide' }],
];

/** The first two are for occasions that need no memory. */
const fixed = ['none', 'own'] as const;
const slots = 2 ** 14;
const maxAccounts = 50_000;

export function createMemory() {
  const occasions = new Map<string, Occasion>();
  const accounts = new Map<string, string>();
  const slotOf = (platform: Platform, occasion: Occasion): number => {
    const known = fixed.findIndex((kind) => kind === occasion.kind);
    if (known >= 0) return known;
    const key = `${platform} ${Object.values(occasion).join('\u0000')}`;
    const slot = fixed.length + (hashText(key) % (slots - fixed.length));
    occasions.set(`${platform} ${slot}`, occasion);
    return slot;
  };
  for (const [platform, occasion] of wellKnown) slotOf(platform, occasion);
  return {
    slotOf,
    occasionAt: (platform: Platform, slot: number): Occasion =>
      occasions.get(`${platform} ${slot}`) ?? { kind: fixed[slot] ?? 'none' },
    rememberAccount: (platform: Platform, id: string, username: string): void => {
      accounts.set(`${platform} ${id}`, username);
      const [oldest = ''] = accounts.keys();
      if (accounts.size > maxAccounts) accounts.delete(oldest);
    },
    accountWithId: (platform: Platform, id: string): string | null =>
      accounts.get(`${platform} ${id}`) ?? null,
  };
}

/** Everything the data is generated from. */
export interface World {
  memory: Memory;
  /** Seconds since 1970 when the first page was requested: later pages show the same moment. */
  now: number;
  /** Number of posts that a microblog search finds; by default it depends on the words. */
  searchTotal?: number | undefined;
}
