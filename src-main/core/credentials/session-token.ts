/** What a session token says of itself. It is read here, never checked: only the service can. */
import { z } from 'zod';
import { isoTime } from '../clock.ts';

export interface SessionClaims {
  /** Whose it is, by the first of its names that is there; null when it has none. */
  who: string | null;
  /** ISO 8601; null when it does not say. */
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

/** @returns nothing but nulls for a token whose middle part can't be read. */
export function readSessionToken(token: string): SessionClaims {
  const parsed = claimsSchema.safeParse(payloadOf(token));
  if (!parsed.success) return { who: null, endsAt: null };
  const { email, name: called, preferred_username: user, sub, exp } = parsed.data;
  return {
    who: email ?? called ?? user ?? sub ?? null,
    endsAt: exp === undefined ? null : isoTime(exp * 1000),
  };
}

function payloadOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
