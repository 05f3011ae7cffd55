/**
 * What the service remembers while it runs. A post's id has room for its owner and moment, but not for the
 * words that were searched for or the post it replies to. So each such occasion gets a number (`slot`) that
 * fits into ids, and the number leads back to the occasion.
 *
 * Bounded: there are few slots, and old names are dropped for new ones. A forgotten post, for example after
 * a restart, is still answered: it is then one of its author's ordinary posts.
 */
import type { Platform } from '#shared/catalogue/types.ts';
import { hashText } from './dice.ts';
import type { LanguageCode } from './texts/types.ts';

/** Where a post was first seen. */
export type Occasion =
  | { kind: 'none' }
  /** Among the posts of its owner. */
  | { kind: 'own' }
  /** Among the posts of an account outside the population (people/persona.ts). */
  | { kind: 'account'; username: string }
  | { kind: 'search'; phrase: string; language: LanguageCode | null; country: string | null }
  | { kind: 'replies'; parent: string }
  | { kind: 'quotes'; parent: string }
  | { kind: 'sound'; title: string };

export interface Memory {
  slotOf: (platform: Platform, occasion: Occasion) => number;
  occasionAt: (platform: Platform, slot: number) => Occasion;
  rememberAccount: (platform: Platform, id: string, username: string) => void;
  accountWithId: (platform: Platform, id: string) => string | null;
}

/** Occasions known from the start: those of the catalogue's most frequent examples. */
const wellKnown: readonly (readonly [Platform, Occasion])[] = [
  ['microblog', { kind: 'search', phrase: 'city trees', language: null, country: null }],
  ['microblog', { kind: 'replies', parent: '1986934512780812300' }],
  ['microblog', { kind: 'quotes', parent: '1986934512780812300' }],
  ['photoshare', { kind: 'search', phrase: 'street food', language: null, country: null }],
  ['shortvideo', { kind: 'sound', title: 'tide' }],
  ['shortvideo', { kind: 'sound', title: 'low tide' }],
];

const slots = 2 ** 14;
const firstFreeSlot = 2;
const maxAccounts = 50_000;

export function createMemory(): Memory {
  const occasions = new Map<string, Occasion>();
  const accounts = new Map<string, string>();
  const memory: Memory = {
    slotOf: (platform, occasion) => {
      if (occasion.kind === 'none') return 0;
      if (occasion.kind === 'own') return 1;
      const key = `${platform} ${Object.values(occasion).join('\u0000')}`;
      const slot = firstFreeSlot + (hashText(key) % (slots - firstFreeSlot));
      occasions.set(`${platform} ${slot}`, occasion);
      return slot;
    },
    occasionAt: (platform, slot) =>
      slot === 1 ? { kind: 'own' } : (occasions.get(`${platform} ${slot}`) ?? { kind: 'none' }),
    rememberAccount: (platform, id, username) => {
      accounts.set(`${platform} ${id}`, username);
      if (accounts.size <= maxAccounts) return;
      for (const oldest of accounts.keys()) {
        accounts.delete(oldest);
        break;
      }
    },
    accountWithId: (platform, id) => accounts.get(`${platform} ${id}`) ?? null,
  };
  for (const [platform, occasion] of wellKnown) memory.slotOf(platform, occasion);
  return memory;
}

/** Everything the data is generated from. */
export interface World {
  seed: string;
  memory: Memory;
  /** Seconds since 1970 when the first page was requested. */
  now: number;
  /** Number of posts that a microblog search finds; by default it depends on the words. */
  searchTotal?: number | undefined;
}
