/**
 * The token every call carries (checklist 35). It travels in the address's fragment, which
 * browsers never send, and in the Authorization header; there are no cookies, so no other page
 * can borrow it.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Guard } from './types.ts';

/** 32 random bytes, base64url. */
export const mintToken = (): string => randomBytes(32).toString('base64url');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares digests: their lengths are equal, so the comparison takes the same time always. */
function sameText(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

export const tokenOnly =
  (token: string): Guard =>
  async (c, next) => {
    const given = /^Bearer ([A-Za-z0-9_-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (given !== undefined && sameText(given, token)) return next();
    return c.text('Open the address that was printed at the start; it carries the token.', 401, {
      'WWW-Authenticate': 'Bearer',
    });
  };
