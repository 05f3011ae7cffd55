/**
 * Refuses requests that another site makes a browser send, reads and streams included
 * (checklist 34). Runs after the host name was checked.
 */
import type { Guard } from './types.ts';

const ownSites = new Set(['same-origin', 'none']);

export const ownOriginOnly: Guard = async (c, next) => {
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  const own = `http://${c.req.header('host')?.toLowerCase()}`;
  if (origin !== undefined && origin !== own) return refuse(c);
  if (site !== undefined && !ownSites.has(site)) return refuse(c);
  return next();
};

const refuse = (c: Parameters<Guard>[0]): Response =>
  c.text('Requests from other sites are not answered. Type or paste the address instead.', 403);
