/** Pseudonyms: keyed hashes (HMAC-SHA-256), so that nobody can try out names without the secret. */
import { createHmac } from 'node:crypto';
import type { PseudonymKind } from '#shared/export/privacy.ts';

const prefixes: Record<PseudonymKind, string> = { id: 'id', username: 'user', name: 'name' };
/** RFC 4648, base32, in small letters: survives programs that ignore case. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
/** 80 bits: among a million people two have the same by a chance of one in a trillion. */
const bytes = 10;
/** Remembered, because the same people come again and again. */
const remembered = 100_000;

export const isPseudonym = (text: string): boolean => /^(?:id|user|name)_[a-z2-7]{16}$/.test(text);

export type Pseudonymise = (kind: PseudonymKind, value: string) => string;

export function createPseudonymiser(secret: string): Pseudonymise {
  const known = new Map<string, string>();
  return (kind, value) => {
    const key = `${kind}\0${normalise(kind, value)}`;
    let pseudonym = known.get(key);
    if (pseudonym === undefined) {
      const hash = createHmac('sha256', secret).update(key).digest();
      pseudonym = `${prefixes[kind]}_${base32(hash.subarray(0, bytes))}`;
      if (known.size === remembered) known.clear();
      known.set(key, pseudonym);
    }
    return pseudonym;
  };
}

/** Usernames are the same with and without @, and whatever the case. */
function normalise(kind: PseudonymKind, value: string): string {
  const plain = value.normalize('NFC').trim();
  return kind === 'username' ? plain.replace(/^[@＠]/, '').toLowerCase() : plain;
}

function base32(hash: Uint8Array): string {
  let bits = '';
  for (const byte of hash) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
}
