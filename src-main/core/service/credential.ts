/** A credential: what its value reveals about it, and which paths it may be sent to. */
import type { CredentialKind, CredentialStatus } from '#shared/contract/snapshot.ts';
import { trialKeyPrefix } from '#shared/service/answers.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { CredentialNeed } from '#shared/catalogue/types.ts';
import { familyOf } from '#shared/service/families.ts';
import { z } from 'zod';
import { isoTime } from '../clock.ts';
import { jsonIn } from '../json/index.ts';

export interface Credential {
  value: string;
  status: CredentialStatus;
}

/** Identifies a credential with its value, which may be replaced under the same id, without holding it. */
export const identityOf = ({ status: { id, addedAt, lastFour: last } }: Credential): string =>
  [id, addedAt, last].join(' ');

/** A JWT: three base64url parts, the first of which is a JSON object. */
const jwtShape = /^eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/;

export function credentialKind(value: string): CredentialKind {
  if (value.startsWith(trialKeyPrefix)) return 'trialKey';
  return jwtShape.test(value) ? 'sessionToken' : 'accessKey';
}

/**
 * Returns a message about a pasted key that can't be sent, else null. A header allows only visible
 * ASCII, and a key of a few characters is a mistake.
 */
export function problemOfKey(value: string): string | null {
  if (value === '') return 'Paste the key first.';
  if (/\s/.test(value)) return 'A key has no spaces or line breaks. Copy only the key.';
  if (!/^[\x21-\x7e]+$/.test(value)) return 'This contains characters that no key has.';
  if (value.length < 8) return 'This is too short for a key. Copy the whole key.';
  return null;
}

/** Returns the last characters, by which a person recognises a key; at most a quarter of it. */
export const lastFour = (value: string): string =>
  value.slice(value.length - Math.min(4, Math.floor(value.length / 4)));

/** Returns the need that a credential of this kind meets. */
function needOf(kind: CredentialKind): CredentialNeed {
  switch (kind) {
    case 'accessKey':
    case 'trialKey':
      return 'accessKey';
    case 'sessionToken':
      return 'sessionToken';
    default:
      return assertNever(kind);
  }
}

/**
 * Returns whether a credential may be sent to a path (checklist 23). `path`: the service's own, without
 * the path of its address.
 */
export const belongsTo = (kind: CredentialKind, path: string): boolean =>
  familyOf(path).need === needOf(kind);

/** The claims of a session token, parsed but never verified: only the service can do that. */
export interface SessionClaims {
  /** Its owner, by the first name that it has; null when it has none. */
  who: string | null;
  /** ISO 8601; null when it has no end. */
  endsAt: string | null;
}

const name = z.string().trim().min(1).max(200).optional().catch(undefined);

/** Registered and common claims of a JWT (RFC 7519, OpenID Connect Core 5.1). */
const claimsSchema = z.looseObject({
  email: name,
  name,
  preferred_username: name,
  sub: name,
  exp: z.number().positive().max(8_640_000_000_000).optional().catch(undefined),
});

/** Reads a token's claims. All are null when its payload can't be read. */
export function readSessionToken(token: string): SessionClaims {
  const parsed = claimsSchema.safeParse(
    jsonIn(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')),
  );
  if (!parsed.success) return { who: null, endsAt: null };
  const { email, name: fullName, preferred_username: user, sub, exp } = parsed.data;
  return {
    who: email ?? fullName ?? user ?? sub ?? null,
    endsAt: exp === undefined ? null : isoTime(exp * 1000),
  };
}
