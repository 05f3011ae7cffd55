/** Service addresses: which are allowed, and the profile of each. Also which links may be opened. */
import type { Profile } from '#shared/contract/snapshot.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Checks an address as typed and normalises it, without a trailing slash.
 * @throws ProblemError `invalid_input`.
 */
export function normaliseAddress(typed: string): string {
  const complaint = problemOfAddress(typed);
  if (complaint !== null) throw new ProblemError(invalidInput(complaint, 'address'));
  const url = new URL(typed.trim());
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/**
 * Returns a message about an address that isn't allowed, else null. Keys are sent there, so only https
 * is allowed, and http on this computer itself (checklist 1).
 */
export function problemOfAddress(typed: string): string | null {
  const url = tryParse(typed.trim());
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'Enter a full address that begins with https://.';
  }
  if (url.protocol === 'http:' && !loopbackHosts.has(url.hostname)) {
    return 'The address must begin with https://, so that nobody can read the key in transit.';
  }
  if (url.username !== '' || url.password !== '') {
    return 'The address must not contain a name or password.';
  }
  if (url.search !== '' || url.hash !== '') {
    return 'Enter the address without “?” or “#” and what follows.';
  }
  return null;
}

/** Returns the profile of an address. Its id is the origin, whatever the path. */
export function profileOf(address: string): Profile {
  const url = new URL(address);
  return { id: url.origin, label: `${url.host}${url.pathname.replace(/\/+$/, '')}`, address };
}

const tryParse = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/**
 * Returns an address found in data as serialised by the URL parser, or null when it must not be opened
 * outside (checklist 7). https only: `file:`, `javascript:`, network shares and addresses that contain
 * a name and password never leave the program.
 */
export function openableLink(text: string): string | null {
  const url = tryParse(text);
  const isOpenable = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isOpenable ? url.href : null;
}
