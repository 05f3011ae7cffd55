/**
 * Refuses request targets that are not spelt plainly, before anything decodes or normalises them
 * (a proxy's absolute form, `..`, `%2e`, `%5c`, NUL), and methods nothing here answers.
 */
import { isPlainPath } from '../../bundle/bundle-file.ts';
import type { Guard } from './types.ts';

/** The path as it came over the wire. */
export const wirePath = (target: string | undefined): string =>
  (target ?? '').split(/[?#]/)[0] ?? '';

export const plainTargetOnly: Guard = async (c, next) =>
  isPlainPath(wirePath(c.env.incoming.url)) ? next() : c.text('There is nothing here.', 404);

/** HEAD is refused too: Hono would answer it like GET and use up a ticket. */
export const getAndPostOnly: Guard = async (c, next) => {
  const method = c.env.incoming.method;
  if (method === 'GET' || method === 'POST') return next();
  return c.text('This method is not used here.', 405, { Allow: 'GET, POST' });
};
