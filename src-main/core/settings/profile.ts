/** Service profiles: which address stands behind a name, and which addresses are allowed. */
import type { Profile } from '#shared/contract/snapshot.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Checks an address as typed and gives it in one form, without a slash at the end. Keys travel
 * there, so only https is allowed, and http on this computer itself (checklist 1).
 *
 * @throws ProblemError `invalid_input` with a sentence.
 */
export function normaliseAddress(typed: string): string {
  const text = typed.trim();
  const url = tryParse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw refuse('Give a whole address that begins with https://.');
  }
  if (url.protocol === 'http:' && !loopbackHosts.has(url.hostname)) {
    throw refuse('The address must begin with https://, so that the key can’t be read on its way.');
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('The address must not contain a name or password.');
  }
  if (url.search !== '' || url.hash !== '') {
    throw refuse('Give the address without anything after “?” or “#”.');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** The profile of an address: its identity is the origin, whatever the path. */
export function profileOf(address: string): Profile {
  const url = new URL(address);
  return { id: url.origin, label: `${url.host}${url.pathname.replace(/\/+$/, '')}`, address };
}

const refuse = (title: string): ProblemError => new ProblemError(invalidInput(title, 'address'));

function tryParse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
