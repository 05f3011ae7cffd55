/** Tells credentials apart by their value. Source: specification, Authentication. */
import type { CredentialKind } from '#shared/contract/snapshot.ts';
import { trialKeyPrefix } from '#shared/service/answers.ts';

/** A JWT: three base64url parts, the first of which is a JSON object. */
const jwtShape = /^eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/;

export function credentialKind(value: string): CredentialKind {
  if (value.startsWith(trialKeyPrefix)) return 'trialKey';
  return jwtShape.test(value) ? 'sessionToken' : 'accessKey';
}

/**
 * What is wrong with a pasted key, as a sentence; null when it can be sent. A header takes
 * visible ASCII only, and a key of a few characters is a slip of the hand.
 */
export function complainAboutKey(value: string): string | null {
  if (value === '') return 'Paste the key first.';
  if (/\s/.test(value)) return 'A key has no spaces or line breaks. Copy it again, alone.';
  if (!/^[\x21-\x7e]+$/.test(value)) return 'This contains characters that no key has.';
  if (value.length < 8) return 'This is too short for a key. Copy it again, whole.';
  return null;
}

/** The last characters, by which a person recognises a key: never more than a quarter of it. */
export function lastFour(value: string): string {
  return value.slice(value.length - Math.min(4, Math.floor(value.length / 4)));
}
